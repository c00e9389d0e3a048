"""The Adventure Edition: the core of Savage Worlds with this package's data."""

from rules.engine.text import Text
from rules.systems.savage.system import Savage

SYSTEM = Savage(
    "savage_adventure",
    Text(es="Savage Worlds, edición Aventura", en="Savage Worlds, Adventure Edition"),
    "rules.systems.savage_adventure",
)
