"""Tests for the value of one result in three games, worked out by hand from the Laws and the papers."""

import pytest

from scoring.pads.calculator import Worth, worth
from scoring.rules.contract import Contract
from scoring.rules.refusal import Refused


def asked(text: str, tricks: int, vulnerable: bool = False) -> tuple[Worth, Worth, Worth]:
    return worth(Contract.parse(text), tricks, vulnerable)


def points(text: str, tricks: int, vulnerable: bool = False) -> dict[str, int]:
    return {answer.game.value: answer.points for answer in asked(text, tricks, vulnerable)}


def further(answer: Worth) -> list[tuple]:
    return [(more.when, more.entry.points, more.entry.source) for more in answer.further]


def test_each_item_has_a_line_a_reason_and_a_source():
    rubber, duplicate, chicago = asked("4S", 11)
    common = [("ns", "below", 120, "trick points", "Law 81"), ("ns", "above", 30, "overtricks", "Law 81")]

    assert [*rubber.entries] == common
    assert [*duplicate.entries] == [*common, ("ns", "above", 300, "game", "Duplicate Bridge Scoring")]
    assert [*chicago.entries] == [*common, ("ns", "above", 300, "game", "Chicago")]


def test_a_result_has_a_value_in_each_game():
    for contract, tricks, vulnerable, rubber, duplicate, chicago in [
        ("2H", 8, False, 60, 110, 60),
        ("2HX", 8, False, 170, 470, 470),
        ("3NT", 9, True, 100, 600, 600),
        ("6NT", 12, False, 690, 990, 990),
        ("7NTXX", 13, True, 2480, 2980, 2980),
        ("4S", 8, False, -100, -100, -100),
        ("4SX", 8, True, -500, -500, -500),
        ("7NTXX", 0, True, -7600, -7600, -7600),
    ]:
        assert points(contract, tricks, vulnerable) == {"rubber": rubber, "duplicate": duplicate, "chicago": chicago}, (
            contract
        )


def test_a_first_game_can_earn_the_credit_for_an_only_game():
    rubber, _, _ = asked("3NT", 9)

    assert further(rubber) == [("for the only game, if the rubber is unfinished", 300, "Law 80")]


def test_a_second_game_can_win_the_rubber():
    rubber, _, _ = asked("3NT", 9, vulnerable=True)

    assert further(rubber) == [
        ("for the rubber, if the opponents have won no game", 700, "Law 74"),
        ("for the rubber, if the opponents have won a game", 500, "Law 74"),
    ]


def test_a_part_score_can_earn_the_credit_for_an_only_part_score():
    for vulnerable in [False, True]:
        rubber, _, _ = asked("2H", 8, vulnerable)

        assert further(rubber) == [("for the only part-score, if the rubber is unfinished", 100, "Law 80")], vulnerable


def test_a_part_score_can_earn_the_fourth_deal_bonus():
    _, _, chicago = asked("2H", 8, vulnerable=True)

    assert further(chicago) == [("on the fourth deal of a chukker", 100, "Chicago")]


def test_the_fourth_deal_bonus_requires_vulnerability():
    _, _, chicago = asked("2H", 8)

    assert further(chicago) == []


def test_a_game_in_chicago_can_earn_nothing_more():
    _, _, chicago = asked("3NT", 9, vulnerable=True)

    assert further(chicago) == []


def test_a_defeated_contract_can_earn_nothing_more():
    for vulnerable in [False, True]:
        assert [further(answer) for answer in asked("2H", 7, vulnerable)] == [[], [], []], vulnerable


def test_fourteen_tricks_are_refused():
    with pytest.raises(Refused, match=r"^A side wins 0 to 13 tricks, not 14\.$"):
        asked("2H", 14)
