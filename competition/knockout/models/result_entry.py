"""How a meeting ended: what a pair sent in and the other answered, or what the organiser ruled."""

import re
from datetime import datetime
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q

from competition.contest.rules import silence
from competition.entries.models.pair import Pair
from competition.knockout.models.meeting import Meeting, Slot, all_or_none
from competition.knockout.rules.result import Kind, LetStand, Pairs, Result
from competition.knockout.rules.stages import Answer
from competition.log.append_only import Once, Words
from competition.log.models import Decision


def _only(kind: str, **otherwise: object) -> Q:
    return Q(kind=kind) | Q(**otherwise)


# A check lets through what is neither true nor false, so it says that the totals are there.
_TOTALS_NAME_THE_WINNER = Q(total_upper__isnull=False, total_lower__isnull=False) & (
    Q(winner=Slot.UPPER, total_upper__gt=F("total_lower")) | Q(winner=Slot.LOWER, total_lower__gt=F("total_upper"))
)
# A match that was played without both totals: nothing was read from a sheet, and there is nothing to penalise.
_WITHOUT_TOTALS = Q(total_upper=None, total_lower=None, from_sheet=False, penalty_upper=0, penalty_lower=0)

_WITHOUT_WINNER = [Kind.DOUBLE_DEFAULT.value, "reopened", "replay", "undone"]
# A pair sends in a result, or concedes; an organiser rules. Only what is sent in waits for an answer.
_SENT_IN = Q(by__isnull=False, decided_by=None, kind=Kind.PLAYED.value, penalty_upper=0, penalty_lower=0)
_COUNTS_AT_ONCE = Q(silence_hours=None, told_at=None, interrupted_at=None, answer="") & ~Q(reason="")
_CONCEDED = _COUNTS_AT_ONCE & Q(by__isnull=False, decided_by=None, kind=Kind.CONCEDED.value)
_RULED = _COUNTS_AT_ONCE & Q(by=None, decided_by__isnull=False)


