"""The pirates' sheets: fields, what is wrong with one, what follows, points, new sessions."""

import pytest

from rules.engine import system as systems
from rules.systems.storyteller import SYSTEM, catalogue
from rules.systems.storyteller import sheet as sheets


def character(**values):
    sheet = SYSTEM.empty_sheet()
    for key, value in values.items():
        if key in sheet["attributes"]:
            sheet["attributes"][key] = value
        elif key in sheet["abilities"]:
            sheet["abilities"][key] = value
        elif key in sheet["haki"]:
            sheet["haki"][key] = value
        else:
            sheet[key] = value
    return sheet


def wrong(sheet):
    return sorted({problem.rule for problem in SYSTEM.validate(sheet)})


def derived(sheet, **state):
    whole = {**SYSTEM.empty_state(sheet), **state}
    return {one.id: one.value for one in SYSTEM.derive(sheet, whole)}


def test_the_system_is_installed_and_its_empty_sheet_is_valid():
    assert systems.get("storyteller") is SYSTEM
    assert SYSTEM.validate(SYSTEM.empty_sheet()) == []
    assert SYSTEM.gm_pool(4) == 0


def test_a_sheet_has_nine_attributes_in_three_groups():
    # STO-SHEET-001, STO-PHY-001, STO-MEN-001, STO-SOC-001
    groups = [one.group for one in catalogue.ATTRIBUTES.values()]
    assert [groups.count(name) for name in ("physical", "mental", "social")] == [3, 3, 3]
    sheet = SYSTEM.empty_sheet()
    del sheet["attributes"]["wits"]
    assert wrong(sheet) == ["STO-SHEET-001"]


def test_abilities_come_in_three_categories_and_the_list_is_open():
    # STO-SHEET-002, STO-SHEET-003
    assert len(catalogue.ABILITIES) == 21
    record = {"name": "Medicina", "category": "knowledge", "rating": 2}
    assert wrong(character(extra_abilities={"medicine": record})) == []
    assert wrong(character(extra_abilities={"medicine": {"rating": 2}})) == ["STO-SHEET-003"]
    assert wrong(character(abilities={"flying": 2})) == ["STO-SHEET-002"]


def test_ratings_have_their_scales():
    # STO-GAP-073
    assert wrong(character(strength=6)) == ["STO-GAP-073"]
    assert wrong(character(strength=0)) == ["STO-GAP-073"]
    assert wrong(character(strength=5, brawl=5, willpower=10, armour=5)) == []
    assert wrong(character(brawl=6)) == ["STO-GAP-073"]
    assert wrong(character(willpower=11)) == ["STO-GAP-073"]
    assert wrong(character(armour=6)) == ["STO-GAP-073"]
    assert wrong(character(strength="many")) == ["STO-GAP-073"]


def test_specialities_are_written_down_and_come_from_four_dots_on():
    # STO-SHEET-004, STO-GAP-074
    assert wrong(character(stealth=4, specialities="Sigilo: multitudes")) == []
    assert wrong(character(stealth=3, specialities="Stealth: crowds")) == ["STO-GAP-074"]
    assert wrong(character(stealth=4, specialities="Sigilo: a; Sigilo: b")) == ["STO-GAP-074"]
    assert wrong(character(specialities="Volar: nubes")) == ["STO-SHEET-004"]
    assert wrong(character(stealth=4, specialities="Sigilo")) == ["STO-SHEET-004"]


def test_crafts_asks_for_a_speciality_from_the_first_dot():
    # STO-SHEET-005
    assert wrong(character(crafts=3)) == ["STO-SHEET-005"]
    assert wrong(character(crafts=1, specialities="Pericias: carpintería")) == []


def test_willpower_has_a_rating_and_a_pool_that_never_exceeds_it():
    # STO-WILL-001, STO-WILL-002, STO-SHEET-006, STO-GAP-075
    assert SYSTEM.empty_sheet()["willpower"] == 3
    assert SYSTEM.empty_state(character(willpower=5))["willpower"] == 5
    assert wrong(character(willpower=5, willpower_pool=6)) == ["STO-SHEET-006"]
    assert wrong(character(willpower=5, willpower_pool=5)) == []
    assert wrong(character(willpower=5, willpower_pool=-1)) == ["STO-SHEET-006"]
    (field,) = [one for one in SYSTEM.state_fields(character(willpower=5)) if one.id == "willpower"]
    assert field.maximum == 5


def test_the_track_has_seven_boxes_and_shows_its_penalty():
    # STO-HLTH-001, STO-HLTH-005, STO-SHEET-007, STO-SHEET-018
    sheet = character(dexterity=3, wits=2)
    found = derived(sheet, aggravated=1, lethal=1, bashing=1)
    assert found["health"] == "Lesionado *X/____"
    assert found["penalty"] == -1
    hurt = derived(sheet, lethal=4)
    assert (hurt["penalty"], hurt["initiative"]) == (-2, 9)


