"""When a pair is away."""

from datetime import date

from django.db import models
from django.db.models import F, Q

from competition.contest.rules.limits import DAYS
from competition.entries.models.application import Application
from competition.entries.models.pair import Pair


class Away(models.Model):
    """Days on which a pair cannot play: of a pair, or of one that has sent in its entry and waits for the answer."""

    pair = models.ForeignKey(Pair, models.CASCADE, null=True, related_name="away")
    application = models.ForeignKey(Application, models.CASCADE, null=True, related_name="away")
    first = models.DateField()
    last = models.DateField()

    class Meta:
        ordering = ["first", "last", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="away_ends_after_it_begins"),
            models.CheckConstraint(condition=Q(first__range=DAYS, last__range=DAYS), name="away_days"),
            models.CheckConstraint(
                condition=Q(pair__isnull=False, application=None) | Q(pair=None, application__isnull=False),
                name="away_of_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"

    def covers(self, day: date) -> bool:
        """Whether the pair is away on this day."""
        return self.first <= day <= self.last
