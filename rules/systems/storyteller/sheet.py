# ruff: noqa: E501 - the table of derived values has one row a line
"""Sheets: their fields, what is wrong with one, what follows from it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.engine.sheet import Derived, Problem, SheetField, StateField
from rules.engine.text import Text, same
from rules.systems.storyteller import catalogue, track
from rules.systems.storyteller.catalogue import (
    ABILITIES,
    ATTRIBUTES,
    CATEGORIES,
    DAMAGE_TYPES,
    HAKI,
    LIFTS,
    WEAPON_CLASSES,
    WEAPONS,
    Weapon,
)

Sheet = Mapping[str, Any]
State = Mapping[str, Any]

GROUPS = {
    "physical": Text(es="Atributos físicos", en="Physical Attributes"),
    "mental": Text(es="Atributos mentales", en="Mental Attributes"),
    "social": Text(es="Atributos sociales", en="Social Attributes"),
    "talent": Text(es="Talentos", en="Talents"),
    "skill": Text(es="Técnicas", en="Skills"),
    "knowledge": Text(es="Conocimientos", en="Knowledges"),
    "advantages": Text(es="Ventajas", en="Advantages"),
}
WILLPOWER = Text(es="Fuerza de Voluntad", en="Willpower")
_HAKI_NAMES = {
    "armour": Text(es="Haki de Armadura", en="Armour Haki"),
    "observation": Text(es="Haki de Observación", en="Observation Haki"),
    "conqueror": Text(es="Haki del Conquistador", en="Conqueror's Haki"),
}
START_WILLPOWER = 3  # STO-GAP-075
MOST_WILLPOWER = 10  # STO-GAP-026
MOST_DOTS = 5


def empty() -> dict[str, Any]:
    return {
        "attributes": dict.fromkeys(ATTRIBUTES, 1),
        "abilities": dict.fromkeys(ABILITIES, 0),
        "willpower": START_WILLPOWER,
        "haki": dict.fromkeys(HAKI, 0),
        "devil_fruit": False,
        "claws": False,
        "specialities": "",
        "carries": "",
        "load": 0,
    }


def fields() -> tuple[SheetField, ...]:
    """Return the fields of a form: dots as numbers, the rest as its kind says."""
    found = [
        SheetField(f"attributes.{one.id}", one.name, GROUPS[one.group], "integer", (), 1)
        for one in ATTRIBUTES.values()
    ]
    found += [
        SheetField(f"abilities.{one.id}", one.name, GROUPS[one.category], "integer", (), 0)
        for category in CATEGORIES
        for one in ABILITIES.values()
        if one.category == category
    ]
    rest = GROUPS["advantages"]
    found.append(SheetField("willpower", WILLPOWER, rest, "integer", (), START_WILLPOWER))
    found += [SheetField(f"haki.{key}", _HAKI_NAMES[key], rest, "integer", (), 0) for key in HAKI]
    return (
        *found,
        SheetField(
            "devil_fruit",
            Text(es="Usuario de fruta del diablo", en="Devil fruit user"),
            rest,
            "boolean",
            (),
            False,
        ),
        SheetField(
            "claws", Text(es="Garras o colmillos", en="Claws or bite"), rest, "boolean", (), False
        ),
        SheetField(
            "specialities",
            Text(
                es="Especialidades (Sigilo: multitudes; …)", en="Specialities (Stealth: crowds; …)"
            ),
            rest,
            "text",
        ),
        SheetField(
            "carries",
            Text(es="Armas (espada, cuchillo…)", en="Weapons (sword, knife…)"),
            rest,
            "text",
        ),
        SheetField("load", Text(es="Carga en kg", en="Load in kg"), rest, "integer", (), 0),
    )


# ---- reading ----


def attribute(sheet: Sheet, key: str) -> int:
    return _dots(_part(sheet, "attributes").get(key))


def ability(sheet: Sheet, key: str) -> int:
    extra = _part(sheet, "extra_abilities").get(key)
    if isinstance(extra, Mapping):
        return _dots(extra.get("rating"))
    return _dots(_part(sheet, "abilities").get(key))


def category(sheet: Sheet, key: str) -> str:
    """Return an Ability's category, nothing when there is no such Ability."""
    if key in ABILITIES:
        return ABILITIES[key].category
    extra = _part(sheet, "extra_abilities").get(key)
    return str(extra.get("category", "")) if isinstance(extra, Mapping) else ""


