"""Presenters for changes to recorded deals: requests, outcomes, and the list that a pair reads before confirming."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from competition.match.queries.changes import has_own_phone
from competition.match.queries.passing import counts_at_once
from competition.match.queries.play import PairSheet, PairView
from scoring.models import DealCorrection
from scoring.queries import Proposal
from scoring.rules.consent import law_of
from scoring.rules.correcting import ChangeKind
from scoring.rules.deal import DealResult
from scoring.rules.sides import BySide
from scoring.rules.words import gone_words, quantity

NO_DEAL = "not on the score sheet"
_MADE = {ChangeKind.CHANGE: "changed", ChangeKind.INSERT: "inserted", ChangeKind.DELETE: "deleted"}
_ANSWERED = {
    DealCorrection.Answer.ACCEPTED: "{} accepted your change to deal {}.",
    DealCorrection.Answer.DECLINED: "{} declined your change to deal {}, so the deal is unchanged. Discuss it.",
    DealCorrection.Answer.LAPSED: "{} changed deal {} in another way since you asked. Check that it is right now.",
}


class ChangedTotals(NamedTuple):
    """The totals of one pair before and after a change. `name` is the label of the row."""

    name: str
    before: int
    after: int


class ChangeLine(NamedTuple):
    """One change to a deal, as a pair reads it.

    `title` is what happened or is requested. `before` and `after` are the deal in words. `why` gives the Law, and
    `gone` names the deals that the change deletes. `replies_here` is True if the other pair replies on this phone, and
    `asks_code` if that pair needs its reply code to do so.
    """

    key: int
    number: int
    at: datetime
    title: str
    before: str
    after: str
    totals: tuple[ChangedTotals, ChangedTotals] | tuple[()] = ()
    why: str = ""
    gone: str = ""
    is_ours: bool = False
    is_agreed_here: bool = False
    replies_here: bool = False
    asks_code: bool = False


def requests(match: PairView) -> list[ChangeLine]:
    """Return the changes that are waiting for a reply."""
    sheet = match.sheet if match.is_writable else None
    return [_request(match, sheet, proposal) for proposal in sheet.proposals] if sheet else []


def news(match: PairView) -> list[ChangeLine]:
    """Return the other pair's changes and replies that this pair has not read, latest first."""
    return [_line(match, match.sheet, change) for change in reversed(match.sheet.news)] if match.sheet else []


def changes_to_check(match: PairView) -> list[ChangeLine]:
    """Return the changes that this pair reads before it confirms the result."""
    return [_line(match, match.sheet, change) for change in match.sheet.changes_to_check()] if match.sheet else []


def _request(match: PairView, sheet: PairSheet, proposal: Proposal) -> ChangeLine:
    wish, effect = proposal.correction, proposal.effect
    is_ours = wish.asked_by == sheet.side
    before, after = _deals(sheet, wish, None if wish.kind == ChangeKind.INSERT else proposal.stands)
    who = f"You ask {match.opponents}" if is_ours else f"{match.opponents} ask you"
    title = f"{who} to agree: {_request_words(wish, after)}"
    totals = _totals(sheet, effect.before.written, effect.after.written)
    return ChangeLine(
        wish.pk,
        wish.number,
        wish.asked_at,
        title,
        before,
        after,
        totals,
        law_of(effect),
        gone_words(effect),
        is_ours,
        replies_here=is_ours and not has_own_phone(match),
        asks_code=counts_at_once(match),
    )


def _request_words(wish: DealCorrection, after: str) -> str:
    if wish.kind == ChangeKind.INSERT:
        return f"a forgotten deal {wish.number}, {after}."
    if wish.kind == ChangeKind.DELETE:
        return f"delete deal {wish.number}."
    return f"deal {wish.number} was {after}."


def _line(match: PairView, sheet: PairSheet, change: DealCorrection) -> ChangeLine:
    """Return a change that was made or answered."""
    before, after = _deals(sheet, change, change.facts_before())
    totals = _totals(sheet, BySide(*change.totals[:2]), BySide(*change.totals[2:])) if change.totals else ()
    is_ours = change.asked_by == sheet.side
    if change.answer == DealCorrection.Answer.AT_ONCE or not is_ours:
        who = "You" if is_ours else sheet.pair_on(sheet.side.other).name
        title = f"{who} {_MADE[ChangeKind(change.kind)]} deal {change.number}."
    else:
        title = _ANSWERED[DealCorrection.Answer(change.answer)].format(match.opponents, change.number)
    at = change.answered_at or change.asked_at
    return ChangeLine(
        change.pk,
        change.number,
        at,
        title,
        before,
        after,
        totals,
        gone=_lost_deals(sheet, change.facts_gone()),
        is_ours=is_ours,
        is_agreed_here=change.agreed_here,
    )


def _deals(sheet: PairSheet, change: DealCorrection, recorded: DealResult | None) -> tuple[str, str]:
    """Return the deal before and after a change in words, with the players' first names."""
    after = None if change.kind == ChangeKind.DELETE else change.facts()
    before, after_words = (sheet.card.deal(deal) if deal else NO_DEAL for deal in (recorded, after))
    return before, after_words


def _lost_deals(sheet: PairSheet, deals: list[DealResult]) -> str:
    if not deals:
        return ""
    words = "; ".join(sheet.card.deal(deal) for deal in deals)
    return f"This also deleted {quantity(len(deals), 'deal')} after the end of the match: {words}."


def _totals(
    sheet: PairSheet, before: BySide[int] | Iterable[int], after: BySide[int] | Iterable[int]
) -> tuple[ChangedTotals, ChangedTotals]:
    ours, theirs = zip(BySide(*before).seen_from(sheet.side), BySide(*after).seen_from(sheet.side), strict=True)
    return ChangedTotals("Our total", *ours), ChangedTotals("Their total", *theirs)
