"""Models for log entries and for organisers' decisions."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from competition.audit.append_only import Words
from competition.audit.events import Event
from scoring.models import FastRow, MomentField


class LogEntry(FastRow):
    """One action of an organiser or a pair: a sentence, with the old and new values where they matter."""

    words: ClassVar[Words] = ("text", "detail")
    # Empty for an entry in the site's own log.
    competition = models.ForeignKey("competition.Competition", models.CASCADE, null=True, related_name="log")
    at = MomentField(default=timezone.now)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    # A pair can be removed after its draw was undone, and its log entries remain. So there is no database constraint.
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


class DecisionRow(FastRow):
    """A decision, with its author and reason. Decisions are append-only: a later row can undo an earlier one.

    The order of the rows is the order in which they were saved, not the order of their times.
    """

    words: ClassVar[Words] = ("reason", "note")
    # The reason is public. Only organisers see the note.
    reason = models.TextField(max_length=500)
    note = models.TextField(blank=True, max_length=500)
    at = MomentField()
    # The organiser. Empty if a pair decided something about its own match.
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    undoes = models.OneToOneField("self", models.RESTRICT, null=True, related_name="undone_by")

    class Meta:
        abstract = True
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="%(class)s_reason", condition=Q(decided_by=None) | ~Q(reason="")),
        ]


class OrganisersDecision(DecisionRow):
    """A decision that only an organiser can make."""

    class Meta(DecisionRow.Meta):
        abstract = True
        constraints = [
            *DecisionRow.Meta.constraints,
            models.CheckConstraint(name="%(class)s_decided", condition=Q(decided_by__isnull=False)),
        ]


class AppendOnlyPause(models.Model):
    """A mark that lets its transaction change append-only tables. It never outlives the transaction."""

    def __str__(self) -> str:
        return "append-only tables can be changed"
