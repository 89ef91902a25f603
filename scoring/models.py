"""Models for score sheets and their deals. They store only facts. `scoring.rules` derives every point."""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from typing import Any, Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q
from django.db.models.base import ModelState
from django.utils import timezone

import scoring.rules.deal
from scoring.rules import tariff
from scoring.rules.conditions import DEALS, EXTRA_DEALS, ONLY_PART_SCORES, ScoringConditions, TieBreak
from scoring.rules.contract import Denomination, Doubling
from scoring.rules.correcting import ChangeKind, DealChange
from scoring.rules.deal import COLUMNS, recall
from scoring.rules.sheet import Sheet, Standing
from scoring.rules.sides import BySide, Seat, Side
from scoring.story.story import make_story


def played_or_passed_in(denominations: Iterable[str] = Denomination) -> Q:
    """Return a condition for a deal's columns: complete if it was played, empty if it was passed in."""
    played = Q(
        declarer__in=[seat.value for seat in Seat],
        level__range=(1, 7),
        denomination__in=[str(denomination) for denomination in denominations],
        doubling__in=[d.value for d in Doubling],
        tricks__range=(0, 13),
    )
    nothing = {"declarer": "", "level": None, "denomination": "", "doubling": None, "tricks": None}
    return played | Q(**nothing, honours_side="", honours_points=None)


def honours_that_can_be() -> Q:
    """Return a condition for the honours columns: either empty, or points that are possible in the denomination."""
    has_side = Q(honours_side__in=[side.value for side in Side])
    at_trumps = Q(honours_points__in=tariff.HONOURS) & ~Q(denomination="NT")
    points = Q(honours_points__in=tariff.NO_TRUMP_HONOURS) | at_trumps
    return Q(honours_side="", honours_points=None) | has_side & points


# Every time zone can show the times between these. Other times are mistakes.
MOMENTS = (datetime(1895, 1, 1, tzinfo=UTC), datetime(2205, 12, 31, tzinfo=UTC))


class MomentField(models.DateTimeField):
    """A time within the years in MOMENTS. The database also checks this range."""

    default_validators = [MinValueValidator(MOMENTS[0]), MaxValueValidator(MOMENTS[1])]

    def db_check(self, connection: BaseDatabaseWrapper) -> str:
        """Return the SQL condition for the column."""
        first, last = (moment.strftime("%Y-%m-%d %H:%M:%S") for moment in MOMENTS)
        return f"{connection.ops.quote_name(str(self.column))} BETWEEN '{first}' AND '{last}'"


_USUAL = ScoringConditions()
SEATS = [(seat.value, seat.name) for seat in Seat]
SIDES = [(side.value, side.name) for side in Side]


class FastRow(models.Model):
    """Base class for models that load quickly. A large draw loads in a third of the usual time.

    Django sets each column separately and sends signals. No code in this app listens to those signals.
    """

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **how: object) -> Self:
        """Return a row with these columns. Deferred columns are read on access."""
        row = cls.__new__(cls)
        state = ModelState()
        state.adding = False
        state.db = db
        # Comparing both lengths would take a sixth of the time of this method.
        row.__dict__ = columns = dict(zip(field_names, values, strict=False))
        columns["_state"] = state
        return row

    def given(self, name: str) -> Iterable[Any]:
        """Return the related rows in this relation, from the prefetch cache if possible."""
        theirs = self.__dict__.get("_prefetched_objects_cache", {}).get(name)
        return getattr(self, name).all() if theirs is None else theirs


class ConditionsOfPlay(FastRow):
    """Conditions for a score sheet: length, tie-break and the value of an only part-score."""

    deals = models.PositiveSmallIntegerField(default=_USUAL.deals)
    extra_deals = models.PositiveSmallIntegerField(default=_USUAL.extra_deals)
    tie_break = models.CharField(
        max_length=10, choices=[(way.value, way.value) for way in TieBreak], default=_USUAL.tie_break.value
    )
    only_partscore = models.PositiveSmallIntegerField(default=_USUAL.only_partscore)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(deals__range=DEALS, extra_deals__range=EXTRA_DEALS), name="%(class)s_lengths"
            ),
            models.CheckConstraint(condition=Q(only_partscore__in=ONLY_PART_SCORES), name="%(class)s_partscore"),
        ]

    def rules(self) -> ScoringConditions:
        """Return the conditions in the format of `scoring.rules`."""
        return ScoringConditions(self.deals, self.extra_deals, TieBreak(self.tie_break), self.only_partscore)


