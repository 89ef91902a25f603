"""Models for locked entry lists, draws with their publication, and swaps."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Mod
from django.db.models.lookups import Exact
from django.utils import timezone

from competition.audit.append_only import Words
from competition.audit.models import BY_A_PAIR, BY_AN_ORGANISER
from competition.contest.models import Competition
from competition.contest.rules.division import Division
from competition.contest.rules.seasons import DAYS
from competition.draw.rules.description import sentence_elsewhere
from competition.draw.rules.sections import division_in, joined
from scoring.models import MomentField

# The draw in play.
PUBLISHED = Q(publication__isnull=False, publication__followed_by=None)
_PUBLISHES = Q(Exact(Mod("number", 2), 1), draw__isnull=False, reason="") & BY_A_PAIR
_UNDOES = Q(Exact(Mod("number", 2), 0), ~Q(reason=""), draw=None) & BY_AN_ORGANISER


class LockedList(models.Model):
    """A locked entry list with the conditions. Its SHA-256 `fingerprint` is public before the draw.

    `algorithm` names the draw method. `secret` stays private until the draw is published. If each round is drawn by
    itself, `last_secret` is the private secret of the last possible drawing, from which all others follow.
    """

    words: ClassVar[Words] = ()
    competition = models.ForeignKey(Competition, models.CASCADE, related_name="locked_lists")
    number = models.PositiveSmallIntegerField()
    algorithm = models.CharField(max_length=20)
    entries = models.JSONField()
    conditions = models.JSONField()
    secret = models.CharField(max_length=64)
    last_secret = models.CharField(max_length=64, blank=True)
    fingerprint = models.CharField(max_length=64)
    made_at = MomentField(default=timezone.now)
    # Empty if the row was imported.
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="locked_list_number_once")]

    def __str__(self) -> str:
        return self.fingerprint


class _Draws(models.Manager["Draw"]):
    """Manager that loads each draw with its publication and the row about a draw made elsewhere, to save queries."""

    def get_queryset(self) -> models.QuerySet["Draw"]:
        return super().get_queryset().select_related("publication__followed_by", "elsewhere")


class Draw(models.Model):
    """One attempt at the draw. All attempts are stored and at most one is published.

    A draw of this site has a `locked_list`. A draw made elsewhere has none, and its places are in `elsewhere`. `dice`
    are the throws of witnesses, if there were any.
    """

    words: ClassVar[Words] = ()
    competition = models.ForeignKey(Competition, models.CASCADE, related_name="draws")
    locked_list = models.ForeignKey(LockedList, models.CASCADE, null=True, related_name="draws")
    attempt = models.PositiveSmallIntegerField()
    dice = models.CharField(max_length=60, blank=True)
    made_at = MomentField(default=timezone.now)
    # Empty if the row was imported.
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    objects = _Draws()

    class Meta:
        ordering = ["attempt"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "attempt"], name="draw_attempt_once"),
            models.CheckConstraint(condition=Q(locked_list__isnull=False) | Q(dice=""), name="draw_dice_with_its_list"),
        ]

    def __str__(self) -> str:
        return f"draw {self.attempt}"

    @property
    def is_elsewhere(self) -> bool:
        """True if the draw was made elsewhere, so this site cannot prove it (no query)."""
        return self.locked_list_id is None

    @property
    def is_published(self) -> bool:
        """True if this draw is in play."""
        return hasattr(self, "publication") and not self.undone

    @property
    def published_at(self) -> datetime | None:
        """The time of publication, or None before it."""
        return self.publication.at if hasattr(self, "publication") else None

    @property
    def undone(self) -> "Publication | None":
        """The row that undid the publication, or None."""
        return getattr(getattr(self, "publication", None), "followed_by", None)


class DrawnElsewhere(models.Model):
    """The result of a draw made elsewhere, and how it was made, as entered by the organiser.

    `places` has the number of the pair in each place from the top, or None for a bye. If the draw is in sections whose
    winners never meet, `places` has a list for each section. If the rounds were drawn one by one, it has one list.
    `how` is a short text such as "out of a hat". The other texts are optional too.
    """

    words: ClassVar[Words] = ("how", "place", "drawn_by", "witnesses")
    draw = models.OneToOneField(Draw, models.CASCADE, related_name="elsewhere")
    places = models.JSONField()
    day = models.DateField(null=True)
    # Longer than the form allows, to leave space for the mark of removed text.
    how = models.CharField(max_length=120, blank=True)
    place = models.CharField(max_length=120, blank=True)
    drawn_by = models.CharField(max_length=120, blank=True)
    witnesses = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(day__range=DAYS), name="drawn_elsewhere_day")]

    def __str__(self) -> str:
        return self.sentence

    @property
    def seats(self) -> list[int | None]:
        """The number of the pair in each place from the top, or None for a bye, without the sections."""
        return joined(self.places)

    @property
    def division(self) -> Division:
        """The sections of the draw."""
        return division_in(self.places)

    @property
    def sentence(self) -> str:
        """The public sentence about when, where and by whom the draw was made.

        It says that the draw cannot be verified.
        """
        return sentence_elsewhere(self.day, self.place, self.how, self.drawn_by, self.witnesses)


class Publication(models.Model):
    """The publication of a draw, or a row that undoes it. An undoing row has a reason and no draw.

    Each row follows the last row of its competition, and the two kinds alternate, so at most one draw is published.
    """

    words: ClassVar[Words] = ("reason",)
    competition = models.ForeignKey(Competition, models.CASCADE, related_name="publications")
    # Odd numbers publish a draw. Even numbers undo the previous publication.
    number = models.PositiveSmallIntegerField()
    follows = models.OneToOneField("self", models.CASCADE, null=True, related_name="followed_by")
    draw = models.OneToOneField(Draw, models.CASCADE, null=True, related_name="publication")
    reason = models.CharField(max_length=500, blank=True)
    at = MomentField()
    # The organiser who undid the publication.
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    author_in_file = models.CharField(max_length=80, null=True, blank=True)  # noqa: DJ001 - None and "" differ

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="publication_number_once"),
            models.CheckConstraint(
                condition=Q(number=1, follows=None) | Q(number__gt=1, follows__isnull=False),
                name="publication_follows_the_last",
            ),
            models.CheckConstraint(condition=_PUBLISHES | _UNDOES, name="publication_alternates"),
        ]

    def __str__(self) -> str:
        return f"{self.draw} published" if self.draw else "publication undone"


class Swap(models.Model):
    """A swap of two pairs, by number, after the draw, with a public reason."""

    words: ClassVar[Words] = ("reason",)
    draw = models.ForeignKey(Draw, models.CASCADE, related_name="swaps")
    number = models.PositiveSmallIntegerField()
    one = models.PositiveSmallIntegerField()
    other = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=500)
    made_at = MomentField(default=timezone.now)
    # Empty if the row was imported.
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "number"], name="swap_number_once"),
            models.CheckConstraint(condition=~Q(one=models.F("other")), name="swap_of_two"),
            models.CheckConstraint(condition=~Q(reason=""), name="swap_reason"),
        ]

    def __str__(self) -> str:
        return f"pairs {self.one} and {self.other}"
