"""Tests for the JSON of a scored sheet, field by field and in order."""

import json

from scoring.presenters.json_sheet import sheet_json
from tests.scoring.rules.notation import sheet

LEVEL_BY_CREDIT = ("N 1C 11", "N 1C 6 EW:150")


def by_side(ns: int, ew: int) -> dict[str, int]:
    return {"ns": ns, "ew": ew}


def test_the_json_of_a_sheet_has_exactly_these_fields():
    match = sheet("N 2H 9", "pass", "E 3NTX 9 NS:150", deals=4)

    assert json.dumps(sheet_json(match)) == json.dumps(
        {
            "conditions": {"deals": 4, "extra_deals": 2, "tie_break": "continues", "only_partscore": 100},
            "deals": [
                {
                    "number": 1,
                    "dealer": "N",
                    "declarer": "N",
                    "contract": "2H",
                    "tricks": 9,
                    "vulnerable": [],
                    "below": by_side(60, 0),
                    "above": by_side(30, 0),
                    "score": by_side(90, 0),
                    "cumulative": by_side(90, 0),
                    "entries": [
                        {"side": "ns", "line": "below", "points": 60, "reason": "trick points", "law": 81},
                        {"side": "ns", "line": "above", "points": 30, "reason": "overtricks", "law": 81},
                    ],
                    "game": None,
                    "rubber": None,
                },
                {
                    "number": 2,
                    "dealer": "E",
                    "declarer": None,
                    "contract": "Pass",
                    "tricks": None,
                    "vulnerable": [],
                    "below": by_side(0, 0),
                    "above": by_side(0, 0),
                    "score": by_side(0, 0),
                    "cumulative": by_side(90, 0),
                    "entries": [],
                    "game": None,
                    "rubber": None,
                },
                {
                    "number": 3,
                    "dealer": "S",
                    "declarer": "E",
                    "contract": "3NTX",
                    "tricks": 9,
                    "vulnerable": [],
                    "below": by_side(0, 200),
                    "above": by_side(150, 50),
                    "score": by_side(150, 250),
                    "cumulative": by_side(240, 250),
                    "entries": [
                        {"side": "ew", "line": "below", "points": 200, "reason": "trick points", "law": 81},
                        {"side": "ew", "line": "above", "points": 50, "reason": "doubled contract made", "law": 81},
                        {"side": "ns", "line": "above", "points": 150, "reason": "honours", "law": 81},
                    ],
                    "game": "ew",
                    "rubber": None,
                },
            ],
            "rubbers": [
                {
                    "number": 1,
                    "first_deal": 1,
                    "last_deal": 3,
                    "games": by_side(0, 1),
                    "finished": False,
                    "bonus": by_side(0, 0),
                }
            ],
            "credits": by_side(0, 300),
            "total": by_side(240, 550),
            "standing": "in play",
            "deals_left": 1,
            "winner": None,
        }
    )


def test_only_fresh_tie_breaks_have_banked_credits():
    fresh = sheet_json(sheet(*LEVEL_BY_CREDIT, deals=2, tie_break="fresh"))
    continues = sheet_json(sheet(*LEVEL_BY_CREDIT, deals=2, tie_break="continues"))

    assert (fresh["banked"], fresh["credits"]) == ([by_side(100, 0)], by_side(0, 0))
    assert (list(continues), continues["credits"]) == ([field for field in fresh if field != "banked"], by_side(100, 0))
    assert fresh["total"] == continues["total"] == by_side(200, 200)
