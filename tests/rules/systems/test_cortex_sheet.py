"""Sheets of the Galactica campaign: what is valid, what follows, what experience buys."""

import pytest

from rules.engine import system as systems
from rules.engine.dice import ScriptedDice
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.refusals import Refusal
from rules.engine.sheet import Problem
from rules.engine.system import UnknownTrait
from rules.engine.text import same
from rules.systems.cortex import SYSTEM, sheet
from rules.systems.cortex.catalogue import weapon


def made(**parts):
    attributes = parts.pop("attributes", {})
    base = {**SYSTEM.empty_sheet(), "colony": "Tauron"}
    return {**base, "attributes": {**base["attributes"], **attributes}, **parts}


def problems(**parts):
    return sorted({problem.rule for problem in SYSTEM.validate(made(**parts))})


def values(sheet_, state=None):
    return {d.id: d.value for d in SYSTEM.derive(sheet_, state or SYSTEM.empty_state(sheet_))}


def test_the_system_is_offered_with_names_in_both_languages():
    assert systems.get("cortex") is SYSTEM
    texts = [
        SYSTEM.name,
        *(f.name for f in SYSTEM.sheet_fields()),
        *(f.group for f in SYSTEM.sheet_fields()),
    ]
    texts += [kind.name for kind in SYSTEM.intents()] + [p.name for p in SYSTEM.prompts.values()]
    texts += [p.name for kind in SYSTEM.intents() for p in kind.parameters]
    assert all(text.es and text.en for text in texts)


def test_a_colony_is_needed():
    """COR-CHAR-001, COR-GAP-008"""
    assert problems(colony="") == ["COR-CHAR-001"]
    assert problems(colony="Tauron") == []
    assert problems(colony="Somewhere else") == []
    assert "Tauron" in SYSTEM.catalogue.tables["colonies"]
    assert len(SYSTEM.catalogue.tables["colonies"]) == 12


def test_there_are_exactly_six_attributes():
    """COR-CHAR-004"""
    five = made()
    del five["attributes"]["agility"]
    assert [p.rule for p in SYSTEM.validate(five)] == ["COR-CHAR-004"]
    assert problems(attributes={"luck": "d6"}) == ["COR-CHAR-004"]
    assert problems() == []


@pytest.mark.parametrize("rating", ["d4", "d12", "d12+d2", "d12+d4"])
def test_attribute_ratings_that_are_legal(rating):
    """COR-CHAR-005, COR-GAP-002"""
    assert problems(attributes={"agility": rating}) == []


@pytest.mark.parametrize("rating", ["d2", "d12+d6", "d14", "", None, "d6+1"])
def test_attribute_ratings_that_are_not(rating):
    """COR-CHAR-005, COR-GAP-002, COR-GAP-004"""
    assert problems(attributes={"agility": rating}) == ["COR-CHAR-005"]


def test_an_ordinary_person_has_d6_everywhere():
    """COR-CHAR-006"""
    assert set(SYSTEM.empty_sheet()["attributes"].values()) == {"d6"}
    assert values(SYSTEM.empty_sheet())["life_points"] == 12


def test_labels_describe_and_change_no_die():
    """COR-CHAR-007"""
    assert sheet.label("d4").en == "poor"
    assert sheet.label("d10").en == "expert"
    one = made(attributes={"intelligence": "d10"})
    offered = {r.id: r for r in SYSTEM.rollable(one, SYSTEM.empty_state(one))}
    shown = offered["attribute.intelligence"]
    assert (shown.name.es, shown.dice) == ("Inteligencia (experto)", "d10")


def test_attributes_are_physical_or_mental():
    """COR-CHAR-008, COR-CHAR-009"""
    groups = {f.id: f.group.en for f in SYSTEM.sheet_fields()}
    for key in ("agility", "strength", "vitality"):
        assert groups[f"attributes.{key}"] == "Physical attributes"
    for key in ("alertness", "intelligence", "willpower"):
        assert groups[f"attributes.{key}"] == "Mental attributes"


