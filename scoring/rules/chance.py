"""Each side's chance of winning a match in play, from many simulations of the remaining deals."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

from scoring.rules import tariff
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import DealResult, Honours, price
from scoring.rules.sheet import Sheet
from scoring.rules.sides import BySide, Seat, Side

# The largest number of simulated endings, and of their deals in total. The limits keep the time below 25 ms.
_PLAYS, _DEALS = 1000, 30_000
_SEED = 80
_PACK = 600
# The number of times that each undoubled contract was played in 400 deals between club pairs.
_CONTRACTS = {
    "1C": 12, "1H": 39, "1NT": 11, "2C": 21, "2H": 39, "2NT": 14, "3C": 20, "3H": 23, "3NT": 22, "4C": 23,
    "4H": 85, "4NT": 6, "5C": 22, "5H": 15, "6H": 11, "7H": 2,
}  # fmt: skip
# The number of times that declarer took this many tricks more than the contract, in the same deals.
_OVER = {-3: 13, -2: 24, -1: 87, 0: 156, 1: 82, 2: 34}
_BID = [contract for contract, times in _CONTRACTS.items() for _ in range(times)]
_TAKEN = [over for over, times in _OVER.items() for _ in range(times)]
# The numbers of deals in a hundred that are doubled, that are passed in, and that give declarer's side honours.
_DOUBLED, _PASSED_IN, _HONOURS = 7, 3, 8


class PossibleDeal(NamedTuple):
    """A deal that may follow: the declaring side, its trick points, and its gain when not vulnerable and vulnerable."""

    by_ns: bool
    below: int
    gain: tuple[int, int]


class ChanceState(NamedTuple):
    """The facts that decide the rest of a match: the lead of North-South and the rubber in play, North-South first."""

    lead: int
    games: tuple[int, int]
    part_scores: tuple[int, int]
    deals_left: int
    only_partscore: int


def chance(sheet: Sheet) -> BySide[int]:
    """Return each side's chance of winning the match, in per cent from 1 to 99.

    The winner of a decided match has 100. The simulation assumes that both sides are equally strong. The same state of
    a match always gives the same chance.
    """
    if sheet.winner:
        ns = 100 * (sheet.winner is Side.NS)
        return BySide(ns, 100 - ns)
    return chance_in(state_of(sheet))


def chance_in(state: ChanceState) -> BySide[int]:
    """Return each side's chance of winning an undecided match in this state."""
    ns = min(99, max(1, round(100 * _share(state))))
    return BySide(ns, 100 - ns)


def state_of(sheet: Sheet) -> ChanceState:
    """Return the state of an undecided match."""
    points = sheet.shown
    games, part_scores = (sheet.games.ns, sheet.games.ew), (sheet.part_scores.ns, sheet.part_scores.ew)
    return ChanceState(points.ns - points.ew, games, part_scores, sheet.deals_left, sheet.conditions.only_partscore)


@lru_cache(maxsize=1024)
def _share(state: ChanceState) -> Fraction:
    """Return the share of simulated matches that North-South win. A level match counts half for each side.

    The share is exact, so that half a per cent is rounded in the same way for both sides.

    Each simulation is repeated with the sides exchanged, so that both sides have equal chances from a level state.
    """
    left = state.deals_left
    deals = _deals_to_come()
    pairs = min(_PLAYS, _DEALS // left) // 2
    other = ChanceState(-state.lead, state.games[::-1], state.part_scores[::-1], *state[3:])
    won = 0
    for start in range(0, pairs * left, left):
        to_come = deals[start : start + left]
        for side, sign in ((state, 1), (other, -1)):
            end = sign * lead_after(side, to_come)
            won += 2 if end > 0 else end == 0
    return Fraction(won, 4 * pairs)


def lead_after(state: ChanceState, deals: Iterable[PossibleDeal]) -> int:
    """Return the first side's lead after these deals, with the credits for an unfinished rubber.

    This simulation of a score sheet is fast enough for thousands of matches.
    """
    lead, (games, their_games), (score, their_score), _, only_partscore = state
    game, both, rubber, short = tariff.GAME, tariff.GAMES_OF_A_RUBBER, *tariff.RUBBER
    for ours, below, gain in deals:
        if ours:
            lead += gain[games]
            score += below
            if score >= game:
                score = their_score = 0
                games += 1
                if games == both:
                    lead += short if their_games else rubber
                    games = their_games = 0
        else:
            lead -= gain[their_games]
            their_score += below
            if their_score >= game:
                score = their_score = 0
                their_games += 1
                if their_games == both:
                    lead -= short if games else rubber
                    games = their_games = 0
    lead += tariff.ONLY_GAME * (games - their_games)
    return lead + only_partscore * ((score > 0) - (their_score > 0))


@cache
def _deals_to_come() -> list[PossibleDeal]:
    """Return the deals for all simulations, one simulation after another."""
    random = _random_numbers()
    pack = [_outcome(random) for _ in range(_PACK)]
    return [pack[number % _PACK] for number in islice(random, _DEALS)]


def _random_numbers() -> Iterator[int]:
    """Yield the same numbers below 2**31 each time, from the generator of Knuth's MMIX."""
    state = _SEED
    while True:
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        yield state >> 33


def _outcome(random: Iterator[int]) -> PossibleDeal:
    side, passed_in, bid, double, tricks, honours_draw = (next(random) for _ in range(6))
    if passed_in % 100 < _PASSED_IN:
        return outcome_of(DealResult.passed_in())
    text = _BID[bid % len(_BID)]
    doubling = Doubling.DOUBLED if double % 100 < _DOUBLED else Doubling.UNDOUBLED
    contract = Contract(int(text[0]), Denomination(text[1:]), doubling)
    honours = Honours(Side.NS, tariff.HONOURS[0]) if honours_draw % 100 < _HONOURS and text[1:] != "NT" else None
    deal = DealResult(Seat.N, contract, min(13, contract.tricks + _TAKEN[tricks % len(_TAKEN)]), honours)
    return outcome_of(deal)._replace(by_ns=side % 2 == 0)


def outcome_of(deal: DealResult) -> PossibleDeal:
    """Return the effect of this deal on a rubber."""
    if deal.declarer is None:
        return PossibleDeal(True, 0, (0, 0))
    side = deal.declarer.side
    safe, vulnerable = (price(deal, sides).score for sides in ((), (side,)))
    gains = safe[side] - safe[side.other], vulnerable[side] - vulnerable[side.other]
    return PossibleDeal(side is Side.NS, price(deal, ()).below[side], gains)
