"""Tests for the faults in a first round and the moves that may improve it."""

from __future__ import annotations

import pytest

from competition.draw.rules.pairing import FAULTS, Costs, DrawnEntry, Pairing, Preferences, cost_of, counts, same_name

ALL = Preferences(opening_day=True, clubs=True, areas=True)


def seated(*order: DrawnEntry | None, preferences: Preferences = ALL) -> Pairing:
    return Pairing(order, Costs([entry for entry in order if entry], preferences))


def faults(*order: DrawnEntry | None, preferences: Preferences = ALL) -> dict[str, int]:
    """Return the number of faults of each kind in a first round. Leave out kinds without faults."""
    found = zip(FAULTS, counts(seated(*order, preferences=preferences).cost), strict=True)
    return {name: number for name, number in found if number}


def entry(number: int, **facts: object) -> DrawnEntry:
    """Return a pair without a fault against any other: it attends, and has its own club in the same area."""
    return DrawnEntry(number, **{"attending": True, "club": f"club {number}", "area": "North"} | facts)


def test_a_match_without_faults_costs_nothing():
    assert faults(entry(1), entry(2)) == {}


@pytest.mark.parametrize(
    ("one", "other", "fault"),
    [
        (entry(1, met=frozenset({2})), entry(2), "met before"),
        (entry(1), entry(2, met=frozenset({1})), "met before"),
        (entry(1, seed=1), entry(2, seed=2), "two seeds"),
        (entry(1, attending=False), entry(2), "not both at the opening day"),
        (entry(1, club="Kauri Bay"), entry(2, club="Kauri Bay"), "one club"),
        (entry(1, area="South"), entry(2), "not one area"),
        (entry(1, area=""), entry(2, area=""), "not one area"),
        (entry(1, had_bye=True), None, "second byes"),
    ],
)
def test_each_fault_is_counted(one, other, fault):
    assert faults(one, other) == {fault: 1}


@pytest.mark.parametrize(
    ("preferences", "facts"),
    [
        (Preferences(clubs=True, areas=True), {"attending": False}),
        (Preferences(opening_day=True, areas=True), {"club": "Kauri"}),
        (Preferences(opening_day=True, clubs=True), {"area": ""}),
    ],
)
def test_a_preference_not_in_use_is_ignored(preferences, facts):
    assert faults(entry(1, **facts), entry(2, **facts), preferences=preferences) == {}


def test_pairs_without_a_club_share_nothing():
    assert faults(entry(1, club=""), entry(2, club="")) == {}


@pytest.mark.parametrize("spelling", ["Kauri Bay", " kauri  bay", "KAURI BAY"])
def test_case_and_spacing_of_a_club_are_ignored(spelling):
    assert same_name("Kauri Bay", spelling)
    assert faults(entry(1, club="Kauri Bay"), entry(2, club=spelling)) == {"one club": 1}


def test_a_fault_outweighs_every_possible_number_of_lesser_ones():
    for at in range(1, len(FAULTS)):
        more, fewer = [0] * len(FAULTS), [0] * len(FAULTS)
        more[at - 1] = 1
        fewer[at:] = [512] * (len(FAULTS) - at)
        assert cost_of(more) > cost_of(fewer)
        assert counts(cost_of(fewer)) == fewer


def numbers(pairing: Pairing) -> list[int]:
    return [pair.number if pair else 0 for pair in pairing.order]


def test_an_exchange_that_keeps_the_cost_is_made():
    pairing = seated(entry(1), entry(2), entry(3), None)

    pairing.exchange(1, 3)

    assert numbers(pairing) == [1, 0, 3, 2]


def test_an_exchange_that_is_worse_is_not_made():
    pairing = seated(entry(1, club="Kauri"), entry(2), entry(3, club="Kauri"), entry(4))

    pairing.exchange(1, 2)

    assert numbers(pairing) == [1, 2, 3, 4]


def test_two_places_of_one_match_are_not_exchanged():
    pairing = seated(entry(1), entry(2), entry(3), entry(4))

    pairing.exchange(0, 1)
    pairing.rotate(0, 2, 1)
    pairing.rotate(0, 0, 2)

    assert numbers(pairing) == [1, 2, 3, 4]


def test_a_bye_never_meets_a_bye():
    pairing = seated(entry(1), None, entry(2), None, entry(3), entry(4))

    pairing.exchange(0, 3)
    pairing.rotate(0, 4, 3)

    assert numbers(pairing) == [1, 0, 2, 0, 3, 4]


def test_each_of_three_pairs_moves_to_the_next_place():
    pairing = seated(*(entry(number) for number in range(1, 7)))

    pairing.rotate(0, 2, 4)

    assert numbers(pairing) == [5, 2, 1, 4, 3, 6]
    assert pairing.cost == 0


def test_the_cost_follows_the_moves():
    pairing = seated(entry(1, club="Kauri"), entry(2, club="Kauri"), entry(3), entry(4))

    pairing.exchange(1, 2)

    assert (numbers(pairing), pairing.cost) == ([1, 3, 2, 4], 0)
