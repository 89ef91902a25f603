"""Generated matches, and their mirror images with the sides exchanged."""

from random import Random

from hypothesis import strategies

from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import DealResult, Honours
from scoring.rules.sheet import Sheet, read_sheet
from scoring.rules.sides import Seat, Side
from tests.scoring.rules.notation import deal

# Some of these deals have equal values, which makes ties, level totals and equal swings likely.
BY_NORTH = [
    "N 4S 10",
    "N 2H 8",
    "N 2H 7",
    "N 1C 11",
    "N 3NTX 8",
    "N 6H 12",
    "N 6H 11",
    "N 2D 8 EW:100",
    "N 4H 10 NS:150",
]


def changed_over(facts: DealResult) -> DealResult:
    """Return the same deal as played by the other side."""
    if facts.declarer is None:
        return facts
    held = Honours(facts.honours.side.other, facts.honours.points) if facts.honours else None
    return DealResult(facts.declarer.after(1), facts.contract, facts.tricks, held)


DEALS = [DealResult.passed_in(), *map(deal, BY_NORTH), *(changed_over(deal(text)) for text in BY_NORTH)]


def _until_decided(deals: list[DealResult], conditions: ScoringConditions) -> Sheet:
    written: list[DealResult] = []
    for facts in deals:
        if len(written) >= conditions.deals and read_sheet(written, Seat.N, conditions).winner:
            break
        written.append(facts)
    return read_sheet(written, Seat.N, conditions)


@strategies.composite
def sheets(draw) -> Sheet:
    """Draw a match, decided or unfinished. Many matches are tied at some point."""
    opening = draw(strategies.lists(strategies.sampled_from(DEALS), max_size=4))
    twins = [changed_over(facts) for facts in opening]
    length = 2 * len(opening) or draw(strategies.integers(2, 12))
    conditions = ScoringConditions(length, draw(strategies.integers(1, 2)), draw(strategies.sampled_from(TieBreak)))
    return _until_decided(
        opening + twins + draw(strategies.lists(strategies.sampled_from(DEALS), max_size=14)), conditions
    )


# Each level appears as often as players bid it. OVER contains likely differences from the tricks needed.
LEVELS, OVER = (1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 6, 7), (-3, -2, -1, -1, 0, 0, 0, 1, 2)
HONOURS = (None,) * 10 + tuple(Honours(side, 150) for side in Side)


@strategies.composite
def realistic_sheets(draw) -> Sheet:
    """Draw a match of 12 or 30 deals with realistic contracts. Some matches are unfinished."""
    rng = Random(draw(strategies.integers(0, 2**20)))
    conditions = ScoringConditions(rng.choice((12, 30)), 2, rng.choice(list(TieBreak)))
    deals = [_bid(rng) for _ in range(rng.choice((conditions.deals, conditions.deals, rng.randrange(12))))]
    while len(deals) >= conditions.deals and read_sheet(deals, Seat.N, conditions).winner is None:
        deals.append(_bid(rng))
    return read_sheet(deals, Seat.N, conditions)


def _bid(rng: Random) -> DealResult:
    if rng.randrange(30) == 0:
        return DealResult.passed_in()
    level, doubling = rng.choice(LEVELS), rng.choice([Doubling.UNDOUBLED] * 8 + list(Doubling))
    contract = Contract(level, rng.choice(list(Denomination)), doubling)
    tricks = min(13, contract.tricks + rng.choice(OVER))
    return DealResult(rng.choice(list(Seat)), contract, tricks, rng.choice(HONOURS))


def mirrored(sheet: Sheet) -> Sheet:
    """Return the same match with the sides exchanged."""
    deals = [changed_over(line.deal) for line in sheet.lines]
    return read_sheet(deals, sheet.first_dealer.after(1), sheet.conditions)
