"""What a writer of cases must know of Savage Worlds: words for actors, table, traits and data."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.systems.savage.catalogue import ATTRIBUTES, Weapon
from rules.systems.savage.conditions import NAMES
from rules.systems.savage.edition import SWITCHES

if TYPE_CHECKING:
    from rules.systems.savage.system import Savage

_ACTOR = (
    ("`wild_card`", "true or false; false if left out"),
    ("`player_character`", "true for a player's hero, who is then a wild card with own bennies"),
    ("`side`", 'a word; "heroes" for the first actor, "foes" for the others if left out'),
    ("`attributes`, `skills`", "dice by id; d6 and the core skills at d4 if left out"),
    ("`wild_die`", "sides of the wild die: 6"),
    ("`edges`, `hindrances`", "lists of ids"),
    ("`weapons`", "a list of ids, or a table of own weapons: see below"),
    ("`armor`", "points on the torso, or a table by location (`torso`, `head`, `arm`, `leg`)"),
    ("`shield`", "the shield's Parry bonus"),
    ("`size`, `pace`, `power_points`", "numbers: 0, 6, 0"),
    ("`group`", "extras with the same word share a card"),
    ("`controller`", "the hero on whose card an ally acts"),
    ("`present`", "false for somebody who is not in the scene"),
    ("`hold`, `joker`", "true if on hold, or acting on a joker"),
    ("`state`", "`wounds`, `fatigue`, `bennies` (0 if left out), `conditions`, `clocks` ..."),
)
_STATE = (
    ("`clocks`", "of Distracted and Vulnerable: how many ends of own turns they still last"),
    ("`fatigue_sources`", "levels of fatigue by cause"),
    ("`ammunition`", "shots left, by weapon"),
    ("`dropped`", "weapons let fall"),
    ("`holding`, `holding_bound`, `held_by`", "who grips whom"),
    ("`injuries`", "`kind`, `lasts` (permanent, healed, day), `lowers` or `hindrance`"),
)
_TABLE = (
    ("`turn`", "whose turn it is: the first actor's if left out; `\"\"` for nobody's"),
    ("`phase`", '"turns" if left out; "setup" to deal cards'),
    ("`round`", "the round that is being played or was played last"),
    ("`deck`", 'the cards on top, such as ["KS", "10D", "JOKER1"]; "empty" for none'),
    ("`discards`", "cards laid aside"),
    ("`pool`", "the game master's bennies: 0"),
    ("`next_to`", 'pairs of figures next to each other: [["ana", "orc"]]'),
    ("`settings`", "rulings of the table: see below"),
    ("`deal`", '"side" for one card a side'),
    ("`blocks`", "true if a side's neighbours in the order may act in any order"),
)


def describe(system: "Savage") -> list[str]:
    """Return the lines of the system's part of the page."""
    catalogue = system.catalogue
    lines = ["## Set-up of a case", "", "Words for an actor, as in `actors.ana = { ... }`:", ""]
    lines += _table(("word", "meaning"), _ACTOR)
    lines += ["In an actor's `state`, besides the counters:", ""]
    lines += _table(("word", "meaning"), _STATE)
    lines += ["Words for the table:", ""]
    lines += _table(("word", "meaning"), _TABLE)
    lines += ["`settings`, first the answer that counts if left out:", ""]
    lines += _table(
        ("setting", "answers"), [(f"`{key}`", _answers(values)) for key, values in SWITCHES.items()]
    )
    lines += ["## Traits", "", "A trait is `attribute.ID` or `skill.ID`.", ""]
    lines += [f"Attributes: {', '.join(f'`{key}`' for key in ATTRIBUTES)}.", ""]
    rows = [
        (f"`{s.id}`", s.name.en, s.name.es, s.attribute, "yes" if s.core else "")
        for s in catalogue.skills.values()
    ]
    lines += _table(("skill", "English", "Spanish", "linked attribute", "core"), rows)
    lines += ["## Conditions", ""]
    lines += _table(
        ("id", "English", "Spanish"), [(f"`{k}`", n.en, n.es) for k, n in NAMES.items()]
    )
    lines += ["## Edges and hindrances", ""]
    both = [*catalogue.edges.values(), *catalogue.hindrances.values()]
    lines += _table(
        ("id", "English", "Spanish", "rule"),
        [(f"`{t.id}`", t.name.en, t.name.es, t.rule) for t in both],
    )
    lines += ["## Weapons", "", _WEAPONS, ""]
    lines += _table(
        ("id", "kind", "damage", "more"), [_weapon(w) for w in catalogue.weapons.values()]
    )
    lines += ["## Prompts for the game master", ""]
    lines += _table(
        ("id", "rule", "question"),
        [(f"`{p.id}`", p.rule, p.name.en) for p in system.prompts.values()],
    )
    lines += ["## Decisions", ""]
    lines += _table(("kind", "options", "facts"), _DECISIONS)
    return lines


_WEAPONS = (
    'An own weapon is written `weapons = { maul = { kind = "melee", damage = "str+d10" } }` '
    "with the same words: `kind` (melee, ranged, thrown, natural), `damage`, `ap`, `reach`, "
    "`parry`, "
    '`range` ("12/24/48"), `thrown_range`, `rof`, `shots`, `hands`, `min_strength`, `edged`, '
    "`improvised`, `shotgun`, `in_melee`."
)
_DECISIONS = (
    (
        "`reroll`",
        "`keep`, `benny`, `free`",
        "`total`, `target`, `outcome`, `raises`, `bennies`, `roll`, `purpose`",
    ),
    ("`damage`", "`keep`, `benny`", "`total`, `toughness`, `margin`, `bennies`, `roll`"),
    ("`soak`", "`take`, `soak`", "`wounds`, `bennies`, `incapacitates`, `roll`"),
    ("`wild_die`", "`1`, `2` ... `ignore`", "`wild`, `dice`, `targets`, `roll`"),
    ("`test`", "`distracted`, `vulnerable`", "`target`, `raises`"),
)  # fmt: skip


def _answers(values: Sequence[object]) -> str:
    return ", ".join(
        "none" if v is None else str(v).lower() if isinstance(v, bool) else f"{v}" for v in values
    )


def _weapon(weapon: Weapon) -> tuple[str, str, str, str]:
    more = []
    for key in ("range", "thrown_range", "min_strength"):
        if getattr(weapon, key):
            more.append(f"{key} {getattr(weapon, key)}")
    for key in ("ap", "reach", "parry", "shots"):
        if getattr(weapon, key):
            more.append(f"{key} {getattr(weapon, key)}")
    if weapon.rof > 1:
        more.append(f"rof {weapon.rof}")
    more += [key for key in ("edged", "improvised", "shotgun", "in_melee") if getattr(weapon, key)]
    return f"`{weapon.id}`", weapon.kind, weapon.damage, ", ".join(more)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(head)} |", f"| {' | '.join('---' for _word in head)} |"]
    return [*lines, *(f"| {' | '.join(row)} |" for row in rows), ""]
