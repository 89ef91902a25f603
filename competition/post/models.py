"""Mails to players: what each is about and what became of it, never its text."""

from django.db import models
from django.db.models import Q

from competition.entries.models.pair import Player
from competition.knockout.models.meeting import Outcome


class Mail(models.Model):
    """A mail that tells a player of a result the other pair sent in.

    It is made of the facts when it goes, so no link and no contact is kept in it. The row is marked before it is
    handed to the mail server (`tries`, and `next_try_at` when it is given up for lost) and after (`sent_at`).
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="mails")
    outcome = models.ForeignKey(Outcome, models.CASCADE, related_name="mails")
    # What it is known by wherever it passes, the same however often it has to be tried.
    message_id = models.CharField(max_length=200, unique=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    # The address that the mail server refused; nothing goes there again.
    refused = models.EmailField(blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "outcome"], name="mail_once"),
            models.CheckConstraint(
                name="mail_tried_or_sent", condition=Q(sent_at=None) | Q(next_try_at=None, refused="", tries__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"mail to {self.player}"
