"""The sheet and the state behind a member of the cast, and what has happened to both."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from campaigns.models import Campaign, CastMember


class Character(models.Model):
    """A cast member's sheet (what is bought) and state (what has happened to it)."""

    class Status(models.TextChoices):
        DRAFT = "DRAFT", pgettext_lazy("character", "Being made")
        SUBMITTED = "SUBMITTED", pgettext_lazy("character", "Waiting for the GM")
        RETURNED = "RETURNED", pgettext_lazy("character", "Sent back with notes")
        APPROVED = "APPROVED", pgettext_lazy("character", "Approved")

    cast_member = models.OneToOneField(CastMember, models.CASCADE, related_name="character")
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.DRAFT)
    sheet = models.JSONField(default=dict)
    state = models.JSONField(default=dict)
    experience = models.PositiveIntegerField(_("experience"), default=0)
    gm_note = models.TextField(_("the GM's note"), max_length=4000, blank=True)
    # Counts what was changed on the sheet: forms and buttons carry the one that they show.
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("character")
        verbose_name_plural = _("characters")

    def __str__(self) -> str:
        return self.cast_member.name


class Change(models.Model):
    """One thing that happened to a character: who, when, why, and what is different since."""

    class Kind(models.TextChoices):
        CREATED = "CREATED", pgettext_lazy("change", "Made")
        SHEET = "SHEET", pgettext_lazy("change", "Sheet changed")
        SUBMITTED = "SUBMITTED", pgettext_lazy("change", "Sent to the game master")
        RETURNED = "RETURNED", pgettext_lazy("change", "Sent back")
        APPROVED = "APPROVED", pgettext_lazy("change", "Approved")
        STATE = "STATE", pgettext_lazy("change", "State changed")
        SESSION = "SESSION", pgettext_lazy("change", "Session ended")

    character = models.ForeignKey(Character, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reason = models.TextField(_("reason"), max_length=4000, blank=True)
    # [{"name": {"es", "en"}, "before": ..., "after": ...}, ...]; see characters.differences
    differences = models.JSONField(default=list)

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        # a sheet's history, newest first
        indexes = [models.Index(fields=["character", "-at", "-id"], name="change_newest_first")]

    def __str__(self) -> str:
        return f"{self.character} · {self.get_kind_display()} · {self.at:%Y-%m-%d %H:%M}"


class TablePool(models.Model):
    """What the GM has to spend for the table's NPCs."""

    campaign = models.OneToOneField(Campaign, models.CASCADE, related_name="pool")
    gm_bennies = models.PositiveSmallIntegerField(_("the GM's bennies"), default=0)

    class Meta:
        verbose_name = _("table pool")
        verbose_name_plural = _("table pools")

    def __str__(self) -> str:
        return f"{self.campaign}: {self.gm_bennies}"