def test_haki_ratings_are_on_the_sheet_and_only_armour_does_anything():
    # STO-SHEET-008, STO-SHEET-009, STO-GAP-012, STO-GAP-076
    assert set(SYSTEM.empty_sheet()["haki"]) == {"armour", "observation", "conqueror"}
    assert wrong(character(haki={"luck": 2})) == ["STO-SHEET-009"]
    plain = derived(character(stamina=3))
    assert derived(character(stamina=3, observation=2, conqueror=2)) == plain
    assert derived(character(stamina=3, armour=2))["soak_lethal"] == 3 + 2


def test_fruit_and_claws_are_flags_of_the_sheet():
    # STO-SHEET-010, STO-SHEET-011, STO-MEL-018
    fields = {one.id: one.kind for one in SYSTEM.sheet_fields()}
    assert fields["devil_fruit"] == fields["claws"] == "boolean"
    assert SYSTEM.empty_sheet()["devil_fruit"] is False


def test_initiative_and_speeds_follow_from_the_sheet():
    # STO-SHEET-012, STO-SHEET-013, STO-TURN-005, STO-TURN-006, STO-AUTO-006, -007, -008
    # STO-AUTO-007, STO-AUTO-008, STO-GAP-006
    found = derived(character(dexterity=3, wits=2))
    assert found["initiative"] == 11
    assert (found["walk"], found["jog"], found["run"], found["half_run"]) == (7, 15, 29, 14)
    assert derived(character())["initiative"] == 8
    assert derived(character(dexterity=5, wits=5))["initiative"] == 16
    assert [derived(character(dexterity=n))["jog"] for n in (1, 5)] == [13, 17]
    assert [derived(character(dexterity=n))["run"] for n in (1, 5)] == [23, 35]
    assert derived(character(dexterity=4))["half_run"] == 16


def test_load_costs_speed_and_twice_the_free_load_all_of_it():
    # STO-PHY-013, STO-PHY-015, STO-PHY-016, STO-PHY-017, STO-GAP-009, STO-SHEET-014
    strong = {"strength": 3, "dexterity": 3}
    found = derived(character(**strong))
    assert (found["free_load"], found["immobile"]) == (30, 60)
    runs = {kg: derived(character(**strong, load=kg))["run"] for kg in (30, 39, 40, 50, 59, 60)}
    assert runs == {30: 29, 39: 29, 40: 14, 50: 7, 59: 7, 60: 0}
    weak = {kg: derived(character(dexterity=3, load=kg))["run"] for kg in (19, 20)}
    assert weak == {19: 29, 20: 0}
    assert sheets.warnings(character(**strong, load=30)) == []
    assert [one.rule for one in sheets.warnings(character(**strong, load=31))] == ["STO-PHY-017"]
    assert wrong(character(**strong, load=31)) == []


def test_objects_weigh_and_can_be_lifted_or_not():
    # STO-SHEET-022, STO-GAP-013
    anchor = character(strength=3, objects={"anchor": {"kg": 40}})
    assert sheets.is_overloaded(anchor)
    assert wrong(anchor) == []
    assert wrong(character(objects={"anchor": {}})) == ["STO-SHEET-022"]
    assert not sheets.can_lift(character(strength=2), 50)
    assert sheets.can_lift(character(strength=2), 45)


def test_things_fly_five_metres_a_dot_and_five_less_for_each_whole_kilogram():
    # STO-SHEET-015, STO-PHY-051, STO-PHY-052, STO-PHY-053, STO-GAP-011
    sheet = character(strength=3)
    assert derived(sheet)["throw"] == 15
    reach = [sheets.throwing_range(sheet, kg) for kg in (0.9, 1.0, 1.9, 2.0, 2.9, 3)]
    assert reach == [15, 10, 10, 5, 5, 0]


def test_soak_goes_by_the_type_of_damage():
    # STO-SHEET-016, STO-SOAK-001, STO-SOAK-003, STO-SOAK-004, STO-GAP-038, STO-GAP-084
    plain = derived(character(stamina=3))
    assert [plain[f"soak_{kind}"] for kind in catalogue.DAMAGE_TYPES] == [3, 3, 0]
    hard = derived(character(stamina=3, haki={"armour": 2}))
    assert [hard[f"soak_{kind}"] for kind in catalogue.DAMAGE_TYPES] == [5, 5, 2]
    coat = character(stamina=3)
    coat["armour"] = 2
    assert sheets.soak(coat, "lethal") == 5


def test_stun_threshold_and_resistance_follow_from_stamina():
    # STO-SHEET-017, STO-SHEET-019, STO-SOC-022, STO-GAP-105
    assert derived(character(stamina=3))["stun"] == 5
    assert derived(character(stamina=2, willpower=6))["resistance"] == 6
    assert derived(character(stamina=3, willpower=5))["resistance"] == 6
    assert derived(character(stamina=3, willpower=8))["resistance"] == 8


