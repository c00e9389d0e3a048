"""
The composer: who speaks, to whom, a story, a note, and what to ask the dice.

Each roll row is named by its request id, made when the row is: whatever happens to the form
afterwards (a reload, a retry, the browser's Back), the same row asks the ledger the same thing.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.http import QueryDict
from django.utils.crypto import get_random_string
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from accounts.models import Person
from campaigns import access, sheets
from campaigns.models import CastMember, Post, Roll, Scene
from campaigns.models.post import NOTE_LIMIT, TEXT_LIMIT
from campaigns.services import drafts, rolls
from campaigns.services.rolls import Question
from rules.engine import notation
from rules.engine.text import Text

MAX_ROWS = 8
NOTATION = "notation"
NARRATOR = "narrator"
PERSON = "person"
_MODIFIER = re.compile(r"([+\-−–]?)\s*(\d{1,2})\s*(.{0,40})")


def in_language(text: Text) -> str:
    """Return a rules text in the reader's language."""
    return text.es if (get_language() or "es").startswith("es") else text.en


def parse_modifiers(typed: str) -> tuple[tuple[str, int], ...]:
    """
    Read "+2 aim, -1 dark" as named modifiers.

    :raises forms.ValidationError: naming the part that is none.
    """
    found = []
    for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", typed))):
        match = _MODIFIER.fullmatch(part)
        if match is None:
            raise forms.ValidationError(
                _("“%(part)s” is no modifier. Write a number and what it is for: +2 aim, -1 dark.")
                % {"part": part}
            )
        sign, number, name = match.groups()
        value = int(number) * (-1 if sign in "-−–" and sign else 1)
        found.append((name.strip() or _("table"), value))
    if len(found) > 6:
        raise forms.ValidationError(_("At most six modifiers for one roll."))
    return tuple(found)


