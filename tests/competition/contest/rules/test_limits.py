import pytest

from competition.contest.rules.limits import MOST_PAIRS
from competition.lots.rules.lots import check
from competition.lots.rules.preferences import Entry
from scoring.rules.refusal import Refused


def test_a_draw_holds_512_pairs_and_no_more():
    check([Entry(number) for number in range(1, 513)])

    assert MOST_PAIRS == 512
    with pytest.raises(Refused):
        check([Entry(number) for number in range(1, 514)])