def ability_name(sheet: Sheet, key: str) -> Text:
    if key in ABILITIES:
        return ABILITIES[key].name
    extra = _part(sheet, "extra_abilities").get(key, {})
    name = extra.get("name", key)
    return Text(**name) if isinstance(name, Mapping) else same(str(name))


def willpower(sheet: Sheet) -> int:
    return _dots(sheet.get("willpower"))


def haki(sheet: Sheet, key: str = "armour") -> int:
    return _dots(_part(sheet, "haki").get(key))


def load(sheet: Sheet) -> float:
    """Return the kilograms carried: what the sheet says, and the objects on it."""
    objects = _part(sheet, "objects").values()
    return _weight(sheet.get("load")) + sum(_weight(one.get("kg")) for one in objects)


def specialities(sheet: Sheet) -> list[tuple[str, str]]:
    """Return the specialities as (trait, name); what cannot be read has no trait."""
    written = sheet.get("specialities") or ""
    if not isinstance(written, str):
        return [(str(one.get("trait", "")), str(one.get("name", ""))) for one in written]
    found = []
    for part in written.split(";"):
        if part.strip():
            trait, _colon, name = part.partition(":")
            found.append((catalogue.ability_of(trait), name.strip()))
    return found


def weapons(sheet: Sheet) -> dict[str, Weapon]:
    """Return the weapons of a sheet by id: those named, and its own records."""
    found = {"unarmed": WEAPONS["unarmed"]}
    for word in str(sheet.get("carries") or "").split(","):
        weapon = _weapon_named(word)
        if weapon is not None:
            found[weapon.id] = weapon
    for key, record in _part(sheet, "weapons").items():
        base = WEAPONS.get(str(record.get("like", key)))
        values = {k: v for k, v in record.items() if k not in ("like", "class", "name")}
        if base is None:
            base = Weapon(key, same(key), str(record.get("class", "close")), "melee", 0, "lethal")
        if "class" in record:
            values["kind"] = record["class"]
        found[key] = replace(base, id=key, **values)
    return found


def _weapon_named(word: str) -> Weapon | None:
    wanted = word.strip().casefold()
    for weapon in WEAPONS.values():
        if wanted and wanted in (weapon.id, weapon.name.es.casefold(), weapon.name.en.casefold()):
            return weapon
    return None


def _dots(value: Any) -> int:
    """Read dots; what is no number counts as none, and `problems` says so."""
    return value if isinstance(value, int) else 0


