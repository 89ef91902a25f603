"""Queries for a reply from the other pair on this phone."""

from dataclasses import dataclass

from competition.contest.models import Conditions
from competition.draw.rules.result import Stage
from competition.entries.models import Pair
from competition.match.queries.play import PairView

Totals = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Passing:
    """The request for a reply on this phone. `who` is the pair that should reply.

    `totals` are the totals in points, ours first, or None. `named` has each total with its pair, the replying pair
    first. For a result without totals, `outcome` is its number and `score` is its text.
    """

    who: Pair
    totals: Totals | None
    named: tuple[tuple[Pair, int | None], tuple[Pair, int | None]]
    is_sent: bool
    outcome: int | None = None
    score: str = ""

    @property
    def is_known(self) -> bool:
        """True if there is a known result to confirm."""
        return self.totals is not None or self.outcome is not None


def counts_at_once(match: PairView) -> bool:
    """Return True if a reported result is final at once, without a reply from the other pair."""
    return match.competition.conditions.confirmation == Conditions.Confirmation.FINAL


def passing(match: PairView) -> Passing | None:
    """Return the request for a reply on this phone, or None if the other pair cannot reply here.

    While a change to a deal waits for a reply, no result can be reported.
    """
    asks = not counts_at_once(match)
    is_sent = match.state.stage is Stage.SUBMITTED
    if not (asks and match.opponents and match.state.is_open and (match.sent_by_us if is_sent else match.sheet)):
        return None
    if not is_sent and match.opened.corrections:
        return None
    totals = to_agree(match)
    ours, theirs = totals or (None, None)
    named = (match.opponents, theirs), (match.pair, ours)
    last = match.state.last
    if not is_sent or totals or last is None:
        return Passing(match.opponents, totals, named, is_sent)
    score = match.state.reported.report(*match.state.pair_names) if match.state.reported else ""
    return Passing(match.opponents, None, named, is_sent, last.number, score)


def to_agree(match: PairView) -> Totals | None:
    """Return both totals, ours first, from the report or from a complete score sheet, or None."""
    if match.state.stage is Stage.SUBMITTED:
        return sent_totals(match)
    if match.is_writable and match.opened.scored.winner:
        return match.opened.scored.total.seen_from(match.opened.side)
    return None


def sent_totals(match: PairView) -> Totals | None:
    """Return both totals as reported by this pair, ours first, or None if another entry is the latest."""
    last = match.state.last
    if last is None or last.totals is None or not match.sent_by_us:
        return None
    upper, lower = last.totals
    return (upper, lower) if match.state.pairs[0] == match.pair else (lower, upper)


def sent_without_totals(match: PairView) -> int | None:
    """Return the number of this pair's result without totals, or None if another entry is the latest."""
    last = match.state.last
    if last is None or not last.asks_for_answer or last.totals or not match.sent_by_us:
        return None
    return last.number
