"""Tests for the results of a round."""

import pytest

from competition.match.rules.match_result import MatchResult, RoundFixture, WayToEnd
from scoring.rules.refusal import Refused

MATCH = RoundFixture("R1-M1", (3, 7), ("A & B", "C & D"), (("A", "B"), ("C", "D")))


def test_the_winners_total_comes_first():
    result = MatchResult(WayToEnd.PLAYED, 7, (900, 800))

    assert result.totals_in(MATCH) == (800, 900)
    assert result.sentence(MATCH) == "C & D beat A & B by 900 to 800."


@pytest.mark.parametrize("result", [MatchResult(WayToEnd.PLAYED, 3, (800, 900)), MatchResult(WayToEnd.WALKOVER, None)])
def test_a_winner_that_contradicts_the_result_is_refused(result):
    with pytest.raises(Refused):
        result.result(MATCH)
