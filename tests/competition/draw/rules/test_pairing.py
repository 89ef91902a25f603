"""Tests of the cost of a first round and of its improvement by exchanges."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from competition.draw.rules.pairing import Costs, DrawnEntry, Pairing, Preferences, cost

CLUBS = Preferences(clubs=True)
ALL = Preferences(opening_day=True, clubs=True, areas=True)


def seated(entries: list[DrawnEntry], order: list[DrawnEntry | None], preferences: Preferences = CLUBS) -> Pairing:
    return Pairing(order, Costs(entries, preferences))


def test_improving_separates_two_pairs_of_a_club():
    pairs = [
        DrawnEntry(1, club="Kauri"),
        DrawnEntry(2, club="Kauri"),
        DrawnEntry(3, club="Rata"),
        DrawnEntry(4, club="Rata"),
    ]
    pairing = seated(pairs, pairs)

    pairing.improve()

    meetings = zip(pairing.order[::2], pairing.order[1::2], strict=True)
    assert [{one.club, other.club} for one, other in meetings] == [{"Kauri", "Rata"}] * 2


def test_a_bye_can_separate_two_pairs_of_a_club():
    pairs = [DrawnEntry(1, club="Kauri"), DrawnEntry(2, club="Kauri"), DrawnEntry(3, club="Rata")]
    pairing = seated(pairs, [*pairs, None])

    pairing.improve()

    assert (pairing.cost, sorted(pair.number for pair in pairing.order if pair)) == (0, [1, 2, 3])


def test_a_bye_never_meets_a_bye():
    pairs = [
        DrawnEntry(1, club="Kauri"),
        DrawnEntry(2, club="Kauri"),
        DrawnEntry(3, club="Kauri"),
        DrawnEntry(4, club="Kauri"),
    ]
    pairing = seated(pairs, [pairs[0], None, pairs[1], None, pairs[2], pairs[3]])

    assert pairing.gain(0, 3) < 0


def test_improving_finds_an_exchange_among_three_matches():
    a, b, c = (
        DrawnEntry(1, club="Kauri", area="North"),
        DrawnEntry(2, club="Rata", area="North"),
        DrawnEntry(3, club="Kauri"),
    )
    d, e, f = DrawnEntry(4, club="Kauri"), DrawnEntry(5), DrawnEntry(6)
    pairing = seated([a, b, c, d, e, f], [a, e, b, f, c, d], ALL)

    pairing.improve()

    assert pairing.cost == -1


# With these random numbers, improving takes several exchanges among three matches.
@pytest.mark.parametrize("seed", [10, 30, 48, 96, 116])
def test_no_exchange_among_three_matches_improves_an_improved_round(seed):
    chance = random.Random(seed)
    clubs, areas = ("", "Kauri", "Rata", "Totara"), ("", "North", "South")
    entries = [
        DrawnEntry(number, chance.random() < 0.4, chance.choice(clubs), chance.choice(areas)) for number in range(1, 17)
    ]
    costs = Costs(entries, ALL)
    pairing = Pairing(entries, costs)

    pairing.improve()

    for matches in combinations(range(0, len(entries), 2), 3):
        together = [pair for match in matches for pair in pairing.order[match : match + 2]]
        assert min(Pairing(order, costs).cost for order in permutations(together)) == Pairing(together, costs).cost


def test_gain_of_an_exchange_is_its_reduction_in_cost():
    pairs = [DrawnEntry(number, club=club) for number, club in enumerate(("Kauri", "Kauri", "Rata", "Totara"), start=1)]
    pairing = seated(pairs, pairs)
    before, gain = pairing.cost, pairing.gain(1, 2)

    pairing.exchange(1, 2)

    assert (gain > 0, pairing.cost) == (True, before - gain)


ALL = Preferences(opening_day=True, clubs=True, areas=True)


def between(one: DrawnEntry, other: DrawnEntry, preferences: Preferences = ALL) -> int:
    return cost(preferences.kind(one), preferences.kind(other))


def test_a_match_without_common_facts_costs_nothing():
    assert between(DrawnEntry(1, club="Kauri", area="North"), DrawnEntry(2, club="Rata", area="South")) == 0


def test_pairs_without_club_or_area_share_nothing():
    assert between(DrawnEntry(1), DrawnEntry(2)) == 0


def test_each_preference_outweighs_all_later_ones():
    seeds = between(DrawnEntry(1, seed=1), DrawnEntry(2, seed=2))
    opening_day = between(DrawnEntry(1, attending=True), DrawnEntry(2, attending=True))
    clubs = between(DrawnEntry(1, club="Kauri"), DrawnEntry(2, club="Kauri"))
    areas = between(DrawnEntry(1, area="North"), DrawnEntry(2, area="North"))
    most = 256

    assert seeds > most * -opening_day
    assert -opening_day > most * clubs
    assert clubs > most * -areas > 0


@pytest.mark.parametrize("spelling", ["Kauri Bay", " kauri  bay", "KAURI BAY"])
def test_case_and_spacing_of_a_club_are_ignored(spelling):
    assert between(DrawnEntry(1, club="Kauri Bay"), DrawnEntry(2, club=spelling)) == between(
        DrawnEntry(1, club="Rata"), DrawnEntry(2, club="Rata")
    )


@pytest.mark.parametrize(
    ("preferences", "facts"),
    [
        (Preferences(clubs=True, areas=True), {"attending": True}),
        (Preferences(opening_day=True, areas=True), {"club": "Kauri"}),
        (Preferences(opening_day=True, clubs=True), {"area": "North"}),
    ],
)
def test_a_preference_not_in_use_is_ignored(preferences, facts):
    assert between(DrawnEntry(1, **facts), DrawnEntry(2, **facts), preferences) == 0
