"""Models for corrections to names and details, and changes to the rules, after the draw is published."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from competition.audit.append_only import Words
from competition.audit.models import OrganisersDecision
from competition.contest.models import Competition
from competition.contest.rules.rulebook import LONGEST_HEADING, LONGEST_PART, MOST_PARTS
from competition.entries.models import Player


class NameCorrection(OrganisersDecision):
    """A correction to a player's name, or a row that undoes it. The player is the same person."""

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
    """A correction to the details of a competition, by column, or a row that undoes it."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="corrections")
    before = models.JSONField()
    after = models.JSONField()

    def __str__(self) -> str:
        return ", ".join(self.after)


class RulesChange(OrganisersDecision):
    """A change to the text of one part of the organiser's own rules, or a row that undoes it.

    `before` is empty if the part was added, and `after` if it was removed.
    """

    words: ClassVar[Words] = (*OrganisersDecision.words, "before", "after")
    competition = models.ForeignKey(Competition, models.CASCADE, related_name="rules_changes")
    # The number and heading of the part.
    number = models.PositiveSmallIntegerField()
    heading = models.CharField(max_length=LONGEST_HEADING)
    before = models.TextField(max_length=LONGEST_PART, blank=True)
    after = models.TextField(max_length=LONGEST_PART, blank=True)

    class Meta(OrganisersDecision.Meta):
        constraints = [
            *OrganisersDecision.Meta.constraints,
            models.CheckConstraint(condition=Q(number__range=(1, MOST_PARTS)), name="rules_change_number"),
            models.CheckConstraint(condition=~Q(before=F("after")), name="rules_change_changes"),
        ]

    def __str__(self) -> str:
        return self.heading
