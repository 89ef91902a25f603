"""More time for a match or a round."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from competition.knockout.models.draw import Match, Round
from competition.lots.rules.layout import code


class Extension(models.Model):
    """A later play-by date for one match, or for a whole round where `match` is empty; or one such row taken back.

    Rows are only ever added. The last one that was not taken back counts, and a match never has less time than
    its round.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="extensions")
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+")
    play_by = models.DateField(null=True)
    takes_back = models.OneToOneField("self", models.RESTRICT, null=True, related_name="+")
    # The reason is for everybody, the note for the organiser alone.
    reason = models.TextField(max_length=500)
    note = models.TextField(blank=True, max_length=500)
    at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                name="extension_or_taken_back",
                condition=Q(play_by__isnull=False, takes_back=None) | Q(play_by=None, takes_back__isnull=False),
            ),
            models.CheckConstraint(name="extension_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"play by {self.play_by}" if self.play_by else "taken back"

    @property
    def code(self) -> str:
        """The code of the match it is for; empty for a whole round."""
        return code(self.round.number, self.match.position) if self.match else ""
