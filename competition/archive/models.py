"""Models for past winners: seasons from the club's records that were not played on this site."""

from django.db import models
from django.db.models import Q

from competition.archive.rules.past_seasons import LONGEST_NAME, LONGEST_NOTE, LONGEST_SCORE
from competition.contest.models import Competition
from competition.contest.rules.seasons import SEASONS, Season


class PastSeason(models.Model):
    """An earlier season of a competition. A season without winners was not played or has no record."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="past_seasons")
    season = models.PositiveSmallIntegerField()
    over_two_years = models.BooleanField(default=False)
    # The competition's name in that season. Empty if it was the current name.
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    # The totals as text, or any short text such as "walkover".
    score = models.CharField(max_length=LONGEST_SCORE, blank=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)

    class Meta:
        ordering = ["-season", "-over_two_years"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "season", "over_two_years"], name="pastseason_once"),
            models.CheckConstraint(condition=Q(season__range=SEASONS), name="pastseason_season"),
        ]

    def __str__(self) -> str:
        return Season(self.season, self.over_two_years).name


class PastPair(models.Model):
    """A pair of winners or runners-up in a past season. A name is empty if it is not known or not shown."""

    past_season = models.ForeignKey(PastSeason, models.CASCADE, related_name="pairs")
    won = models.BooleanField()
    first = models.CharField(max_length=LONGEST_NAME, blank=True)
    second = models.CharField(max_length=LONGEST_NAME, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.first} & {self.second}"
