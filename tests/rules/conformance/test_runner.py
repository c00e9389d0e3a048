"""The runner: cases pass, fail with a line that says why, and cover the checklists."""

import pytest

from rules.conformance import coverage
from rules.conformance.__main__ import main
from rules.conformance.document import document

HEAD = 'system = "savage_adventure"\n[[case]]\nname = "A case"\nrules = ["SWADE-ROLL-001"]\n'
ANA = 'actors.ana = { skills = { stealth = "d6" } }\n'


def run(tmp_path, capsys, text):
    path = tmp_path / "case.toml"
    path.write_text(text, encoding="utf-8")
    status = main([str(path)])
    written = capsys.readouterr()
    return status, written.out + written.err


def step(more):
    return f'{HEAD}{ANA}steps = [{{ do = "roll", by = "ana", trait = "skill.stealth", {more} }}]\n'


def test_a_case_that_holds_passes(tmp_path, capsys):
    status, out = run(tmp_path, capsys, step("dice = [[6, 3]], expect = { roll = { total = 9 } }"))

    assert (status, out) == (0, "1 cases, 0 failed\n")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("dice = [4], expect = { roll = { total = 5 } }", "roll.total: expected 5, got 4"),
        ("dice = [4, 2], expect = { roll = { total = 4 } }", "nobody asked for: [2]"),
        ("dice = [], expect = { roll = { total = 4 } }", "a d6 was asked for"),
        ("dice = [7], expect = { roll = { total = 4 } }", "a d6 shows no 7"),
        ("dice = [4], refused = 'SWADE-ROLL-001'", "expected a refusal"),
        ("dice = [4], expect = { events = ['benny_spent'] }", "benny_spent"),
        ("dice = [4], expect = { no_events = ['roll'] }", "happened"),
        ("dice = [4], expect = { luck = 3 }", "'luck' is nothing that can be expected"),
        ("dice = [4], expect = { active = { ana = ['shaken'] } }", "expected ['shaken'], got []"),
        ("dice = [4], expect = { decision = { kind = 'soak' } }", "got none"),
        ("dice = [4], expect = { rolls = [] }", "expected 0 rolls"),
        ("dice = [4], expect = { roll = { modifiers = { SWADE-X-001 = 1 } } }", "SWADE-X-001"),
        ("dice = [4], wings = 2, expect = { roll = {} }", "wings"),
    ],
)
def test_a_case_that_does_not_hold_fails_and_says_where(tmp_path, capsys, more, said):
    status, out = run(tmp_path, capsys, step(more))

    assert status == 1
    assert said in out
    assert "A case: step 1" in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[case", "case.toml"),
        ('[[case]]\nname = "x"\nrules = ["A"]\n', "no system"),
        (f"{HEAD}{ANA}steps = []\n", "nothing is expected"),
        (HEAD.replace('rules = ["SWADE-ROLL-001"]\n', ""), "`rules`"),
        (step('dice = ["x"], expect = { roll = {} }'), "'x' is no face"),
        ("", "no case"),
    ],
)
def test_a_file_that_is_no_case_is_named(tmp_path, capsys, text, said):
    status, out = run(tmp_path, capsys, text)

    assert status == 2
    assert said in out


def test_a_word_that_no_actor_has_fails_the_case(tmp_path, capsys):
    text = step("dice = [4], expect = { roll = {} }").replace("skills =", "skils =")

    status, out = run(tmp_path, capsys, text)

    assert status == 1
    assert "'skils' is no part of an actor" in out


def test_the_cases_of_the_adventure_edition_pass(capsys):
    assert main([str(coverage.ROOT / "rules" / "conformance" / "savage_adventure")]) == 0


def test_every_rule_of_the_adventure_edition_is_asserted(capsys):
    assert main(["--coverage", "SWADE"]) == 0
    assert main(["--coverage", "savage-worlds-adventure.md"]) == 0


def test_the_page_about_cases_is_what_the_engine_says():
    page = (coverage.ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")

    assert page == document(), "run: python -m rules.conformance --document > docs/conformance.md"


def test_the_case_on_the_page_passes(tmp_path, capsys):
    first = document().split("```toml\n")[1].split("```")[0]

    assert run(tmp_path, capsys, first) == (0, "1 cases, 0 failed\n")


def test_coverage_of_what_is_in_no_checklist_is_an_error(capsys):
    assert main(["--coverage", "NOSUCH"]) == 2


def test_coverage_names_what_nothing_asserts(tmp_path):
    rules = tmp_path / "docs" / "rules"
    rules.mkdir(parents=True)
    (tmp_path / "rules" / "conformance").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    row = "| {} | Something | like this | {} |\n"
    (rules / "game.md").write_text(
        row.format("GAM-ONE-001", "engine")
        + row.format("GAM-ONE-002", "state")
        + row.format("GAM-ONE-003", "gm"),
        encoding="utf-8",
    )
    (tmp_path / "tests" / "test_it.py").write_text('"""GAM-ONE-001."""', encoding="utf-8")

    left, total = coverage.missing([], tmp_path)

    assert [rule.id for rule in left] == ["GAM-ONE-002"]
    assert total == 2