def test_alertness_may_come_in_under_its_other_name():
    """COR-GAP-001"""
    attributes = made()["attributes"]
    del attributes["alertness"]
    written = {**made(), "attributes": {**attributes, "percepción": "d8"}}
    taken = sheet.imported(written)
    assert SYSTEM.validate(taken) == []
    assert taken["attributes"]["alertness"] == "d8"
    assert "perception" in SYSTEM.catalogue.skills


def test_traits_are_assets_or_complications_rated_from_d2():
    """COR-TRAIT-001, COR-TRAIT-005, COR-GAP-003"""
    concept = "Viper pilot"
    assert problems(concept=concept, traits=[{"name": "Faith"}]) == ["COR-TRAIT-001"]
    assert problems(concept=concept, traits=[{"name": "Faith", "kind": "asset"}]) == []
    bad = [{"name": "Faith", "kind": "asset", "die": "d3"}]
    assert problems(concept=concept, traits=bad) == ["COR-TRAIT-005"]
    fast = [{"name": "Fast", "kind": "asset", "movement": "much"}]
    assert problems(concept=concept, traits=fast) == ["COR-TRAIT-006"]
    step, price = sheet.next_price(
        SYSTEM.catalogue, made(traits=[{"name": "Faith", "kind": "asset"}]), "trait.Faith"
    )
    assert (step, price) == (2, 4), "a new trait is d2, and d4 comes next"


def test_traits_do_not_replace_the_concept():
    """COR-TRAIT-004"""
    traits = [{"name": "Faith", "kind": "asset"}]
    assert problems(traits=traits) == ["COR-TRAIT-004"]
    assert problems(traits=traits, concept="Priest") == []


def test_traits_alter_values_that_the_rules_name():
    """COR-TRAIT-006, COR-MOVE-002, COR-MAN-026"""
    fast = made(traits=[{"name": "Fast", "kind": "asset", "movement": 5}])
    assert (values(fast)["movement"], values(fast)["run"]) == (20, 40)
    slow = values(made(movement=10))
    assert (slow["movement"], slow["run"], slow["sprint"]) == (10, 20, 30)
    hard = made(traits=[{"name": "Fists", "kind": "asset", "unarmed_kind": "basic"}])
    assert weapon(hard, "unarmed").kind == "basic"
    assert weapon(made(), "unarmed").kind == "stun"


def test_skills_start_at_d2_and_rise_by_steps():
    """COR-SKILL-001, COR-GAP-007"""
    raised = []
    found = made()
    for _time in range(3):
        step, _price = sheet.next_price(SYSTEM.catalogue, found, "skill.weapons")
        raised.append(step)
        found["skills"] = {"weapons": {1: "d2", 2: "d4", 3: "d6"}[step]}
    assert raised == [1, 2, 3]
    assert "weapons" not in SYSTEM.empty_sheet()["skills"]
    assert SYSTEM.catalogue.level(made(), "weapons") == 0


def test_every_skill_is_general_or_a_speciality():
    """COR-SKILL-002, COR-SKILL-006"""
    assert {s.kind for s in SYSTEM.catalogue.skills.values()} == {"general", "speciality"}
    assert problems(custom_skills={"cards": {"name": "Cards"}}) == ["COR-SKILL-002"]
    orphan = {"rifles": {"name": "Rifles", "kind": "speciality"}}
    assert problems(custom_skills=orphan) == ["COR-SKILL-006"]
    fine = {"rifles": {"name": "Rifles", "kind": "speciality", "parent": "weapons"}}
    assert problems(custom_skills=fine, skills={"weapons": "d6", "rifles": "d8"}) == []
    assert problems(skills={"nonsense": "d6"}) == ["COR-SKILL-002"]


