"""Queries for a disputed result: each pair's account, as far as it is stored."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.results import result_by
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Result, Stage, Totals, difference
from competition.entries.models import Pair
from competition.match.queries.paper import TwoSheets, two_sheets
from competition.match.queries.play import PairSheet, PairView, open_pair_match
from scoring.models import DealCorrection
from scoring.paper.in_words import other_result
from scoring.rules.correcting import ChangeKind, with_deals
from scoring.rules.deal import DealResult
from scoring.rules.sheet import Sheet
from scoring.rules.sides import Side

# The totals at the beginning of a pair's reason. `totals_by` reads them.
OWN_TOTALS = "We {:,}, they {:,}. "
_OWN_TOTALS = re.compile(r"We ([\d,]+), they ([\d,]+)\. ")
_FIGURES = re.compile(r"\b\d{1,2}[, ]?\d{2}0\b|\b\d{2,3}0\b")


@dataclass(frozen=True, slots=True)
class Account:
    """One pair's account: what it wrote and when, and the score sheet or result that it claims.

    `deals` has the deals in its account that differ from the score sheet of the match. Without a `result`, its totals
    are unknown or level.
    """

    pair: Pair
    words: str
    at: datetime
    sheet: Sheet | None = None
    deals: Mapping[int, DealResult] | None = None
    result: Result | None = None


@dataclass
class Dispute:
    """A disputed result, with the pair that reported it and the pair that disputes it."""

    draw: PublishedDraw
    state: PublishedMatch
    last: ResultEntry

    @property
    def reporter(self) -> Pair:
        """The pair that reported the result."""
        return next(pair for pair in self.state.pairs if pair.pk == self.last.by_id)

    @property
    def disputer(self) -> Pair:
        """The pair that disputes the result."""
        return next(pair for pair in self.state.pairs if pair.pk != self.last.by_id)

    @cached_property
    def _match(self) -> PairView | None:
        return open_pair_match(self.draw, self.state) if self.state.recorded else None

    @property
    def sheet(self) -> PairSheet | None:
        """The score sheet of the match, or None without any deals."""
        return self._match.sheet if self._match else None

    @cached_property
    def own_sheet(self) -> TwoSheets | None:
        """The score sheet that one pair kept for itself, if it differs from the match's score sheet."""
        both = two_sheets(self._match) if self._match else None
        return both if both and both.comparison.first else None

    @cached_property
    def other_deals(self) -> tuple[Pair, Mapping[int, DealResult]] | None:
        """The pair that disputes deals on the score sheet of the match, with its version of them, or None if unknown.

        These deals come from its own score sheet, from a change that it requested, or from the reason for the dispute.
        """
        if self.sheet is None:
            return None
        if self.own_sheet:
            deals = {row.number: row.other for row in self.own_sheet.comparison.differences if row.other}
            is_whole = len(deals) == len(self.own_sheet.comparison.differences)
            return (self.own_sheet.keeper, deals) if is_whole else None
        number = self.last.disputed_deal
        if not 1 <= number <= len(self.sheet.deals):
            return None
        recorded = self.sheet.deals[number - 1].facts()
        asked = self._asked_for(number)
        if asked and asked.facts() != recorded:
            return self.sheet.pair_on(Side(asked.asked_by)), {number: asked.facts()}
        deal = other_result(self.words, recorded, self.sheet.meeting.side_of(self.disputer))
        return (self.disputer, {number: deal}) if deal else None

    def _asked_for(self, number: int) -> DealCorrection | None:
        """Return the last change to this deal that a pair requested and that was not made, or None (one query)."""
        made = (DealCorrection.Answer.AT_ONCE, DealCorrection.Answer.ACCEPTED)
        asked = self.sheet.row.corrections.filter(number=number, kind=ChangeKind.CHANGE.value) if self.sheet else None
        return asked.exclude(answer__in=made).order_by("pk").last() if asked is not None else None

    @property
    def numbers(self) -> list[int]:
        """The numbers of the disputed deals. Empty if the dispute names no deal on the score sheet."""
        if self.other_deals:
            return sorted(self.other_deals[1])
        named = self.last.disputed_deal
        return [named] if self.sheet and 1 <= named <= len(self.sheet.deals) else []

    @property
    def words(self) -> str:
        """The reason for the dispute, without the deal number at its beginning."""
        return re.sub(r"^deal \d+: *", "", self.last.answer_reason, flags=re.IGNORECASE)

    @property
    def accounts(self) -> tuple[Account, Account]:
        """The accounts of the pair that reported the result and of the other pair, in that order."""
        return self._account(self.reporter), self._account(self.disputer)

    def _account(self, pair: Pair) -> Account:
        is_reporter = pair == self.reporter
        words = "" if is_reporter else self.words
        at = self.last.at if is_reporter else self.last.answered_at or self.last.at
        if self.sheet is None or (not self.numbers and not self.own_sheet):
            return Account(pair, words, at, result=self.last_result if is_reporter else self._other_totals())
        sheet, deals = self._sheet_of(pair)
        return Account(pair, words, at, sheet, deals, result_by(self.state, sheet) if sheet else None)

    def _sheet_of(self, pair: Pair) -> tuple[Sheet | None, Mapping[int, DealResult] | None]:
        """Return the score sheet according to this pair, and the deals that differ in it, or None for either."""
        if self.sheet is None:
            return None, None
        written = self.sheet.scored
        if self.other_deals:
            holder, deals = self.other_deals
            return (with_deals(written, deals), deals) if holder == pair else (written, None)
        if self.own_sheet:
            return (self.own_sheet.comparison.other if self.own_sheet.keeper == pair else written), None
        return (written if pair == self.reporter else None), None

    @property
    def last_result(self) -> Result | None:
        """The reported result, or the result on the score sheet if its deals have changed since."""
        by_sheet = result_by(self.state, self.sheet.scored) if self.sheet else None
        return by_sheet or self.state.reported

    def _other_totals(self) -> Result | None:
        """Return the result from the totals in the reason for the dispute. None if there are none or they are level."""
        reported = self.last_result
        totals = self._stated_totals
        if totals is None and reported and reported.totals:
            totals = totals_in(self.words, reported.totals)
        is_level = totals is None or totals[0] == totals[1]
        return None if totals is None or is_level else Result.played(self.state.code, self.state.numbers, totals)

    @property
    def _stated_totals(self) -> Totals | None:
        """The totals at the beginning of the reason, with the upper pair's first, or None."""
        found = _OWN_TOTALS.match(self.words)
        if found is None:
            return None
        ours, theirs = (int(figure.replace(",", "")) for figure in found.groups())
        return (ours, theirs) if self.state.pairs[0] == self.disputer else (theirs, ours)


def dispute(draw: PublishedDraw, state: PublishedMatch) -> Dispute | None:
    """Return the dispute about a match, or None if its result is not disputed."""
    return Dispute(draw, state, state.last) if state.last and state.stage is Stage.DISPUTED else None


def totals_in(text: str, reported: Totals) -> Totals | None:
    """Return the totals named in a sentence, in the order of the reported totals. None if it names no other totals.

    Two totals are put in the order in which one pair's total stays the same, or else in the order closer to the
    report. A single total replaces the closer one.
    """
    figures = [int(re.sub(r"\D", "", figure)) for figure in _FIGURES.findall(text)]
    upper, lower = reported
    if len(figures) == 1:
        (total,) = figures
        named = (total, lower) if difference((total, upper)) <= difference((total, lower)) else (upper, total)
    elif len(figures) == 2:
        first, second = figures
        both = [(first, second), (second, first)]
        named = min(both, key=lambda totals: _distance(totals, reported))
    else:
        return None
    return None if named == reported else named


def _distance(totals: Totals, reported: Totals) -> tuple[int, int]:
    changes = [difference(both) for both in zip(totals, reported, strict=True)]
    return sum(change != 0 for change in changes), sum(changes)
