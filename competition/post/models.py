"""What pairs have been told, by which way and when; never the text."""

from enum import StrEnum
from typing import Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q
from django.utils import timezone

from competition.contest.models import Competition
from competition.entries.models.application import Application
from competition.entries.models.pair import Pair, Player


class Occasion(StrEnum):
    """What anybody is told of, a row each: its name; for pairs what has happened and what they read of it.

    What is `pressed` waits for the organiser; all else goes by itself where mail leaves the site.
    """

    heading: str
    lead: str
    pressed: bool

    def __new__(cls, name: str, heading: str = "", lead: str = "", pressed: bool = False) -> Self:
        """The name alone is kept."""
        occasion = str.__new__(cls, name)
        occasion._value_, occasion.heading, occasion.lead, occasion.pressed = name, heading, lead, pressed
        return occasion

    RECEIVED = (
        "received",
        "An entry has come",
        "Whoever sends one in reads at once that it has come, and where its answer will be; by mail too.",
    )
    ACCEPTED = "accepted", "An entry is accepted", "The pair gets its number and its link."
    DECLINED = "declined", "An entry is declined", "Whoever sent it in reads why."
    DRAW = (
        "draw",
        "The draw is published",
        "Each pair gets its own link, its opponents and how to reach them, and the date to play by.",
        True,
    )
    ROUND = (
        "round",
        "New matches are known",
        "Each pair gets its next opponents and how to reach them, and the date to play by.",
        True,
    )
    SOON = (
        "soon",
        "The play-by date comes near",
        "Both pairs of each match that has no day yet are reminded of the last day to play.",
        True,
    )
    LATE = (
        "late",
        "The play-by date has passed",
        "Both pairs of each match without a result are asked for it, or for what is in the way.",
        True,
    )
    DATE = (
        "date",
        "Dates were offered or agreed",
        "The other pair reads the dates offered, or what came of those it offered.",
    )
    RESULT = "result", "Results were sent in", "The other pair reads what was sent in, and until when it may object."
    ANSWER = (
        "answer",
        "Results were answered",
        "Whoever sent in a result reads what the others say; whoever need not answer, what counts.",
    )
    RULED = "ruled", "You have decided", "Both pairs read what was decided, and why."
    TIME = "time", "Play-by dates have changed", "Both pairs read their new last day to play."
    CONDITIONS = (
        "conditions",
        "Conditions of a round were corrected",
        "Each pair that is still in reads what the round is played under, and why.",
        True,
    )
    LINK = "link", "Private links were replaced", "Each pair gets its new link. The old one opens nothing any more."
    OVER = (
        "over",
        "The season is over",
        "Each pair reads who the champions are, and until when its contacts are kept.",
        True,
    )
    # What organisers are told.
    NEWS = "news"
    PASSWORD = "password"  # noqa: S105 - the name of an occasion
    ACCOUNT = "account"


def address_of(reader: Player | Application | User, about: str) -> str:
    """Return the address of a reader; of an entry that of its first player, or of the player whose place is `about`."""
    if isinstance(reader, Application):
        return reader.present[int(about or 1) - 1].email
    return reader.email


class Mail(models.Model):
    """A mail that tells a player, whoever sent in an entry, or an organiser of one occasion, once.

    `about` says which draw, match or result it is about. It is made of the facts when it goes, so no link and no
    contact is kept in it. The row is marked before it is handed to the mail server (`tries`, and `next_try_at` when it
    is given up for lost) and after (`sent_at`). An email that cannot be delivered is parked (`parked_at`) with the
    reason (`fault`): it is not tried again until its address changes or an organiser asks for it.
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
    # Why the last try failed, in a sentence for the organiser.
    fault = models.CharField(max_length=200, blank=True)
    parked_at = models.DateTimeField(null=True)

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
                name="mail_tried_or_sent",
                condition=Q(sent_at=None) | Q(next_try_at=None, refused="", fault="", parked_at=None, tries__gte=1),
            ),
            models.CheckConstraint(
                name="mail_parked_with_a_reason",
                condition=Q(parked_at=None, refused="") | Q(parked_at__isnull=False, next_try_at=None) & ~Q(fault=""),
            ),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk}"

    @property
    def reader(self) -> Player | Application | User:
        """Whom it is for."""
        return next(one for one in (self.player, self.application, self.user) if one)

    @property
    def email(self) -> str:
        """The address it goes to now."""
        return address_of(self.reader, self.about)

    @property
    def heading(self) -> str:
        """What has happened, of which it tells."""
        return Occasion(self.occasion).heading or "News for an organiser"

    @property
    def is_parked(self) -> bool:
        """Return True if it waits for the organiser: after a refusal only as long as the address is the same."""
        return self.parked_at is not None and self.refused in ("", self.email)


class Told(models.Model):
    """That an organiser has told a pair, or whoever sent in an entry, of one occasion by hand."""

    class Way(models.TextChoices):
        LETTER = "letter", "by letter"
        TELEPHONE = "telephone", "by telephone"
        TEXT = "text", "by text or own mail"

    pair = models.ForeignKey(Pair, models.CASCADE, null=True, related_name="told")
    application = models.ForeignKey(Application, models.CASCADE, null=True, related_name="told")
    occasion = models.CharField(max_length=12)
    about = models.CharField(max_length=40)
    way = models.CharField(max_length=9, choices=Way.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["pair", "occasion", "about"], name="told_once"),
            models.UniqueConstraint(fields=["application", "occasion", "about"], name="told_of_an_entry_once"),
            models.CheckConstraint(
                name="told_to_one",
                condition=Q(pair__isnull=False, application=None) | Q(pair=None, application__isnull=False),
            ),
        ]

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
