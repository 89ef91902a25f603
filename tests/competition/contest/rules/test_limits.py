import pytest

from competition.contest.rules.limits import MOST_PAIRS
from competition.lots.rules.methods import newest


@pytest.mark.parametrize(("pairs", "why"), [(512, ""), (513, "A draw holds at most 512 pairs, and these are 513.")])
def test_a_draw_holds_512_pairs_and_no_more(pairs, why):
    entry = {"attending": False, "club": "", "area": "", "seed": None, "given_bye": False}
    conditions = {"opening_day_together": False, "clubs_apart": False, "areas_together": False}
    entries = [{"number": number, **entry} for number in range(1, pairs + 1)]

    assert newest().objection({"entries": entries, "conditions": conditions}) == why
    assert MOST_PAIRS == 512
