"""Who may speak in a campaign's scenes."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign


class CastMember(models.Model):
    """
    A face in the story, whoever is behind it.

    Posts, audiences and seats refer to cast members; `player` is empty for the GM's own.
    """

    class Kind(models.TextChoices):
        CHARACTER = "CHARACTER", _("Player character")
        NPC = "NPC", _("Non-player character")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="cast")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    name = models.CharField(_("name"), max_length=60)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="cast"
    )
    portrait = models.FileField(_("portrait"), upload_to="portraits/", blank=True)
    portrait_alt = models.CharField(_("what the portrait shows"), max_length=160, blank=True)
    # A character speaks and rolls once the GM has approved it.
    approved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("cast member")
        verbose_name_plural = _("cast")
        indexes = [models.Index(fields=["campaign", "name", "id"], name="cast_by_name")]

    def __str__(self) -> str:
        return self.name
