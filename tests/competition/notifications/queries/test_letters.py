"""Tests for the recipients of letters."""

from competition.entries.models import Player
from competition.notifications.queries.message_states import addressees, round_names
from tests import stories


def numbers(found) -> list[int]:
    return [one.pair.number for one in found]


def test_letters_before_the_draw_can_be_filtered():
    competition = stories.entered(3)
    Player.objects.filter(pair__number=2).update(email="")
    Player.objects.filter(pair__number=3, place=1).update(email="")

    found = addressees(competition)
    assert ([*numbers(found)], {one.match for one in found}) == ([1, 2, 3], {None})
    assert numbers(addressees(competition, on_paper=True)) == [2]
    assert numbers(addressees(competition, number=3, on_paper=True)) == [3]
    assert (addressees(competition, round=1), round_names(competition)) == ([], [])


def test_a_knocked_out_pair_gets_a_letter_only_by_number():
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")
    stories.withdraw(stories.now(competition).matches["R1-M2"].pairs[0])
    now = stories.now(competition)
    winner, loser = now.matches["R1-M1"].numbers
    gone, other = now.matches["R1-M2"].numbers

    found = addressees(competition)
    assert numbers(found) == sorted({winner, other})
    assert [numbers(addressees(competition, number=one)) for one in (loser, gone)] == [[loser], []]
    assert addressees(competition, number=loser)[0].match is None
    assert round_names(competition) == [(2, "Final")]


def test_only_rounds_with_matches_to_play_are_listed():
    competition = stories.published(8)
    names = [(1, "Quarter-finals"), (2, "Semi-finals"), (3, "Final")]
    assert round_names(competition) == names[:1]
    stories.settle(competition, "R1-M1")
    assert round_names(competition) == names[:2]
    stories.settle_round(competition, 1)
    assert round_names(competition) == names[1:2]
