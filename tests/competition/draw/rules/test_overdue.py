from datetime import date

from competition.draw.rules.overdue import is_overdue
from competition.draw.rules.result import Stage

PLAY_BY = date(2026, 5, 31)


def test_an_open_match_is_overdue_after_the_report_days():
    for at in Stage:
        is_open = at in (Stage.READY, Stage.IN_PLAY)
        overdue = [is_overdue(PLAY_BY, 7, date(2026, *day), at) for day in ((5, 31), (6, 7), (6, 8))]
        assert overdue == [False, False, is_open]
