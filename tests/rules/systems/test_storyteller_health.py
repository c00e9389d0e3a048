"""The health track: worked examples, and any sequence of wounds against a model of its own."""

from hypothesis import given
from hypothesis import strategies as st

from rules.systems.storyteller import SYSTEM, track
from rules.systems.storyteller import sheet as sheets
from rules.systems.storyteller.track import Track, bleeds, heal, heal_kind, mark, read, wake

MARKS = {"/": "bashing", "X": "lethal", "*": "aggravated"}


def drawn(text, beyond=0):
    counts = {kind: text.count(sign) for sign, kind in MARKS.items()}
    return Track(**counts, beyond=beyond)


def shown(found):
    return str(found), ["", "Unconscious", "Dead"][found.beyond]


def test_each_kind_of_damage_has_its_mark():
    # STO-MARK-001, STO-MARK-002, STO-MARK-003
    assert str(mark(Track(), "bashing")) == "/______"
    assert str(mark(Track(), "lethal")) == "X______"
    assert str(mark(Track(), "aggravated")) == "*______"


def test_worse_wounds_go_over_lesser_ones_and_push_them_down():
    # STO-MARK-005, STO-MARK-006
    assert str(mark(drawn("X"), "aggravated")) == "*X_____"
    assert str(mark(drawn("/"), "aggravated")) == "*/_____"
    assert str(mark(drawn("//"), "lethal")) == "X//____"


def test_lesser_wounds_go_into_the_next_free_box_and_bashing_last():
    # STO-MARK-007, STO-MARK-008, STO-MARK-009
    assert str(mark(drawn("*"), "lethal")) == "*X_____"
    assert str(mark(drawn("**"), "bashing")) == "**/____"
    assert str(mark(drawn("*X"), "bashing", 2)) == "*X//___"
    assert str(mark(drawn("*X//"), "aggravated")) == "**X//__"


def test_several_levels_are_applied_one_by_one():
    # STO-MARK-010, STO-GAP-062: the eighth step is unconscious, the ninth dead.
    assert shown(mark(drawn("XXXXXX"), "lethal", 1)) == ("XXXXXXX", "")
    assert shown(mark(drawn("XXXXXX"), "lethal", 2)) == ("XXXXXXX", "Unconscious")
    assert shown(mark(drawn("XXXXXX"), "lethal", 3)) == ("XXXXXXX", "Dead")


def test_beyond_incapacitated_the_kind_decides():
    # STO-MARK-011, STO-MARK-012, STO-MARK-013, STO-HLTH-014, STO-HLTH-015, STO-GAP-066
    assert shown(mark(drawn("///////"), "bashing")) == ("///////", "Unconscious")
    assert shown(mark(drawn("///////"), "lethal")) == ("X//////", "Unconscious")
    assert shown(mark(drawn("X//////"), "lethal")) == ("XX/////", "Unconscious")
    assert shown(mark(drawn("XXXXXXX"), "lethal")) == ("XXXXXXX", "Unconscious")
    assert shown(mark(drawn("///////"), "aggravated")) == ("*//////", "Dead")
    assert shown(mark(drawn("XXXXXXX"), "aggravated")) == ("*XXXXXX", "Dead")


def test_below_unconscious_is_death():
    # STO-HLTH-018
    assert shown(mark(drawn("XXXXXXX", 1), "bashing")) == ("XXXXXXX", "Dead")


def test_the_last_level_lost_to_an_aggravated_wound_kills_unless_the_table_is_lenient():
    # STO-MARK-014, STO-GAP-063
    assert shown(mark(drawn("XXXXXX"), "aggravated")) == ("*XXXXXX", "Dead")
    assert shown(mark(drawn("XXXXX"), "aggravated")) == ("*XXXXX_", "")
    assert shown(mark(drawn("XXXXXX"), "aggravated", lenient=True)) == ("*XXXXXX", "")


def test_all_kinds_add_up_and_penalties_never_ease_down_the_track():
    # STO-HLTH-010, STO-HLTH-011, STO-MARK-004
    mixed = Track(bashing=2, lethal=1, aggravated=1)
    assert mixed.boxes == 4
    penalties = [sheets.penalty({"lethal": boxes}) for boxes in range(7)]
    assert penalties == [0, 0, -1, -1, -2, -2, -5]
    assert penalties == [sheets.penalty({"bashing": boxes}) for boxes in range(7)]


