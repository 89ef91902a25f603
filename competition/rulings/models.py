"""Corrections of players' names and of the details of a competition whose draw is published."""

from django.db import models
from django.db.models import F, Q

from competition.audit.models import OrganisersDecision
from competition.contest.models import Competition
from competition.entries.models.pair import Player


class NameCorrection(OrganisersDecision):
    """A player's name, spelt otherwise from now on: the organiser knows it is the same person; or one taken back."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="respellings")
    before = models.CharField(max_length=80)
    after = models.CharField(max_length=80)

    class Meta(OrganisersDecision.Meta):
        constraints = [
            *OrganisersDecision.Meta.constraints,
            models.CheckConstraint(name="respelling_changes", condition=~Q(before=F("after"))),
        ]

    def __str__(self) -> str:
        return f"{self.after}, not {self.before}"


class DetailsCorrection(OrganisersDecision):
    """The particulars of a competition that are others from now on, by their columns; or such a row taken back."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="corrections")
    before = models.JSONField()
    after = models.JSONField()

    def __str__(self) -> str:
        return ", ".join(self.after)
