"""Posts, the rolls they carry, and drafts."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from campaigns.models.campaign import Campaign
from campaigns.models.cast import CastMember
from campaigns.models.scene import Scene
from rules.models import LedgerEntry

TEXT_LIMIT = 50_000
NOTE_LIMIT = 10_000


class Post(models.Model):
    """One message in a scene: a story text, a note apart from it, and rolls."""

    class Voice(models.TextChoices):
        CHARACTER = "CHARACTER", _("A character")
        NARRATOR = "NARRATOR", _("The narrator")
        PERSON = "PERSON", _("Yourself")
        CHRONICLE = "CHRONICLE", _("The chronicle")

    class Audience(models.TextChoices):
        SCENE = "SCENE", _("Everyone in the scene")
        GM = "GM", pgettext_lazy("audience", "Only the GM")
        NAMED = "NAMED", pgettext_lazy("audience", "Only some characters")

    # Made by the form: sending the same form twice publishes one post.
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    scene = models.ForeignKey(Scene, models.CASCADE, related_name="posts")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="posts"
    )
    voice = models.CharField(max_length=9, choices=Voice.choices)
    cast_member = models.ForeignKey(
        CastMember, models.PROTECT, null=True, blank=True, related_name="posts"
    )
    text = models.TextField(_("story"), max_length=TEXT_LIMIT, blank=True)
    text_html = models.TextField(editable=False, default="")
    note = models.TextField(_("out-of-character note"), max_length=NOTE_LIMIT, blank=True)
    note_html = models.TextField(editable=False, default="")
    audience = models.CharField(
        _("who reads it"), max_length=5, choices=Audience.choices, default=Audience.SCENE
    )
    readers = models.ManyToManyField(CastMember, blank=True, related_name="+")
    published_at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)
    deleted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("post")
        verbose_name_plural = _("posts")
        constraints = [
            models.CheckConstraint(
                condition=Q(voice="CHARACTER", cast_member__isnull=False)
                | (~Q(voice="CHARACTER") & Q(cast_member__isnull=True)),
                name="post_as_character_names_it",
            ),
            models.CheckConstraint(
                condition=Q(voice="CHRONICLE") | Q(author__isnull=False),
                name="post_has_an_author",
            ),
        ]
        # a page of a scene, oldest or newest first
        indexes = [models.Index(fields=["scene", "published_at", "id"], name="post_in_order")]

    def __str__(self) -> str:
        return f"{self.scene} · {self.published_at:%Y-%m-%d %H:%M}"


class Roll(models.Model):
    """
    A roll asked for in a scene: the frozen question, its result and its ledger entry.

    What was asked and what fell never change. `post` is set once, when a post takes it up; a secret
    ends once; and `readings` grows, when it is thrown again for a benny or the GM corrects it.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="rolls")
    scene = models.ForeignKey(Scene, models.CASCADE, related_name="rolls")
    post = models.ForeignKey(Post, models.SET_NULL, null=True, related_name="rolls")
    entry = models.OneToOneField(LedgerEntry, models.PROTECT, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="scene_rolls")
    cast_member = models.ForeignKey(
        CastMember, models.PROTECT, null=True, blank=True, related_name="rolls"
    )
    reason = models.CharField(_("reason"), max_length=200)
    # What was asked: trait or notation, extra modifiers, target. As it went into the ledger.
    asked = models.JSONField()
    # What came of it, in the form that the chip shows (rules.engine.rolls.Roll).
    result = models.JSONField()
    # What was made of it later, oldest first: campaigns.services.readings says what each holds.
    readings = models.JSONField(default=list)
    # Thrown by the GM behind the screen: nobody else learns of it until it is revealed.
    is_secret = models.BooleanField(default=False)
    thrown_at = models.DateTimeField()

    class Meta:
        verbose_name = _("roll")
        verbose_name_plural = _("rolls")
        indexes = [
            # the GM's page of rolls
            models.Index(fields=["campaign", "-thrown_at", "-id"], name="roll_newest_first"),
            # the author's rolls that wait for a post
            models.Index(
                fields=["scene", "person"], condition=Q(post=None), name="roll_without_post"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reason} · {self.thrown_at:%Y-%m-%d %H:%M}"

    @property
    def counts(self) -> dict[str, Any]:
        """The result that counts now."""
        found: dict[str, Any] = self.readings[-1]["counts"] if self.readings else self.result
        return found


class Draft(models.Model):
    """What somebody has typed into a scene's composer and not yet sent."""

    scene = models.ForeignKey(Scene, models.CASCADE, related_name="drafts")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="drafts")
    # The composer's fields by name, as typed.
    fields = models.JSONField(default=dict)
    saved_at = models.DateTimeField()

    class Meta:
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        constraints = [
            models.UniqueConstraint(fields=["scene", "person"], name="one_draft_a_scene")
        ]

    def __str__(self) -> str:
        return f"{self.person} · {self.scene}"
