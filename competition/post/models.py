"""What pairs have been told, by which way and when; never the text."""

from enum import StrEnum

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from competition.contest.models import Competition
from competition.entries.models.application import Application
from competition.entries.models.pair import Pair, Player


class Occasion(StrEnum):
    """What pairs are told of."""

    DRAW = "draw"
    ROUND = "round"
    SOON = "soon"
    LATE = "late"
    DATE = "date"
    RESULT = "result"
    ANSWER = "answer"
    RULED = "ruled"
    TIME = "time"
    LINK = "link"
    OVER = "over"
    RECEIVED = "received"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    NEWS = "news"
    PASSWORD = "password"  # noqa: S105 - the name of an occasion


class Mail(models.Model):
    """A mail that tells a player, whoever sent in an entry, or an organiser of one occasion, once.

    `about` says which draw, match or result it is about. It is made of the facts when it goes, so no link and no
    contact is kept in it. The row is marked before it is handed to the mail server (`tries`, and `next_try_at` when it
    is given up for lost) and after (`sent_at`).
    """

    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="mails")
    application = models.ForeignKey(Application, models.CASCADE, null=True, related_name="mails")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    # Without choices: another occasion changes no table.
    occasion = models.CharField(max_length=12)
    about = models.CharField(max_length=40)
    # What it is known by wherever it passes, the same however often it has to be tried.
    message_id = models.CharField(max_length=200, unique=True)
    since = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    # The address that the mail server refused; nothing goes there again.
    refused = models.EmailField(blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "occasion", "about"], name="mail_once"),
            models.UniqueConstraint(fields=["application", "occasion", "about"], name="mail_of_an_entry_once"),
            models.CheckConstraint(
                name="mail_to_one_reader",
                condition=Q(player__isnull=False, application=None, user=None)
                | Q(player=None, application__isnull=False, user=None)
                | Q(player=None, application=None, user__isnull=False),
            ),
            models.UniqueConstraint(fields=["user", "occasion", "about"], name="mail_to_an_organiser_once"),
            models.CheckConstraint(
                name="mail_tried_or_sent", condition=Q(sent_at=None) | Q(next_try_at=None, refused="", tries__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk}"


class Told(models.Model):
    """That an organiser has told a pair of one occasion by hand."""

    class Way(models.TextChoices):
        LETTER = "letter", "by letter"
        TELEPHONE = "telephone", "by telephone"
        TEXT = "text", "by text or own mail"

    pair = models.ForeignKey(Pair, models.CASCADE, related_name="told")
    occasion = models.CharField(max_length=12)
    about = models.CharField(max_length=40)
    way = models.CharField(max_length=9, choices=Way.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["pair", "occasion", "about"], name="told_once")]

    def __str__(self) -> str:
        return f"message {self.pk}, told {self.get_way_display()}"


class Wording(models.Model):
    """What the organiser of a competition says of one occasion, before the facts and after them."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="wordings")
    occasion = models.CharField(max_length=12)
    before = models.TextField(max_length=600, blank=True)
    after = models.TextField(max_length=600, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "occasion"], name="wording_once"),
            models.CheckConstraint(name="wording_says_something", condition=~Q(before="", after="")),
        ]

    def __str__(self) -> str:
        return f"the wording of {self.occasion}"
