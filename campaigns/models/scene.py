"""A scene: a thread in which the story is told."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from campaigns.models.campaign import Campaign
from campaigns.models.cast import CastMember


class Scene(models.Model):
    """A thread of posts, for the whole campaign, for its participants or for the GM."""

    class Kind(models.TextChoices):
        STORY = "STORY", pgettext_lazy("scene", "Story")
        OFF_TOPIC = "OFF_TOPIC", pgettext_lazy("scene", "Out of character")
        REFERENCE = "REFERENCE", pgettext_lazy("scene", "Reference")

    class Audience(models.TextChoices):
        CAMPAIGN = "CAMPAIGN", _("Everyone in the campaign")
        PARTICIPANTS = "PARTICIPANTS", _("Only its participants and the GM")
        GM = "GM", _("Only the GM")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="scenes")
    title = models.CharField(_("title"), max_length=120)
    kind = models.CharField(_("kind"), max_length=9, choices=Kind.choices, default=Kind.STORY)
    audience = models.CharField(
        _("who reads it"), max_length=12, choices=Audience.choices, default=Audience.CAMPAIGN
    )
    participants = models.ManyToManyField(
        CastMember, blank=True, related_name="scenes", verbose_name=_("participants")
    )
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("scene")
        verbose_name_plural = _("scenes")
        indexes = [
            models.Index(fields=["campaign", "-opened_at", "-id"], name="scene_newest_first"),
            # the scenes a visitor may read: open ones of public campaigns
            models.Index(
                fields=["campaign"],
                condition=Q(closed_at=None, audience="CAMPAIGN"),
                name="scene_open_to_all",
            ),
        ]

    def __str__(self) -> str:
        return self.title