def _weight(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _part(sheet: Sheet, name: str) -> Mapping[str, Any]:
    found = sheet.get(name)
    return found if isinstance(found, Mapping) else {}


# ---- derived ----


def free_load(sheet: Sheet) -> int:
    """Return the kilograms that cost nothing (STO-PHY-013)."""
    return 10 * attribute(sheet, "strength")


def is_overloaded(sheet: Sheet) -> bool:
    return load(sheet) > free_load(sheet)


def speed(sheet: Sheet, pace: str) -> int:
    """Return walking, jogging or running metres a turn, unhurt and unladen (STO-AUTO-006 on)."""
    dexterity = attribute(sheet, "dexterity")
    return {"walk": 7, "jog": 12 + dexterity, "run": 20 + 3 * dexterity}[pace]


def laden(sheet: Sheet, metres: int) -> int:
    """Return a distance as the load leaves it (STO-PHY-015, STO-PHY-016)."""
    over = load(sheet) - free_load(sheet)
    if over <= 0:
        return metres
    if load(sheet) >= 2 * free_load(sheet):
        return 0
    for _ in range(int(over // 10)):
        metres //= 2
    return metres


def moves(sheet: Sheet, state: State, pace: str) -> int:
    """Return the metres a turn that wounds and load leave (STO-HLTH-009, STO-GAP-060)."""
    level = catalogue.level_at(track.read(state).steps)
    metres = speed(sheet, pace)
    left = level.movement
    if not level.acts:
        metres = 0
    elif not state.get("ignoring_wounds"):
        if left == "half_run" and pace == "run":
            metres //= 2
        elif left in ("walk", "hobble", "crawl"):
            most = {"walk": 7, "hobble": 3, "crawl": 1}[left]
            metres = min(metres, most)
    return laden(sheet, metres)


def initiative(sheet: Sheet, state: State) -> int:
    """Return Dexterity + Wits + 6, wounds taken off (STO-TURN-005, STO-TURN-009)."""
    return attribute(sheet, "dexterity") + attribute(sheet, "wits") + 6 + penalty(state)


def penalty(state: State) -> int:
    """Return the dice that wounds take, nought or less; none while they are ignored."""
    if state.get("ignoring_wounds"):
        return 0
    return catalogue.level_at(track.read(state).steps).penalty


def soak(sheet: Sheet, kind: str) -> int:
    """Return the soak dice against a type of damage (STO-SOAK-001 to -004, STO-GAP-038, -084)."""
    if kind == "aggravated":
        return haki(sheet)
    return attribute(sheet, "stamina") + haki(sheet) + int(sheet.get("armour") or 0)


def stun_threshold(sheet: Sheet) -> int:
    return attribute(sheet, "stamina") + 2


def resistance(sheet: Sheet) -> int:
    """Return the dice against violent interrogation (STO-SOC-022)."""
    return max(attribute(sheet, "stamina") + 3, willpower(sheet))


def throwing_range(sheet: Sheet, kilograms: float = 0) -> int:
    """Return the metres an object flies: five less for each whole kilogram (STO-GAP-011)."""
    return max(0, 5 * attribute(sheet, "strength") - 5 * int(kilograms))


def can_lift(sheet: Sheet, kilograms: float) -> bool:
    """Tell whether an object can be lifted at all (STO-GAP-013)."""
    return kilograms <= LIFTS[max(0, min(attribute(sheet, "strength"), len(LIFTS) - 1))]


def derive(sheet: Sheet, state: State) -> tuple[Derived, ...]:
    level = catalogue.level_at(track.read(state).steps)
    run = moves(sheet, state, "run")
    rows: tuple[tuple[str, str, str, int | str, str], ...] = (
        ("health", "Salud", "Health", f"{level.name.es} {track.read(state)}", "STO-SHEET-007"),
        ("penalty", "Penalización", "Wound penalty", penalty(state), "STO-SHEET-018"),
        ("initiative", "Iniciativa", "Initiative", initiative(sheet, state), "STO-SHEET-012"),
        ("walk", "Andar (m)", "Walk (m)", moves(sheet, state, "walk"), "STO-SHEET-013"),
        ("jog", "Trotar (m)", "Jog (m)", moves(sheet, state, "jog"), "STO-SHEET-013"),
        ("run", "Correr (m)", "Run (m)", run, "STO-SHEET-013"),
        ("half_run", "Moverse y actuar (m)", "Move and act (m)", run // 2, "STO-SHEET-013"),
        ("free_load", "Carga libre (kg)", "Free load (kg)", free_load(sheet), "STO-SHEET-014"),
        ("immobile", "Sin moverse (kg)", "Immobile (kg)", 2 * free_load(sheet), "STO-SHEET-014"),
        ("throw", "Lanzar (m)", "Throw (m)", throwing_range(sheet), "STO-SHEET-015"),
        ("soak_bashing", "Absorber contundente", "Soak bashing", soak(sheet, "bashing"), "STO-SHEET-016"),
        ("soak_lethal", "Absorber letal", "Soak lethal", soak(sheet, "lethal"), "STO-SHEET-016"),
        ("soak_aggravated", "Absorber agravado", "Soak aggravated", soak(sheet, "aggravated"), "STO-SHEET-016"),
        ("stun", "Aturde más de", "Stunned above", stun_threshold(sheet), "STO-SHEET-017"),
        ("resistance", "Resistir el tormento", "Resist torture", resistance(sheet), "STO-SHEET-019"),
    )  # fmt: skip
    return tuple(Derived(key, Text(es=es, en=en), value, rule) for key, es, en, value, rule in rows)


# ---- state ----


def empty_state(sheet: Sheet) -> dict[str, Any]:
    return {
        "bashing": 0,
        "lethal": 0,
        "aggravated": 0,
        "beyond": 0,
        "willpower": willpower(sheet),
        "conditions": {},
    }


def state_fields(sheet: Sheet) -> tuple[StateField, ...]:
    rating = min(MOST_WILLPOWER, max(1, willpower(sheet)))
    return (
        StateField("bashing", Text(es="Contundente", en="Bashing"), "STO-MARK-001", 7, 7, True),
        StateField("lethal", Text(es="Letal", en="Lethal"), "STO-MARK-002", 7, 7, True),
        StateField("aggravated", Text(es="Agravado", en="Aggravated"), "STO-MARK-003", 7, 7, True),
        StateField(
            "beyond",
            Text(es="Más allá de Incapacitado", en="Beyond Incapacitated"),
            "STO-GAP-062",
            2,
            2,
            True,
        ),
        StateField("willpower", WILLPOWER, "STO-WILL-002", rating, rating, False),
    )


def session_start(sheet: Sheet, state: State) -> dict[str, Any]:
    """Return the state with what belonged to the last scene gone; wounds and Willpower stay."""
    kept = {**empty_state(sheet), **state}
    conditions = {k: v for k, v in kept["conditions"].items() if k not in SCENE_CONDITIONS}
    kept.pop("barred", None)
    pool = min(int(kept["willpower"]), willpower(sheet))
    return {**kept, "conditions": conditions, "willpower": pool}


SCENE_CONDITIONS = frozenset(
    {"stunned", "off_balance", "slow", "aiming", "covered", "blinded", "held", "grappled",
     "grappling", "holding", "sinking"}
)  # fmt: skip


# ---- validation ----


def problems(sheet: Sheet) -> list[Problem]:
    """Return everything that is wrong with a sheet."""
    return [
        *_ratings(sheet),
        *_extra(sheet),
        *_specialities(sheet),
        *_weapons(sheet),
        *_records(sheet),
        *_pool(sheet),
    ]


def _is_rating(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _ratings(sheet: Sheet) -> Iterator[Problem]:
    given = _part(sheet, "attributes")
    for key, one in ATTRIBUTES.items():
        if key not in given:
            message = _MISSING.fill(name=one.name)
            yield Problem("STO-SHEET-001", f"attributes.{key}", message)
        elif not _is_rating(given[key], 1, MOST_DOTS):
            message = _RANGE.fill(name=one.name, a=1, b=MOST_DOTS)
            yield Problem("STO-GAP-073", f"attributes.{key}", message)
    for key in given:
        if key not in ATTRIBUTES:
            yield Problem("STO-SHEET-001", f"attributes.{key}", _UNKNOWN.fill(name=str(key)))
    for key, value in _part(sheet, "abilities").items():
        if key not in ABILITIES:
            yield Problem("STO-SHEET-002", f"abilities.{key}", _UNKNOWN.fill(name=str(key)))
        elif not _is_rating(value, 0, MOST_DOTS):
            message = _RANGE.fill(name=ABILITIES[key].name, a=0, b=MOST_DOTS)
            yield Problem("STO-GAP-073", f"abilities.{key}", message)
    for key, value in _part(sheet, "haki").items():
        if key not in HAKI:
            yield Problem("STO-SHEET-009", f"haki.{key}", _UNKNOWN.fill(name=str(key)))
        elif not _is_rating(value, 0, MOST_DOTS):
            message = _RANGE.fill(name=_HAKI_NAMES[key], a=0, b=MOST_DOTS)
            yield Problem("STO-GAP-073", f"haki.{key}", message)
    if not _is_rating(sheet.get("willpower"), 1, MOST_WILLPOWER):
        message = _RANGE.fill(name=WILLPOWER, a=1, b=MOST_WILLPOWER)
        yield Problem("STO-GAP-073", "willpower", message)


def _extra(sheet: Sheet) -> Iterator[Problem]:
    for key, record in _part(sheet, "extra_abilities").items():
        where = f"extra_abilities.{key}"
        if not isinstance(record, Mapping) or record.get("category") not in CATEGORIES:
            yield Problem("STO-SHEET-003", where, _NO_CATEGORY.fill(name=str(key)))
        elif not _is_rating(record.get("rating", 0), 0, MOST_DOTS):
            yield Problem("STO-GAP-073", where, _RANGE.fill(name=str(key), a=0, b=MOST_DOTS))


def _specialities(sheet: Sheet) -> Iterator[Problem]:
    found = specialities(sheet)
    seen: set[str] = set()
    for trait, name in found:
        if not name or not (trait in ATTRIBUTES or category(sheet, trait)):
            yield Problem("STO-SHEET-004", "specialities", _BAD_SPECIALITY)
            continue
        rating = attribute(sheet, trait) if trait in ATTRIBUTES else ability(sheet, trait)
        least = 1 if trait == "crafts" else 4
        if rating < least or trait in seen:
            yield Problem("STO-GAP-074", "specialities", _EARLY_SPECIALITY.fill(n=least))
        seen.add(trait)
    if ability(sheet, "crafts") > 0 and not any(trait == "crafts" for trait, _name in found):
        yield Problem("STO-SHEET-005", "specialities", _CRAFTS)


def _weapons(sheet: Sheet) -> Iterator[Problem]:
    for word in str(sheet.get("carries") or "").split(","):
        if word.strip() and _weapon_named(word) is None:
            yield Problem("STO-SHEET-020", "carries", _NO_WEAPON.fill(name=word.strip()))
    for key, record in _part(sheet, "weapons").items():
        known = record.get("like", key) in WEAPONS
        is_whole = (
            isinstance(record.get("damage"), int)
            and record.get("type") in DAMAGE_TYPES
            and record.get("class") in WEAPON_CLASSES
        )
        if not known and not is_whole:
            yield Problem("STO-SHEET-020", f"weapons.{key}", _BAD_WEAPON.fill(name=str(key)))


def _records(sheet: Sheet) -> Iterator[Problem]:
    for key, ship in _part(sheet, "ships").items():
        if not _is_rating(ship.get("manoeuvre"), 1, 20):
            yield Problem("STO-SHEET-021", f"ships.{key}", _BAD_SHIP.fill(name=str(key)))
    for key, thing in _part(sheet, "objects").items():
        weight = thing.get("kg")
        if isinstance(weight, bool) or not isinstance(weight, int | float) or weight < 0:
            yield Problem("STO-SHEET-022", f"objects.{key}", _BAD_OBJECT.fill(name=str(key)))
    carried = sheet.get("load") or 0
    if isinstance(carried, bool) or not isinstance(carried, int | float) or carried < 0:
        yield Problem("STO-SHEET-022", "load", _BAD_LOAD)


def _pool(sheet: Sheet) -> Iterator[Problem]:
    """A sheet may carry its pool, for those who write both down together."""
    pool = sheet.get("willpower_pool")
    if pool is not None and not _is_rating(pool, 0, willpower(sheet)):
        yield Problem("STO-SHEET-006", "willpower_pool", _BAD_POOL)


def warnings(sheet: Sheet) -> list[Problem]:
    """Return what the rules warn about and do not forbid: too heavy a load (STO-PHY-017)."""
    if is_overloaded(sheet):
        message = _HEAVY.fill(n=free_load(sheet))
        return [Problem("STO-PHY-017", "load", message)]
    return []


# ---- points ----


def creation_points(sheet: Sheet) -> dict[str, int]:
    """Return the dots that a sheet has in each group; every Attribute's first dot is free."""
    points = {key: 0 for key in GROUPS if key != "advantages"}
    for one in ATTRIBUTES.values():
        points[one.group] += attribute(sheet, one.id) - 1
    for other in ABILITIES.values():
        points[other.category] += ability(sheet, other.id)
    return points


# STO-GAP-071: dots by priority, and freebie points.
CREATION = {
    "mortal": {"attributes": (6, 4, 3), "abilities": (11, 7, 4), "freebies": 21},
    "hero": {"attributes": (7, 5, 3), "abilities": (13, 9, 5), "freebies": 15},
}
# STO-GAP-072
FREEBIES = {"attribute": 5, "ability": 2, "background": 1, "willpower": 1, "haki": 7}


def experience_cost(trait: str, current: int) -> int:
    """Return what the next dot of a kind of trait costs (STO-GAP-072)."""
    if current == 0:
        return {"ability": 3, "haki": 10}[trait]
    return current * {"attribute": 4, "ability": 2, "willpower": 1, "haki": 5}[trait]


_MISSING = Text(es="Falta {name}.", en="{name} is missing.")
_RANGE = Text(es="{name} va de {a} a {b}.", en="{name} goes from {a} to {b}.")
_UNKNOWN = Text(es="«{name}» no es un rasgo.", en="“{name}” is no trait.")
_NO_CATEGORY = Text(
    es="{name}: ¿es talento, técnica o conocimiento?",
    en="{name}: is it a talent, a skill or a knowledge?",
)
_BAD_SPECIALITY = Text(
    es="Una especialidad se escribe «Sigilo: multitudes»; separa varias con «;».",
    en="Write a speciality as “Stealth: crowds”; part several with “;”.",
)
_EARLY_SPECIALITY = Text(
    es="Una especialidad por rasgo, con {n} puntos o más en él.",
    en="One speciality a trait, with {n} dots or more in it.",
)
_CRAFTS = Text(
    es="Pericias pide una especialidad: qué se fabrica o repara.",
    en="Crafts asks for a speciality: what is made or mended.",
)
_NO_WEAPON = Text(es="No hay arma «{name}».", en="There is no weapon “{name}”.")
_BAD_WEAPON = Text(
    es="{name}: faltan la clase, el daño o su tipo.",
    en="{name}: its class, its damage or the damage's type is missing.",
)
_BAD_SHIP = Text(
    es="{name}: la maniobra va de 1 a 20.", en="{name}: the manoeuvre rating goes from 1 to 20."
)
_BAD_OBJECT = Text(es="{name}: falta el peso en kg.", en="{name}: its weight in kg is missing.")
_BAD_LOAD = Text(es="La carga va en kg, 0 o más.", en="A load is in kg, nought or more.")
_BAD_POOL = Text(
    es="La reserva de Voluntad va de 0 a la puntuación.",
    en="The Willpower pool goes from 0 to the rating.",
)
_HEAVY = Text(
    es="Más de {n} kg: +1 a la dificultad física y menos movimiento.",
    en="More than {n} kg: +1 to physical difficulties, and less movement.",
)
