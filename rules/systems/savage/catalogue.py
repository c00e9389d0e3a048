"""Skills and attributes as data, read once when a system is loaded."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from rules.engine.text import Text

ATTRIBUTES = {
    "agility": Text(es="Agilidad", en="Agility"),
    "smarts": Text(es="Astucia", en="Smarts"),
    "spirit": Text(es="Espíritu", en="Spirit"),
    "strength": Text(es="Fuerza", en="Strength"),
    "vigor": Text(es="Vigor", en="Vigor"),
}


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill of an edition: its linked attribute, and whether everybody has it at d4."""

    id: str
    rule: str
    name: Text
    attribute: str
    core: bool = False
    needs_arcane_background: bool = False


def read_skills(package: str) -> dict[str, Skill]:
    """Return the skills in a package's `data/skills.toml`, by id, in the file's order."""
    text = files(package).joinpath("data/skills.toml").read_text(encoding="utf-8")
    return {
        row["id"]: Skill(**{**row, "name": Text(**row["name"])})
        for row in tomllib.loads(text)["skill"]
    }