def test_weapons_are_carried_by_name_or_written_down_whole():
    # STO-SHEET-020, STO-MEL-003, STO-GAP-053, STO-GAP-088
    assert set(sheets.weapons(character(carries="espada, Knife"))) == {"unarmed", "sword", "knife"}
    assert wrong(character(carries="espada, cañón")) == ["STO-SHEET-020"]
    whole = {"class": "close", "damage": 3, "type": "lethal", "strength": True}
    assert wrong(character(weapons={"hook": whole})) == []
    assert wrong(character(weapons={"hook": {"class": "close", "type": "lethal"}})) == [
        "STO-SHEET-020"
    ]
    sword = catalogue.WEAPONS["sword"]
    assert (sword.strength, sword.damage, sword.type) == (True, 2, "lethal")
    club = catalogue.WEAPONS["club"]
    assert (club.damage, club.type) == (2, "bashing")
    revolver = catalogue.WEAPONS["light_revolver"]
    assert (revolver.damage, revolver.range, revolver.rate) == (4, 12, 3)
    assert catalogue.WEAPONS["musket"].complex
    assert not catalogue.WEAPONS["flintlock"].complex


def test_a_ship_has_a_manoeuvre_rating():
    # STO-SHEET-021, STO-GAP-094
    assert wrong(character(ships={"sloop": {"manoeuvre": 8}})) == []
    assert wrong(character(ships={"sloop": {}})) == ["STO-SHEET-021"]
    assert catalogue.MERCHANTMAN == 6


def test_the_sheet_has_nothing_that_the_document_does_not_use():
    # STO-SHEET-025
    fields = {one.id for one in SYSTEM.sheet_fields()}
    for word in ("virtues", "humanity", "blood", "disciplines"):
        assert not any(word in field for field in fields)


def test_every_field_of_the_form_is_in_the_empty_sheet_with_its_default():
    sheet = SYSTEM.empty_sheet()
    for field in SYSTEM.sheet_fields():
        found = sheet
        for part in field.id.split("."):
            found = found[part]
        assert found == field.default
        assert field.name.es
        assert field.name.en


def test_creation_and_costs_are_the_classic_ones():
    # STO-GAP-071, STO-GAP-072, STO-GAP-026
    assert 9 + sum(sheets.CREATION["mortal"]["attributes"]) == 22
    assert sheets.CREATION["mortal"]["abilities"] == (11, 7, 4)
    assert sheets.CREATION["hero"]["freebies"] == 15
    assert sheets.creation_points(character(strength=3, brawl=2))["physical"] == 2
    assert sheets.FREEBIES["attribute"] == 5
    assert sheets.experience_cost("ability", 0) == 3
    assert sheets.experience_cost("ability", 2) == 4
    assert sheets.experience_cost("attribute", 3) == 12
    assert sheets.experience_cost("willpower", 4) == 4
    assert sheets.experience_cost("haki", 0) == 10
    assert sheets.MOST_WILLPOWER == 10


def test_names_of_the_document_find_their_ability():
    # STO-GAP-089
    assert catalogue.ability_of("Armas C. C.") == "melee"
    assert catalogue.ability_of("Armas Cuerpo a Cuerpo") == "melee"
    assert catalogue.ability_of("Armas a Distancia") == "firearms"


@pytest.mark.parametrize(
    ("boxes", "run", "walk"),
    [(2, 29, 7), (3, 14, 7), (4, 7, 7), (5, 3, 3), (6, 1, 1), (7, 0, 0)],
)
def test_wounds_hamper_movement(boxes, run, walk):
    # STO-HLTH-009, STO-GAP-060, STO-AUTO-011
    found = derived(character(dexterity=3), lethal=boxes)
    assert (found["run"], found["walk"]) == (run, walk)


def test_ignoring_wounds_brings_initiative_and_movement_back():
    # STO-GAP-096
    sheet = character(dexterity=3, wits=2)
    found = derived(sheet, lethal=4, ignoring_wounds=True)
    assert (found["initiative"], found["run"], found["penalty"]) == (11, 29, 0)


def test_a_new_session_ends_the_scene_and_leaves_wounds_and_willpower():
    # STO-HLTH-008: wounds last until they are healed.
    sheet = character(willpower=5)
    state = {
        **SYSTEM.empty_state(sheet),
        "lethal": 3,
        "willpower": 2,
        "conditions": {"prone": 0, "stunned": 4},
        "barred": ["x"],
    }

    after = SYSTEM.session_start(sheet, state)

    assert (after["lethal"], after["willpower"]) == (3, 2)
    assert after["conditions"] == {"prone": 0}
    assert "barred" not in after


def test_an_empty_state_starts_a_session_too():
    sheet = SYSTEM.empty_sheet()
    assert SYSTEM.session_start(sheet, {}) == SYSTEM.empty_state(sheet)


def test_every_counter_starts_within_its_bounds():
    sheet = SYSTEM.empty_sheet()
    state = SYSTEM.empty_state(sheet)
    for field in SYSTEM.state_fields(sheet):
        assert 0 <= state[field.id] <= field.maximum
