"""Presenter for a pair's match on one day: its table, the end of its round, and the totals when time is called."""

from django.utils import timezone

from competition.draw.presenters.one_day import TIME
from competition.draw.presenters.words import capital
from competition.draw.rules.layout import with_article
from competition.match.queries.play import PairView
from scoring.rules.words import quantity


def table_line(match: PairView) -> str:
    """Return the table of a match and the end of its round, or "" if the match has no table or is over."""
    state = match.state
    if state.table is None or not state.is_to_be_decided:
        return ""
    if state.is_repechage:
        return f"Table {state.table}. The repechage is {quantity(state.due, 'deal')}, without a clock."
    if state.clock is None:
        return f"Table {state.table}. The organiser starts the round."
    if is_time(match):
        return f"Table {state.table}. {TIME}"
    ends = f"{capital(with_article(state.round_name))}: until {timezone.localtime(state.clock.ends_at):%H:%M}"
    return f"Table {state.table}. {ends}. Then finish the deal in play."


def is_time(match: PairView) -> bool:
    """Return True if time is called in the round of this match."""
    clock = match.state.clock
    return clock is not None and not clock.minutes_left(match.draw.now)


def stopped(match: PairView) -> tuple[int, int] | None:
    """Return both totals after the last recorded deal, with the points of Law 80. This pair's total is first.

    None before time is called, without a deal, and after the last deal. The totals may be level.
    """
    sheet = match.sheet
    if not is_time(match) or sheet is None or not sheet.deals or not match.next_deal:
        return None
    ours, theirs = sheet.row.final_total.seen_from(sheet.side)
    return ours, theirs
