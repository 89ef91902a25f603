"""The published draw: its places, rounds and matches.

A match never stores who is in it: the two sides are worked out from the places and the outcomes
(`competition.knockout.rules.bracket`), so that a corrected result needs no repair further on.
"""

from django.db import models
from django.db.models import Q

from competition.contest.rules.limits import DAYS
from competition.entries.models.pair import Pair
from competition.lots.models import Draw
from competition.lots.rules.layout import code
from scoring.models import Row


class Place(Row):
    """A place in a published draw: it holds a pair, or a bye where `pair` is empty."""

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
    """A round and the day by which its matches are played."""

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
    """A place for two pairs to meet, known by its round and its position from the top."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["round", "position"]
        constraints = [models.UniqueConstraint(fields=["round", "position"], name="match_position_once")]

    def __str__(self) -> str:
        return self.code

    @property
    def code(self) -> str:
        """The match's public code, such as R2-M5."""
        return code(self.round.number, self.position)
