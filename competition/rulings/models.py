"""Corrections of players' names and of the details of a competition whose draw is published."""

from django.db import models
from django.db.models import F, Q

from competition.audit.models import OrganisersDecision
from competition.contest.models import Competition
from competition.entries.models import Player


class NameCorrection(OrganisersDecision):
    """A correction of a player's name, or a row that undoes such a correction. The player is the same person."""

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
    """A correction of the details of a competition, by column, or a row that undoes such a correction."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="corrections")
    before = models.JSONField()
    after = models.JSONField()

    def __str__(self) -> str:
        return ", ".join(self.after)
