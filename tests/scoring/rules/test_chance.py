"""Tests for the chances of winning a match in play."""

import json
from random import Random

from hypothesis import given, settings, strategies

from scoring.rules.chance import ChanceState, chance, chance_in, lead_after, outcome_of, state_of
from scoring.rules.conditions import ONLY_PART_SCORES, ScoringConditions
from scoring.rules.deal import COLUMNS, DealResult, recall
from scoring.rules.sheet import Sheet, read_sheet
from scoring.rules.sides import Seat, Side
from tests.house.sources import ROOT
from tests.scoring.rules.generated import DEALS, changed_over, mirrored, sheets


def demo_deals() -> list[DealResult]:
    """Return every deal in the demo, as it is and as played by the other side."""
    table = json.loads((ROOT / "fixtures/demo/competition.json").read_text())["tables"]["Deal"]
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    deals = [recall(*(row[name] for name in COLUMNS)) for row in rows]
    return [*deals, *map(changed_over, deals)]


def whole_match(random: Random, deals: list[DealResult]) -> list[DealResult]:
    """Return the deals for a decided match, each taken at random from these."""
    played = random.choices(deals, k=30)
    while read_sheet(played, Seat.N, ScoringConditions()).winner is None:
        played += random.choices(deals, k=2)
    return played


def test_sides_win_as_often_as_their_chances_predict():
    random, deals = Random(1926), demo_deals()
    told: dict[int, list[tuple[float, bool]]] = {5: [], 7: [], 9: []}
    for _ in range(50):
        played = whole_match(random, deals)
        winner = read_sheet(played, Seat.N, ScoringConditions()).winner
        for length in (4, 14, 24):
            chances = chance(read_sheet(played[:length], Seat.N, ScoringConditions()))
            ahead = Side.NS if chances.ns >= 50 else Side.EW
            likely = chances[ahead]
            told[5 if likely < 70 else 7 if likely < 90 else 9].append((likely / 100, winner is ahead))

    for group in told.values():
        expected, won = (sum(column) / len(group) for column in zip(*group, strict=True))
        assert len(group) > 30
        assert abs(expected - won) < 0.1


@settings(max_examples=10)
@given(sheets())
def test_exchanging_the_sides_exchanges_their_chances(sheet: Sheet):
    chances, others = chance(sheet), chance(mirrored(sheet))

    assert (chances.ns, chances.ew) == (others.ew, others.ns)
    assert chances.ns + chances.ew == 100
    assert (max(chances) == 100) == (sheet.winner is not None)


def test_half_a_per_cent_is_rounded_alike_for_both_sides():
    for lead, left in [(50, 30), (120, 2), (530, 7)]:
        chances = chance_in(ChanceState(lead, (0, 1), (40, 0), left, 100))
        others = chance_in(ChanceState(-lead, (1, 0), (0, 40), left, 100))
        assert (chances.ns, chances.ew) == (others.ew, others.ns)


def test_a_level_match_is_even_and_a_large_lead_is_not_certain():
    level = chance(read_sheet([], Seat.N, ScoringConditions()))
    slam = recall("N", 7, "NT", 4, 13, "", None)
    ahead = chance(read_sheet([slam] * 29, Seat.N, ScoringConditions()))

    assert (level, ahead.ns) == ((50, 50), 99)


@given(
    played=strategies.lists(strategies.sampled_from(DEALS), max_size=6),
    to_come=strategies.lists(strategies.sampled_from(DEALS), max_size=6),
    only_partscore=strategies.sampled_from(ONLY_PART_SCORES),
)
def test_a_simulated_match_is_scored_like_a_score_sheet(played, to_come, only_partscore):
    conditions = ScoringConditions(30, only_partscore=only_partscore)
    total = read_sheet([*played, *to_come], Seat.N, conditions).total

    lead = lead_after(state_of(read_sheet(played, Seat.N, conditions)), map(outcome_of, to_come))

    assert lead == total.ns - total.ew
