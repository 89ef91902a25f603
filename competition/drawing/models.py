"""Models for locked entry lists, draws and swaps."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from competition.audit.append_only import Once, Words
from competition.contest.models import Competition

# The draw that is played.
PUBLISHED = Q(published_at__isnull=False, taken_back_at=None)


class Commitment(models.Model):
    """A locked entry list with the conditions. Its fingerprint `digest` is public before the draw.

    `algorithm` names the draw method. `secret` stays private until the draw is published.
    """

    written_once: ClassVar[Once] = ()
    competition = models.ForeignKey(Competition, models.CASCADE, related_name="commitments")
    number = models.PositiveSmallIntegerField()
    algorithm = models.CharField(max_length=20)
    entries = models.JSONField()
    conditions = models.JSONField()
    secret = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="commitment_number_once")]

    def __str__(self) -> str:
        return self.digest


class Draw(models.Model):
    """One attempt at the draw. All attempts are stored and at most one is published.

    `dice` are the throws of witnesses, if there were any. A published draw can be undone before any play. It stays on
    record and cannot be published again.
    """

    written_once: ClassVar[Once] = (("published_at",), ("taken_back_at", "taken_back_by", "taken_back_because"))
    words: ClassVar[Words] = ("taken_back_because",)
    competition = models.ForeignKey(Competition, models.CASCADE, related_name="draws")
    commitment = models.ForeignKey(Commitment, models.CASCADE, related_name="draws")
    attempt = models.PositiveSmallIntegerField()
    dice = models.CharField(max_length=60, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    published_at = models.DateTimeField(null=True, blank=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    taken_back_because = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["attempt"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "attempt"], name="draw_attempt_once"),
            models.UniqueConstraint(fields=["competition"], condition=PUBLISHED, name="draw_published_once"),
            models.CheckConstraint(
                name="draw_taken_back_for_a_reason",
                condition=Q(taken_back_at=None, taken_back_by=None, taken_back_because="")
                | Q(published_at__isnull=False, taken_back_at__isnull=False, taken_back_by__isnull=False)
                & ~Q(taken_back_because=""),
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.attempt}"

    @property
    def is_published(self) -> bool:
        """True if this draw is the one that is played."""
        return self.published_at is not None and self.taken_back_at is None


class Swap(models.Model):
    """A swap of two pairs, by number, after the draw, with a public reason."""

    written_once: ClassVar[Once] = ()
    words: ClassVar[Words] = ("reason",)
    draw = models.ForeignKey(Draw, models.CASCADE, related_name="swaps")
    number = models.PositiveSmallIntegerField()
    one = models.PositiveSmallIntegerField()
    other = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=500)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "number"], name="swap_number_once"),
            models.CheckConstraint(condition=~Q(one=models.F("other")), name="swap_of_two"),
            models.CheckConstraint(condition=~Q(reason=""), name="swap_reason"),
        ]

    def __str__(self) -> str:
        return f"pairs {self.one} and {self.other}"
