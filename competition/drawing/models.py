"""Models for locked entry lists, draws with their publication, and swaps."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from competition.audit.append_only import Words
from competition.contest.models import Competition

# The draw that is played.
PUBLISHED = Q(publication__isnull=False, publication__undone=None)


class Commitment(models.Model):
    """A locked entry list with the conditions. Its fingerprint `digest` is public before the draw.

    `algorithm` names the draw method. `secret` stays private until the draw is published.
    """

    words: ClassVar[Words] = ()
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


class _Draws(models.Manager["Draw"]):
    """Draws with their publication, so that reading it takes no query of its own."""

    def get_queryset(self) -> models.QuerySet["Draw"]:
        return super().get_queryset().select_related("publication__undone")


class Draw(models.Model):
    """One attempt at the draw. All attempts are stored and at most one is published.

    `dice` are the throws of witnesses, if there were any.
    """

    words: ClassVar[Words] = ()
    competition = models.ForeignKey(Competition, models.CASCADE, related_name="draws")
    commitment = models.ForeignKey(Commitment, models.CASCADE, related_name="draws")
    attempt = models.PositiveSmallIntegerField()
    dice = models.CharField(max_length=60, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    objects = _Draws()

    class Meta:
        ordering = ["attempt"]
        constraints = [models.UniqueConstraint(fields=["competition", "attempt"], name="draw_attempt_once")]

    def __str__(self) -> str:
        return f"draw {self.attempt}"

    @property
    def is_published(self) -> bool:
        """True if this draw is the one that is played."""
        return hasattr(self, "publication") and not self.undone

    @property
    def published_at(self) -> datetime | None:
        """The time of publication, or None before it."""
        return self.publication.at if hasattr(self, "publication") else None

    @property
    def undone(self) -> "UndonePublication | None":
        """The row that undid the publication, or None."""
        return getattr(getattr(self, "publication", None), "undone", None)


class Publication(models.Model):
    """The publication of a draw. A draw is published only once."""

    words: ClassVar[Words] = ()
    draw = models.OneToOneField(Draw, models.CASCADE, related_name="publication")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.draw} published"


class UndonePublication(models.Model):
    """The end of a publication before any play. The draw stays on record."""

    words: ClassVar[Words] = ("reason",)
    publication = models.OneToOneField(Publication, models.CASCADE, related_name="undone")
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="undone_publication_reason")]

    def __str__(self) -> str:
        return f"{self.publication}, undone"


class Swap(models.Model):
    """A swap of two pairs, by number, after the draw, with a public reason."""

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
