"""Catalogues: compile them without gettext installed, and check that Spanish is complete."""

from pathlib import Path

import polib


def compile_all(locale: Path) -> None:
    """Compile each catalogue whose .mo is missing or older than its .po."""
    for source in locale.glob("*/LC_MESSAGES/*.po"):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            polib.pofile(str(source)).save_as_mofile(str(compiled))


def gaps(source: Path) -> list[str]:
    """Return the messages of a catalogue that have no translation, or a doubtful one."""
    catalogue = polib.pofile(str(source))
    return [
        entry.msgid
        for entry in [*catalogue.untranslated_entries(), *catalogue.fuzzy_entries()]
        if not entry.obsolete
    ]
