"""Models for scores that a pair kept on paper in addition to the score sheet of the match."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Mod
from django.db.models.lookups import Exact

from competition.draw.models.rounds import Meeting, Slot
from scoring.models import SummarySheet


class OwnSheet(models.Model):
    """The score sheet that a pair kept for itself (Law 75). Only the score sheet of the match counts."""

    meeting = models.OneToOneField(Meeting, models.CASCADE, related_name="+")
    kept_by = models.CharField(max_length=6, choices=Slot.choices)
    sheet = models.OneToOneField(SummarySheet, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(name="own_sheet_of_a_pair", condition=Q(kept_by__in=Slot.values)),
        ]

    def __str__(self) -> str:
        return f"own sheet of the {self.kept_by} pair"


class PointsLine(models.Model):
    """The points of both pairs for one deal, typed in from a paper sheet without contracts.

    The line of the Law 80 credits has no number.
    """

    meeting = models.ForeignKey(Meeting, models.CASCADE, related_name="points_lines")
    number = models.PositiveSmallIntegerField(null=True)
    upper = models.PositiveIntegerField()
    lower = models.PositiveIntegerField()

    class Meta:
        ordering = [F("number").asc(nulls_last=True)]
        constraints = [
            models.UniqueConstraint(fields=["meeting", "number"], name="points_once_a_deal"),
            models.UniqueConstraint(fields=["meeting"], condition=Q(number=None), name="points_credits_once"),
            models.CheckConstraint(name="points_number", condition=Q(number=None) | Q(number__gte=1)),
            models.CheckConstraint(
                name="points_end_in_0", condition=Q(Exact(Mod("upper", 10), 0)) & Q(Exact(Mod("lower", 10), 0))
            ),
        ]

    def __str__(self) -> str:
        return f"points of deal {self.number}" if self.number else "credits"
