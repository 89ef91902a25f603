"""Which pairs should meet, and exchanging pairs until no exchange helps."""

from __future__ import annotations

import pytest

from competition.lots.rules.pairing import Costs, Entry, Pairing, Preferences, cost

CLUBS = Preferences(clubs=True)
ALL = Preferences(opening_day=True, clubs=True, areas=True)


def seated(entries: list[Entry], order: list[Entry | None], preferences: Preferences = CLUBS) -> Pairing:
    return Pairing(order, Costs(entries, preferences))


def test_two_of_a_club_who_meet_are_parted():
    pairs = [Entry(1, club="Kauri"), Entry(2, club="Kauri"), Entry(3, club="Rata"), Entry(4, club="Rata")]
    pairing = seated(pairs, pairs)

    pairing.improve()

    meetings = zip(pairing.order[::2], pairing.order[1::2], strict=True)
    assert [{one.club, other.club} for one, other in meetings] == [{"Kauri", "Rata"}] * 2


def test_a_bye_parts_two_of_a_club():
    pairs = [Entry(1, club="Kauri"), Entry(2, club="Kauri"), Entry(3, club="Rata")]
    pairing = seated(pairs, [*pairs, None])

    pairing.improve()

    assert (pairing.cost, sorted(pair.number for pair in pairing.order if pair)) == (0, [1, 2, 3])


def test_a_bye_never_meets_a_bye():
    pairs = [Entry(1, club="Kauri"), Entry(2, club="Kauri"), Entry(3, club="Kauri"), Entry(4, club="Kauri")]
    pairing = seated(pairs, [pairs[0], None, pairs[1], None, pairs[2], pairs[3]])

    assert pairing.gain(0, 3) < 0


def test_an_exchange_round_three_matches_is_found_where_two_do_not_help():
    a, b, c = Entry(1, club="Kauri", area="North"), Entry(2, club="Rata", area="North"), Entry(3, club="Kauri")
    d, e, f = Entry(4, club="Kauri"), Entry(5), Entry(6)
    pairing = seated([a, b, c, d, e, f], [a, e, b, f, c, d], ALL)

    pairing.improve()

    assert pairing.cost == -1


def test_the_gain_of_an_exchange_is_what_it_takes_off_the_whole():
    pairs = [Entry(number, club=club) for number, club in enumerate(("Kauri", "Kauri", "Rata", "Totara"), start=1)]
    pairing = seated(pairs, pairs)
    before, gain = pairing.cost, pairing.gain(1, 2)

    pairing.exchange(1, 2)

    assert (gain > 0, pairing.cost) == (True, before - gain)


ALL = Preferences(opening_day=True, clubs=True, areas=True)


def between(one: Entry, other: Entry, preferences: Preferences = ALL) -> int:
    return cost(preferences.kind(one), preferences.kind(other))


def test_pairs_with_nothing_in_common_are_neither_sought_nor_avoided():
    assert between(Entry(1, club="Kauri", area="North"), Entry(2, club="Rata", area="South")) == 0


def test_pairs_without_club_or_area_have_none_in_common():
    assert between(Entry(1), Entry(2)) == 0


def test_each_leaning_goes_before_all_that_follow_it():
    seeds = between(Entry(1, seed=1), Entry(2, seed=2))
    opening_day = between(Entry(1, attending=True), Entry(2, attending=True))
    clubs = between(Entry(1, club="Kauri"), Entry(2, club="Kauri"))
    areas = between(Entry(1, area="North"), Entry(2, area="North"))
    most = 256

    assert seeds > most * -opening_day
    assert -opening_day > most * clubs
    assert clubs > most * -areas > 0


@pytest.mark.parametrize("spelling", ["Kauri Bay", " kauri  bay", "KAURI BAY"])
def test_a_club_is_known_however_it_is_typed(spelling):
    assert between(Entry(1, club="Kauri Bay"), Entry(2, club=spelling)) == between(
        Entry(1, club="Rata"), Entry(2, club="Rata")
    )


@pytest.mark.parametrize(
    ("preferences", "facts"),
    [
        (Preferences(clubs=True, areas=True), {"attending": True}),
        (Preferences(opening_day=True, areas=True), {"club": "Kauri"}),
        (Preferences(opening_day=True, clubs=True), {"area": "North"}),
    ],
)
def test_what_is_switched_off_does_not_matter(preferences, facts):
    assert between(Entry(1, **facts), Entry(2, **facts), preferences) == 0
