"""Models for results: reports from pairs, replies to them, and decisions by the organiser."""

import re
from datetime import datetime
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q

from competition.audit.append_only import Words
from competition.audit.models import BY_A_PAIR, BY_AN_ORGANISER, DecisionRow
from competition.contest.rules import conditions
from competition.contest.rules.seasons import DAYS
from competition.draw.models.rounds import Meeting, Slot, all_or_none
from competition.draw.rules.result import Answer, KeepProgress, Pairs, Result, ResultKind
from competition.entries.models import Pair
from scoring.models import FastRow, MomentField


def _only(kind: str, **otherwise: object) -> Q:
    return Q(kind=kind) | Q(**otherwise)


# A database check accepts NULL, so the condition also requires both totals.
_TOTALS_NAME_THE_WINNER = Q(total_upper__isnull=False, total_lower__isnull=False) & (
    Q(winner=Slot.UPPER, total_upper__gt=F("total_lower")) | Q(winner=Slot.LOWER, total_lower__gt=F("total_upper"))
)
# A played match without totals has no values from a score sheet and no penalty points.
_WITHOUT_TOTALS = Q(total_upper=None, total_lower=None, from_sheet=False, penalty_upper=0, penalty_lower=0)

# Kinds of result that an organiser can type in after hearing by phone, on paper or in another way.
_TYPED_IN = (ResultKind.PLAYED, ResultKind.CONCEDED, ResultKind.WALKOVER, ResultKind.DOUBLE_DEFAULT)
_WITHOUT_WINNER = [ResultKind.DOUBLE_DEFAULT.value, "reopened", "replay", "undone"]
# Conditions for a report by a pair, a concession and a decision by an organiser. Only a report needs a reply.
_SENT_IN = BY_A_PAIR & Q(by__isnull=False, kind=ResultKind.PLAYED.value, penalty_upper=0, penalty_lower=0)
_COUNTS_AT_ONCE = Q(reply_hours=None) & ~Q(reason="")
_CONCEDED = _COUNTS_AT_ONCE & BY_A_PAIR & Q(by__isnull=False, kind=ResultKind.CONCEDED.value)
_RULED = _COUNTS_AT_ONCE & BY_AN_ORGANISER & Q(by=None)