@pytest.mark.parametrize(
    ("skills", "found"),
    [
        ({"weapons": "d2"}, []),
        ({"weapons": "d4"}, []),
        ({"weapons": "d6"}, []),
        ({"weapons": "d3"}, ["COR-SKILL-003"]),
        ({"weapons": "d8"}, ["COR-SKILL-004"]),
        ({"weapons": "d6", "pistols": "d8"}, []),
        ({"weapons": "d6", "pistols": "d6"}, ["COR-SKILL-005"]),
        ({"weapons": "d4", "pistols": "d8"}, ["COR-SKILL-007"]),
        ({"pistols": "d8"}, ["COR-SKILL-007"]),
        ({"weapons": "d6", "pistols": "d12+d4"}, []),
        ({"weapons": "d6", "pistols": "d12+d6"}, []),
        ({"weapons": "d6", "pistols": "d12+d12"}, []),
        ({"weapons": "d6", "pistols": "d13"}, ["COR-SKILL-009"]),
    ],
)
def test_the_skill_tree(skills, found):
    """COR-SKILL-003, COR-SKILL-004, COR-SKILL-005, COR-SKILL-007, COR-SKILL-009"""
    assert problems(skills=skills) == found


def test_a_general_skill_may_have_any_number_of_specialities():
    """COR-SKILL-008"""
    custom = {f"s{n}": {"kind": "speciality", "parent": "weapons"} for n in range(12)}
    skills = {"weapons": "d6", **dict.fromkeys(custom, "d8")}
    assert problems(custom_skills=custom, skills=skills) == []


def test_experience_does_not_lift_a_general_skill_beyond_d6():
    """COR-SKILL-004, COR-SKILL-009"""
    found = sheet.next_price(SYSTEM.catalogue, made(skills={"weapons": "d6"}), "skill.weapons")
    assert isinstance(found, Problem)
    assert found.rule == "COR-SKILL-004"
    good = made(skills={"weapons": "d6", "pistols": "d12+d4"})
    assert sheet.next_price(SYSTEM.catalogue, good, "skill.pistols") == (9, 18)


NAMED = {
    "weapons": ("Armas", None), "pistols": ("Pistolas", "weapons"),
    "athletics": ("Atletismo", None), "jump": ("Salto", "athletics"),
    "climb": ("Trepar", "athletics"), "throw": ("Lanzamiento", "athletics"),
    "dodge": ("Esquivar", "athletics"), "gymnastics": ("Gimnasia", "athletics"),
    "piloting": ("Pilotaje", None), "stealth": ("Sigilo", "covert"),
    "listen": ("Escuchar", "perception"), "unarmed_combat": ("Combate desarmado", None),
    "close_combat": ("Combate cuerpo a cuerpo", None),
    "melee_weapon_combat": ("Combate cuerpo a cuerpo con armas", None),
    "shield": ("Escudo", "melee_weapon_combat"), "medical_expertise": ("Pericia médica", None),
    "first_aid": ("Primeros auxilios", "medical_expertise"),
    "surgery": ("Cirugía", "medical_expertise"), "heavy_weapons": ("Armamento pesado", None),
}  # fmt: skip


@pytest.mark.parametrize("key", NAMED)
def test_the_skills_of_the_document_and_their_places_in_the_tree(key):
    """
    COR-SKILL-013, COR-SKILL-014, COR-SKILL-015, COR-SKILL-016, COR-SKILL-017, COR-SKILL-018,
    COR-SKILL-019, COR-SKILL-020, COR-SKILL-021, COR-SKILL-022, COR-SKILL-023, COR-SKILL-024,
    COR-SKILL-025, COR-SKILL-026, COR-SKILL-027, COR-SKILL-028, COR-SKILL-029, COR-SKILL-030,
    COR-SKILL-031, COR-GAP-006
    """
    name, parent = NAMED[key]
    skill = SYSTEM.catalogue.skills[key]
    assert (skill.name.es, skill.parent or None) == (name, parent)
    choices = {f.id: f.choices for f in SYSTEM.sheet_fields()}[f"skills.{key}"]
    if parent:
        assert choices[:2] == ("", "d8")
        assert problems(skills={parent: "d4", key: "d8"}) == ["COR-SKILL-007"]
        assert problems(skills={parent: "d6", key: "d8"}) == []
    else:
        assert choices == ("", "d2", "d4", "d6")


def test_weapons_stand_in_for_a_missing_melee_skill():
    """COR-GAP-005"""
    assert SYSTEM.catalogue.level(made(skills={"weapons": "d6"}), "melee_weapon_combat") == 3
    both = made(skills={"weapons": "d6", "melee_weapon_combat": "d4"})
    assert SYSTEM.catalogue.level(both, "melee_weapon_combat") == 2


