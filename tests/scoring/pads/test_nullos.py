"""Nullos, worked by hand from the encyclopedia's paragraph."""

import pytest

from scoring.pads.nullos import DENOMINATIONS, Deal, NullosContract, parse
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.refusal import Refused
from scoring.rules.sides import EW, NS
from tests.scoring.pads.notation import nullos


def items(*deals: str) -> list[tuple]:
    """What the last of these deals writes: side, line, points, reason, source."""
    return [tuple(entry) for entry in nullos(*deals).lines[-1].entries]


def test_one_nullos_with_seven_tricks_lost_is_worth_30_below_the_line():
    assert items("D 1N0 6") == [("ns", "below", 30, "trick points", "Nullos, Law 81")]


def test_a_further_trick_lost_is_an_overtrick():
    assert items("D 1N0 5") == [
        ("ns", "below", 30, "trick points", "Nullos, Law 81"),
        ("ns", "above", 30, "overtricks", "Nullos, Law 81"),
    ]


def test_a_trick_too_many_won_is_an_undertrick():
    assert items("D 1N0 7") == [("ew", "above", 50, "undertricks", "Nullos, Law 81")]


def test_seven_nullos_is_to_lose_all_thirteen_tricks():
    assert items("O 7N0 0") == [
        ("ew", "below", 210, "trick points", "Nullos, Law 81"),
        ("ew", "above", 1000, "grand slam", "Nullos, Law 81"),
    ]


def test_seven_nullos_with_one_trick_won_is_one_light():
    assert nullos("O 7N0 1").total == (50, 0)


def test_six_nullos_is_a_small_slam():
    assert nullos("D 6N0 1").lines[0].score == (180 + 500, 0)


def test_four_nullos_is_a_game():
    assert nullos("D 4N0 3").lines[0].game is NS


def test_three_nullos_is_a_part_score():
    assert (nullos("D 3N0 4").lines[0].game, nullos("D 3N0 4").credits) == (None, (100, 0))


def test_two_nullos_doubled_make_a_game():
    evening = nullos("D 2N0X 5")

    assert (evening.lines[0].below, evening.lines[0].above, evening.lines[0].game) == ((120, 0), (50, 0), NS)


def test_doubled_tricks_lost_beyond_the_contract_are_100_each():
    assert nullos("D 1N0X 4").lines[0].score == (60 + 2 * 100 + 50, 0)


def test_redoubled_nullos_two_light_vulnerable_cost_a_thousand():
    assert nullos("D 3NT 9", "D 3N0XX 6").lines[-1].score == (0, 1000)


def test_undertricks_undoubled_are_50_each_and_100_when_vulnerable():
    assert nullos("D 2N0 7").lines[-1].score == (0, 100)
    assert nullos("D 3NT 9", "D 2N0 7").lines[-1].score == (0, 200)


def test_the_worst_nullos_is_seven_redoubled_with_every_trick_won():
    assert nullos("D 3NT 9", "D 7N0XX 13").lines[-1].score == (0, 7600)


def test_hearts_are_won_as_ever():
    assert items("D 1H 7") == [("ns", "below", 30, "trick points", "Law 81")]


def test_part_scores_at_nullos_and_in_suits_add_up_to_a_game():
    assert [line.game for line in nullos("O 1N0 6", "O 1S 7", "O 2C 8").lines] == [None, None, EW]


def test_a_rubber_is_won_as_between_two_sides():
    assert items("D 4N0 3", "O 3NT 9", "D 4N0 3") == [
        ("ns", "below", 120, "trick points", "Nullos, Law 81"),
        ("ns", "above", 500, "rubber", "Law 74"),
    ]


def test_a_rubber_in_two_games_is_worth_700():
    assert nullos("O 4N0 3", "O 4N0 3").total == (0, 120 + 120 + 700)


def test_an_unfinished_rubber_is_credited_by_law_80():
    evening = nullos("D 4N0 3", "O 1N0 6")

    assert (evening.credits, evening.total) == ((300, 100), (420, 130))


def test_games_and_part_scores_of_the_rubber_that_runs():
    assert nullos("D 4N0 3", "O 1N0 6").priced.running == ((1, 0), (0, 30))


def test_the_two_deal_in_turn_and_a_passed_in_deal_counts():
    evening = nullos("pass", "pass", "D 4N0 3")

    assert [line.dealer for line in evening.lines] == [NS, EW, NS]
    assert evening.next == (4, EW, (NS,))


def test_rubbers_are_those_of_rubber_bridge():
    evening = nullos("O 4N0 3", "O 4N0 3", "D 1N0 6")

    assert evening.rubbers == ((1, 1, 2, (0, 2), True, (0, 700)), (2, 3, 3, (0, 0), False, (0, 0)))
    assert evening.unfinished == "Rubber 2 is unfinished: if play stops here, Law 80 settles it."


def test_nullos_is_bid_above_diamonds_and_below_hearts():
    assert DENOMINATIONS == ("C", "D", "N0", "H", "S", "NT")


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("1N0", NullosContract(1)),
        ("7n0xx", NullosContract(7, Doubling.REDOUBLED)),
        (" 3NOX ", NullosContract(3, Doubling.DOUBLED)),
        ("1N", Contract(1, Denomination.NT)),
        ("2nt", Contract(2, Denomination.NT)),
        ("4HX", Contract(4, Denomination.H, Doubling.DOUBLED)),
    ],
)
def test_a_contract_is_read_as_it_is_written(text, contract):
    assert parse(text) == contract


def test_a_contract_is_written_with_a_nought():
    assert str(NullosContract(3, Doubling.DOUBLED)) == "3N0X"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8N0", "A contract is at level 1 to 7, not 8."),
        ("8S", "A contract is at level 1 to 7, not 8."),
        (
            "N0",
            "“N0” is not a contract: write the level, then C, D, N0 for nullos, H, S or NT, "
            "then X if doubled or XX if redoubled, as in 3N0X.",
        ),
    ],
)
def test_what_is_no_contract_is_refused(text, sentence):
    with pytest.raises(Refused) as refused:
        parse(text)

    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ((None, NullosContract(1), 6), "Say who was declarer."),
        ((NS, NullosContract(1), None), "Say how many tricks declarer’s side won."),
        ((NS, NullosContract(1), 14), "A side wins 0 to 13 tricks, not 14."),
        ((NS, None, None), "A deal with a declarer needs a contract; a passed-in deal has no declarer."),
    ],
)
def test_an_impossible_deal_is_refused(facts, sentence):
    with pytest.raises(Refused) as refused:
        Deal(*facts)

    assert str(refused.value) == sentence
