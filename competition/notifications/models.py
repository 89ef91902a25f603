"""Models for messages: emails, messages given by hand, and the organiser's wording. Texts are not stored."""

from enum import StrEnum
from typing import Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q
from django.utils import timezone

from competition.contest.models import Competition
from competition.entries.models import Pair, Player
from scoring.models import MomentField


class Topic(StrEnum):
    """A kind of message: its name, the news, and a description of its contents. Kinds for organisers have only a name.

    A `pressed` message waits for the organiser's button. On a site with email, the other kinds are sent automatically.
    """

    heading: str
    lead: str
    pressed: bool

    def __new__(cls, name: str, heading: str = "", lead: str = "", pressed: bool = False) -> Self:
        """Create a kind with its name as the value."""
        topic = str.__new__(cls, name)
        topic._value_, topic.heading, topic.lead, topic.pressed = name, heading, lead, pressed
        return topic

    RECEIVED = (
        "received",
        "An entry was received",
        "The pair is told that the entry was received and where to see the answer. It also gets an email.",
    )
    ACCEPTED = "accepted", "An entry is accepted", "The pair gets its number and its private link."
    DECLINED = "declined", "An entry is declined", "The pair is told the reason."
    DRAW = (
        "draw",
        "The draw is published",
        "Each pair gets its private link, its opponents, their contact details and the play-by date.",
        True,
    )
    ROUND = (
        "round",
        "New matches are known",
        "Each pair gets its next opponents, their contact details and the play-by date.",
        True,
    )
    CHANGED = (
        "changed",
        "Places in the draw have changed",
        "Each pair whose opponents changed, or that is in or out of the draw, is told what changed and why.",
    )
    SOON = (
        "soon",
        "The play-by date is near",
        "Both pairs of each match without a date are reminded of the play-by date.",
        True,
    )
    LATE = (
        "late",
        "The play-by date has passed",
        "Both pairs of each match without a result are asked for it, or for the reason of the delay.",
        True,
    )
    DATE = (
        "date",
        "Dates were offered or agreed",
        "The other pair gets the offered dates, or the reply to its own offer.",
    )
    RESULT = "result", "Results were reported", "The other pair gets the reported result and its reply time."
    ANSWER = (
        "answer",
        "Results were confirmed or disputed",
        "The pair that reported a result gets the reply. If no reply is needed, the other pair gets the result.",
    )
    RULED = "ruled", "You have decided matches", "Both pairs are told the ruling and the reason."
    TIME = "time", "Play-by dates have changed", "Both pairs are told the new play-by date."
    CONDITIONS = (
        "conditions",
        "Conditions of a round were corrected",
        "Each remaining pair is told the corrected conditions and the reason.",
        True,
    )
    DAY = "day", "Days of play have changed", "Both pairs are told the day, the time and the place, and the reason."
    DEALS = (
        "deals",
        "Numbers of deals were offered or changed",
        "The other pair gets the offered number. Both pairs are told a new number and the reason.",
    )
    HOME = "home", "Home pairs have changed", "Both pairs are told which pair plays at home, and the reason."
    PENALTY = "penalty", "Penalty points were noted", "Both pairs are told the points and the reason."
    RULES = (
        "rules",
        "The rules have changed",
        "Each remaining pair is told the old and the new text, and the reason.",
        True,
    )
    PLAYERS = (
        "players",
        "Players have changed",
        "The pair and its opponents are told who plays in place of whom, and the reason.",
    )
    LINK = "link", "Private links were replaced", "Each pair gets its new link. The old link no longer works."
    OVER = (
        "over",
        "The season is over",
        "Each pair is told the champions, and how long its contact details are stored.",
        True,
    )
    # A player requests this email on a public page.
    LOST = "lost", "A player asked for the private link"
    # Messages to organisers are of these kinds.
    NEWS = "news"
    PASSWORD = "password"  # noqa: S105 - this is not a password
    ACCOUNT = "account"


class Email(models.Model):
    """An email of one kind to a player or an organiser. It is sent once.

    `about` names the draw, match or result. The sender writes the text when it sends the email, so the row contains no
    link and no contact details. The sender marks the row before passing the email to the mail server (`tries`, and
    `next_try_at` for the time after which it counts as lost) and afterwards (`sent_at`). It parks an email that cannot
    be delivered (`parked_at`) with the reason (`fault`). It retries such an email only if the address changes or an
    organiser asks for it.
    """

    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="emails")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    # This field has no choices, so that a new kind needs no migration.
    topic = models.CharField(max_length=12)
    about = models.CharField(max_length=40)
    # The Message-ID, which stays the same for every attempt.
    message_id = models.CharField(max_length=200, unique=True)
    since = MomentField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = MomentField(null=True)
    sent_at = MomentField(null=True)
    # The address that the mail server refused. No further email is sent to it.
    refused = models.EmailField(blank=True)
    # The reason why the last attempt failed, as a sentence for the organiser.
    fault = models.CharField(max_length=200, blank=True)
    parked_at = MomentField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "topic", "about"], name="email_once"),
            models.CheckConstraint(
                name="email_to_one_reader",
                condition=Q(player__isnull=False, user=None) | Q(player=None, user__isnull=False),
            ),
            models.UniqueConstraint(fields=["user", "topic", "about"], name="email_to_an_organiser_once"),
            models.CheckConstraint(
                name="email_tried_or_sent",
                condition=Q(sent_at=None) | Q(next_try_at=None, refused="", fault="", parked_at=None, tries__gte=1),
            ),
            models.CheckConstraint(
                name="email_parked_with_a_reason",
                condition=Q(parked_at=None, refused="") | Q(parked_at__isnull=False, next_try_at=None) & ~Q(fault=""),
            ),
        ]

    def __str__(self) -> str:
        return f"email {self.pk}"

    @property
    def reader(self) -> Player | User:
        """The player or organiser who should get the email."""
        return next(row for row in (self.player, self.user) if row)

    @property
    def addressee(self) -> Pair | Player | User:
        """The pair before it is entered, otherwise the player or organiser who gets the email."""
        return self.player.pair if self.player and not self.player.pair.is_entered else self.reader

    @property
    def email(self) -> str:
        """The current address of the reader."""
        return self.reader.email

    @property
    def heading(self) -> str:
        """The news in the email."""
        return Topic(self.topic).heading or "News for an organiser"

    @property
    def is_parked(self) -> bool:
        """True if the email is waiting for the organiser.

        A refused email waits only while its address is unchanged.
        """
        return self.parked_at is not None and self.refused in ("", self.email)


class Told(models.Model):
    """A record that an organiser has given a message to a pair by hand."""

    class Way(models.TextChoices):
        LETTER = "letter", "by letter"
        TELEPHONE = "telephone", "by phone"
        TEXT = "text", "by text or your own email"

    pair = models.ForeignKey(Pair, models.CASCADE, related_name="told")
    topic = models.CharField(max_length=12)
    about = models.CharField(max_length=40)
    way = models.CharField(max_length=9, choices=Way.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = MomentField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["pair", "topic", "about"], name="told_once")]

    def __str__(self) -> str:
        return f"message {self.pk}, told {self.get_way_display()}"


class Wording(models.Model):
    """An organiser's wording for one kind of message, before and after the facts."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="wordings")
    topic = models.CharField(max_length=12)
    before = models.TextField(max_length=600, blank=True)
    after = models.TextField(max_length=600, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "topic"], name="wording_once"),
            models.CheckConstraint(name="wording_says_something", condition=~Q(before="", after="")),
        ]

    def __str__(self) -> str:
        return f"the wording of {self.topic}"
