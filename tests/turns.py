"""States of a pair in a competition of four pairs, reached by the real actions.

Each state is a function that changes a competition of four pairs, and returns the pair that reads its pages.
"""

from collections.abc import Callable
from datetime import datetime, time, timedelta

from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.rules.result import ResultKind
from competition.entries.models import Pair
from competition.match.actions import play
from competition.match.actions.arranging import cancel_date
from competition.match.queries.play import PairView
from tests import stories
from tests.competition.worlds import agree, send_in

TODAY = timezone.localdate()
# Deals for a whole match: one game for each side in turn, so that the upper pair leads at the end.
GAME, PART = stories.deal("4S", 11), stories.deal("1D", 8, "W")


def evening(days: int) -> datetime:
    """Return 19:30 this many days from today."""
    return timezone.make_aware(datetime.combine(TODAY + timedelta(days=days), time(19, 30)))


def _pair(competition: Competition, which: int = 0) -> Pair:
    return stories.place(competition, which=which).pair


def entered(_: Competition) -> Pair:
    return stories.entered(2).pairs.get(number=1)


def waiting(competition: Competition) -> Pair:
    stories.settle(competition, "R1-M1")
    return _pair(competition)


def no_date(competition: Competition) -> Pair:
    return _pair(competition)


def we_offered(competition: Competition) -> Pair:
    stories.offer(competition, dates=[evening(3), evening(5)], venue="12 Lake Road")
    return _pair(competition)


def they_offered(competition: Competition) -> Pair:
    we_offered(competition)
    return _pair(competition, 1)


def agreed(competition: Competition) -> Pair:
    stories.agree(competition, at=evening(3), venue="12 Lake Road")
    return _pair(competition)


def cancelled(competition: Competition) -> Pair:
    agreed(competition)
    cancel_date(stories.place(competition, which=1), reason="Ben is ill.")
    return _pair(competition)


def today(competition: Competition) -> Pair:
    stories.agree(competition, at=timezone.now() + timedelta(minutes=5), venue="12 Lake Road")
    return _pair(competition)


def started(competition: Competition) -> Pair:
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, GAME, PART)
    return upper.pair


def on_the_other_phone(competition: Competition) -> Pair:
    started(competition)
    return _pair(competition, 1)


def asked(competition: Competition) -> Pair:
    started(competition)
    upper, lower = stories.tables(competition)
    stories.correct_deal(upper, number=1, deal=stories.deal("4S", 10))
    return lower.pair


def all_played(competition: Competition) -> Pair:
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *[GAME, PART] * (upper.state.conditions.deals // 2))
    return upper.pair


def reported_by_us(competition: Competition) -> Pair:
    pair = all_played(competition)
    play.submit_sheet(stories.tables(competition)[0])
    return pair


def reported_by_them(competition: Competition) -> Pair:
    reported_by_us(competition)
    return _pair(competition, 1)


def disputed(competition: Competition) -> Pair:
    pair = reported_by_them(competition)
    _dispute(stories.tables(competition)[1])
    return pair


def they_dispute(competition: Competition) -> Pair:
    disputed(competition)
    return _pair(competition)


def _dispute(match: PairView) -> None:
    play.dispute(match, outcome=match.state.last.number, reason="Deal 17 was one light.")


def totals_disputed(competition: Competition) -> Pair:
    send_in(competition, "R1-M1")
    _, lower = stories.tables(competition)
    play.dispute(lower, outcome=lower.state.last.number, reason="We won.")
    return lower.pair


def won(competition: Competition) -> Pair:
    pair = reported_by_us(competition)
    agree(competition, "R1-M1")
    return pair


def lost(competition: Competition) -> Pair:
    won(competition)
    return next(pair for pair in competition.pairs.all() if pair in _losers(competition))


def _losers(competition: Competition) -> list[Pair]:
    state = stories.now(competition).matches["R1-M1"]
    return [pair for pair in state.pairs if pair != state.winner]


def ruled(competition: Competition) -> Pair:
    stories.settle(competition, "R1-M1", kind=ResultKind.RULING)
    return _pair(competition, 1)


def walkover(competition: Competition) -> Pair:
    stories.settle(competition, "R1-M1")
    return _pair(competition, 1)


def extended(competition: Competition) -> Pair:
    stories.extend(competition, "R1-M1")
    return _pair(competition)


def withdrawn(competition: Competition) -> Pair:
    pair = _pair(competition)
    stories.withdraw(pair)
    return pair


def out_after_correction(competition: Competition) -> Pair:
    pair = won(competition)
    stories.settle(competition, "R1-M1", upper_wins=False, kind=ResultKind.RULING)
    return pair


def champion(competition: Competition) -> Pair:
    for code in ("R1-M1", "R1-M2", "R2-M1"):
        stories.settle(competition, code, kind=ResultKind.PLAYED, totals=(4730, 3980))
    return _pair(competition)


STATES: dict[str, Callable[[Competition], Pair]] = {
    function.__name__.replace("_", " "): function
    for function in (
        entered,
        waiting,
        no_date,
        we_offered,
        they_offered,
        agreed,
        cancelled,
        today,
        started,
        on_the_other_phone,
        asked,
        all_played,
        reported_by_us,
        reported_by_them,
        disputed,
        they_dispute,
        totals_disputed,
        won,
        lost,
        ruled,
        walkover,
        extended,
        withdrawn,
        out_after_correction,
        champion,
    )
}
