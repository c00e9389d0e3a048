"""
The tables of the ledger. Only rules.randomness writes them.

Entries and openings are append-only: the database itself refuses to change or remove them.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Chain(models.Model):
    """The head of one campaign's chain; its row is the lock that orders the draws."""

    campaign = models.UUIDField(unique=True)
    seq = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, default="0" * 64)
    last_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("chain")
        verbose_name_plural = _("chains")

    def __str__(self) -> str:
        return f"{self.campaign} · {self.seq}"


class Epoch(models.Model):
    """One stretch of a chain under one seed, which is encrypted until the epoch is closed."""

    campaign = models.UUIDField()
    number = models.PositiveIntegerField()
    sealed_seed = models.BinaryField()
    is_open = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("epoch")
        verbose_name_plural = _("epochs")
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="epoch_number"),
            models.UniqueConstraint(
                fields=["campaign"], condition=Q(is_open=True), name="one_open_epoch"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.number}"


class LedgerEntry(models.Model):
    """One entry of a chain, as docs/ledger.md describes it."""

    campaign = models.UUIDField()
    seq = models.PositiveBigIntegerField()
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    at = models.DateTimeField()
    kind = models.CharField(max_length=40)
    actor = models.CharField(max_length=64)
    body = models.JSONField()
    epoch = models.ForeignKey(Epoch, models.PROTECT, null=True, related_name="+")
    # The id of a draw's request, also of a sealed one: the same request is drawn once.
    request_id = models.UUIDField(null=True)

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger entries")
        constraints = [
            models.UniqueConstraint(fields=["campaign", "seq"], name="entry_number"),
            models.UniqueConstraint(
                fields=["campaign", "request_id"],
                condition=Q(request_id__isnull=False),
                name="request_is_drawn_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.seq} · {self.kind}"


class SealedBody(models.Model):
    """The real body of a sealed entry and the random bytes of its seal."""

    entry = models.OneToOneField(LedgerEntry, models.PROTECT, related_name="opening")
    body = models.JSONField()
    salt = models.BinaryField()

    class Meta:
        verbose_name = _("sealed body")
        verbose_name_plural = _("sealed bodies")

    def __str__(self) -> str:
        return str(self.entry)
