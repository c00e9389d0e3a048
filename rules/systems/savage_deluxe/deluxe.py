"""The Deluxe edition: the core of Savage Worlds with this package's data."""

from rules.engine.text import Text
from rules.systems.savage.system import Savage

SYSTEM = Savage(
    "savage_deluxe",
    Text(es="Savage Worlds, edición Deluxe", en="Savage Worlds Deluxe"),
    "rules.systems.savage_deluxe",
)