class SummarySheet(ConditionsOfPlay):
    """Score sheet of one match: its first dealer, its conditions and its deals.

    Some columns are copies, so that pages about the draw need not score the deals. Only `scoring.actions` writes them:
    `recorded`, `due`, `total_ns`, `total_ew`, `standing`, `leads` (of North-South after each deal, in points) and
    `credits` (for an unfinished rubber, North-South first). A decided match also has `comeback`, `highest` (on one
    deal), `honours` (points) and `slams` (made). `version` tells an open page that it is out of date.
    """

    first_dealer = models.CharField(max_length=1, choices=SEATS)
    version = models.PositiveIntegerField(default=0)
    recorded = models.PositiveSmallIntegerField(default=0)
    due = models.PositiveSmallIntegerField()
    total_ns = models.PositiveIntegerField(default=0)
    total_ew = models.PositiveIntegerField(default=0)
    standing = models.CharField(max_length=10, default=Standing.IN_PLAY.value)
    comeback = models.PositiveIntegerField(default=0)
    slams = models.PositiveSmallIntegerField(default=0)
    highest = models.PositiveIntegerField(default=0)
    honours = models.PositiveSmallIntegerField(default=0)
    leads = models.JSONField(default=list)
    credits = models.JSONField(default=list)
    # The next deal, if the app questioned it before recording it: its columns, its number and the side that sent it.
    # Empty after a deal is recorded or changed.
    doubtful = models.JSONField(null=True)

    class Meta(ConditionsOfPlay.Meta):
        abstract = False

    def __str__(self) -> str:
        return f"sheet {self.pk}: {self.recorded} deals"

    def copies_of(self, sheet: Sheet) -> dict:
        """Return the values of the copied columns for this scored sheet."""
        story = make_story(sheet) if sheet.standing is Standing.DECIDED else None
        return {
            "recorded": len(sheet.lines),
            "due": sheet.stage_end,
            "total_ns": sheet.shown.ns,
            "total_ew": sheet.shown.ew,
            "standing": sheet.standing.value,
            "comeback": story.comeback.deficit if story and story.comeback else 0,
            "slams": len(story.slams) if story else 0,
            "highest": story.highest.points if story and story.highest else 0,
            "honours": sum(line.deal.honours.points for line in sheet.lines if line.deal.honours) if story else 0,
            "leads": [line.cumulative.ns - line.cumulative.ew for line in sheet.lines],
            "credits": [*sheet.credits] if sheet.standing is not Standing.DECIDED and any(sheet.credits) else [],
        }

    def facts_of_doubtful(self) -> scoring.rules.deal.DealResult | None:
        """Return the deal that the app questioned, or None."""
        return recall(*(self.doubtful[name] for name in COLUMNS)) if self.doubtful else None

    @property
    def total(self) -> BySide[int]:
        """Each side's total points. During the match this is the score as written, without Law 80 credits."""
        return BySide(self.total_ns, self.total_ew)

    @property
    def final_total(self) -> BySide[int]:
        """Each side's total points if play has stopped, with the Law 80 credits for an unfinished rubber."""
        ns, ew = self.credits or (0, 0)
        return BySide(self.total_ns + ns, self.total_ew + ew)


class DealColumns(FastRow):
    """Columns for a deal, its misdeals and its note.

    The columns of the deal are empty if it was passed in. Misdeals never count.
    """

    number = models.PositiveSmallIntegerField()
    declarer = models.CharField(max_length=1, choices=SEATS, blank=True)
    level = models.PositiveSmallIntegerField(null=True)
    denomination = models.CharField(max_length=2, blank=True, choices=[(d.value, d.value) for d in Denomination])
    doubling = models.PositiveSmallIntegerField(null=True)
    tricks = models.PositiveSmallIntegerField(null=True)
    honours_side = models.CharField(max_length=2, choices=SIDES, blank=True)
    honours_points = models.PositiveSmallIntegerField(null=True)
    misdeals = models.PositiveSmallIntegerField(default=0)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(name="%(class)s_played_or_passed_in", condition=played_or_passed_in()),
            models.CheckConstraint(name="%(class)s_honours", condition=honours_that_can_be()),
            models.CheckConstraint(name="%(class)s_number", condition=Q(number__gte=1)),
        ]

    @staticmethod
    def columns(deal: scoring.rules.deal.DealResult) -> dict:
        """Return the column values for this deal."""
        contract, honours = deal.contract, deal.honours
        return {
            "declarer": deal.declarer.value if deal.declarer else "",
            "level": contract.level if contract else None,
            "denomination": contract.denomination.value if contract else "",
            "doubling": contract.doubling.value if contract else None,
            "tricks": deal.tricks,
            "honours_side": honours.side.value if honours else "",
            "honours_points": honours.points if honours else None,
        }

    @classmethod
    def noted(cls, change: DealChange) -> dict:
        """Return the column values for the deal in a change, with its number, misdeals and note."""
        return {"number": change.number, "misdeals": change.misdeals, "note": change.note, **cls.columns(change.deal)}

    def facts(self) -> scoring.rules.deal.DealResult:
        """Return the deal in the format of `scoring.rules`."""
        return recall(*(getattr(self, name) for name in COLUMNS))


