"""A small evening: nothing is lost, doubled or answered with a fault while many play and watch at once."""

from tests import evening


def test_an_evening_of_eight_matches_loses_no_deal(capfd):
    assert evening.main(["--matches", "8", "--spectators", "40", "--seconds", "8"]) == 0, capfd.readouterr().out
