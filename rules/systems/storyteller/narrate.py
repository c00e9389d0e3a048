"""What people are told of an event, in both languages."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.events import Event
from rules.engine.text import Text
from rules.systems.storyteller import catalogue
from rules.systems.storyteller.catalogue import ACTIONS, LEVELS, MANOEUVRES, PROMPTS, WEAPONS

_LEVEL_NAMES = {level.id: level.name for level in LEVELS}


def narrate(event: Event, name: Callable[[str], str]) -> Text | None:
    """Return what people are told of an event, None for mere bookkeeping."""
    if event.kind == "roll" and event.roll is not None:
        return Text(es="{who}: {label}. {outcome}.", en="{who}: {label}. {outcome}.").fill(
            who=name(event.actor), label=event.roll.label, outcome=event.roll.outcome_text
        )
    words = _WORDS.get(event.kind)
    if words is None:
        return None
    parts: dict[str, str | int | Text] = {"who": name(event.actor) if event.actor else ""}
    for key, value in event.data.items():
        parts[key] = _part(event, key, value, name)
    try:
        return words.fill(**parts)
    except KeyError:
        return None


def _part(event: Event, key: str, value: Any, name: Callable[[str], str]) -> str | int | Text:
    if key in ("target", "by") and isinstance(value, str):
        return name(value)
    known: Mapping[str, Text] = {
        "condition": CONDITIONS,
        "type": DAMAGE_NAMES,
        "level": _LEVEL_NAMES,
        "mood": MOODS,
        "result": RESULTS,
    }.get(key, {})
    if isinstance(value, str) and value in known:
        return known[value]
    if key == "defence" and value in MANOEUVRES:
        return MANOEUVRES[value].name
    if key == "action" and value in ACTIONS:
        return ACTIONS[value].name
    if key == "prompt" and value in PROMPTS:
        return PROMPTS[value].name
    if key == "weapon" and value in WEAPONS:
        return catalogue.WEAPONS[value].name
    if event.kind == "outcome" and key == "text" and isinstance(value, Mapping):
        return Text.from_json(value)
    return value if isinstance(value, int) else str(value)


DAMAGE_NAMES = {
    "bashing": Text(es="contundente", en="bashing"),
    "lethal": Text(es="letal", en="lethal"),
    "aggravated": Text(es="agravado", en="aggravated"),
}
CONDITIONS = {
    "prone": Text(es="en el suelo", en="prone"),
    "stunned": Text(es="aturdido", en="stunned"),
    "blinded": Text(es="cegado", en="blinded"),
    "bound": Text(es="atado", en="bound"),
    "held": Text(es="apresado", en="held"),
    "grappled": Text(es="agarrado", en="grappled"),
    "off_balance": Text(es="desequilibrado", en="off balance"),
    "slow": Text(es="lento el turno siguiente", en="slow in the next turn"),
    "covered": Text(es="a cubierto", en="in cover"),
    "sinking": Text(es="hundiéndose", en="sinking"),
    "angry": Text(es="enfadado", en="angry"),
    "concussion": Text(es="conmocionado", en="concussed"),
}
MOODS = {
    "warming": Text(es="se interesa", en="grows interested"),
    "charmed": Text(es="queda prendado", en="is charmed"),
    "hostile": Text(es="se enfurece", en="is furious"),
    "not_interested": Text(es="no se interesa", en="is not interested"),
    "receptive_later": Text(es="quizá otro día", en="another day, perhaps"),
    "drink_in_the_face": Text(es="le tira una copa a la cara", en="throws a drink in the face"),
}
RESULTS = {
    "caught": Text(es="alcance", en="caught up"),
    "escaped": Text(es="la presa escapa", en="the prey escapes"),
    "lost": Text(es="rastro perdido", en="out of sight"),
    "won": Text(es="sorpresa completa", en="complete surprise"),
    "tied": Text(es="aviso a medias", en="half a warning"),
    "noticed": Text(es="descubierta", en="noticed"),
}
_WORDS = {
    "turn": Text(es="Empieza el turno {turn}.", en="Turn {turn} begins."),
    "initiative": Text(es="{who}: iniciativa {score}.", en="{who}: initiative {score}."),
    "declared": Text(es="{who} declara: {what}.", en="{who} declares: {what}."),
    "passed": Text(es="{who} pasa.", en="{who} passes."),
    "breaks_in": Text(es="{who} interrumpe.", en="{who} breaks in."),
    "defends": Text(es="{who} se defiende: {defence}.", en="{who} defends: {defence}."),
    "abort_failed": Text(es="{who} no llega a defenderse.", en="{who} is too late to defend."),
    "hit": Text(es="{who} alcanza a {target}.", en="{who} hits {target}."),
    "sure_hit": Text(es="{who} golpea sin más a {target}.", en="{who} strikes {target} at will."),
    "miss": Text(es="{who} no alcanza a {target}.", en="{who} misses {target}."),
    "harm": Text(
        es="{who}: {levels} de daño {type}. {level} [{track}].",
        en="{who}: {levels} {type} damage. {level} [{track}].",
    ),
    "harmless": Text(es="{who} no sufre daño.", en="{who} takes no harm."),
    "condition": Text(es="{who}: {condition}.", en="{who}: {condition}."),
    "relieved": Text(es="{who}: ya no está {condition}.", en="{who}: no longer {condition}."),
    "seized": Text(es="{by} sujeta a {who}.", en="{by} seizes {who}."),
    "still_held": Text(es="{who} no se suelta.", en="{who} does not get free."),
    "disarmed": Text(es="{who} pierde su arma: {weapon}.", en="{who} loses a weapon: {weapon}."),
    "ready": Text(es="{who} prepara: {weapon}.", en="{who} readies: {weapon}."),
    "reloaded": Text(es="{who} recarga: {weapon}.", en="{who} reloads: {weapon}."),
    "aims": Text(es="{who} apunta ({turns}).", en="{who} takes aim ({turns})."),
    "moved": Text(es="{who} se mueve {metres} m.", en="{who} moves {metres} m."),
    "ambush": Text(es="Emboscada de {who}: {result}.", en="{who}'s ambush: {result}."),
    "willpower": Text(es="{who}: quedan {left} de Voluntad.", en="{who}: {left} Willpower left."),
    "ignores_wounds": Text(es="{who} ignora sus heridas.", en="{who} ignores the wounds."),
    "healed": Text(es="{who} sana: [{track}].", en="{who} heals: [{track}]."),
    "woke": Text(es="{who} vuelve en sí: [{track}].", en="{who} comes to: [{track}]."),
    "work": Text(es="{who}: {total} de {need} éxitos.", en="{who}: {total} of {need} successes."),
    "outcome": Text(es="{who}: {action}, {successes}.", en="{who}: {action}, {successes}."),
    "seduction": Text(es="{who}, paso {step}: {mood}.", en="{who}, step {step}: {mood}."),
    "chase": Text(es="Ventaja de {who}: {lead}.", en="{who}'s lead: {lead}."),
    "chase_over": Text(es="Fin de la persecución: {result}.", en="The chase ends: {result}."),
    "revealed": Text(es="{who} revela {units}.", en="{who} tells {units}."),
    "ridiculed": Text(es="{who} queda en ridículo.", en="{who} looks ridiculous."),
    "exposed": Text(es="La trama de {who}, al descubierto.", en="{who}'s scheme is exposed."),
    "detected": Text(es="Descubren a {who}.", en="{who} is detected."),
    "prompt": Text(es="Para el Narrador: {prompt}", en="For the Storyteller: {prompt}"),
}
