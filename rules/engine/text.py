"""
Texts that a rules system brings with it, in both languages.

They do not go through the site's catalogue: a system installed as a plug-in must bring its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """One text in Spanish and in English."""

    es: str
    en: str

    def fill(self, **parts: "str | int | Text") -> "Text":
        """Return the text with its named places filled; a Text fills each language with its own."""
        spanish = {k: v.es if isinstance(v, Text) else v for k, v in parts.items()}
        english = {k: v.en if isinstance(v, Text) else v for k, v in parts.items()}
        return Text(es=self.es.format(**spanish), en=self.en.format(**english))

    def to_json(self) -> dict[str, str]:
        return {"es": self.es, "en": self.en}

    @classmethod
    def from_json(cls, value: Mapping[str, str]) -> "Text":
        return cls(es=value["es"], en=value["en"])


def same(text: str) -> Text:
    """Return a text that is the same in both languages: a name, or what somebody typed."""
    return Text(es=text, en=text)
