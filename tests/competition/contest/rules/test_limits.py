import pytest

from competition.contest.rules.limits import MOST_PAIRS
from competition.drawing.rules.records import objection


@pytest.mark.parametrize(
    ("pairs", "why"), [(512, ""), (513, "A draw holds at most 512 pairs, but you have 513. Remove some first.")]
)
def test_a_draw_has_at_most_512_pairs(pairs, why):
    entry = {"attending": False, "club": "", "area": "", "seed": None, "given_bye": False}
    conditions = {"opening_day_together": False, "clubs_apart": False, "areas_together": False}
    entries = [{"number": number, **entry} for number in range(1, pairs + 1)]

    assert objection({"entries": entries, "conditions": conditions}) == why
    assert MOST_PAIRS == 512
