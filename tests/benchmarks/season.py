"""A competition of many pairs in the middle of its season, with real sheets."""

import random

from competition.actions import play
from competition.models import Competition
from competition.queries import Table
from competition.rules.outcome import Kind
from scoring import actions as pad
from scoring.rules.contract import Contract, Denomination
from scoring.rules.deal import Deal
from scoring.rules.sides import Seat
from tests import stories

CHANCE = random.Random(1)


def middle(pairs: int) -> Competition:
    """Round 1 is played, every other match on a sheet; in round 2 some play, some wait, some have not begun."""
    competition = stories.published(pairs)
    for place, state in enumerate(stories.now(competition).rounds[0].matches):
        if place % 2:
            stories.settle(competition, state.code, kind=Kind.PLAYED, totals=(4730, 3980))
        else:
            _play(competition, state.code, confirmed=True)
    for place, state in enumerate(stories.now(competition).rounds[1].matches):
        if place % 4 == 0:
            write(stories.open_sheet(competition, state.code)[0], place + 5)
        elif place % 4 == 1:
            _play(competition, state.code, confirmed=False)
    return competition


def _play(competition: Competition, code: str, *, confirmed: bool) -> None:
    upper, lower = stories.open_sheet(competition, code)
    while not (now := stories.table(upper.pair, code)).sheet.winner:
        write(now, now.sheet.deals_left)
    play.submit_sheet(now)
    if confirmed:
        play.confirm(stories.table(lower.pair, code), outcome=1)


def write(seen: Table, deals: int) -> None:
    """Write so many more deals straight on the sheet: by way of the pairs a season would take a minute."""
    for number in range(len(seen.deals) + 1, len(seen.deals) + deals + 1):
        pad.record(seen.row, number=number, deal=a_deal())


def a_deal() -> Deal:
    """Some deal or other, the same ones in every run."""
    level = CHANCE.choice((1, 2, 3, 3, 4, 4, 6))
    contract = Contract(level, CHANCE.choice(list(Denomination)))
    return Deal(CHANCE.choice(list(Seat)), contract, min(13, 6 + level + CHANCE.choice((-2, -1, 0, 0, 1))))
