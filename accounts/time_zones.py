"""The time zones a person may choose from, those of our players first."""

from zoneinfo import available_timezones

from django.utils.translation import gettext as _

# Where Spanish is spoken, by people; the rest of the world follows by continent.
NEAR = (
    "Europe/Madrid", "Atlantic/Canary", "America/Mexico_City", "America/Bogota",
    "America/Argentina/Buenos_Aires", "America/Santiago", "America/Lima", "America/Caracas",
    "America/Guayaquil", "America/La_Paz", "America/Montevideo", "America/Asuncion",
    "America/Guatemala", "America/El_Salvador", "America/Tegucigalpa", "America/Managua",
    "America/Costa_Rica", "America/Panama", "America/Havana", "America/Santo_Domingo",
    "America/Puerto_Rico",
)  # fmt: skip

Choices = list[tuple[str, list[tuple[str, str]]]]


def choices() -> Choices:
    """Return the zones in groups: Spanish-speaking places, then each continent."""
    names = sorted(available_timezones())
    groups: Choices = [(_("Spanish-speaking places"), [(name, place(name)) for name in NEAR])]
    for continent, title in _titles().items():
        zones = [name for name in names if name.startswith(f"{continent}/") and name not in NEAR]
        groups.append((title, [(name, place(name)) for name in zones]))
    groups.append((_("Everywhere"), [("UTC", "UTC")]))
    return groups


def offered() -> frozenset[str]:
    """Return the names of all zones that may be chosen."""
    return frozenset(name for _title, zones in choices() for name, _place in zones)


def place(name: str) -> str:
    """Return how a zone is shown: `Buenos Aires (Argentina)`, `Madrid`."""
    *region, city = name.replace("_", " ").split("/")
    return f"{city} ({region[-1]})" if len(region) > 1 else city


def _titles() -> dict[str, str]:
    return {
        "Europe": _("Europe"),
        "America": _("America"),
        "Africa": _("Africa"),
        "Asia": _("Asia"),
        "Atlantic": _("Atlantic"),
        "Australia": _("Australia"),
        "Indian": _("Indian Ocean"),
        "Pacific": _("Pacific"),
        "Antarctica": _("Antarctica"),
    }
