from datetime import date

from competition.contest.rules.plate import plate_dates

MAIN = [date(2030, 1, 1), date(2030, 2, 1), date(2030, 3, 1), date(2030, 4, 1)]


def test_round_1_of_the_plate_is_due_with_the_round_after_the_losses():
    assert plate_dates(MAIN, 1, 3) == MAIN[1:]


def test_a_round_of_the_plate_after_the_final_follows_at_the_last_interval():
    assert plate_dates(MAIN, 2, 3) == [date(2030, 3, 1), date(2030, 4, 1), date(2030, 5, 2)]
    assert plate_dates(MAIN[:2], 2, 1) == [date(2030, 3, 4)]


def test_a_draw_of_one_round_has_no_plate_rounds():
    assert plate_dates(MAIN[:1], 2, 0) == []
