"""Conditions of play that were corrected for a round after the draw was published."""

from django.db import models
from django.db.models import Q

from competition.knockout.models.draw import Round
from competition.log.models import Decision
from scoring.models import ConditionsOfPlay


class RoundConditions(Decision, ConditionsOfPlay):
    """Other conditions of play for one round than were published; or one such row, which it repeats, taken back.

    The last one that was not taken back counts. Sheets have conditions of their own, so no sheet ever changes by it.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="conditions")

    class Meta(Decision.Meta):
        constraints = [
            *Decision.Meta.constraints,
            *ConditionsOfPlay.Meta.constraints,
            models.CheckConstraint(name="roundconditions_decided", condition=Q(decided_by__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {'as published' if self.takes_back_id else f'{self.deals} deals'}"
