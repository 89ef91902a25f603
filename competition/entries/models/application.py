"""Models for entry applications and for days away."""

from datetime import date

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from competition.contest.models import Competition
from competition.contest.rules.limits import DAYS
from competition.entries.models.pair import Pair, Player, Way


class Application(models.Model):
    """An entry that a pair sent, with the organiser's answer.

    The pair looks up the answer by `reference`. `word` is the reason for declining. Accepting moves the contact details
    to the pair. Contact details of a declined application are deleted once the pair has been told.
    """

    class Answer(models.TextChoices):
        ACCEPTED = "accepted"
        DECLINED = "declined"

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="applications")
    reference = models.CharField(max_length=12, unique=True)
    sent_at = models.DateTimeField(default=timezone.now)
    player1 = models.CharField(max_length=80)
    phone1 = models.CharField(max_length=40, blank=True)
    email1 = models.EmailField(blank=True)
    player2 = models.CharField(max_length=80)
    phone2 = models.CharField(max_length=40, blank=True)
    email2 = models.EmailField(blank=True)
    club = models.CharField(max_length=80, blank=True)
    area = models.CharField(max_length=80, blank=True)
    attending = models.BooleanField(default=False)
    way = models.CharField(max_length=9, choices=Way.choices, default=Way.MAIL.value)
    wishes = models.CharField(max_length=300, blank=True)
    answer = models.CharField(max_length=8, choices=Answer.choices, blank=True)
    word = models.CharField(max_length=300, blank=True)
    pair = models.ForeignKey(Pair, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["sent_at", "pk"]
        constraints = [
            models.CheckConstraint(name="application_answer", condition=Q(answer__in=["", "accepted", "declined"])),
            models.CheckConstraint(
                name="application_answered_keeps_no_contacts",
                condition=Q(answer="")
                | Q(answer="declined", wishes="")
                | Q(phone1="", email1="", phone2="", email2="", wishes=""),
            ),
            models.CheckConstraint(
                name="application_pair_when_accepted", condition=Q(pair=None) | Q(answer="accepted")
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def email(self) -> str:
        """The email address for messages, or "" if there is none."""
        return self.email1 or self.email2

    @property
    def present(self) -> list[Player]:
        """Both players as unsaved Player objects."""
        given = (self.player1, self.phone1, self.email1), (self.player2, self.phone2, self.email2)
        return [Player(name=name, phone=phone, email=email) for name, phone, email in given]

    @property
    def name(self) -> str:
        """Both names, formatted like the name of a pair."""
        return f"{self.player1} & {self.player2}"


class Away(models.Model):
    """Days on which a pair, or the pair of an application, cannot play."""

    pair = models.ForeignKey(Pair, models.CASCADE, null=True, related_name="away")
    application = models.ForeignKey(Application, models.CASCADE, null=True, related_name="away")
    first = models.DateField()
    last = models.DateField()

    class Meta:
        ordering = ["first", "last", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="away_ends_after_it_begins"),
            models.CheckConstraint(condition=Q(first__range=DAYS, last__range=DAYS), name="away_days"),
            models.CheckConstraint(
                condition=Q(pair__isnull=False, application=None) | Q(pair=None, application__isnull=False),
                name="away_of_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"

    def covers(self, day: date) -> bool:
        """Return True if the pair is away on this day."""
        return self.first <= day <= self.last
