"""Tests for sides and seats."""

import pytest
from django.template import Context, Template

from scoring.rules.sides import EW, NS, BySide, Seat, Side, Tally


def test_each_side_has_the_other_as_opponents():
    assert [side.other for side in Side] == [EW, NS]


def test_partners_are_on_one_side():
    assert [seat.side for seat in Seat] == [NS, EW, NS, EW]


def test_the_deal_passes_clockwise():
    assert [Seat.S.after(deals) for deals in range(6)] == [Seat.S, Seat.W, Seat.N, Seat.E, Seat.S, Seat.W]


def test_sides_and_seats_have_their_full_names():
    assert [side.word for side in Side] == ["North-South", "East-West"]
    assert [seat.word for seat in Seat] == ["North", "East", "South", "West"]


def test_values_are_accessed_by_side():
    names = BySide("Ann & Bob", "Cas & Dot")

    assert (names[NS], names[EW]) == ("Ann & Bob", "Cas & Dot")


def test_each_side_sees_its_own_value_first():
    score = BySide(90, 920)

    assert (score.seen_from(NS), score.seen_from(EW)) == ((90, 920), (920, 90))


def test_a_template_can_read_values_and_properties_of_a_tally():
    page = Template("{{ score.ns }} {{ score.ew }} {{ score.ahead.word }}")

    assert page.render(Context({"score": Tally(90, 920)})) == "90 920 East-West"


def test_an_unknown_side_is_refused():
    with pytest.raises(KeyError):
        BySide(1, 2)["north"]


def test_tallies_are_added_by_side():
    assert Tally(90, 0) + Tally(10, 920) == Tally(100, 920)
    assert (Tally(90, 20).plus(NS, 5), Tally(90, 20).plus(EW, 5)) == (Tally(95, 20), Tally(90, 25))


def test_the_only_side_and_the_leading_side_are_named():
    for points, only, ahead in [
        ((0, 0), None, None),
        ((60, 0), NS, NS),
        ((0, 60), EW, EW),
        ((60, 40), None, NS),
        ((40, 40), None, None),
    ]:
        tally = Tally(*points)

        assert (tally.only, tally.ahead) == (only, ahead), points