class ResultEntry(Decision):
    """How a meeting ended, as a pair sent it in (and the other's one answer) or as the organiser ruled.

    Both are rows of one table, since they are one sequence: the last row of two pairs in a match counts. A ruling
    and a concession count at once, a result when the other pair confirmed it or its silence agreed. "reopened" says:
    play on; "replay": play anew, in the meeting that it `begins`; "undone": what it `takes_back` counts no more.
    """

    words: ClassVar[Words] = (*Decision.words, "answer_reason")
    written_once: ClassVar[Once] = (
        ("answer", "answered_at", "answer_reason"),
        ("interrupted_at",),
        ("told_at", "told_by"),
    )
    REOPENED, REPLAY, UNDONE = "reopened", "replay", "undone"
    KINDS = [*((kind.value, kind.value) for kind in Kind), *((kind, kind) for kind in (REOPENED, REPLAY, UNDONE))]

    class Source(models.TextChoices):
        TELEPHONE = "telephone"
        LETTER = "letter"
        MAIL = "mail"

    class Told(models.TextChoices):
        MAIL = "mail", "by email"
        PAGE = "page", "by opening its page"
        ORGANISER = "organiser", "by the organiser"

    meeting = models.ForeignKey(Meeting, models.PROTECT, related_name="result_entries")
    # Counted through all meetings of the two pairs in one match.
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16, choices=KINDS)
    winner = models.CharField(max_length=6, choices=Slot.choices, blank=True)
    total_upper = models.PositiveIntegerField(null=True)
    total_lower = models.PositiveIntegerField(null=True)
    # The winner's margin in points, where a match was played and only its margin is known.
    margin = models.PositiveIntegerField(null=True)
    from_sheet = models.BooleanField(default=False)
    # By whose will the other pair, that had gone on before a correction, stays; empty where the winner goes on.
    let_stand = models.CharField(max_length=6, choices=[(one.value, one.value) for one in LetStand], blank=True)
    # How a result reached the organiser, who keyed it in.
    source = models.CharField(max_length=10, choices=Source.choices, blank=True)
    begins = models.OneToOneField(Meeting, models.PROTECT, null=True, related_name="begun_by")
    # A result that was sent in explains itself; its pair, or the one that conceded, is in `by`.
    reason = models.TextField(blank=True, max_length=500)
    by = models.ForeignKey(Pair, models.PROTECT, null=True, related_name="+")
    # How long after the other pair was told its silence agrees; 0: final as sent in; empty where somebody must answer.
    silence_hours = models.PositiveSmallIntegerField(null=True)
    # When it is first known that the other pair knows of it, and how: before that its silence says nothing.
    told_at = models.DateTimeField(null=True)
    told_by = models.CharField(max_length=9, choices=Told.choices, blank=True)
    # When the match ceased to be open to both pairs before anybody had answered: silence agrees no more.
    interrupted_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=10, choices=[(one.value, one.value) for one in Answer if one], blank=True)
    answered_at = models.DateTimeField(null=True)
    answer_reason = models.TextField(blank=True, max_length=500)
    # Penalty points of a ruling, below nought for a deduction; the totals above have them in already.
    penalty_upper = models.IntegerField(default=0)
    penalty_lower = models.IntegerField(default=0)
    # What the lot was drawn from.
    seed = models.CharField(max_length=64, blank=True)

    class Meta(Decision.Meta):
        ordering = ["number"]
        constraints = [
            *Decision.Meta.constraints,
            models.UniqueConstraint(fields=["meeting", "number"], name="result_entry_number_once"),
            models.CheckConstraint(name="result_entry_totals", condition=all_or_none("total_upper", "total_lower")),
            models.CheckConstraint(
                name="result_entry_winner",
                condition=Q(kind__in=_WITHOUT_WINNER, winner="") | ~Q(kind__in=_WITHOUT_WINNER) & ~Q(winner=""),
            ),
            models.CheckConstraint(
                name="result_entry_played_by_totals",
                condition=~Q(kind=Kind.PLAYED.value) | _TOTALS_NAME_THE_WINNER | _WITHOUT_TOTALS,
            ),
            models.CheckConstraint(
                name="result_entry_margin",
                condition=Q(margin=None) | Q(margin__gt=0, kind=Kind.PLAYED.value) & _WITHOUT_TOTALS,
            ),
            models.CheckConstraint(name="result_entry_sent_or_ruled", condition=_SENT_IN | _CONCEDED | _RULED),
            models.CheckConstraint(
                name="result_entry_answered",
                condition=Q(answer="", answered_at=None)
                | ~Q(answer="") & Q(answered_at__isnull=False) & (~Q(answer="disputed") | ~Q(answer_reason="")),
            ),
            models.CheckConstraint(
                name="result_entry_told",
                condition=Q(told_at=None, told_by="") | Q(told_at__isnull=False, told_at__gte=F("at")) & ~Q(told_by=""),
            ),
            models.CheckConstraint(
                name="result_entry_as_its_kind_has_it",
                condition=_only("undone", takes_back=None)
                & _only("lots", seed="")
                & _only("played", source="")
                & _only("played", penalty_upper=0, penalty_lower=0, let_stand="")
                & (Q(let_stand="") | Q(decided_by__isnull=False))
                & (~Q(kind="undone") | Q(takes_back__isnull=False))
                & (~Q(kind="replay") | Q(begins__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.number})"

    @property
    def totals(self) -> tuple[int, int] | None:
        """Both totals, the upper pair's first; None without any."""
        upper, lower = self.total_upper, self.total_lower
        return None if upper is None or lower is None else (upper, lower)

    def winner_of(self, pairs: Pairs) -> int | None:
        """Return which of two pairs, the upper one first, wins by this row; None if neither does."""
        return pairs[self.winner == Slot.LOWER] if self.winner else None

    def result(self, code: str, pairs: Pairs, *, deals: int = 0, since: datetime | None = None) -> Result:
        """Return the result that this row comes to between two pairs, on a sheet with so many deals if there is one."""
        winner = self.winner_of(pairs)
        stays = sum(pairs) - winner if winner and self.let_stand else None
        deals = deals if self.from_sheet else 0
        return Result(code, pairs, Kind(self.kind), winner, self.totals, stays, self.margin, deals, since)

    @classmethod
    def columns(cls, result: Result) -> dict[str, Any]:
        """Return the columns of a row that reports this result."""
        upper, lower = result.totals or (None, None)
        return {
            "kind": result.kind.value,
            "winner": "" if result.winner is None else Slot.UPPER if result.upper_won else Slot.LOWER,
            "total_upper": upper,
            "total_lower": lower,
            "margin": result.only_margin,
            "from_sheet": result.deals > 0,
        }

    @property
    def disputed_deal(self) -> int:
        """The number of the deal that whoever disputes it names first; 0 if none."""
        named = re.search(r"\bdeal (\d{1,2})\b", self.answer_reason, re.IGNORECASE)
        return int(named[1]) if named else 0

    @property
    def agrees_at(self) -> datetime | None:
        """When silence would agree to it; None while nobody has told the other pair, or where somebody must answer."""
        if not self.silence_hours:
            return None if self.silence_hours is None else self.at
        return silence.agrees_at(self.told_at, self.silence_hours) if self.told_at else None

    @property
    def silence(self) -> str:
        """How long the other pair must say nothing after it was told, in words."""
        return silence.in_words(self.silence_hours or 0)

    @property
    def silence_may_agree(self) -> bool:
        """Whether silence can agree to it, once the other pair has been told."""
        return self.silence_hours is not None and not self.interrupted_at

    @property
    def waits_to_be_told(self) -> bool:
        """Whether silence only begins to agree to it when the other pair is told."""
        return self.silence_may_agree and self.agrees_at is None

    @property
    def silence_agrees_at(self) -> datetime | None:
        """When silence agrees to it, or did; None where somebody must answer or be told first."""
        return None if self.interrupted_at else self.agrees_at

    @property
    def may_be_undone(self) -> bool:
        """Whether an organiser can take it back: their ruling, or what they keyed in and nobody has answered yet."""
        return self.decided_by_id is not None or (self.source != "" and not self.answer)

    @property
    def asks_for_answer(self) -> bool:
        """Whether a pair sent it in for the other to confirm; rulings and concessions count at once."""
        return self.by_id is not None and self.kind == Kind.PLAYED
