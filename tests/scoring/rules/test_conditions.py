"""Tests for the conditions of contest."""

import pytest

from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.refusal import Refused


def test_defaults_are_thirty_deals_and_two_extra_deals():
    assert ScoringConditions() == ScoringConditions(30, 2, TieBreak.CONTINUES, 100)


def test_impossible_conditions_are_refused():
    for changed, sentence in [
        ({"deals": 1}, "A match has 2 to 60 deals, not 1."),
        ({"deals": 61}, "A match has 2 to 60 deals, not 61."),
        ({"extra_deals": 0}, "A tie-break has at least one deal at a time, not 0."),
        ({"tie_break": "sudden"}, "A tie-break either continues the rubber or is fresh, not sudden."),
        ({"only_partscore": -10}, "The only part-score is worth 0, 10, 20 ... points, not -10."),
        ({"only_partscore": 55}, "The only part-score is worth 0, 10, 20 ... points, not 55."),
    ]:
        with pytest.raises(Refused) as refused:
            ScoringConditions(**changed)

        assert str(refused.value) == sentence, changed


def test_extreme_conditions_are_allowed():
    for changed in [{"deals": 2}, {"deals": 60}, {"extra_deals": 1}, {"only_partscore": 50}]:
        ((name, value),) = changed.items()

        assert getattr(ScoringConditions(**changed), name) == value, changed
