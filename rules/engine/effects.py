"""
The closed vocabulary of what edges, hindrances and gear do.

Data says `{ word = "modifier", trait = "skill.notice", value = 2 }`; a word that is not in here is
refused when the catalogue is read, so that a typing error in data cannot pass for a rule.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.text import Text

# word: the fields it takes, besides `word`
WORDS: dict[str, frozenset[str]] = {
    "modifier": frozenset({"trait", "value"}),  # +2 to Notice
    "derived": frozenset({"id", "value"}),  # +1 Toughness, -1 Pace
    "ignore_wounds": frozenset({"value"}),  # ignore 1 wound penalty
    "extra_cards": frozenset({"value"}),  # draw 2 more action cards, keep the best
    "redraw_cards": frozenset({"value"}),  # discard a card of 5 or lower and draw again
    "worst_card": frozenset({"value"}),  # draw one more, keep the worst; a joker may be used
    "free_reroll": frozenset({"trait"}),  # repeat a roll of this trait once for nothing
    "paid_reroll": frozenset({"value"}),  # +2 when a benny repeats a trait roll
    "waive": frozenset({"penalty"}),  # no off-hand penalty
    "arcane_background": frozenset(),  # may learn arcane skills, has power points
    "running_die": frozenset({"sides"}),
    "bennies": frozenset({"value"}),  # one benny more a session
    "benny_buys": frozenset({"what"}),  # a benny may also re-roll damage
    "extra_blow": frozenset({"value"}),  # a second Fighting die, at this penalty
    "quick_draw": frozenset({"value"}),  # drawing is free, and +2 where it is rolled for
    "hard_to_kill": frozenset(),  # no wound penalty on rolls for one's life
}


class UnknownEffect(ValueError):
    """The data uses a word that the engine does not know, or leaves out one of its fields."""


@dataclass(frozen=True, slots=True)
class Trait:
    """An edge or hindrance: what it is called, what it asks for, what it does."""

    id: str
    rule: str
    name: Text
    requires: Mapping[str, str]
    effects: tuple[Mapping[str, Any], ...]


def read_traits(rows: Iterable[Mapping[str, Any]]) -> dict[str, Trait]:
    """
    Return edges or hindrances by id.

    :raises UnknownEffect: for an effect outside the vocabulary.
    """
    found = {}
    for row in rows:
        effects = tuple(row.get("effects", ()))
        for effect in effects:
            fields = frozenset(effect) - {"word"}
            if WORDS.get(effect.get("word", "")) != fields:
                raise UnknownEffect(f"{row['id']}: {dict(effect)}")
        found[row["id"]] = Trait(
            id=row["id"],
            rule=row["rule"],
            name=Text(**row["name"]),
            requires=row.get("requires", {}),
            effects=effects,
        )
    return found
