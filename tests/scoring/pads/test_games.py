"""Tests for properties that score pads have in every game."""

import pytest

from scoring.pads.games import begin_pad, play_deals
from scoring.pads.line import Next
from scoring.pads.papers import PadGame
from scoring.rules.refusal import Refused
from scoring.rules.sides import EW, NS, Seat
from tests.scoring.pads.notation import chicago, duplicate, nullos, rubbers, singles
from tests.scoring.rules.notation import deal

BEGUN = {
    PadGame.RUBBER: rubbers(),
    PadGame.DUPLICATE: duplicate(),
    PadGame.CHICAGO: chicago(),
    PadGame.SINGLES: singles(),
    PadGame.NULLOS: nullos(),
}


def test_every_game_begins_with_an_empty_pad():
    for game in PadGame:
        evening = begin_pad(game)

        assert (evening, evening.game) == (BEGUN[game], game), game
        assert (evening.lines, evening.unfinished) == ((), ""), game


def test_the_chosen_player_deals_first():
    for game in [PadGame.RUBBER, PadGame.CHICAGO, PadGame.SINGLES]:
        assert begin_pad(game, Seat.W).next == Next(1, Seat.W, ()), game


def test_the_first_dealer_cannot_be_chosen_in_duplicate_and_nullos():
    assert (begin_pad(PadGame.DUPLICATE, Seat.W).next.dealer, begin_pad(PadGame.NULLOS, Seat.W).next.dealer) == (
        Seat.N,
        NS,
    )


def test_adding_a_deal_leaves_the_old_pad_unchanged():
    for evening in BEGUN.values():
        later = {
            PadGame.RUBBER: rubbers("E 3NT 9"),
            PadGame.DUPLICATE: duplicate("E 3NT 9"),
            PadGame.CHICAGO: chicago("E 3NT 9"),
            PadGame.SINGLES: singles("B 3NT 9"),
            PadGame.NULLOS: nullos("O 3NT 9"),
        }[evening.game]

        assert (len(later.lines), len(evening.lines)) == (1, 0), evening
        assert later.lines[0].score.ew > 0, evening


def test_a_pad_without_its_last_deal_equals_a_pad_that_never_had_it():
    deals = [deal("N 3NT 9"), deal("E 2H 8"), deal("N 4S 10")]

    assert play_deals(begin_pad(PadGame.RUBBER), deals[:-1]) == rubbers("N 3NT 9", "E 2H 8")


def test_play_refuses_an_impossible_deal():
    with pytest.raises(Refused, match=r"^In Chicago a passed-in deal has no number. East deals deal 2 again\.$"):
        play_deals(begin_pad(PadGame.CHICAGO), [deal("N 3NT 9"), deal("pass"), deal("pass")])


def test_vulnerability_follows_the_rules_of_the_game():
    game = ["N 3NT 9", "E 1NT 6"]

    assert (rubbers(*game).next.vulnerable, chicago(*game).next.vulnerable) == ((NS,), (NS,))
    assert (rubbers(*game[:1]).next.vulnerable, chicago(*game[:1]).next.vulnerable) == ((NS,), (EW,))
