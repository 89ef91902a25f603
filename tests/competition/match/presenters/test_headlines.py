"""Tests for the headline of a match that was decided without a score sheet."""

import pytest

from competition.draw.rules.result import ResultKind
from competition.match.presenters.headlines import headline
from tests import stories

pytestmark = pytest.mark.django_db
NAMES = ("The Upper", "The Lower")


@pytest.mark.parametrize(("pairs", "on"), [(4, "go through"), (2, "win the final")])
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (ResultKind.WALKOVER, "Walkover: The Lower {on}"),
        (ResultKind.CONCEDED, "The Upper concede: The Lower {on}"),
        (ResultKind.RULING, "Ruling: The Lower {on}"),
        (ResultKind.DOUBLE_DEFAULT, "Neither pair goes through: double default"),
    ],
)
def test_a_headline_names_the_kind_of_result_and_who_goes_through(pairs, on, kind, said):
    competition = stories.published(pairs)
    stories.settle(competition, "R1-M1", upper_wins=False, kind=kind)

    assert headline(stories.now(competition).matches["R1-M1"], NAMES, "") == said.format(on=on)


def test_the_headline_says_that_a_result_is_random():
    competition = stories.published(2)
    stories.settle(competition, "R1-M1", kind=ResultKind.LOTS)
    state = stories.now(competition).matches["R1-M1"]
    winner = NAMES[0 if state.sides[0].wins else 1]

    assert headline(state, NAMES, "") == f"Decided at random: {winner} win the final"


def test_the_headline_of_a_concession_gives_the_number_of_deals_played():
    competition = stories.published(2)
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal(), stories.deal("3NT", 9))
    stories.settle(competition, "R1-M1", kind=ResultKind.CONCEDED)

    state = stories.now(competition).matches["R1-M1"]
    assert headline(state, NAMES, "") == "The Lower concede after two deals: The Upper win the final"