class ResultEntry(DecisionRow):
    """A step towards the result of a meeting: a report, a concession or a decision by the organiser.

    All steps share one table, because only the last row for two pairs in a match counts. A decision or a concession
    counts immediately. A report counts once it is confirmed by the other pair or automatically. "reopened" lets the
    pairs play on. "replay" starts a new match in the meeting `begins`. "undone" undoes the row `undoes`.
    """

    # Names of the relations to rows that may follow a report. Queries select these rows with the entries.
    FOLLOWING = ("reply", "notice", "interruption")
    REOPENED, REPLAY, UNDONE = "reopened", "replay", "undone"
    KINDS = [*((kind.value, kind.value) for kind in ResultKind), *((kind, kind) for kind in (REOPENED, REPLAY, UNDONE))]

    class Source(models.TextChoices):
        PAPER = "paper"
        TELEPHONE = "telephone"
        LETTER = "letter"
        EMAIL = "email"

    meeting = models.ForeignKey(Meeting, models.PROTECT, related_name="result_entries")
    # Number of the entry among all entries for these two pairs in one match.
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16, choices=KINDS)
    winner = models.CharField(max_length=6, choices=Slot.choices, blank=True)
    total_upper = models.PositiveIntegerField(null=True)
    total_lower = models.PositiveIntegerField(null=True)
    # Winner's margin in points, if the match was played and only its margin is known.
    margin = models.PositiveIntegerField(null=True)
    from_sheet = models.BooleanField(default=False)
    # Reason for keeping the later rounds after a correction. Empty if the winner goes through.
    keep_progress = models.CharField(max_length=6, choices=[(one.value, one.value) for one in KeepProgress], blank=True)
    # Channel through which the organiser received the result. Empty if the organiser did not type it in.
    source = models.CharField(max_length=10, choices=Source.choices, blank=True)
    # Day of play, if the organiser entered it with the result.
    played_on = models.DateField(null=True)
    begins = models.OneToOneField(Meeting, models.PROTECT, null=True, related_name="begun_by")
    # Reason for a decision or a concession. A report has none. `by` is the pair that reported or conceded.
    reason = models.TextField(blank=True, max_length=500)
    by = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")
    # Reply time in hours. 0 means final at once. Empty if only a reply can confirm the result.
    reply_hours = models.PositiveSmallIntegerField(null=True)
    # Penalty points in a decision, negative for a deduction. The totals above already include them.
    penalty_upper = models.IntegerField(default=0)
    penalty_lower = models.IntegerField(default=0)
    # Random seed used to pick the winner.
    seed = models.CharField(max_length=64, blank=True)

    class Meta(DecisionRow.Meta):
        ordering = ["number"]
        constraints = [
            *DecisionRow.Meta.constraints,
            models.UniqueConstraint(fields=["meeting", "number"], name="result_entry_number_once"),
            models.CheckConstraint(name="result_entry_totals", condition=all_or_none("total_upper", "total_lower")),
            models.CheckConstraint(
                name="result_entry_winner",
                condition=Q(kind__in=_WITHOUT_WINNER, winner="") | ~Q(kind__in=_WITHOUT_WINNER) & ~Q(winner=""),
            ),
            models.CheckConstraint(
                name="result_entry_played_by_totals",
                condition=~Q(kind=ResultKind.PLAYED.value) | _TOTALS_NAME_THE_WINNER | _WITHOUT_TOTALS,
            ),
            models.CheckConstraint(
                name="result_entry_margin",
                condition=Q(margin=None) | Q(margin__gt=0, kind=ResultKind.PLAYED.value) & _WITHOUT_TOTALS,
            ),
            models.CheckConstraint(name="result_entry_played_on", condition=Q(played_on__range=DAYS)),
            models.CheckConstraint(name="result_entry_sent_or_ruled", condition=_SENT_IN | _CONCEDED | _RULED),
            models.CheckConstraint(
                name="result_entry_as_its_kind_has_it",
                condition=_only("undone", undoes=None)
                & _only("lots", seed="")
                & (Q(source="") | Q(kind__in=[kind.value for kind in _TYPED_IN]))
                & (Q(played_on=None) | Q(kind__in=[ResultKind.PLAYED.value, ResultKind.CONCEDED.value]))
                & _only("played", penalty_upper=0, penalty_lower=0, keep_progress="")
                & (Q(keep_progress="") | BY_AN_ORGANISER)
                & (~Q(kind="undone") | Q(undoes__isnull=False))
                & (~Q(kind="replay") | Q(begins__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.number})"

    @property
    def totals(self) -> tuple[int, int] | None:
        """Both totals with the upper pair's first, or None without totals."""
        upper, lower = self.total_upper, self.total_lower
        return None if upper is None or lower is None else (upper, lower)

    def winner_of(self, pairs: Pairs) -> int | None:
        """Return the number of the winning pair, or None if there is no winner. `pairs` has the upper pair first."""
        return pairs[self.winner == Slot.LOWER] if self.winner else None

    def result(self, code: str, pairs: Pairs, *, deals: int = 0, since: datetime | None = None) -> Result:
        """Return this row as a Result between two pairs. `deals` is the number of deals on their score sheet."""
        winner = self.winner_of(pairs)
        stays = sum(pairs) - winner if winner and self.keep_progress else None
        deals = deals if self.from_sheet else 0
        return Result(code, pairs, ResultKind(self.kind), winner, self.totals, stays, self.margin, deals, since)

    @classmethod
    def columns(cls, result: Result) -> dict[str, Any]:
        """Return the column values for a row that reports this result."""
        upper, lower = result.totals or (None, None)
        return {
            "kind": result.kind.value,
            "winner": "" if result.winner is None else Slot.UPPER if result.upper_won else Slot.LOWER,
            "total_upper": upper,
            "total_lower": lower,
            "margin": result.only_margin,
            "from_sheet": result.deals > 0,
        }

    def following(self, name: str) -> Any:
        """Return the later event with this name from `FOLLOWING`, or None if Django finds no related row."""
        fields = self._state.fields_cache
        return fields[name] if name in fields else getattr(self, name, None)

    @property
    def answer(self) -> Answer:
        """The reply, or Answer.NONE before the reply."""
        return Answer(reply.kind) if (reply := self.following("reply")) else Answer.NONE

    @property
    def answered_at(self) -> datetime | None:
        """The time of the reply, or None before the reply."""
        return reply.at if (reply := self.following("reply")) else None

    @property
    def answer_reason(self) -> str:
        """The reason for a dispute, or "" without one."""
        return reply.reason if (reply := self.following("reply")) else ""

    @property
    def notified_at(self) -> datetime | None:
        """The time of the first notification of the other pair, or None before it."""
        return notice.at if (notice := self.following("notice")) else None

    @property
    def notified_by(self) -> str:
        """The channel of the first notification of the other pair, or "" before it."""
        return notice.channel if (notice := self.following("notice")) else ""

    @property
    def interrupted_at(self) -> datetime | None:
        """The time when the match closed before the other pair replied, or None."""
        return end.at if (end := self.following("interruption")) else None

    @property
    def disputed_deal(self) -> int:
        """The first deal number in the reason for the dispute, or 0 if the reason names no deal."""
        named = re.search(r"\bdeal (\d{1,2})\b", self.answer_reason, re.IGNORECASE)
        return int(named[1]) if named else 0

    @property
    def reply_deadline(self) -> datetime | None:
        """The time of automatic confirmation. None if a reply is required or the other pair is not yet notified."""
        if not self.reply_hours:
            return None if self.reply_hours is None else self.at
        return conditions.reply_deadline(self.notified_at, self.reply_hours) if self.notified_at else None

    @property
    def reply_time(self) -> str:
        """The reply time in words."""
        return conditions.reply_time_in_words(self.reply_hours or 0)

    @property
    def may_be_confirmed_automatically(self) -> bool:
        """True if the result can be confirmed automatically once the other pair is notified."""
        return self.reply_hours is not None and not self.interrupted_at

    @property
    def waits_to_be_told(self) -> bool:
        """True if the reply time starts only when the other pair is notified."""
        return self.may_be_confirmed_automatically and self.reply_deadline is None

    @property
    def confirms_at(self) -> datetime | None:
        """The time of automatic confirmation, as in `reply_deadline`. None if the match closed before a reply."""
        return None if self.interrupted_at else self.reply_deadline

    @property
    def may_be_undone(self) -> bool:
        """True if an organiser can undo the row because it is a decision, or a typed-in result without a reply."""
        return self.is_by_organiser or (self.source != "" and not self.answer)

    @property
    def asks_for_answer(self) -> bool:
        """True if the row is one pair's report, which the other pair confirms or disputes."""
        return self.by_id is not None and self.kind == ResultKind.PLAYED


class _Following(FastRow):
    """A later event of a report: a reply, a notice or an interruption. A report has at most one row of each kind."""

    words: ClassVar[Words] = ()
    entry = models.OneToOneField(ResultEntry, models.CASCADE, related_name="%(class)s")
    at = MomentField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} at {self.at}"


class Reply(_Following):
    """The reply to a report: the other pair confirms or disputes it, or the reporting pair undoes it."""

    words: ClassVar[Words] = ("reason",)
    kind = models.CharField(max_length=10, choices=[(one.value, one.value) for one in Answer if one])
    # Reason for a dispute.
    reason = models.TextField(blank=True, max_length=500)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="reply_kind",
                condition=Q(kind__in=["confirmed", "taken back"]) | Q(kind="disputed") & ~Q(reason=""),
            )
        ]


class Notice(_Following):
    """The first notification of the pair that must reply. It starts the reply time."""

    class Channel(models.TextChoices):
        EMAIL = "email", "by email"
        PAGE = "page", "by opening its page"
        ORGANISER = "organiser", "by the organiser"

    channel = models.CharField(max_length=9, choices=Channel.choices)

    class Meta:
        constraints = [
            models.CheckConstraint(name="notice_channel", condition=Q(channel__in=["email", "page", "organiser"]))
        ]


class Interruption(_Following):
    """The end of a match before the reply to a report. Such a report is never confirmed automatically."""
