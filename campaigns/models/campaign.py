"""A campaign and the people in it."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Campaign(models.Model):
    """A table: its pitch, its rules system and the contract its people play by."""

    class Visibility(models.TextChoices):
        PUBLIC = "PUBLIC", _("Public: anyone may read its open scenes")
        LISTED = "LISTED", _("Announced: it stands in the list, only members read")
        PRIVATE = "PRIVATE", _("Private: only those with an invitation know of it")

    class Rhythm(models.TextChoices):
        DAILY = "DAILY", _("One post a day")
        TWO_DAYS = "TWO_DAYS", _("One post every two days")
        TWICE_A_WEEK = "TWICE_A_WEEK", _("Two posts a week")
        WEEKLY = "WEEKLY", _("One post a week")
        FREE = "FREE", _("No fixed rhythm")

    class RollTiming(models.TextChoices):
        WITH_POST = "WITH_POST", _("Rolls fall when the post is published")
        FIRST = "FIRST", _("Rolls may be thrown first and written about afterwards")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    title = models.CharField(_("title"), max_length=100)
    pitch = models.TextField(_("pitch"), max_length=4000)
    pitch_html = models.TextField(editable=False, default="")
    system = models.CharField(_("rules system"), max_length=40)
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    seats = models.PositiveSmallIntegerField(_("seats for players"), default=4)
    rhythm = models.CharField(
        _("expected rhythm"), max_length=12, choices=Rhythm.choices, default=Rhythm.TWO_DAYS
    )
    roll_timing = models.CharField(
        _("when dice fall"),
        max_length=9,
        choices=RollTiming.choices,
        default=RollTiming.WITH_POST,
    )
    takes_applications = models.BooleanField(_("open for applications"), default=False)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        constraints = [
            models.CheckConstraint(
                condition=Q(seats__gte=1, seats__lte=30), name="campaign_has_1_to_30_seats"
            )
        ]
        indexes = [
            # the list of campaigns on the home page, newest first
            models.Index(
                fields=["-created_at", "-id"],
                condition=Q(visibility__in=["PUBLIC", "LISTED"]),
                name="campaign_listed",
            )
        ]

    def __str__(self) -> str:
        return self.title


class Membership(models.Model):
    """One person's place at one table."""

    class Role(models.TextChoices):
        GM = "GM", _("Game master")
        CO_GM = "CO_GM", _("Co-GM")
        PLAYER = "PLAYER", pgettext_lazy("role", "Player")
        SPECTATOR = "SPECTATOR", _("Spectator")

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="memberships")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=9, choices=Role.choices)
    joined_at = models.DateTimeField()

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["campaign", "person"], name="one_membership_a_person"),
            models.UniqueConstraint(
                fields=["campaign"], condition=Q(role="GM"), name="one_gm_a_campaign"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} · {self.get_role_display()}"


class Application(models.Model):
    """A player asks for a seat."""

    class Status(models.TextChoices):
        PENDING = "PENDING", pgettext_lazy("application", "Pending")
        ACCEPTED = "ACCEPTED", pgettext_lazy("application", "Accepted")
        DECLINED = "DECLINED", pgettext_lazy("application", "Declined")
        WITHDRAWN = "WITHDRAWN", pgettext_lazy("application", "Withdrawn")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="applications")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="applications"
    )
    text = models.TextField(_("who you are and what you would like to play"), max_length=4000)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.PENDING)
    answer = models.TextField(_("answer to the player"), max_length=2000, blank=True)
    applied_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("application")
        verbose_name_plural = _("applications")
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "person"],
                condition=Q(status="PENDING"),
                name="one_pending_application",
            )
        ]

    def __str__(self) -> str:
        return f"{self.person} → {self.campaign}"


class Invitation(models.Model):
    """A link that seats whoever opens it, until it expires, is used up or is withdrawn."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=43, unique=True)
    role = models.CharField(
        _("role"), max_length=9, choices=Membership.Role.choices, default=Membership.Role.PLAYER
    )
    uses_left = models.PositiveSmallIntegerField(_("uses left"), default=1)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return f"{self.campaign} · {self.get_role_display()}"
