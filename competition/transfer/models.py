"""Model for a running season before its publication on this site."""

from django.db import models
from django.db.models import Q

from competition.contest.models import Competition
from competition.contest.rules.seasons import DAYS

OUT_OF_A_HAT = "out of a hat"


class Draft(models.Model):
    """An unpublished draw made elsewhere. Only organisers can see it. Publishing the draw deletes it.

    `lines` is the text typed by the organiser. `answers` has the pair number for each ambiguous name, by name key.
    `places` has the number of the pair in each place from the top, None for a bye, or 0 for an open place. `drawn` has
    the places, counting from 0, in the order in which their names were drawn from the hat.

    `results` are the results so far by match code: `pairs` (both numbers, the upper pair's first), `kind`, `winner` (a
    number or None), `totals` (a list or None), `margin`, `goes_on` and `day` (an ISO date or ""). A result counts only
    while its two pairs meet in the match. `play_by` has the ISO date of each round, or "". `extended` has later dates
    for single matches by code. The other columns describe the making of the draw, as in DrawnElsewhere.
    """

    competition = models.OneToOneField(Competition, models.CASCADE, related_name="draft")
    lines = models.TextField(blank=True)
    answers = models.JSONField(default=dict)
    places = models.JSONField(default=list)
    drawn = models.JSONField(default=list)
    results = models.JSONField(default=dict)
    play_by = models.JSONField(default=list)
    extended = models.JSONField(default=dict)
    day = models.DateField(null=True)
    how = models.CharField(max_length=60, blank=True, default=OUT_OF_A_HAT)
    place = models.CharField(max_length=120, blank=True)
    drawn_by = models.CharField(max_length=120, blank=True)
    witnesses = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(day__range=DAYS), name="draft_day")]

    def __str__(self) -> str:
        return f"draft of {self.competition}"

    @property
    def is_drawn(self) -> bool:
        """True if every place has a pair or a bye."""
        return bool(self.places) and 0 not in self.places
