"""The sheet's form, made from the system's schema; the engine alone says what is legal."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaigns.composer import in_language
from characters import portraits
from rules.engine.system import Problem, SheetField, System


class SheetForm(forms.Form):
    """Name, portrait, and every field of the system's sheet."""

    name = forms.CharField(label=_("Name"), max_length=60)
    portrait = forms.FileField(
        label=_("Portrait"),
        required=False,
        help_text=_("JPEG, PNG, WebP or GIF, up to 5 MB. It is cropped to a square."),
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
        data: Any = None,
        files: Any = None,
        *,
        system: System,
        sheet: Mapping[str, Any],
        name: str = "",
        portrait_alt: str = "",
    ) -> None:
        super().__init__(data, files, initial={"name": name, "portrait_alt": portrait_alt})
        self.system = system
        self.sheet_fields = system.sheet_fields()
        for field in self.sheet_fields:
            self.fields[field.id] = _form_field(field, _at(sheet, field.id))

    def groups(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """Yield the sheet's fields by group, in the system's order."""
        groups: dict[str, list[forms.BoundField]] = {}
        for field in self.sheet_fields:
            groups.setdefault(in_language(field.group), []).append(self[field.id])
        yield from groups.items()

    def clean_portrait(self) -> bytes | None:
        upload = self.cleaned_data["portrait"]
        return portraits.reencode(upload) if upload else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for problem in self.system.validate(self.sheet()):
            self.add_problem(problem)
        return cleaned

    def add_problem(self, problem: Problem) -> None:
        """Show what the rules find wrong, beside its field, with the rule's id."""
        message = f"{in_language(problem.message)} [{problem.rule}]"
        place = problem.field if problem.field in self.fields else None
        self.add_error(place, ValidationError(message))

    def sheet(self) -> dict[str, Any]:
        """Return the sheet as typed."""
        sheet: dict[str, Any] = {}
        for field in self.sheet_fields:
            value = self.cleaned_data.get(field.id)
            if value in (None, ""):
                continue
            *path, last = field.id.split(".")
            place = sheet
            for part in path:
                place = place.setdefault(part, {})
            place[last] = value
        return sheet


class SendBackForm(forms.Form):
    """Why a sheet goes back to its player."""

    note = forms.CharField(
        label=_("What should change"), max_length=4000, widget=forms.Textarea(attrs={"rows": 3})
    )


class StateForm(forms.Form):
    """What has happened to a character."""

    wounds = forms.IntegerField(label=_("Wounds"), min_value=0, max_value=3)
    fatigue = forms.IntegerField(label=_("Fatigue"), min_value=0, max_value=2)
    bennies = forms.IntegerField(label=_("Bennies"), min_value=0, max_value=20)


def _form_field(field: SheetField, value: object) -> forms.Field:
    label = in_language(field.name)
    initial = field.default if value is None else value
    if field.kind == "boolean":
        return forms.BooleanField(label=label, required=False, initial=initial)
    if field.kind == "integer":
        return forms.IntegerField(label=label, initial=initial)
    if field.kind == "die":
        choices = [(choice, choice or "—") for choice in field.choices]
        return forms.ChoiceField(
            label=label, choices=choices, required="" not in field.choices, initial=initial
        )
    return forms.CharField(label=label, required=False, initial=initial, max_length=200)


def _at(sheet: Mapping[str, Any], path: str) -> object:
    found: Any = sheet
    for part in path.split("."):
        if not isinstance(found, Mapping):
            return None
        found = found.get(part)
    return found
