"""Who did what, and when; and what every decision of an organiser says of itself."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from competition.log.append_only import Once, Words
from competition.log.events import Event
from scoring.models import Row


class LogEntry(Row):
    """One thing somebody did: a plain sentence, with what stood before and after where that matters."""

    written_once: ClassVar[Once] = ()
    words: ClassVar[Words] = ("text", "detail")
    # Empty in the log of the site itself.
    competition = models.ForeignKey("competition.Competition", models.CASCADE, null=True, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    # A pair can be taken off when its draw was taken back; what it did stays.
    pair = models.ForeignKey("competition.Pair", models.DO_NOTHING, null=True, db_constraint=False, related_name="+")
    match = models.CharField(max_length=10, blank=True)
    event = models.CharField(max_length=40, choices=Event.choices)
    text = models.TextField()
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["competition", "match"])]
        constraints = [models.CheckConstraint(name="logentry_event", condition=Q(event__in=Event.values))]

    def __str__(self) -> str:
        return self.text


class Decision(Row):
    """Something that was decided, by whom and why. Rows are only ever added: one takes another back.

    Their order is that in which they were written, whatever the clock said.
    """

    written_once: ClassVar[Once] = ()
    words: ClassVar[Words] = ("reason", "note")
    # The reason is for everybody, the note for the organisers alone.
    reason = models.TextField(max_length=500)
    note = models.TextField(blank=True, max_length=500)
    at = models.DateTimeField()
    # The organiser; empty where a pair says something of its own match.
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    takes_back = models.OneToOneField("self", models.RESTRICT, null=True, related_name="taken_back_by")

    class Meta:
        abstract = True
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="%(class)s_reason", condition=Q(decided_by=None) | ~Q(reason="")),
        ]


class OrganisersDecision(Decision):
    """A decision that an organiser alone makes."""

    class Meta(Decision.Meta):
        abstract = True
        constraints = [
            *Decision.Meta.constraints,
            models.CheckConstraint(name="%(class)s_decided", condition=Q(decided_by__isnull=False)),
        ]