@pytest.mark.parametrize(
    ("vitality", "willpower", "life"),
    [("d10", "d6", 16), ("d12", "d6", 18), ("d4", "d4", 8), ("d12+d2", "d12", 26),
     ("d12+d4", "d12+d4", 32)],
)  # fmt: skip
def test_life_points_follow_from_vitality_and_willpower(vitality, willpower, life):
    """COR-DER-001, COR-DER-002, COR-DER-006, COR-DER-007"""
    found = values(made(attributes={"vitality": vitality, "willpower": willpower}))
    assert found["life_points"] == life
    assert found["penalty_from"] == life // 2


def test_derived_attributes_are_not_bought():
    """COR-DER-001, COR-XP-007"""
    for target in ("life_points", "initiative"):
        assert sheet.next_price(SYSTEM.catalogue, made(), target).rule == "COR-DER-001"
    assert sheet.next_price(SYSTEM.catalogue, made(), "luck").rule == "COR-XP-007"


def test_prices_of_experience_and_of_creation():
    """COR-GAP-009, COR-GAP-008"""
    good = made(skills={"weapons": "d6"})
    assert sheet.next_price(SYSTEM.catalogue, good, "skill.pistols") == (4, 8)
    assert sheet.next_price(SYSTEM.catalogue, good, "attribute.agility") == (4, 16)
    top = made(attributes={"agility": "d12+d4"})
    assert sheet.next_price(SYSTEM.catalogue, top, "attribute.agility").rule == "COR-CHAR-005"
    assert SYSTEM.points(good) == {"attributes": 36, "skills": 6}


def test_free_boxes_of_the_damage_track():
    """COR-DMG-010"""
    tough = made(attributes={"vitality": "d10"})
    state = {**SYSTEM.empty_state(tough), "stun": 6, "wounds": 4}
    assert values(tough, state)["free_boxes"] == 6


def test_weapons_and_armour_are_records_of_the_sheet():
    """COR-GAP-042, COR-DEF-033, COR-MAN-029"""
    pistol = {"die": "d6", "kind": "wound", "ranged": True, "increment": 30, "skill": "pistols"}
    assert problems(weapons={"pistol": pistol}) == []
    assert problems(weapons={"pistol": {"die": "d7"}}) == ["COR-GAP-042"]
    for wrong in (
        {"increment": "far"},
        {"increment": 0},
        {"skill": "juggling"},
        {"improvised": "x"},
    ):
        assert problems(weapons={"pistol": {**pistol, **wrong}}) == ["COR-GAP-042"]
    assert problems(weapons={"knife": {"die": "d4", "thrown": True}}) == ["COR-MAN-029"]
    knife = {"die": "d4", "thrown": True, "throw_attribute": "strength"}
    assert problems(weapons={"knife": knife}) == []
    assert problems(armour={"rating": 4, "agility": -1, "alertness": -1}) == []
    assert problems(armour={"rating": 4, "agility": 1}) == ["COR-DEF-033"]
    assert problems(armour={"rating": -4}) == ["COR-DEF-033"]


def test_base_movement_is_a_sane_number_of_feet():
    assert problems(movement=20) == []
    for feet in (-1, 101, "15", True, None):
        assert problems(movement=feet) == ["COR-MOVE-002"]


@pytest.mark.parametrize(
    "part",
    [
        {"attributes": None}, {"attributes": ["d6"]}, {"skills": "d6"}, {"skills": {"weapons": 6}},
        {"traits": "Faith"}, {"traits": [None, "x"]}, {"weapons": {"pistol": "d6"}},
        {"weapons": []}, {"armour": 4}, {"custom_skills": {"x": None}}, {"colony": None},
        {"concept": 3}, {"weapons": {"pistol": {"increment": "far", "skill": 3}}},
    ],
)  # fmt: skip
def test_nonsense_is_answered_with_problems_and_not_with_a_crash(part):
    sheet_ = {**SYSTEM.empty_sheet(), "colony": "Tauron", **part}
    for problem in SYSTEM.validate(sheet_):
        assert problem.message.es
        assert problem.message.en


