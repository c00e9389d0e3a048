"""
Keep the Spanish catalogue true to the source, without gettext installed.

Message ids are English, so English needs no translation; `locale/en` exists so that the language
does. `update` brings the catalogue up to date, `check` fails while anything is missing or stale.
"""

import io
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
from babel.messages.extract import extract_python

from config.run.supervisor import ROOT

PARTS = ("accounts", "campaigns", "characters", "combat", "config", "rules", "templates")
KEYWORDS = {
    "gettext": None, "gettext_lazy": None, "gettext_noop": None, "_": None, "_lazy": None,
    "ngettext": (1, 2), "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2), "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3), "npgettext_lazy": ((1, "c"), 2, 3),
}  # fmt: skip
Key = tuple[str | None, str, str]  # context, singular, plural


def messages(root: Path) -> dict[Key, set[str]]:
    """Return every message of the source with the files it stands in."""
    found: dict[Key, set[str]] = {}
    for path, text in _sources(root):
        # The extractor's own types are narrower than what it takes and gives.
        calls: Any = extract_python(io.BytesIO(text.encode()), list(KEYWORDS), [], {})  # type: ignore[arg-type]
        for _line, function, said, _comments in calls:
            parts = list(said) if isinstance(said, list | tuple) else [said]
            if not all(isinstance(part, str) for part in parts[: _texts(function)]):
                continue
            context = parts.pop(0) if function and "pgettext" in function else None
            plural = parts[1] if function and function.startswith("n") and len(parts) > 1 else ""
            found.setdefault((context, parts[0], plural or ""), set()).add(path)
    found.pop((None, "", ""), None)
    return found


def _texts(function: str | None) -> int:
    return len(KEYWORDS.get(function or "") or (1,))


def _sources(root: Path) -> Iterator[tuple[str, str]]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.utils.translation.template import templatize

    for part in PARTS:
        for path in sorted((root / part).rglob("*")):
            name = str(path.relative_to(root))
            if "migrations" in name:
                continue
            if path.suffix == ".py":
                yield name, path.read_text(encoding="utf-8")
            elif path.suffix in (".html", ".txt") and part == "templates":
                text = templatize(path.read_text(encoding="utf-8"), origin=name)
                # templatize fills what is no message with X's; those are not Python.
                yield (
                    name,
                    "\n".join(re.findall(r"\b(?:n?p?gettext|_)\(.*?\)(?=\s|$|X)", text, re.S)),
                )


def update(source: Path, wanted: dict[Key, set[str]]) -> None:
    """Add what is new to the catalogue, drop what is gone, keep the order of the source."""
    catalogue = polib.pofile(str(source), wrapwidth=98)
    known = {_key(entry): entry for entry in catalogue if not entry.obsolete}
    catalogue.clear()
    for key, files in sorted(wanted.items(), key=lambda item: (min(item[1]), item[0][1])):
        entry = known.get(key) or polib.POEntry(
            msgctxt=key[0],
            msgid=key[1],
            msgid_plural=key[2],
            msgstr="",
            msgstr_plural={0: "", 1: ""} if key[2] else {},
        )
        entry.occurrences = [(name, "") for name in sorted(files)]
        entry.flags = ["python-format"] if re.search(r"%\(\w+\)", key[1] + key[2]) else []
        catalogue.append(entry)
    catalogue.save()


def problems(source: Path, wanted: dict[Key, set[str]]) -> list[str]:
    """Return one line for each message that is missing, stale, untranslated or doubtful."""
    catalogue = [entry for entry in polib.pofile(str(source)) if not entry.obsolete]
    known = {_key(entry) for entry in catalogue}
    found = [f"not in the catalogue: {key[1]!r}" for key in wanted if key not in known]
    found += [f"no longer in the source: {key[1]!r}" for key in known if key not in wanted]
    for entry in catalogue:
        texts = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        if not all(texts) or entry.fuzzy:
            found.append(f"not translated: {entry.msgid!r}")
            continue
        names = set(re.findall(r"%\((\w+)\)", entry.msgid + (entry.msgid_plural or "")))
        if any(set(re.findall(r"%\((\w+)\)", text)) - names for text in texts):
            found.append(f"a placeholder that the source does not have: {entry.msgid!r}")
    return found


def _key(entry: polib.POEntry) -> Key:
    return (entry.msgctxt, entry.msgid, entry.msgid_plural or "")


def main(arguments: list[str]) -> int:
    source = ROOT / "locale" / "es" / "LC_MESSAGES" / "django.po"
    wanted = messages(ROOT)
    if arguments == ["update"]:
        update(source, wanted)
    found = problems(source, wanted)
    for line in found:
        print(line)
    print(f"{len(wanted)} messages, {len(found)} problems.")
    return 1 if found and arguments == ["check"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
