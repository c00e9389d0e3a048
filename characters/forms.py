"""The sheet's form, made from the system's schema; the engine alone says what is legal."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from campaigns.composer import in_language
from characters import differences, portraits
from characters.models import Character
from rules.engine import system as systems
from rules.engine.system import Problem, SheetField, StateField, System


class SheetForm(forms.Form):
    """Name, portrait, and every field of the system's sheet."""

    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    portrait = forms.FileField(
        label=_("Portrait"),
        required=False,
        help_text=_("JPEG, PNG, WebP or GIF, up to 5 MB. It is cropped to a square."),
        max_length=255,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp,image/gif"}),
    )
    portrait_alt = forms.CharField(
        label=_("What the portrait shows"),
        max_length=160,
        required=False,
        help_text=_("For those who cannot see it."),
    )

    def __init__(
        self,
        data: Any = None,  # what request.POST and request.FILES are, or None
        files: Any = None,
        *,
        system: System,
        sheet: Mapping[str, Any],
        name: str = "",
        portrait_alt: str = "",
    ) -> None:
        super().__init__(data, files, initial={"name": name, "portrait_alt": portrait_alt})
        self.system = system
        self._opened = sheet
        self.sheet_fields = system.sheet_fields()
        for field in self.sheet_fields:
            self.fields[field.id] = _form_field(field, differences.at(sheet, field.id))

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the sheet's fields by group, in the system's order."""
        groups: dict[str, list[forms.BoundField]] = {}
        for field in self.sheet_fields:
            groups.setdefault(in_language(field.group), []).append(self[field.id])
        return list(groups.items())

    @property
    def sheet_has_errors(self) -> bool:
        """Say whether something in the sheet itself, not in name and portrait, is wrong."""
        return any(field.id in self.errors for field in self.sheet_fields)

    def clean_portrait(self) -> bytes | None:
        upload = self.cleaned_data["portrait"]
        if upload:
            return portraits.reencode(upload)
        return portraits.opened(self.data.get("kept_portrait", ""))

    @property
    def kept_portrait(self) -> portraits.Kept | None:
        """Return the picture that came with the form, to go back with it; None without one."""
        portrait = self.cleaned_data.get("portrait") if self.is_bound and self.errors else None
        return portraits.kept(portrait) if portrait else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for problem in self.system.validate(self.sheet()):
            # What the form could not even read has its message already.
            if problem.field not in self.errors:
                self.add_problem(problem)
        return cleaned

    def add_problem(self, problem: Problem) -> None:
        """Show what the rules find wrong, beside its field, with the rule's id."""
        message = f"{in_language(problem.message)} [{problem.rule}]"
        place = problem.field if problem.field in self.fields else None
        self.add_error(place, ValidationError(message, code="rules"))

    def sheet(self) -> dict[str, Any]:
        """Return the sheet as typed; what the form has no field for stays as it was."""
        sheet = deepcopy(dict(self._opened))
        for field in self.sheet_fields:
            *path, last = field.id.split(".")
            place = sheet
            for part in path:
                place = place.setdefault(part, {})
            place.pop(last, None)
            value = self.cleaned_data.get(field.id)
            if value not in (None, ""):
                place[last] = value
        return sheet


class NewSheetForm(SheetForm):
    """A new character: the form carries its id, so that sending it twice makes one."""

    public_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["public_id"] = uuid4()


class ChangedSheetForm(SheetForm):
    """A character's sheet again: the form carries the version on which it was opened."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    reason = forms.CharField(
        label=_("Why"),
        max_length=500,
        help_text=_("The player reads it beside the change."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self, data: Any = None, files: Any = None, *, character: Character, needs_reason: bool
    ) -> None:
        member = character.cast_member
        super().__init__(
            data,
            files,
            system=_system(character),
            sheet=character.sheet,
            name=member.name,
            portrait_alt=member.portrait_alt,
        )
        self.initial["version"] = character.version
        if not needs_reason:
            del self.fields["reason"]

    def renew(self, version: int) -> None:
        """Take the form as sent to another version, so that sending it again can work."""
        self.data = _replaced(self.data, {"version": version})


class SendBackForm(forms.Form):
    """Why a sheet goes back to its player."""

    note = forms.CharField(
        label=_("What should change"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The player reads it above the sheet."),
    )


class StateForm(forms.Form):
    """The counters of a character's state, and why they change."""

    def __init__(self, data: Any = None, *, character: Character) -> None:
        super().__init__(data)
        self.state_fields = _system(character).state_fields(character.sheet)
        for field in self.state_fields:
            now = int(character.state.get(field.id, 0))
            self.fields[field.id] = _counter(field, now)
            self.fields[f"seen-{field.id}"] = forms.IntegerField(
                widget=forms.HiddenInput, initial=now
            )
        self.fields["state_reason"] = forms.CharField(
            label=pgettext_lazy("state", "What happened"),
            max_length=500,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
            help_text=_("It stays in the history, beside the change."),
        )

    def counters(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        """Yield each counter's field with the hidden one of what was shown."""
        for field in self.state_fields:
            yield self[field.id], self[f"seen-{field.id}"]

    def seen(self) -> dict[str, int]:
        """Return what the form showed when it was opened."""
        return {field.id: self.cleaned_data[f"seen-{field.id}"] for field in self.state_fields}

    def values(self) -> dict[str, int]:
        """Return the counters that were changed, by what the form showed."""
        seen = self.seen()
        return {
            field.id: self.cleaned_data[field.id]
            for field in self.state_fields
            if self.cleaned_data[field.id] != seen[field.id]
        }

    def renew(self, current: Mapping[str, int]) -> None:
        """Say what the counters are now, and keep what was typed."""
        self.data = _replaced(self.data, {f"seen-{name}": value for name, value in current.items()})


def _replaced(data: Any, values: Mapping[str, object]) -> Any:
    # Any: Django's types call what a form was sent a mapping; it is a QueryDict, which copies.
    copy = data.copy()
    for name, value in values.items():
        copy[name] = str(value)
    return copy


def _system(character: Character) -> System:
    return systems.get(character.cast_member.campaign.system)


def _counter(field: StateField, now: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=in_language(field.name),
        min_value=0,
        max_value=max(field.maximum, now),
        initial=now,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


def _form_field(field: SheetField, value: object) -> forms.Field:
    label = in_language(field.name)
    initial = field.default if value is None else value
    if field.kind == "boolean":
        return forms.BooleanField(label=label, required=False, initial=initial)
    if field.kind == "integer":
        return forms.IntegerField(label=label, required=False, initial=initial)
    if field.kind == "die":
        # No choice field: whether a die is one is for the engine to say, with its rule.
        choices = [(choice, choice or "–") for choice in field.choices]
        return forms.CharField(
            label=label,
            required=False,
            initial=initial,
            max_length=12,
            widget=forms.Select(choices=choices),
        )
    return forms.CharField(label=label, required=False, initial=initial, max_length=200)