class RollForm(forms.Form):
    """One row: a trait or a notation, what changes it, and what it is for."""

    nonce = forms.RegexField(
        r"^[0-9a-f]{32}$",
        label=gettext_lazy("Your part of the chance"),
        help_text=gettext_lazy(
            "32 hexadecimal digits that your browser made up; the server mixes them in and "
            "cannot choose the result. Change them if you like."
        ),
        error_messages={
            "invalid": gettext_lazy("Write exactly 32 digits from 0 to 9 and from a to f.")
        },
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    what = forms.ChoiceField(label=pgettext_lazy("roll", "Roll"), required=False)
    notation = forms.CharField(
        label=gettext_lazy("Dice"),
        required=False,
        max_length=notation.MAX_LENGTH,
        widget=forms.TextInput(
            attrs={"placeholder": "2d6+1", "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text=gettext_lazy("For example 2d6+1, 4d6kh3, d8!, wild d8, 6d10>=7."),
    )
    modifiers = forms.CharField(
        label=gettext_lazy("Modifiers"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("+2 aim, -1 dark")}),
    )
    target = forms.IntegerField(
        label=gettext_lazy("Target"),
        required=False,
        min_value=1,
        max_value=99,
        help_text=gettext_lazy("Leave it empty for the usual one."),
    )
    reason = forms.CharField(
        label=gettext_lazy("What for"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("To hear who is coming")}),
    )
    is_secret = forms.BooleanField(
        label=gettext_lazy("Secret: only the GM sees it"), required=False
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        request_id: UUID,
        choices: Sequence[tuple[str, Any]],
        cast: Mapping[str, CastMember],
        may_be_secret: bool,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, prefix=f"roll-{request_id}", initial=dict(initial or {}))
        self.request_id = request_id
        self.cast = cast
        self.fields["what"].choices = choices  # type: ignore[attr-defined]
        if not may_be_secret:
            del self.fields["is_secret"]

    @property
    def is_blank(self) -> bool:
        """Say whether nobody has touched the row."""
        names = ("what", "notation", "reason")
        return not any((self.data.get(self.add_prefix(name)) or "").strip() for name in names)

    def clean_modifiers(self) -> tuple[tuple[str, int], ...]:
        return parse_modifiers(self.cleaned_data["modifiers"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        what = cleaned.get("what") or ""
        typed = (cleaned.get("notation") or "").strip()
        if not cleaned.get("reason", "").strip():
            self.add_error("reason", _("Say what the roll is for: it stays with the result."))
        if not what and not typed:
            self.add_error("what", _("Choose a trait, or type the dice."))
        if typed and what not in ("", NOTATION):
            self.add_error("notation", _("Choose a trait or type the dice, not both."))
        if typed:
            try:
                notation.parse(typed)
            except notation.NotationError as error:
                self.add_error("notation", in_language(error.message))
        elif what == NOTATION:
            self.add_error("notation", _("Type the dice, for example 2d6+1."))
        if typed and (cleaned.get("modifiers") or cleaned.get("target")):
            self.add_error("modifiers", _("With typed dice, write the modifier into them: 2d6+1."))
        return cleaned

    def question(self, speaker: CastMember | None) -> Question:
        """Return what the valid row asks."""
        typed = self.cleaned_data["notation"].strip()
        cast_id, _bar, trait = self.cleaned_data["what"].partition("|")
        return Question(
            request_id=self.request_id,
            nonce=self.cleaned_data["nonce"],
            reason=self.cleaned_data["reason"].strip(),
            cast_member=speaker if typed else self.cast[cast_id],
            trait="" if typed else trait,
            notation=typed,
            modifiers=self.cleaned_data["modifiers"],
            target=self.cleaned_data.get("target"),
            is_secret=self.cleaned_data.get("is_secret", False),
        )


class ComposerForm(forms.Form):
    """The words and their circle."""

    post_id = forms.UUIDField(widget=forms.HiddenInput)
    speaker = forms.ChoiceField(label=gettext_lazy("Who speaks"))
    text = forms.CharField(
        label=gettext_lazy("Story"),
        required=False,
        max_length=TEXT_LIMIT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    note = forms.CharField(
        label=gettext_lazy("Out-of-character note"),
        required=False,
        max_length=NOTE_LIMIT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    audience = forms.ChoiceField(
        label=gettext_lazy("Who reads it"),
        choices=Post.Audience.choices,
        widget=forms.RadioSelect,
    )
    readers = forms.MultipleChoiceField(
        label=gettext_lazy("Characters who read it"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    waiting = forms.MultipleChoiceField(
        label=gettext_lazy("Rolls thrown before"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("audience") == Post.Audience.NAMED and not cleaned.get("readers"):
            self.add_error("readers", _("Choose at least one character."))
        return cleaned


@dataclass(frozen=True)
class Outlook:
    """A trait's dice and every modifier that will count, before the throw."""

    name: str
    dice: str
    modifiers: list[tuple[str, int]]
    total: int


@dataclass(frozen=True)
class Words:
    """What a valid composer wants published; the arguments of `posts.publish`."""

    post_id: UUID
    voice: str
    cast_member: CastMember | None
    text: str
    note: str
    audience: str
    readers: list[CastMember]
    questions: list[Question]
    waiting_rolls: list[Roll]


class Composer:
    """The composer of one person in one scene, blank, from a draft, or as sent."""

    def __init__(
        self, *, scene: Scene, person: Person, role: str, data: QueryDict | None = None
    ) -> None:
        self.scene = scene
        self.person = person
        self.is_gm = role in access.GM_ROLES
        self.cast = {str(member.public_id): member for member in access.voices(person, scene)}
        self.addressees = {str(member.public_id): member for member in access.addressees(scene)}
        self.waiting = {
            str(roll.public_id): roll for roll in rolls.waiting(scene=scene, person=person)
        }
        self.rollables = sheets.source().rollables(self.cast.values())
        self.draft = None if data is not None else drafts.kept(scene=scene, person=person)
        self._row_choices = self._choices()
        if data is not None:
            self._bind(data)
        else:
            self._open(self.draft.fields if self.draft else {})

    # ---- building ----

    def _open(self, kept: Mapping[str, Any]) -> None:
        first = next(iter(self.cast), NARRATOR if self.is_gm else PERSON)
        initial = {
            "post_id": kept.get("post_id") or uuid4(),
            "speaker": kept.get("speaker") or (NARRATOR if self.is_gm else first),
            "text": kept.get("text", ""),
            "note": kept.get("note", ""),
            "audience": kept.get("audience") or Post.Audience.SCENE,
            "readers": kept.get("readers", []),
            "waiting": list(self.waiting),
        }
        self.form = self._named(ComposerForm(initial=initial))
        self.rows = [
            self.row(UUID(fields["id"]), initial=fields) for fields in kept.get("rows", [])
        ]

    def _bind(self, data: QueryDict) -> None:
        self.form = self._named(ComposerForm(data))
        self.rows = [self.row(key, data=data) for key in _row_keys(data)]

    def _named(self, form: ComposerForm) -> ComposerForm:
        fields: Any = form.fields
        fields["speaker"].choices = self.speakers()
        fields["readers"].choices = [(key, m.name) for key, m in self.addressees.items()]
        fields["waiting"].choices = [(key, roll.reason) for key, roll in self.waiting.items()]
        if not self.addressees:
            fields["audience"].choices = [
                choice for choice in Post.Audience.choices if choice[0] != Post.Audience.NAMED
            ]
        return form

    def speakers(self) -> list[tuple[str, str]]:
        """Return the voices this person has here: their characters, the narrator, themselves."""
        found = [(key, member.name) for key, member in self.cast.items()]
        if self.is_gm:
            found.insert(0, (NARRATOR, str(Post.Voice.NARRATOR.label)))
        return [*found, (PERSON, _("%(name)s (yourself)") % {"name": self.person})]

    def _choices(self) -> list[tuple[str, Any]]:
        groups: list[tuple[str, Any]] = [("", _("Choose…"))]
        for key, member in self.cast.items():
            able = self.rollables.get(member.id)
            if able is None:
                continue
            options = []
            for trait in able.traits:
                total = sum(modifier.value for modifier in able.modifiers.get(trait.id, ()))
                extra = f" {total:+d}".replace("-", "−") if total else ""
                label = f"{in_language(trait.name)} {trait.dice}{extra}"
                options.append((f"{key}|{trait.id}", label))
            groups.append((member.name, options))
        return [*groups, (NOTATION, _("Typed dice"))]

    def row(
        self,
        request_id: UUID,
        *,
        data: QueryDict | None = None,
        initial: Mapping[str, Any] | None = None,
    ) -> RollForm:
        """Return a roll row, blank or filled."""
        return RollForm(
            data,
            request_id=request_id,
            choices=self._row_choices,
            cast=self.cast,
            may_be_secret=self.is_gm,
            initial=initial or {"nonce": new_nonce()},
        )

    def add_row(self) -> RollForm | None:
        """Add a blank row, up to the limit."""
        if len(self.rows) >= MAX_ROWS:
            return None
        row = self.row(uuid4())
        self.rows.append(row)
        return row

    def renew(self) -> None:
        """Give the form as sent a new post id, so that sending it again can work."""
        data: Any = self.form.data
        self.form.data = data.copy()
        self.form.data["post_id"] = str(uuid4())  # type: ignore[index]  # a QueryDict's copy

    def outlook(self, row: RollForm) -> "Outlook | None":
        """Return what will change the row's roll, as far as the row says it."""
        cast_id, _bar, trait = (row["what"].value() or "").partition("|")
        member = self.cast.get(cast_id)
        able = self.rollables.get(member.id) if member else None
        found = next((t for t in able.traits if t.id == trait), None) if able else None
        if able is None or found is None:
            return None
        try:
            typed = parse_modifiers(row["modifiers"].value() or "")
        except forms.ValidationError:
            typed = ()
        named = [
            (in_language(modifier.name), modifier.value)
            for modifier in able.modifiers.get(trait, ())
        ] + list(typed)
        return Outlook(
            name=in_language(found.name),
            dice=found.dice,
            modifiers=named,
            total=sum(value for _name, value in named),
        )

    # ---- reading what was sent ----

    def asked_rows(self) -> list[RollForm]:
        """Return the rows somebody has touched."""
        return [row for row in self.rows if not row.is_blank]

    def is_valid(self) -> bool:
        """Validate words and rows together, so that every error shows at once."""
        results = [self.form.is_valid(), *(row.is_valid() for row in self.asked_rows())]
        return all(results)

    def words(self) -> Words:
        """Return what the valid composer wants published."""
        cleaned = self.form.cleaned_data
        speaker = self.cast.get(cleaned["speaker"])
        voice = Post.Voice.CHARACTER
        if speaker is None:
            is_narrator = cleaned["speaker"] == NARRATOR
            voice = Post.Voice.NARRATOR if is_narrator else Post.Voice.PERSON
        named = cleaned["audience"] == Post.Audience.NAMED
        return Words(
            post_id=cleaned["post_id"],
            voice=voice,
            cast_member=speaker,
            text=cleaned["text"],
            note=cleaned["note"],
            audience=cleaned["audience"],
            readers=[self.addressees[key] for key in cleaned["readers"]] if named else [],
            questions=[row.question(speaker) for row in self.asked_rows()],
            waiting_rolls=[self.waiting[key] for key in cleaned["waiting"]],
        )


def new_nonce() -> str:
    """Return 32 hex digits for a form without JavaScript; the browser makes its own."""
    return get_random_string(32, "0123456789abcdef")


def typed_fields(data: QueryDict) -> dict[str, Any]:
    """Return what was typed, as a draft keeps it; nothing is checked, nothing is lost."""
    names = ("post_id", "speaker", "text", "note", "audience")
    row_names = ("nonce", "what", "notation", "modifiers", "target", "reason", "is_secret")
    return {
        **{name: _kept(data.get(name, "")) for name in names},
        "readers": [_kept(reader) for reader in data.getlist("readers")],
        "rows": [
            {
                "id": str(key),
                **{name: _kept(data.get(f"roll-{key}-{name}", "")) for name in row_names},
            }
            for key in _row_keys(data)
        ],
    }


def _kept(text: str) -> str:
    # The one character that PostgreSQL keeps in no text.
    return text.replace("\0", "")


def _row_keys(data: QueryDict) -> list[UUID]:
    keys: list[UUID] = []
    for text in data.getlist("row")[:MAX_ROWS]:
        try:
            key = UUID(text)
        except ValueError:
            continue
        if key not in keys:
            keys.append(key)
    return keys
