"""Forms of campaigns and scenes; the composer's stand in campaigns/composer.py."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from campaigns import access
from campaigns.composer import new_nonce, parse_modifiers
from campaigns.models import Campaign, CastMember, Invitation, Membership, Scene
from campaigns.models.campaign import Application
from rules.engine import system as systems


def system_choices() -> list[tuple[str, str]]:
    """Return the installed rules systems by id, named in the reader's language."""
    spanish = (get_language() or "es").startswith("es")
    return [
        (system.id, system.name.es if spanish else system.name.en) for system in systems.installed()
    ]


class CampaignChangeForm(forms.ModelForm):
    """What a GM says of a campaign."""

    class Meta:
        model = Campaign
        fields = ["title", "pitch", "visibility", "seats", "rhythm", "roll_timing"]
        widgets = {
            "pitch": forms.Textarea(attrs={"rows": 6}),
            "visibility": forms.RadioSelect,
            "roll_timing": forms.RadioSelect,
            "seats": forms.NumberInput(attrs={"min": 1, "max": 30}),
        }
        help_texts = {
            "pitch": _("What the story is about and whom you look for. Markdown works."),
            "seats": _("How many players the table takes, from 1 to 30."),
            "rhythm": _("What you agree on: players see it before they apply."),
            "roll_timing": _("Either way each roll is in the record at once, and throws once."),
        }

    def clean_seats(self) -> int:
        seats: int = self.cleaned_data["seats"]
        if not 1 <= seats <= 30:
            raise forms.ValidationError(_("A table has 1 to 30 seats."))
        return seats


class CampaignCreateForm(CampaignChangeForm):
    """A new campaign; its rules system stays as chosen here."""

    # Nothing is chosen beforehand: what is taken here by mistake stays.
    system = forms.ChoiceField(
        label=_("Rules system"), choices=lambda: [("", _("Choose…")), *system_choices()]
    )

    class Meta(CampaignChangeForm.Meta):
        fields = ["title", "pitch", "system", "visibility", "seats", "rhythm", "roll_timing"]


class ApplicationForm(forms.ModelForm):
    """A player asks for a seat."""

    class Meta:
        model = Application
        fields = ["text"]
        widgets = {"text": forms.Textarea(attrs={"rows": 5})}


class AnswerForm(forms.Form):
    """The GM's answer to an application."""

    answer = forms.CharField(
        label=_("A word to the player"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class InvitationForm(forms.ModelForm):
    """A link for players or spectators."""

    role = forms.ChoiceField(
        label=_("The link seats a"),
        choices=[
            (Membership.Role.PLAYER, Membership.Role.PLAYER.label),
            (Membership.Role.SPECTATOR, Membership.Role.SPECTATOR.label),
        ],
    )
    uses_left = forms.IntegerField(
        label=_("For how many people"), min_value=1, max_value=30, initial=1
    )

    class Meta:
        model = Invitation
        fields = ["role", "uses_left"]


class CastChoiceField(forms.ModelMultipleChoiceField):
    """Cast members, each by name."""

    def label_from_instance(self, obj: CastMember) -> str:
        return obj.name


class SceneForm(forms.ModelForm):
    """A new scene."""

    participants = CastChoiceField(
        label=_("Participants"),
        queryset=CastMember.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Needed when only participants read the scene."),
    )

    class Meta:
        model = Scene
        fields = ["title", "kind", "audience", "participants"]
        widgets = {"audience": forms.RadioSelect}

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["participants"].queryset = access.castable(campaign)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("audience") == Scene.Audience.PARTICIPANTS and not cleaned.get(
            "participants"
        ):
            self.add_error("participants", _("Choose who takes part, or open it to everyone."))
        return cleaned


class SceneChangeForm(SceneForm):
    """A scene's title and who takes part; its audience stays as it was opened."""

    class Meta(SceneForm.Meta):
        fields = ["title", "participants"]

    def clean(self) -> dict[str, Any]:
        cleaned = forms.ModelForm.clean(self) or self.cleaned_data
        if self.instance.audience == Scene.Audience.PARTICIPANTS and not cleaned.get(
            "participants"
        ):
            self.add_error("participants", _("A scene for its participants needs some."))
        return cleaned


class RerollForm(forms.Form):
    """A new throw: the id that makes it happen once, and one's part of the chance."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    nonce = forms.RegexField(
        r"^[0-9a-f]{32}$",
        label=_("Your part of the chance"),
        error_messages={"invalid": _("Write exactly 32 digits from 0 to 9 and from a to f.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    @staticmethod
    def fresh() -> dict[str, object]:
        """Return what a form not yet sent holds."""
        return {"request_id": uuid4(), "nonce": new_nonce()}


class CorrectionForm(forms.Form):
    """What the GM corrects about a roll after it fell."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    target = forms.IntegerField(
        label=_("Another target"), required=False, min_value=1, max_value=99
    )
    modifiers = forms.CharField(
        label=_("One more modifier"),
        required=False,
        max_length=60,
        help_text=_("A number and what it is for: -2 darkness."),
    )
    reason = forms.CharField(label=_("Why"), max_length=200)

    @staticmethod
    def fresh() -> dict[str, object]:
        """Return what a form not yet sent holds."""
        return {"request_id": uuid4()}

    def clean_modifiers(self) -> tuple[tuple[str, int], ...]:
        found = parse_modifiers(self.cleaned_data["modifiers"])
        if len(found) > 1:
            raise forms.ValidationError(_("One modifier at a time."))
        return found

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("target") is None and cleaned.get("modifiers") == ():
            self.add_error(None, _("Give another target or a modifier."))
        return cleaned

    def modifier(self) -> tuple[str, int] | None:
        """Return the modifier typed, if any."""
        found: tuple[tuple[str, int], ...] = self.cleaned_data["modifiers"]
        return found[0] if found else None


class SessionEndForm(forms.Form):
    """The end of a session: words, a scene for the summary, and experience per character."""

    closing_words = forms.CharField(
        label=_("Closing words"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("They open the summary. Markdown works."),
    )
    summary_scene = forms.ModelChoiceField(
        label=_("Scene for the summary"),
        queryset=Scene.objects.none(),
        required=False,
        empty_label=_("In no scene"),
    )

    def __init__(self, *args: Any, campaign: Campaign, viewer: access.Viewer, **kwargs: Any):
        super().__init__(*args, **kwargs)
        scenes = access.visible_scenes(viewer).filter(campaign=campaign, closed_at=None)
        newest_first = scenes.order_by("-opened_at", "-id")
        self.fields["summary_scene"].queryset = newest_first  # type: ignore[attr-defined]
        self.fields["summary_scene"].initial = newest_first.first()
        self.characters = list(access.castable(campaign).filter(player__isnull=False))
        for character in self.characters:
            self.fields[f"xp-{character.public_id}"] = forms.IntegerField(
                label=character.name, min_value=0, max_value=1000, initial=0
            )

    def award_fields(self) -> list[forms.BoundField]:
        """Return the fields of the characters' experience, in the order of the cast."""
        return [self[f"xp-{character.public_id}"] for character in self.characters]

    def awards(self) -> dict[str, int]:
        """Return the experience typed, by the cast member's public id."""
        return {
            str(character.public_id): self.cleaned_data[f"xp-{character.public_id}"]
            for character in self.characters
        }
