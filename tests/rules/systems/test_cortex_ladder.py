"""The die ladder, and the arithmetic of damage and of dice that points buy."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.dice import ScriptedDice
from rules.engine.text import same
from rules.systems.cortex import ladder, pool
from rules.systems.cortex.damage import Harm, of_kind, split
from rules.systems.cortex.pool import Part, Step

ROOT = Path(__file__).resolve().parents[3]


def table():
    """Read the ladder as the checklist prints it: step, dice, lowest and highest total."""
    text = (ROOT / "docs" / "rules" / "cortex-galactica.md").read_text(encoding="utf-8")
    found = {}
    for name in ("Step", "Dice", "Lowest total", "Highest total"):
        row = re.search(rf"^\| {name} \| (.*) \|$", text, re.MULTILINE)
        found[name] = [cell.strip() for cell in row[1].split("|")]
    return found


TABLE = table()
RUNGS = ["d0" if cell.startswith("none") else cell for cell in TABLE["Dice"]]


def test_the_rungs_are_those_of_the_checklist():
    """COR-DIE-001, COR-GAP-011"""
    assert [ladder.written(step) for step in range(13)] == RUNGS
    assert [len(ladder.dice(step)) for step in range(13)] == [int(n) for n in TABLE["Lowest total"]]
    assert [ladder.highest(step) for step in range(13)] == [int(n) for n in TABLE["Highest total"]]


@given(st.sampled_from(RUNGS), st.integers(-20, 20))
def test_the_ladder_is_total_from_every_rung(rung, by):
    """COR-DIE-002, COR-DIE-003, COR-DIE-004, COR-DIE-005, COR-MOD-006, COR-GAP-004"""
    start = ladder.read(rung)
    moved = ladder.shift(start, by)

    assert start == RUNGS.index(rung)
    assert moved == max(0, RUNGS.index(rung) + by)
    if moved < len(RUNGS):
        assert ladder.written(moved) == RUNGS[moved]
    assert ladder.read(ladder.written(moved)) == moved
    assert ladder.highest(moved) == sum(ladder.dice(moved)) == 2 * moved
    assert all(sides in (2, 4, 6, 8, 10, 12) for sides in ladder.dice(moved))
    assert ladder.dice(moved)[:-1] == (12,) * max(0, len(ladder.dice(moved)) - 1)


@pytest.mark.parametrize(
    ("rung", "by", "result"),
    [
        ("d6", 1, "d8"), ("d4", 3, "d10"), ("d8", 2, "d12"), ("d12", 1, "d12+d2"),
        ("d12", 2, "d12+d4"), ("d10", 3, "d12+d4"), ("d12", -2, "d8"), ("d6", -1, "d4"),
        ("d12+d4", -2, "d12"), ("d12+d2", -1, "d12"), ("d4", -2, "d0"), ("d4", -4, "d0"),
        ("d2", -1, "d0"), ("d12+d4", 2, "d12+d8"), ("d4", -1, "d2"), ("d0", 1, "d2"),
        ("d6", 8, "d12+d10"), ("d4", 8, "d12+d8"), ("d12+d12", 1, "d12+d12+d2"),
    ],
)  # fmt: skip
def test_steps_lead_where_the_document_says(rung, by, result):
    assert ladder.written(ladder.shift(ladder.read(rung), by)) == result


def test_what_is_no_rung_is_not_read_as_one():
    for rating in ("d3", "d14", "d8+d8", "d2+d12", "8", "", None, 8, "d12+", "2d6"):
        assert ladder.read(rating) is None


def test_a_die_moves_once_by_the_sum_of_its_steps():
    """COR-GAP-012: -3 and +2 together leave d4, whatever their order; -3 alone leaves nothing."""
    steps = (Step("A", same("a"), -3), Step("B", same("b"), 2))
    assert ladder.written(Part(same("x"), 3, steps).final) == "d4"
    assert ladder.written(Part(same("x"), 3, steps[::-1]).final) == "d4"
    assert Part(same("x"), 3, steps[:1]).final == 0


@pytest.mark.parametrize(
    ("points", "faces", "counted"),
    [
        (3, [1], 3), (3, [2], 3), (3, [3], 3), (3, [4], 4), (1, [1], 1), (2, [1], 2), (6, [2], 6),
        (8, [3, 2], 8), (8, [1, 4], 8), (8, [7, 2], 9), (7, [1, 1], 7), (12, [5, 6], 12),
    ],
)  # fmt: skip
def test_plot_dice_never_count_less_than_the_points(points, faces, counted):
    """COR-PPS-005, COR-PPS-006, COR-GAP-038"""
    assert pool.plot_roll(points, ScriptedDice(faces), same("x"), ()).total == counted


@pytest.mark.parametrize(
    ("points", "dice"),
    [
        (1, "d2"), (2, "d4"), (3, "d6"), (4, "d8"), (5, "d10"), (6, "d12"), (7, "d12+d2"),
        (8, "d12+d4"), (9, "d12+d6"), (10, "d12+d8"), (11, "d12+d10"), (12, "d12+d12"),
    ],
)  # fmt: skip
def test_points_buy_the_rung_of_their_number(points, dice):
    """COR-PPS-002, COR-PPS-003, COR-GAP-011"""
    roll = pool.plot_roll(points, ScriptedDice([1, 1, 1]), same("x"), ())
    assert "+".join(f"d{die.sides}" for die in roll.dice) == dice


def thrown(faces, *, steps=(4, 3), points=0, target=7, **more):
    parts = [Part(same(str(step)), step) for step in steps]
    return pool.throw(parts, dice=ScriptedDice(faces), target=target, points=points, **more)


def test_points_after_a_roll_neither_undo_a_botch_nor_make_it_extraordinary():
    """COR-GAP-037, COR-GAP-017"""
    botch = thrown([1, 1], target=3)
    assert pool.with_points(botch, 2).outcome == "botch"
    saved = pool.with_points(thrown([8, 8], steps=(4, 4), target=11), 2)
    assert (saved.total, saved.outcome) == (18, "success")
    assert thrown([10, 8], steps=(5, 4), target=11).outcome == "extraordinary"


def test_raised_plot_dice_count_for_a_botch_as_raised():
    """COR-GAP-016: one point's d2 shows its 1; two points' d4 counts 2 and is no 1."""
    assert thrown([1, 1, 1], points=1).outcome == "botch"
    raised = thrown([1, 1, 1], points=2)
    assert (raised.total, raised.outcome) == (4, "failure")


@pytest.mark.parametrize(
    ("amount", "stun", "wounds"),
    [(5, 3, 2), (4, 2, 2), (1, 1, 0), (0, 0, 0), (3, 2, 1), (9, 5, 4), (6, 3, 3)],
)
def test_basic_damage_is_split_and_the_odd_point_is_stun(amount, stun, wounds):
    """COR-DMG-009"""
    assert split(amount) == Harm(stun, wounds)


def test_each_amount_of_basic_damage_is_split_alone():
    """COR-GAP-064, COR-DMG-001"""
    assert split(5).plus(of_kind("basic", 3)) == Harm(5, 3)
    assert of_kind("stun", 4) == Harm(4, 0)
    assert of_kind("wound", 4) == Harm(0, 4)


@pytest.mark.parametrize(
    ("off", "stun", "wounds"), [(5, 3, 1), (8, 1, 0), (6, 3, 0), (20, 0, 0), (2, 3, 4), (0, 3, 6)]
)
def test_reductions_come_off_wounds_first(off, stun, wounds):
    """COR-PPS-011, COR-DEF-031"""
    assert Harm(3, 6).less(off) == Harm(stun, wounds)


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 12), st.integers(0, 2**30))
def test_a_total_is_what_dice_and_modifiers_explain(one, other, points, seed):
    class Faces:
        def __init__(self):
            self.state = seed

        def draw(self, sides):
            self.state = (self.state * 1103515245 + 12345) % 2**31
            return self.state // 65536 % sides + 1

    parts = [Part(same("a"), one), Part(same("b"), other)]
    roll = pool.throw(parts, dice=Faces(), target=7, points=points)
    total = sum(die.value for die in roll.dice) + sum(m.value for m in roll.modifiers)
    assert roll.total == total
    assert (roll.outcome == "impossible") == (one == other == 0)
