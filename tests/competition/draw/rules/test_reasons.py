"""Tests for the explanations of a draw."""

from __future__ import annotations

import pytest

from competition.draw.rules.drawing import draw
from competition.draw.rules.pairing import DrawnEntry, Preferences
from competition.draw.rules.reasons import Reasons

OPENING_DAY = Preferences(opening_day=True)


def said(
    entries: list[DrawnEntry], places: list[int | None], preferences: Preferences = OPENING_DAY
) -> dict[str, tuple[bool, str]]:
    return {reason.about: (reason.is_kept, reason.text) for reason in Reasons(entries, places, preferences)}


@pytest.mark.parametrize(
    ("pairs", "attending", "byes", "opening_day"),
    [
        (
            16,
            12,
            "16 pairs fill the 16 places: no byes.",
            "6 of 8 matches to play in round 1 are between pairs who come to the opening day.",
        ),
        (
            22,
            20,
            "22 pairs in 32 places: 10 byes, placed evenly at random.",
            "6 of 6 matches to play in round 1 are between pairs who come to the opening day;"
            " 8 more pairs who come have a bye.",
        ),
        (
            3,
            3,
            "3 pairs in 4 places: 1 bye, placed evenly at random.",
            "1 of 1 match to play in round 1 is between pairs who come to the opening day;"
            " 1 more pair who comes has a bye.",
        ),
        (
            8,
            3,
            "8 pairs fill the 8 places: no byes.",
            "1 of 4 matches to play in round 1 is between pairs who come to the opening day;"
            " 1 more pair who comes meets one who does not.",
        ),
        (
            8,
            1,
            "8 pairs fill the 8 places: no byes.",
            "Fewer than two pairs come to the opening day, so no two could be drawn together.",
        ),
    ],
)
def test_explanations_state_byes_and_opening_day(pairs, attending, byes, opening_day):
    entries = [DrawnEntry(number, attending=number <= attending) for number in range(1, pairs + 1)]
    places = draw(entries, seed="ducks", preferences=OPENING_DAY).places

    assert said(entries, places) == {"Byes": (True, byes), "Opening day": (True, opening_day)}


def test_explanation_counts_attending_pairs_that_do_not_meet():
    entries = [DrawnEntry(1, True), DrawnEntry(2, True), DrawnEntry(3), DrawnEntry(4)]

    assert said(entries, [1, 3, 2, 4])["Opening day"] == (
        False,
        "0 of 2 matches to play in round 1 are between pairs who come to the opening day;"
        " 2 more pairs who come meet one who does not.",
    )


def test_preferences_not_in_use_have_no_explanation():
    assert list(said([DrawnEntry(1, True, "Kauri", "North"), DrawnEntry(2)], [1, 2], Preferences())) == ["Byes"]


def test_explanation_names_matches_within_a_club():
    entries = [DrawnEntry(1, club="Kauri"), DrawnEntry(2, club="kauri"), DrawnEntry(3), DrawnEntry(4)]
    clubs = Preferences(clubs=True)

    assert said(entries, [1, 3, 2, 4], clubs)["Clubs apart"] == (
        True,
        "No two pairs of one club meet in round 1: kept.",
    )
    assert said(entries, [4, 3, 2, 1], clubs)["Clubs apart"] == (False, "Gave way in R1-M2 (pairs 2 and 1), kauri.")


def test_explanation_names_matches_between_areas():
    entries = [
        DrawnEntry(1, area="North"),
        DrawnEntry(2, area="North"),
        DrawnEntry(3, area="South"),
        DrawnEntry(4),
        DrawnEntry(5),
        DrawnEntry(6),
    ]
    areas = Preferences(areas=True)

    assert said(entries[:2], [2, 1], areas)["Short journeys"] == (
        True,
        "1 of 1 match to play in round 1 is between pairs of one area: kept.",
    )
    assert said(entries, [1, 2, 3, None, 4, 5, 6, None], areas)["Short journeys"] == (
        False,
        "1 of 2 matches to play in round 1 is between pairs of one area. Gave way in R1-M3 (pairs 4 and 5).",
    )


def test_explanation_names_pairs_without_their_awarded_bye():
    entries = [DrawnEntry(1, given_bye=True), DrawnEntry(2), DrawnEntry(3)]

    assert said(entries, [1, None, 2, 3])["Awarded byes"] == (True, "Pair 1 had to have a bye: kept.")
    assert said(entries, [2, None, 1, 3])["Awarded byes"] == (False, "Gave way: pair 1 had to have a bye and has none.")


@pytest.mark.parametrize(
    ("places", "is_kept", "text"),
    [
        ([1, 4, 3, 5, 2, 6, 7, 8], True, "3 seeds, the first two in different halves, and so on: kept."),
        ([1, 4, 2, 5, 3, 6, 7, 8], False, "Gave way: seeds 1 and 2 stand in the same half."),
        ([1, 3, 4, 5, 2, 6, 7, 8], False, "Gave way: seeds 1 and 3 meet in round 1."),
    ],
)
def test_explanation_names_seeds_that_are_too_close(places, is_kept, text):
    entries = [DrawnEntry(number, seed=number if number < 4 else None) for number in range(1, 9)]

    assert said(entries, places, Preferences())["Seeds apart"] == (is_kept, text)