class Deal(DealColumns):
    """One deal on a score sheet, played or passed in."""

    sheet = models.ForeignKey(SummarySheet, models.CASCADE, related_name="rows")
    # Time of entry at the table. Empty if the deal was typed in later, because its time of play is unknown.
    recorded_at = MomentField(null=True)

    class Meta(DealColumns.Meta):
        abstract = False
        ordering = ["number"]
        constraints = [
            *DealColumns.Meta.constraints,
            models.UniqueConstraint(fields=["sheet", "number"], name="deal_once_a_sheet"),
        ]

    def __str__(self) -> str:
        return f"deal {self.number}"

    def to_read(self, deal: scoring.rules.deal.DealResult) -> DealChange:
        """Return the change from this deal to `deal`, which keeps this deal's misdeals and note."""
        return DealChange(ChangeKind.CHANGE, self.number, deal, self.misdeals, self.note)

    def to_go(self) -> DealChange:
        """Return the change that deletes this deal."""
        return self.to_read(self.facts())._replace(kind=ChangeKind.DELETE)


class DealCorrection(DealColumns):
    """A change to a recorded deal: made at once, or only with the other side's consent if needed (Law 78).

    A change that waits for a reply lapses if its deal changes first. `told` is True once the side that must read the
    outcome has read it. This is the other side if the change was made at once, otherwise the side that asked.
    """

    class Answer(models.TextChoices):
        AT_ONCE = "made at once"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        TAKEN_BACK = "taken back"
        LAPSED = "lapsed"

    sheet = models.ForeignKey(SummarySheet, models.CASCADE, related_name="corrections")
    kind = models.CharField(max_length=6, choices=[(kind.value, kind.value) for kind in ChangeKind])
    asked_by = models.CharField(max_length=2, choices=SIDES)
    asked_at = MomentField(default=timezone.now)
    answer = models.CharField(max_length=12, choices=Answer.choices, blank=True)
    answered_at = MomentField(null=True)
    # True if the other side accepted the change on the phone of the side that asked.
    agreed_here = models.BooleanField(default=False)
    # The deal's values before the change. Empty for an inserted deal.
    was = models.JSONField(null=True)
    # Columns of the deals after the true end of the match, which this change deleted.
    gone = models.JSONField(default=list)
    # Totals of North-South and East-West, before and after a change that was made.
    totals = models.JSONField(default=list)
    told = models.BooleanField(default=False)

    class Meta(DealColumns.Meta):
        abstract = False
        constraints = [
            *DealColumns.Meta.constraints,
            models.UniqueConstraint(
                fields=["sheet", "number"], condition=Q(answer=""), name="correction_one_open_a_deal"
            ),
            # Inserting or deleting a deal would renumber the deals in other open corrections.
            models.UniqueConstraint(
                fields=["sheet"],
                condition=Q(answer="", kind__in=[ChangeKind.INSERT.value, ChangeKind.DELETE.value]),
                name="correction_one_open_that_moves_deals",
            ),
            models.CheckConstraint(condition=Q(kind__in=[kind.value for kind in ChangeKind]), name="correction_kind"),
            models.CheckConstraint(condition=Q(told=False) | ~Q(answer=""), name="correction_told_an_answer"),
            models.CheckConstraint(
                name="correction_answered_once",
                condition=Q(answer="", answered_at=None) | ~Q(answer="") & Q(answered_at__isnull=False),
            ),
            models.CheckConstraint(
                name="correction_agreed_here", condition=Q(agreed_here=False) | Q(answer="accepted")
            ),
        ]

    def __str__(self) -> str:
        return f"correction of deal {self.number}"

    @property
    def was_made(self) -> bool:
        """True if the change is on the score sheet."""
        return self.answer in (self.Answer.AT_ONCE, self.Answer.ACCEPTED)

    def facts_before(self) -> scoring.rules.deal.DealResult | None:
        """Return the deal before a change that was made, or None for an inserted deal."""
        return recall(*(self.was[name] for name in COLUMNS)) if self.was else None

    def facts_gone(self) -> list[scoring.rules.deal.DealResult]:
        """Return the deals deleted by the change, because the match was over before them."""
        return [recall(*(columns[name] for name in COLUMNS)) for columns in self.gone]

    def is_news_for(self, side: Side) -> bool:
        """Return True if this side has not yet read the outcome of the change."""
        concerns = (side != self.asked_by) if self.answer == self.Answer.AT_ONCE else (side == self.asked_by)
        return bool(self.answer) and not self.told and concerns

    def change(self) -> DealChange:
        """Return the requested change in the format of `scoring.rules`."""
        return DealChange(ChangeKind(self.kind), self.number, self.facts(), self.misdeals, self.note)


class Submission(models.Model):
    """Key of a deal sent by a phone. It outlives the deal, so that a repeated request writes nothing."""

    sheet = models.ForeignKey(SummarySheet, models.CASCADE, related_name="submissions")
    key = models.UUIDField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sheet", "key"], name="submission_once_a_sheet")]

    def __str__(self) -> str:
        return f"submission {self.key}"
