"""Events to sentences. The system brings them, for a plug-in must bring its own."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rules.engine.events import Event
from rules.engine.text import Text, same
from rules.systems.savage.conditions import NAMES

# Data that is somebody's id, and is told by name.
_PEOPLE = ("target", "opponent", "by", "resister", "shooter", "victim", "other")
_WORDS: Mapping[str, Text] = {
    **NAMES,
    "reroll": Text(es="repetir la tirada", en="re-roll"),
    "damage": Text(es="repetir el daño", en="re-roll damage"),
    "card": Text(es="otra carta", en="another card"),
    "power": Text(es="puntos de poder", en="power points"),
    "story": Text(es="influir en la historia", en="influence the story"),
    "soak": Text(es="absorber", en="soak"),
    "take": Text(es="encajar", en="take them"),
    "keep": Text(es="quedarse con la tirada", en="keep the roll"),
    "benny": Text(es="gastar un beni", en="spend a benny"),
    "free": Text(es="repetir gratis", en="re-roll for nothing"),
    "joker": Text(es="Joker", en="joker"),
}


@cache
def _sentences() -> Mapping[str, Text]:
    file = files("rules.systems.savage").joinpath("data/narration.toml")
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    return {kind: Text(es=row["es"], en=row["en"]) for kind, row in read.items()}


def narrate(event: Event, name: Callable[[str], str]) -> Text | None:
    """Return what people are told of an event, or None where there is nothing to tell."""
    if event.roll is not None and event.kind == "roll":
        return same("{actor}, {label}: {total}. {outcome}.").fill(
            actor=name(event.actor),
            label=event.roll.label,
            total=event.roll.total,
            outcome=event.roll.outcome_text,
        )
    sentence = _sentences().get(event.kind)
    if sentence is None:
        return None
    return sentence.fill(actor=name(event.actor) if event.actor else "", **_parts(event, name))


def _parts(event: Event, name: Callable[[str], str]) -> dict[str, str | int | Text]:
    parts: dict[str, str | int | Text] = {}
    for key, value in event.data.items():
        parts[key] = _told(key, value, name)
    if event.kind == "attack":
        parts["shots"] = len(event.data["targets"])
    return parts


def _told(key: str, value: Any, name: Callable[[str], str]) -> str | int | Text:
    if key in _PEOPLE:
        return same(name(str(value)))
    if key == "targets":
        return same(", ".join(dict.fromkeys(name(who) for who in value)))
    if key == "conditions":
        words = [_WORDS.get(word, same(word)) for word in value]
        return Text(es=", ".join(w.es for w in words), en=", ".join(w.en for w in words))
    if isinstance(value, str):
        return _WORDS.get(value, same(value))
    return value if isinstance(value, int) else str(value)
