"""Tests for the JSON of score pads for the other games, field by field and in order."""

import json

from scoring.presenters import json_pads, json_sheet
from tests.scoring.pads.notation import chicago, duplicate, nullos, rubbers, singles
from tests.scoring.rules.notation import sheet


def by_side(ns: int, ew: int) -> dict[str, int]:
    return {"ns": ns, "ew": ew}


def by_two(d: int, o: int) -> dict[str, int]:
    return {"d": d, "o": o}


def word_for_word(pad) -> str:
    return json.dumps(json_pads.pad_json(pad))


def test_the_json_of_duplicate_has_exactly_these_fields():
    assert word_for_word(duplicate("N 3NT 9 ns", "pass")) == json.dumps(
        {
            "game": "duplicate",
            "deals": [
                {
                    "number": 1,
                    "declarer": "N",
                    "contract": "3NT",
                    "tricks": 9,
                    "vulnerable": ["ns"],
                    "score": by_side(600, -600),
                },
                {
                    "number": 2,
                    "declarer": None,
                    "contract": "Pass",
                    "tricks": None,
                    "vulnerable": ["ns"],
                    "score": by_side(0, 0),
                },
            ],
            "total": by_side(600, -600),
        }
    )


def test_the_json_of_chicago_has_exactly_these_fields():
    assert word_for_word(chicago("N 2H 9", "E 3NT 9 NS:150")) == json.dumps(
        {
            "game": "chicago",
            "deals": [
                {
                    "number": 1,
                    "dealer": "N",
                    "vulnerable": [],
                    "below": by_side(60, 0),
                    "above": by_side(30, 0),
                    "score": by_side(90, 0),
                    "cumulative": by_side(90, 0),
                },
                {
                    "number": 2,
                    "dealer": "E",
                    "vulnerable": ["ew"],
                    "below": by_side(0, 100),
                    "above": by_side(150, 500),
                    "score": by_side(150, 600),
                    "cumulative": by_side(240, 600),
                },
            ],
            "chukkers": [{"number": 1, "first_deal": 1, "last_deal": 2, "total": by_side(240, 600)}],
            "total": by_side(240, 600),
        }
    )


def test_the_json_of_singles_has_exactly_these_fields():
    assert word_for_word(singles("S 3NT 10", "B 1NT 5", "A 4S 10", "C 2H 8")) == json.dumps(
        {
            "game": "singles",
            "rubbers": [
                {
                    "number": 1,
                    "round": 1,
                    "sides": [["S", "A"], ["B", "C"]],
                    "games": [2, 0],
                    "above": [30, -100],
                    "winner": 0,
                    "how": "2-0",
                    "points": {"S": 4, "A": 4, "B": 0, "C": 0},
                },
                {
                    "number": 2,
                    "round": 1,
                    "sides": [["S", "B"], ["A", "C"]],
                    "games": [0, 0],
                    "above": [0, 0],
                    "winner": None,
                    "how": None,
                    "points": {"S": 0, "A": 0, "B": 0, "C": 0},
                },
            ],
            "points": {"S": 4, "A": 4, "B": 0, "C": 0},
            "complete": False,
        }
    )


def test_a_back_door_gives_the_rubber_to_the_opponents():
    (rubber,) = json_pads.pad_json(singles("S 2NTX 2"))["rubbers"]

    assert (rubber["winner"], rubber["how"], rubber["above"]) == (1, "back door", [-1400, 0])


def test_the_json_of_nullos_has_exactly_these_fields():
    assert word_for_word(nullos("D 1N0 5", "O 4N0 3")) == json.dumps(
        {
            "game": "nullos",
            "deals": [
                {
                    "number": 1,
                    "below": by_two(30, 0),
                    "above": by_two(30, 0),
                    "score": by_two(60, 0),
                    "cumulative": by_two(60, 0),
                },
                {
                    "number": 2,
                    "below": by_two(0, 120),
                    "above": by_two(0, 0),
                    "score": by_two(0, 120),
                    "cumulative": by_two(60, 120),
                },
            ],
            "credits": by_two(0, 300),
            "total": by_two(60, 420),
        }
    )


def test_friendly_rubbers_have_the_same_fields_as_a_match():
    deals = ("N 2H 9", "E 3NT 9", "E 4S 10", "pass", "N 2H 8")
    pad, match = json_pads.pad_json(rubbers(*deals)), json_sheet.sheet_json(sheet(*deals))
    no_end = {
        "conditions": {"deals": None, "extra_deals": None, "tie_break": None, "only_partscore": 100},
        "standing": "in play",
        "deals_left": None,
        "winner": None,
    }

    assert list(pad) == ["game", *match]
    assert pad == {"game": "rubber", **match, **no_end}
