"""What a match of round 1 is to the preferences, and which of them goes first."""

from __future__ import annotations

import pytest

from competition.lots.versions.lots_2.preferences import Entry, Preferences, cost

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
