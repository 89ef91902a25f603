"""Models for the published draw: places, rounds and matches, with the organiser's decisions about them.

A match does not store its pairs. `competition.knockout.rules.bracket` derives them from the places and the results,
so a corrected result needs no repair in later rounds.
"""

from django.db import models
from django.db.models import Q

from competition.audit.models import OrganisersDecision
from competition.contest.rules.seasons import DAYS
from competition.drawing.models import Draw
from competition.drawing.rules.layout import code
from competition.entries.models import Pair
from scoring.models import ConditionsOfPlay, Row

_NOBODY_NEW = Q(pair=None, lot="")


class Place(Row):
    """A place in a published draw. `pair` is empty for a bye."""

    draw = models.ForeignKey(Draw, models.CASCADE, related_name="places")
    position = models.PositiveSmallIntegerField()
    pair = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="places")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "position"], name="place_position_once"),
            models.UniqueConstraint(fields=["draw", "pair"], name="place_pair_once"),
        ]

    def __str__(self) -> str:
        return f"place {self.position}"


class Round(models.Model):
    """A round with its play-by date."""

    draw = models.ForeignKey(Draw, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    play_by = models.DateField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(play_by__range=DAYS), name="round_play_by"),
        ]

    def __str__(self) -> str:
        return self.name


class Match(Row):
    """A match, identified by its round and its position from the top of the draw."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["round", "position"]
        constraints = [models.UniqueConstraint(fields=["round", "position"], name="match_position_once")]

    def __str__(self) -> str:
        return self.code

    @property
    def code(self) -> str:
        """The public code of the match, such as R2-M5."""
        return code(self.round.number, self.position)


class Extension(OrganisersDecision):
    """A new play-by date for a match, or for a whole round if `match` is empty. A row with `undoes` undoes another row.

    The last row that was not undone counts. A match never has an earlier play-by date than its round.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="extensions")
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")
    play_by = models.DateField(null=True)

    class Meta(OrganisersDecision.Meta):
        constraints = [
            *OrganisersDecision.Meta.constraints,
            models.CheckConstraint(condition=Q(play_by__range=DAYS), name="extension_play_by"),
            models.CheckConstraint(
                name="extension_or_taken_back",
                condition=Q(play_by__isnull=False, undoes=None) | Q(play_by=None, undoes__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"play by {self.play_by}" if self.play_by else "taken back"

    @property
    def code(self) -> str:
        """The code of the match. Empty for a whole round."""
        return code(self.round.number, self.match.position) if self.match else ""


class RoundConditions(OrganisersDecision, ConditionsOfPlay):
    """Corrected conditions of play for one round. A row with `undoes` undoes another row and repeats its values.

    The last row that was not undone counts. A score sheet stores its own conditions, so it never changes.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="conditions")

    class Meta(OrganisersDecision.Meta):
        constraints = [
            *OrganisersDecision.Meta.constraints,
            *ConditionsOfPlay.Meta.constraints,
        ]

    def __str__(self) -> str:
        return f"{self.round}: {'as published' if self.undoes_id else f'{self.deals} deals'}"


class PlaceChange(OrganisersDecision):
    """A change at one place: `pair` replaces `instead_of`. Empty means a bye. A row with `undoes` undoes another row.

    The last row of a place that was not undone counts. The place itself keeps the pair of the original draw.
    """

    class Kind(models.TextChoices):
        LATE = "late"
        REPLACEMENT = "replacement"
        TWICE = "twice"

    place = models.ForeignKey(Place, models.CASCADE, related_name="placings")
    kind = models.CharField(max_length=11, choices=Kind.choices, blank=True)
    pair = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="placings")
    instead_of = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")
    # Text that was hashed to pick a bye at random.
    lot = models.TextField(blank=True)

    class Meta(OrganisersDecision.Meta):
        constraints = [
            *OrganisersDecision.Meta.constraints,
            models.CheckConstraint(
                name="placing_as_its_kind_has_it",
                condition=Q(kind="late", undoes=None, pair__isnull=False, instead_of=None) & ~Q(lot="")
                | Q(kind="replacement", undoes=None, pair__isnull=False, instead_of__isnull=False, lot="")
                | Q(kind="twice", undoes=None, instead_of__isnull=False) & _NOBODY_NEW
                | Q(kind="", undoes__isnull=False, instead_of=None) & _NOBODY_NEW,
            ),
        ]

    def __str__(self) -> str:
        return self.kind or "taken back"


class Withdrawal(OrganisersDecision):
    """The withdrawal of a pair after the draw. A row with `undoes` undoes another row."""

    pair = models.ForeignKey(Pair, models.CASCADE, related_name="withdrawals")

    def __str__(self) -> str:
        return "are back in the draw, because the withdrawal was undone" if self.undoes_id else "withdrew"

    @classmethod
    def standing(cls) -> "models.QuerySet[Withdrawal]":
        """Return all withdrawals that have not been undone."""
        return cls.objects.filter(undoes=None, undone_by=None)
