from competition.rulings.rules import Ruling


def test_played_totals_do_not_include_penalty_points():
    assert Ruling(1, (900, 400), penalty=(-100, 50)).played == (1000, 350)
    assert Ruling(1).played is None
