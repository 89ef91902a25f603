"""Another last day for a match or a round."""

from django.db import models
from django.db.models import Q

from competition.contest.rules.limits import DAYS
from competition.knockout.models.draw import Match, Round
from competition.log.models import Decision
from competition.lots.rules.layout import code


class Extension(Decision):
    """A later play-by date for one match, or another one for a whole round where `match` is empty; or one taken back.

    The last one that was not taken back counts, and a match never has less time than its round.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="extensions")
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")
    play_by = models.DateField(null=True)

    class Meta(Decision.Meta):
        constraints = [
            *Decision.Meta.constraints,
            models.CheckConstraint(name="extension_decided", condition=Q(decided_by__isnull=False)),
            models.CheckConstraint(condition=Q(play_by__range=DAYS), name="extension_play_by"),
            models.CheckConstraint(
                name="extension_or_taken_back",
                condition=Q(play_by__isnull=False, takes_back=None) | Q(play_by=None, takes_back__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"play by {self.play_by}" if self.play_by else "taken back"

    @property
    def code(self) -> str:
        """The code of the match it is for; empty for a whole round."""
        return code(self.round.number, self.match.position) if self.match else ""