def test_bashing_heals_first_and_one_mark_at_a_time():
    # STO-HEAL-003, STO-HEAL-010
    assert str(heal(drawn("*X/"))) == "*X_____"
    assert str(heal_kind(drawn("*X"), "aggravated")) == "X______"


def test_waking_leaves_six_boxes():
    # STO-HLTH-017, STO-GAP-065
    woken = wake(drawn("XXXXX//", 1))
    assert shown(woken) == ("XXXXX/_", "")
    assert sheets.penalty(woken.to_state()) == -5


def test_marks_take_their_time_to_heal():
    # STO-GAP-067, STO-HEAL-004: bashing is quick, and the box decides.
    assert track.hours_to_heal(drawn("/")) == 1
    assert track.hours_to_heal(drawn("////")) == 1
    assert track.hours_to_heal(drawn("/////")) == 3
    assert track.hours_to_heal(drawn("///////")) == 12
    assert track.hours_to_heal(drawn("X")) == 24
    assert track.hours_to_heal(drawn("XX")) == 72
    assert track.hours_to_heal(drawn("XXXXXXX")) == 5 * 30 * 24


def test_lethal_marks_from_the_third_box_on_need_a_specialist():
    # STO-HEAL-009, STO-GAP-070
    assert not bleeds(drawn("XX"))
    assert bleeds(drawn("XXX"))
    assert not bleeds(drawn("**/"))
    assert bleeds(drawn("**X"))


def test_bashing_left_after_soak_is_halved_and_nothing_else_is():
    # STO-DMG-011, STO-GAP-104
    assert [track.halved("bashing", n) for n in (1, 2, 3, 5)] == [0, 1, 1, 2]
    assert track.halved("lethal", 3) == 3
    assert track.halved("aggravated", 3) == 3


class Model:
    """The same rules written another way: a list of severities, sorted after every change."""

    def __init__(self):
        self.boxes = [0] * 7
        self.fate = "alive"

    def wound(self, kind):
        severity = ["none", "bashing", "lethal", "aggravated"].index(kind)
        if self.fate == "dead":
            return
        if 0 in self.boxes:
            self.boxes[self.boxes.index(0)] = severity
            if 0 not in self.boxes and severity == 3:
                self.fate = "dead"
        else:
            if severity > min(self.boxes):
                self.boxes[self.boxes.index(min(self.boxes))] = severity
            if severity == 3 or self.fate == "unconscious":
                self.fate = "dead"
            else:
                self.fate = "unconscious"
        self.boxes.sort(reverse=True)

    def heal(self):
        marked = [box for box in self.boxes if box]
        if self.fate == "dead" or not marked:
            return
        self.boxes[self.boxes.index(min(marked))] = 0
        self.boxes.sort(reverse=True)
        self.fate = "alive"

    def text(self):
        return "".join("_/X*"[box] for box in self.boxes)


STEPS = st.lists(
    st.tuples(st.sampled_from(["bashing", "lethal", "aggravated", "heal"]), st.integers(1, 4)),
    max_size=25,
)


@given(STEPS)
def test_any_wounds_and_healing_lead_where_an_independent_model_leads(steps):
    model, found = Model(), Track()
    for what, times in steps:
        for _ in range(times):
            if what == "heal":
                model.heal()
            else:
                model.wound(what)
        if what == "heal":
            for _ in range(times):
                found = heal(found)
        else:
            found = mark(found, what, times)

        assert str(found) == model.text()
        assert ["alive", "unconscious", "dead"][found.beyond] == model.fate
        assert read(found.to_state()) == found


@given(*[st.integers(0, 9)] * 4)
def test_whatever_the_storyteller_types_is_a_track(bashing, lethal, aggravated, beyond):
    typed = {"bashing": bashing, "lethal": lethal, "aggravated": aggravated, "beyond": beyond}
    sheet = SYSTEM.empty_sheet()

    found = read(typed)

    assert found.boxes <= 7
    assert len(str(found)) == 7
    assert SYSTEM.derive(sheet, {**SYSTEM.empty_state(sheet), **typed})
