"""
Typed dice: text to a tree of what was asked, and from there to a roll.

    expression = [sign] term {sign term}         sign = "+" | "-"
    term       = number | dice | "wild" dice
    dice       = [number] "d" number ["!"] [("kh" | "kl") number] [">=" number]

`!` lets dice explode, `kh`/`kl` keep the highest or lowest, `>=` counts successes. `wild d8` is
Savage Worlds' trait die with a wild d6, both exploding, the better one against 4.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.engine.dice import Dice
from rules.engine.modifiers import Modifier
from rules.engine.rolls import Die, Roll, ace
from rules.engine.text import Text, same

MAX_LENGTH = 200
MAX_DICE = 100
MAX_SIDES = 1000
MAX_NUMBER = 100_000
WILD_DIE = 6
WILD_TARGET = 4
RAISE = 4
RULE = "NOTATION"


class NotationError(ValueError):
    """The text is no notation; `position` is the character where it stops being one, from 0."""

    def __init__(self, position: int, message: Text) -> None:
        super().__init__(f"{position}: {message.en}")
        self.position = position
        self.message = Text(
            es=f"Carácter {position + 1}: {message.es}",
            en=f"Character {position + 1}: {message.en}",
        )


@dataclass(frozen=True, slots=True)
class Number:
    """A constant."""

    value: int


@dataclass(frozen=True, slots=True)
class Throw:
    """Some dice of one size and what is done with them."""

    count: int
    sides: int
    explodes: bool = False
    keep: str = ""  # "kh" or "kl"
    keep_count: int = 0
    success: int | None = None


@dataclass(frozen=True, slots=True)
class Wild:
    """A trait die with a wild die."""

    sides: int


@dataclass(frozen=True, slots=True)
class Term:
    """A signed part of the sum."""

    sign: int
    part: Number | Throw | Wild


@dataclass(frozen=True, slots=True)
class Expression:
    """What was asked, and the text it was asked with."""

    text: str
    terms: tuple[Term, ...]


def parse(text: str) -> Expression:
    """
    Read typed dice.

    :raises NotationError: naming the first character that does not fit.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(
            MAX_LENGTH,
            Text(
                es=f"como mucho {MAX_LENGTH} caracteres.",
                en=f"at most {MAX_LENGTH} characters.",
            ),
        )
    return _Parser(text).expression()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text.replace("−", "-").replace("–", "-")
        self.lower = self.text.lower()
        self.at = 0
        self.dice = 0

    def expression(self) -> Expression:
        terms = [self._term(self._optional_sign())]
        while not self._ended():
            start = self.at
            sign = self._optional_sign()
            if sign == 0:
                self._fail(start, "aquí va + o -, o sobra esto.", "+ or - goes here, or nothing.")
            terms.append(self._term(sign))
        self._check(terms)
        return Expression(self.text.strip(), tuple(terms))

    def _optional_sign(self) -> int:
        if self._take("+"):
            return 1
        if self._take("-"):
            return -1
        return 0

    def _term(self, sign: int) -> Term:
        self._spaces()
        start = self.at
        if self._take("wild"):
            self._spaces()
            if not self._take("d"):
                self._fail(self.at, "tras «wild» va un dado: wild d8.", "a die follows: wild d8.")
            self.dice += 2
            self._limit_dice(start)
            return Term(sign or 1, Wild(self._sides()))
        count = self._number()
        if not self._take("d"):
            if count is None:
                self._fail(
                    start, "aquí va un número o un dado, como 2d6.", "a number or dice, like 2d6."
                )
            return Term(sign or 1, Number(count or 0))
        if count == 0:
            self._fail(start, "al menos un dado.", "at least one die.")
        self.dice += count or 1
        self._limit_dice(start)
        return Term(sign or 1, self._throw(count or 1))

    def _throw(self, count: int) -> Throw:
        sides_at = self.at
        sides = self._sides()
        explodes = self._take("!")
        if explodes and sides < 2:
            self._fail(sides_at, "un d1 explotaría sin fin.", "a d1 would explode for ever.")
        keep = "kh" if self._take("kh") else "kl" if self._take("kl") else ""
        keep_count = 0
        if keep:
            start = self.at
            keep_count = self._number() or 0
            if not 1 <= keep_count <= count:
                self._fail(
                    start,
                    f"guarda entre 1 y {count} dados.",
                    f"keep from 1 to {count} dice.",
                )
        success = None
        if self._take(">="):
            start = self.at
            success = self._number()
            if success is None:
                self._fail(start, "tras >= va un número.", "a number follows >=.")
        return Throw(count, sides, explodes, keep, keep_count, success)

    def _sides(self) -> int:
        start = self.at
        sides = self._number()
        if sides is None or not 1 <= sides <= MAX_SIDES:
            self._fail(
                start,
                f"un dado tiene de 1 a {MAX_SIDES} caras.",
                f"a die has 1 to {MAX_SIDES} sides.",
            )
        return sides or 0

    def _number(self) -> int | None:
        self._spaces()
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in "0123456789":
            self.at += 1
        if start == self.at:
            return None
        if self.at - start > 6 or int(self.text[start : self.at]) > MAX_NUMBER:
            self._fail(start, "un número demasiado grande.", "too large a number.")
        return int(self.text[start : self.at])

    def _limit_dice(self, start: int) -> None:
        if self.dice > MAX_DICE:
            self._fail(
                start, f"como mucho {MAX_DICE} dados a la vez.", f"at most {MAX_DICE} dice at once."
            )

    def _check(self, terms: Sequence[Term]) -> None:
        thrown = [term for term in terms if not isinstance(term.part, Number)]
        if not thrown:
            self._fail(0, "falta algún dado, como 2d6.", "there is no die in it, like 2d6.")
        if len(thrown) > 1 and any(isinstance(term.part, Wild) for term in thrown):
            self._fail(0, "«wild» va solo, con sus modificadores.", "“wild” stands alone.")
        counting = [
            isinstance(term.part, Throw) and term.part.success is not None for term in thrown
        ]
        if any(counting) and not all(counting):
            self._fail(
                0, "no se suman éxitos y puntos.", "successes and points are not added together."
            )

    def _take(self, word: str) -> bool:
        self._spaces()
        if not self.lower.startswith(word, self.at):
            return False
        self.at += len(word)
        return True

    def _spaces(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in " \t":
            self.at += 1

    def _ended(self) -> bool:
        self._spaces()
        return self.at >= len(self.text)

    def _fail(self, position: int, es: str, en: str) -> None:
        raise NotationError(position, Text(es=es, en=en))


def roll(expression: Expression, dice: Dice) -> Roll:
    """Throw what was asked, left to right, each die with its explosions at once."""
    thrown: list[Die] = []
    modifiers: list[Modifier] = []
    total = 0
    is_wild = counts = False
    for term in expression.terms:
        part = term.part
        if isinstance(part, Number):
            modifiers.append(Modifier(RULE, _CONSTANT, term.sign * part.value))
            total += term.sign * part.value
            continue
        if isinstance(part, Wild):
            is_wild = True
            found = _throw_wild(part, dice)
        else:
            counts = counts or part.success is not None
            found = _throw(part, term.sign, dice)
        thrown += found
        total += sum(die.value for die in found if die.kept)
    if is_wild:
        return wild_result(expression.text, thrown, modifiers, total)
    return Roll(
        kind="pool" if counts else "notation",
        label=same(expression.text),
        dice=tuple(thrown),
        modifiers=tuple(modifiers),
        total=total,
        target=None,
        outcome="total",
        outcome_text=_successes(total)
        if counts
        else Text(es=f"Total {total}", en=f"Total {total}"),
        tone="neutral",
    )


_CONSTANT = Text(es="Constante", en="Constant")


def _throw(part: Throw, sign: int, dice: Dice) -> list[Die]:
    faces = [
        ace(part.sides, dice) if part.explodes else (dice.draw(part.sides),)
        for _ in range(part.count)
    ]
    sums = [sum(chain) for chain in faces]
    kept = set(range(part.count))
    if part.keep:
        ranked = sorted(kept, key=lambda i: (-sums[i], i) if part.keep == "kh" else (sums[i], i))
        kept = set(ranked[: part.keep_count])
    found = []
    for i, chain in enumerate(faces):
        value, mark = sums[i], ""
        if part.success is not None:
            value = int(sums[i] >= part.success)
            mark = "success" if value else ""
        if i not in kept:
            mark = "dropped"
        found.append(Die("", part.sides, chain, sign * value, i in kept, mark))
    return found


def _throw_wild(part: Wild, dice: Dice) -> list[Die]:
    trait, wild = ace(part.sides, dice), ace(WILD_DIE, dice)
    keeps_trait = sum(trait) >= sum(wild)
    return [
        Die("trait", part.sides, trait, sum(trait), keeps_trait, "" if keeps_trait else "dropped"),
        Die("wild", WILD_DIE, wild, sum(wild), not keeps_trait, "dropped" if keeps_trait else ""),
    ]


def wild_result(
    text: str, thrown: Sequence[Die], modifiers: Sequence[Modifier], total: int
) -> Roll:
    """Return what a wild roll means against the usual target; two ones fail whatever is added."""
    critical = all(die.faces[0] == 1 for die in thrown)
    raises = 0 if critical or total < WILD_TARGET else (total - WILD_TARGET) // RAISE
    outcome, words, tone = savage_outcome(critical, total >= WILD_TARGET, raises)
    return Roll(
        kind="trait",
        label=same(text),
        dice=tuple(thrown),
        modifiers=tuple(modifiers),
        total=total,
        target=WILD_TARGET,
        outcome=outcome,
        outcome_text=words,
        tone=tone,
        raises=raises,
        critical_failure=critical,
    )


@lru_cache(maxsize=256)
def savage_outcome(critical: bool, success: bool, raises: int) -> tuple[str, Text, str]:
    """Return the outcome's code, words and tone, as Savage Worlds speaks of them."""
    if critical:
        return "critical_failure", Text(es="Pifia", en="Critical failure"), "critical"
    if not success:
        return "failure", Text(es="Fracaso", en="Failure"), "failure"
    if raises == 0:
        return "success", Text(es="Éxito", en="Success"), "success"
    if raises == 1:
        return "raise", Text(es="Éxito con 1 aumento", en="Success with 1 raise"), "raise"
    words = Text(es=f"Éxito con {raises} aumentos", en=f"Success with {raises} raises")
    return "raise", words, "raise"


def _successes(count: int) -> Text:
    if count == 1:
        return Text(es="1 éxito", en="1 success")
    return Text(es=f"{count} éxitos", en=f"{count} successes")
