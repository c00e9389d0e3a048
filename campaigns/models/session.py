"""Game sessions: the stretch of play between two awards of experience."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from campaigns.models.campaign import Campaign
from campaigns.models.post import Post
from campaigns.models.scene import Scene


class GameSession(models.Model):
    """One session of a campaign; it opens and closes one epoch of the ledger."""

    class Status(models.TextChoices):
        OPEN = "OPEN", pgettext_lazy("session", "Open")
        ENDING = "ENDING", pgettext_lazy("session", "Ending")
        ENDED = "ENDED", pgettext_lazy("session", "Ended")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="sessions")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=6, choices=Status.choices, default=Status.OPEN)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    # Typed by the GM when asking for the end.
    end_requested_at = models.DateTimeField(null=True)
    end_requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    awards = models.JSONField(default=dict)  # cast member's public id -> XP
    closing_words = models.TextField(_("closing words"), max_length=10_000, blank=True)
    summary_scene = models.ForeignKey(Scene, models.SET_NULL, null=True, related_name="+")
    summary = models.OneToOneField(
        Post, models.SET_NULL, null=True, related_name="summarised_session"
    )
    # What the end did, as the summary shows it: awards, bennies, the GM's pool, the chain's head.
    report = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("game session")
        verbose_name_plural = _("game sessions")
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="session_number"),
            models.UniqueConstraint(
                fields=["campaign"],
                condition=~Q(status="ENDED"),
                name="one_running_session",
            ),
        ]
        indexes = [
            # sessions.due: what the GM asked to end and nobody has ended yet
            models.Index(
                fields=["end_requested_at"], condition=Q(status="ENDING"), name="session_ending"
            )
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.number}"