def test_new_characters_have_six_points_and_keep_what_they_have():
    """COR-PPG-001, COR-PPG-004, COR-PPG-005, COR-GAP-034"""
    state = SYSTEM.empty_state(made())
    assert state["plot_points"] == 6
    assert SYSTEM.session_start(made(), {**state, "plot_points": 9})["plot_points"] == 9
    assert SYSTEM.empty_state(made(extra=True))["plot_points"] == 0
    points = {f.id: f for f in SYSTEM.state_fields(made(extra=True))}["plot_points"]
    assert points.maximum == 12


def test_cylons_of_human_form_need_air_like_anybody():
    """COR-HAZ-031"""
    cylon = SYSTEM.stage({"actors": {"six": {"concept": "Humanoid Cylon"}}})
    done = SYSTEM.resolve(cylon, Intent("no_air", "gm", {"target": "six"}), ScriptedDice([1, 2]))
    assert "suffocating" in SYSTEM.conditions_of(done.state, "six")


# ---- scenes ----


def rolled(trait, faces, *, state=None, target=None, modifiers=(), **parts):
    one = made(**parts)
    dice = ScriptedDice(faces)
    roll = SYSTEM.trait_roll(
        one, state or SYSTEM.empty_state(one), trait=trait, modifiers=modifiers, target=target,
        dice=dice,
    )  # fmt: skip
    assert not dice.unused
    return roll


def test_everything_offered_can_be_rolled():
    one = made(skills={"weapons": "d6", "pistols": "d12+d2"})
    state = SYSTEM.empty_state(one)
    offered = SYSTEM.rollable(one, state)
    assert {"attribute.agility+skill.pistols", "attribute.intelligence+skill.weapons",
            "named.endurance", "attribute.strength"} <= {r.id for r in offered}  # fmt: skip
    assert len({r.id for r in offered}) == len(offered)
    for trait in offered:
        sides = [int(die[1:]) for die in trait.dice.replace(" ", "").split("+")]
        roll = rolled(trait.id, [1] * len(sides), skills=one["skills"])
        assert [die.sides for die in roll.dice] == sides
        assert roll.critical_failure


def test_a_scene_roll_adds_attribute_skill_and_modifiers():
    """COR-ROLL-001, COR-ROLL-002, COR-ROLL-006"""
    extra = [Modifier("COR-ROLL-002", same("x"), 2)]
    roll = rolled(
        "attribute.agility+skill.pistols", [5, 6], modifiers=extra, attributes={"agility": "d8"},
        skills={"weapons": "d6", "pistols": "d10"},
    )  # fmt: skip
    assert (roll.total, roll.target, roll.outcome) == (13, 7, "success")


def test_a_skill_is_never_rolled_alone():
    """COR-SKR-001"""
    three = "attribute.agility+attribute.agility+attribute.agility"
    none = "attribute.agility+skill.nothing"
    for trait in ("skill.weapons", "attribute.luck", "named.luck", none, three, ""):
        with pytest.raises(UnknownTrait):
            rolled(trait, [])


def test_wounds_lower_the_attribute_in_scenes_and_say_why():
    """COR-HURT-002, COR-GAP-022"""
    one = made(attributes={"vitality": "d10", "agility": "d8"})
    state = {**SYSTEM.empty_state(one), "wounds": 8}
    roll = rolled("attribute.agility", [3], attributes=one["attributes"], state=state)
    assert [die.sides for die in roll.dice] == [4]
    assert [(m.rule, m.value) for m in roll.modifiers] == [("COR-HURT-002", 0)]
    assert SYSTEM.modifiers_for(one, state, "attribute.agility")[0].rule == "COR-HURT-002"
    assert SYSTEM.modifiers_for(one, {**state, "wounds": 7}, "attribute.agility") == ()


def test_settings_are_those_of_the_system_and_no_others():
    with pytest.raises(Refusal, match="dice"):
        SYSTEM.new_encounter({}, {"dice": 3})
    with pytest.raises(Refusal, match="extras_drop"):
        SYSTEM.new_encounter({}, {"extras_drop": 1})
    assert SYSTEM.settings({"extras_drop": True})["extras_drop"]
