"""Pools of ten-sided dice: what faces mean, and a roll with its reasons in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from rules.engine.dice import Dice
from rules.engine.modifiers import Modifier
from rules.engine.rolls import Die, Roll
from rules.engine.text import Text, same

SIDES = 10
STANDARD = 6
LOWEST, HIGHEST = 2, 10
MOST_DICE = 40


@dataclass(frozen=True, slots=True)
class Count:
    """What faces come to: net successes, the outcome, and what each die did."""

    net: int
    outcome: str
    values: tuple[int, ...]
    marks: tuple[str, ...]


def clamp(difficulty: int) -> int:
    """Return a difficulty within 2 to 10 (STO-GAP-003)."""
    return min(HIGHEST, max(LOWEST, difficulty))


def judge(
    faces: Sequence[int],
    difficulty: int,
    *,
    speciality: bool = False,
    bought: int = 0,
    may_botch: bool = True,
    cancels: bool = True,
    strict: bool = False,
) -> Count:
    """
    Count successes (STO-ROLL-008, -011, -012).

    `bought` successes are never cancelled (STO-WILL-005); `strict` is the older reading of a botch,
    after cancelling (STO-GAP-001).

    :raises ValueError: for a face that no ten-sided die shows.
    """
    if any(not 1 <= face <= SIDES for face in faces):
        raise ValueError("a d10 shows 1 to 10")
    values, marks = [], []
    for face in faces:
        is_double = speciality and face == SIDES
        value = 0 if face < difficulty else 2 if is_double else 1
        values.append(value)
        marks.append("double" if value == 2 else "success" if value else "")
    rolled = sum(values)
    ones = [place for place, face in enumerate(faces) if face == 1] if cancels else []
    for place in ones[:rolled]:
        values[place], marks[place] = -1, "cancel"
    net = max(0, rolled - len(ones))
    botched = bool(ones) and (net == 0 if strict else rolled == 0)
    if net + bought:
        outcome = "success"
    elif botched and may_botch:
        outcome = "botch"
        for place in ones:
            marks[place] = "botch"
    else:
        outcome = "failure"
    return Count(net + bought, outcome, tuple(values), tuple(marks))


@dataclass(frozen=True, slots=True)
class Ask:
    """Everything that a pool is made of before it is thrown."""

    label: Text
    dice: int
    dice_modifiers: tuple[Modifier, ...] = ()
    difficulty: int = STANDARD
    difficulty_modifiers: tuple[Modifier, ...] = ()
    speciality: bool = False
    bought: int = 0
    may_botch: bool = True
    cancels: bool = True
    strict: bool = False
    least: int = 0
    most: int = MOST_DICE
    kind: str = "pool"
    role: str = "pool"
    rules: tuple[str, ...] = field(default=("STO-ROLL-008",))

    @property
    def size(self) -> int:
        """The dice that are thrown, after all modifiers stated in dice (STO-ROLL-021)."""
        changed = self.dice + sum(modifier.value for modifier in self.dice_modifiers)
        return max(self.least, min(changed, self.most))

    @property
    def asked(self) -> int:
        """The sum of the difficulty before it is brought within 2 to 10."""
        return self.difficulty + sum(modifier.value for modifier in self.difficulty_modifiers)

    @property
    def target(self) -> int:
        return clamp(self.asked)


def throw(ask: Ask, dice: Dice) -> Roll:
    """Throw a pool; with no dice left nothing falls, and the action is impossible (STO-GAP-005)."""
    size = max(0, ask.size)
    faces = [dice.draw(SIDES) for _ in range(size)]
    count = judge(
        faces,
        ask.target,
        speciality=ask.speciality,
        bought=ask.bought,
        may_botch=ask.may_botch,
        cancels=ask.cancels,
        strict=ask.strict,
    )
    bought = (Modifier("STO-WILL-003", _BOUGHT, ask.bought),) if ask.bought else ()
    outcome = "impossible" if not size and not ask.bought else count.outcome
    return Roll(
        kind=ask.kind,
        label=_label(ask),
        dice=tuple(
            Die(ask.role, SIDES, (face,), value, True, mark)
            for face, value, mark in zip(faces, count.values, count.marks, strict=True)
        ),
        modifiers=bought,
        total=count.net,
        target=ask.target,
        outcome=outcome,
        outcome_text=words(outcome, count.net),
        tone=_tone(outcome, count.net),
        raises=0,
        critical_failure=outcome == "botch",
        rules=ask.rules,
    )


def reread(roll: Roll, *, modifiers: Sequence[Modifier], target: int | None) -> Roll:
    """
    Read the same faces again at another difficulty.

    Dice cannot be added to a pool that has fallen: what a correction brings changes the difficulty,
    a bonus lowers it (STO-ROLL-021), and it stands in the roll's name.
    """
    added = [one for one in modifiers if one not in roll.modifiers and one.value]
    asked = (roll.target or STANDARD) if target is None else target
    difficulty = clamp(asked - sum(one.value for one in added))
    faces = [die.faces[0] for die in roll.dice]
    bought = sum(one.value for one in roll.modifiers)
    speciality = any(die.mark == "double" for die in roll.dice)
    count = judge(faces, difficulty, speciality=speciality, bought=bought)
    outcome = "impossible" if not faces and not bought else count.outcome
    label = roll.label
    if added:
        because = _joined([_reason(one) for one in added])
        label = Text(es="{a} (dificultad: {b})", en="{a} (difficulty: {b})").fill(
            a=label, b=because
        )
    return replace(
        roll,
        label=label,
        dice=tuple(
            replace(die, value=value, mark=mark)
            for die, value, mark in zip(roll.dice, count.values, count.marks, strict=True)
        ),
        total=count.net,
        target=difficulty,
        outcome=outcome,
        outcome_text=words(outcome, count.net),
        tone=_tone(outcome, count.net),
        critical_failure=outcome == "botch",
    )


def words(outcome: str, net: int) -> Text:
    """Return an outcome in words, with the name of its degree (STO-GAP-086)."""
    if outcome == "success":
        degree = DEGREES[min(net, len(DEGREES)) - 1]
        noun = Text(es="éxito" if net == 1 else "éxitos", en="success" if net == 1 else "successes")
        return Text(es="{n} {noun}: {degree}", en="{n} {noun}: {degree}").fill(
            n=net, noun=noun, degree=degree
        )
    return _OUTCOMES[outcome]


def _tone(outcome: str, net: int) -> str:
    if outcome == "success":
        return "raise" if net >= 3 else "success"
    return "critical" if outcome == "botch" else "failure"


def _label(ask: Ask) -> Text:
    reasons = [*ask.dice_modifiers]
    parts = [ask.label, *(_reason(one) for one in reasons if one.value)]
    text = _joined(parts)
    harder = [one for one in ask.difficulty_modifiers if one.value]
    if harder:
        because = _joined([_reason(one) for one in harder], ", ")
        text = Text(es="{a} (dificultad: {b})", en="{a} (difficulty: {b})").fill(a=text, b=because)
    return text


def _reason(modifier: Modifier) -> Text:
    sign = "+" if modifier.value > 0 else "−"
    return Text(es="{name} {n}", en="{name} {n}").fill(
        name=modifier.name, n=f"{sign}{abs(modifier.value)}"
    )


def _joined(parts: Iterable[Text], between: str = ", ") -> Text:
    found = list(parts)
    return Text(
        es=between.join(part.es for part in found), en=between.join(part.en for part in found)
    )


def named(rule: str, es: str, en: str, value: int) -> Modifier:
    """Return a modifier with its name in both languages."""
    return Modifier(rule, Text(es=es, en=en), value)


def plus(one: Text, other: Text) -> Text:
    """Return "Dexterity + Stealth" of its two names."""
    return Text(es=f"{one.es} + {other.es}", en=f"{one.en} + {other.en}")


NOTHING = same("")
DEGREES = (
    Text(es="marginal", en="marginal"),
    Text(es="moderado", en="moderate"),
    Text(es="completo", en="complete"),
    Text(es="excepcional", en="exceptional"),
    Text(es="fenomenal", en="phenomenal"),
)
_BOUGHT = Text(es="Fuerza de Voluntad", en="Willpower")
_OUTCOMES = {
    "failure": Text(es="Fallo", en="Failure"),
    "botch": Text(es="Fracaso", en="Botch"),
    "impossible": Text(es="Sin dados: imposible", en="No dice: impossible"),
}
