"""Tests for nullos, worked out by hand from the paragraph in the encyclopedia."""

import pytest

from scoring.pads.nullos import DENOMINATIONS, NullosContract, NullosDeal, parse_nullos
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.refusal import Refused
from scoring.rules.sides import EW, NS
from tests.scoring.pads.notation import nullos


def items(*deals: str) -> list[tuple]:
    """Return the entries for the last deal: side, line, points, reason and source."""
    return [tuple(entry) for entry in nullos(*deals).lines[-1].entries]


def test_one_nullos_scores_30_below_the_line():
    assert items("D 1N0 6") == [("ns", "below", 30, "trick points", "Nullos, Law 81")]


def test_an_extra_trick_lost_is_an_overtrick():
    assert items("D 1N0 5") == [
        ("ns", "below", 30, "trick points", "Nullos, Law 81"),
        ("ns", "above", 30, "overtricks", "Nullos, Law 81"),
    ]


def test_an_extra_trick_won_is_an_undertrick():
    assert items("D 1N0 7") == [("ew", "above", 50, "undertricks", "Nullos, Law 81")]


def test_seven_nullos_loses_all_tricks_and_scores_a_grand_slam():
    assert items("O 7N0 0") == [
        ("ew", "below", 210, "trick points", "Nullos, Law 81"),
        ("ew", "above", 1000, "grand slam", "Nullos, Law 81"),
    ]


def test_six_nullos_is_a_small_slam():
    assert nullos("D 6N0 1").lines[0].score == (180 + 500, 0)


def test_four_nullos_is_a_game():
    assert nullos("D 4N0 3").lines[0].game is NS


def test_three_nullos_is_a_part_score():
    assert (nullos("D 3N0 4").lines[0].game, nullos("D 3N0 4").credits) == (None, (100, 0))


def test_undoubled_undertricks_cost_50_or_100_if_vulnerable():
    assert nullos("D 2N0 7").lines[-1].score == (0, 100)
    assert nullos("D 3NT 9", "D 2N0 7").lines[-1].score == (0, 200)


def test_hearts_score_as_in_rubber_bridge():
    assert items("D 1H 7") == [("ns", "below", 30, "trick points", "Law 81")]


def test_nullos_and_suit_part_scores_add_up_to_a_game():
    assert [line.game for line in nullos("O 1N0 6", "O 1S 7", "O 2C 8").lines] == [None, None, EW]


def test_the_second_game_wins_the_rubber():
    assert items("D 4N0 3", "O 3NT 9", "D 4N0 3") == [
        ("ns", "below", 120, "trick points", "Nullos, Law 81"),
        ("ns", "above", 500, "rubber", "Law 74"),
    ]


def test_an_unfinished_rubber_earns_law_80_credits():
    pad = nullos("D 4N0 3", "O 1N0 6")

    assert (pad.credits, pad.total) == ((300, 100), (420, 130))


def test_the_current_rubber_shows_games_and_part_scores():
    assert nullos("D 4N0 3", "O 1N0 6").priced.running == ((1, 0), (0, 30))


def test_players_deal_in_turn_and_passed_in_deals_count():
    pad = nullos("pass", "pass", "D 4N0 3")

    assert [line.dealer for line in pad.lines] == [NS, EW, NS]
    assert pad.next == (4, EW, (NS,))


def test_rubbers_are_listed_as_in_rubber_bridge():
    pad = nullos("O 4N0 3", "O 4N0 3", "D 1N0 6")

    assert pad.rubbers == ((1, 1, 2, (0, 2), True, (0, 700)), (2, 3, 3, (0, 0), False, (0, 0)))
    assert pad.unfinished == "Rubber 2 is unfinished. If play stops now, Law 80 applies."


def test_nullos_ranks_between_diamonds_and_hearts():
    assert DENOMINATIONS == ("C", "D", "N0", "H", "S", "NT")


def test_a_contract_is_read_in_each_notation():
    for text, contract in [
        ("1N0", NullosContract(1)),
        ("7n0xx", NullosContract(7, Doubling.REDOUBLED)),
        (" 3NOX ", NullosContract(3, Doubling.DOUBLED)),
        ("1N", Contract(1, Denomination.NT)),
        ("2nt", Contract(2, Denomination.NT)),
        ("4HX", Contract(4, Denomination.H, Doubling.DOUBLED)),
    ]:
        assert parse_nullos(text) == contract, text


def test_a_nullos_contract_is_written_with_a_zero():
    assert str(NullosContract(3, Doubling.DOUBLED)) == "3N0X"


def test_an_unreadable_contract_is_refused():
    for text, sentence in [
        ("8N0", "A contract is at level 1 to 7, not 8."),
        ("8S", "A contract is at level 1 to 7, not 8."),
        (
            "N0",
            "“N0” is not a contract: write the level, then C, D, N0 for nullos, H, S or NT, "
            "then X if doubled or XX if redoubled, as in 3N0X.",
        ),
    ]:
        with pytest.raises(Refused) as refused:
            parse_nullos(text)

        assert str(refused.value) == sentence, text


def test_an_impossible_deal_is_refused():
    for facts, sentence in [
        ((None, NullosContract(1), 6), "Choose the declarer."),
        ((NS, NullosContract(1), None), "Enter the number of tricks that declarer’s side won."),
        ((NS, NullosContract(1), 14), "A side wins 0 to 13 tricks, not 14."),
        ((NS, None, None), "A deal with a declarer needs a contract. A passed-in deal has no declarer."),
    ]:
        with pytest.raises(Refused) as refused:
            NullosDeal(*facts)

        assert str(refused.value) == sentence, facts
