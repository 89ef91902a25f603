"""Models for log entries, for organisers' decisions and for used form keys."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from competition.audit.append_only import Words
from competition.audit.events import Event
from scoring.models import FastRow, MomentField


class LogEntry(FastRow):
    """One action by an organiser or a pair: a sentence, with the old and new values where they matter."""

    words: ClassVar[Words] = ("text", "detail")
    # Empty for an entry in the site's own log.
    competition = models.ForeignKey("competition.Competition", models.CASCADE, null=True, related_name="log")
    at = MomentField(default=timezone.now)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    # In an imported row, the name of the organiser according to the file, or "" for another author. None in a row from
    # this site.
    author_in_file = models.CharField(max_length=80, null=True, blank=True)  # noqa: DJ001 - None and "" differ
    # After a draw is undone, a pair can be removed although its log entries remain. So there is no database
    # constraint.
    pair = models.ForeignKey("competition.Pair", models.DO_NOTHING, null=True, db_constraint=False, related_name="+")
    match = models.CharField(max_length=10, blank=True)
    event = models.CharField(max_length=40, choices=Event.choices)
    text = models.TextField()
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["competition", "match"])]
        constraints = [
            models.CheckConstraint(name="logentry_event", condition=Q(event__in=Event.values)),
            models.CheckConstraint(name="logentry_author", condition=Q(organiser=None) | Q(author_in_file=None)),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def is_from_file(self) -> bool:
        """True if the entry was imported, so this site did not witness it."""
        return self.author_in_file is not None


BY_AN_ORGANISER = Q(decided_by__isnull=False) | Q(author_in_file__isnull=False) & ~Q(author_in_file="")
BY_A_PAIR = Q(decided_by=None) & (Q(author_in_file=None) | Q(author_in_file=""))


class DecisionRow(FastRow):
    """A decision, with its author and reason. Decisions are append-only: a later row can undo an earlier one.

    The rows are in the order in which they were saved, which may differ from the order of their times.
    """

    words: ClassVar[Words] = ("reason", "note")
    # The reason is public. Only organisers see the note.
    reason = models.TextField(max_length=500)
    note = models.TextField(blank=True, max_length=500)
    at = MomentField()
    # The organiser. Empty if a pair decided something about its own match.
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    # In an imported row, the name of the organiser according to the file, or "" for another author. None in a row from
    # this site.
    author_in_file = models.CharField(max_length=80, null=True, blank=True)  # noqa: DJ001 - None and "" differ
    undoes = models.OneToOneField("self", models.RESTRICT, null=True, related_name="undone_by")

    class Meta:
        abstract = True
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="%(class)s_reason", condition=BY_A_PAIR | ~Q(reason="")),
            models.CheckConstraint(name="%(class)s_author", condition=Q(decided_by=None) | Q(author_in_file=None)),
        ]

    @property
    def is_by_organiser(self) -> bool:
        """True if an organiser made the decision, on this site or according to a file."""
        return self.decided_by_id is not None or bool(self.author_in_file)


class OrganisersDecision(DecisionRow):
    """A decision that only an organiser can make."""

    class Meta(DecisionRow.Meta):
        abstract = True
        constraints = [
            *DecisionRow.Meta.constraints,
            models.CheckConstraint(name="%(class)s_decided", condition=BY_AN_ORGANISER),
        ]


class AppendOnlyPause(models.Model):
    """A mark that lets its transaction change append-only tables. It never outlives the transaction."""

    def __str__(self) -> str:
        return "append-only tables can be changed"


class UsedFormKey(models.Model):
    """The form key of a saved press. It is stored for a day, so that a second press gets the same response."""

    digest = models.CharField(max_length=64, unique=True)
    at = MomentField(default=timezone.now)
    # The response's address, messages and cookies. Empty until the site has responded to the first press.
    answer = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"used {self.at}"
