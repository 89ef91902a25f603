"""A small evening: nothing is lost, doubled or answered with a fault while many play and watch at once."""

from tests import evening


def test_an_evening_of_sixteen_matches_loses_no_deal(capfd):
    assert evening.main(["--matches", "16", "--spectators", "100", "--seconds", "12"]) == 0, capfd.readouterr().out
