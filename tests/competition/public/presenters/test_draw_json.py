from datetime import date

import pytest

from competition.contest.rules.conditions import USUAL_REPLY_HOURS, USUAL_REPORT_DAYS
from competition.draw.actions.rounds import start_round
from competition.draw.rules.result import ResultKind
from competition.match.actions import play
from competition.public.presenters import draw_json
from tests import stories

pytestmark = [pytest.mark.django_db, pytest.mark.published(4, deals=2)]


def pair(number: int) -> dict:
    return {"number": number, "name": f"Ada North {number} & Ben South {number}", "club": "Harbour Bridge Club"}


def matches(competition) -> dict[str, dict]:
    rounds = draw_json.as_dict(stories.now(competition))["rounds"]
    return {match["code"]: match for round in rounds for match in round["matches"]}


def upper_and_lower(competition, code: str = "R1-M1") -> tuple[int, int]:
    return tuple(pair.number for pair in stories.now(competition).matches[code].pairs)


def test_the_json_draw_has_exactly_the_documented_fields():
    competition = stories.published(3, deals=2, seed="any seed")
    now = stories.now(competition)
    bye, first = (next(m for m in now.matches.values() if m.stage == stage) for stage in ("bye", "ready"))
    upper, lower = (side.number for side in first.pairs)
    stories.settle(competition, first.code, kind=ResultKind.PLAYED, totals=(4730, 3980))
    with_bye = [
        {"pair": pair(side.pair.number), "total": None} if side.pair else {"pair": None, "bye": True, "total": None}
        for side in bye.sides
    ]
    terms = {"deals": 2, "extra_deals": 2, "tie_break": "continues", "only_partscore": 100}
    unplayed = {"outcome": None, "winner": None, "goes_on": None, "deals": 2, "deals_recorded": 0, "set_aside": 0}
    home = upper_and_lower(competition, "R2-M1")[0]
    written = {
        bye.code: {
            "code": bye.code,
            "feeds": "R2-M1",
            "sides": with_bye,
            "home": None,
            "state": "bye",
            **unplayed,
            "goes_on": bye.pairs[0].number,
        },
        first.code: {
            "code": first.code,
            "feeds": "R2-M1",
            "sides": [{"pair": pair(upper), "total": 4730}, {"pair": pair(lower), "total": 3980}],
            "home": upper,
            "state": "official",
            "outcome": "played",
            "winner": upper,
            "goes_on": upper,
            "deals": 2,
            "deals_recorded": 0,
            "set_aside": 0,
        },
    }
    finalists = [{"pair": pair(number), "total": None} for number in upper_and_lower(competition, "R2-M1")]

    document = draw_json.as_dict(stories.now(competition))

    for match in (match for round in document["rounds"] for match in round["matches"]):
        assert {match.pop(moment) for moment in ("play_by", "plays_at", "link")} >= {None}
        assert (match.pop("decided_at") is None) is (match["outcome"] is None)
    assert sorted(document.pop("links")) == ["calendar", "feed", "matches", "page", "picture"]
    assert document.pop("published_at") <= document.pop("as_of")
    assert document == {
        "competition": {
            "slug": competition.slug,
            "name": "Regional Rubber Knockout",
            "season": 2026,
            "season_name": "2026",
            "status": "published",
            "version": stories.now(competition).competition.version,
            "provenance": "",
        },
        "conditions": {
            **terms,
            "reporter": "either",
            "deals_required": False,
            "confirmation": "automatic",
            "reply_hours": USUAL_REPLY_HOURS,
            "report_days": USUAL_REPORT_DAYS,
            "unplayed": "organiser",
            "last_hour": None,
            "extensions": True,
            "opening_day_together": True,
            "clubs_apart": False,
            "areas_together": False,
            "first_offer": "upper",
            "first_offer_days": None,
            "offer_dates": None,
            "answer_days": None,
            "send_days": None,
            "counted_from": "start",
            "home": "upper",
            "spectators": "deals",
            "grades": "",
            "grade_prizes": "",
            "plate": "none",
            "plate_walkover": False,
            "plate_conceded": True,
            "plate_open_until": None,
            "join_places": None,
            "join_left": None,
            "join_until": None,
            "sections": None,
            "drawn_by_round": False,
            "preference_rounds": 1,
            "closest_losers": False,
            "repechage_deals": None,
            "minutes": None,
            "next_event": "",
            "qualifiers": 1,
            "left_out": [],
        },
        "rounds": [
            {
                "number": 1,
                "name": "Semi-finals",
                "play_by": "2030-05-31",
                "set_day": None,
                "conditions": terms,
                "matches": [written["R1-M1"], written["R1-M2"]],
            },
            {
                "number": 2,
                "name": "Final",
                "play_by": "2030-06-30",
                "set_day": None,
                "conditions": terms,
                "matches": [
                    {"code": "R2-M1", "feeds": None, "sides": finalists, "home": home, "state": "ready", **unplayed}
                ],
            },
        ],
        "champion": None,
    }
    assert list(document) == ["competition", "conditions", "rounds", "champion"]


def test_a_side_not_yet_known_names_the_match_it_depends_on(competition):
    assert matches(competition)["R2-M1"]["sides"] == [
        {"pair": None, "awaiting": "R1-M1", "total": None},
        {"pair": None, "awaiting": "R1-M2", "total": None},
    ]


def test_an_empty_side_gives_its_reason(competition):
    stories.settle(competition, "R1-M1", kind=ResultKind.DOUBLE_DEFAULT)

    written = matches(competition)

    assert (written["R1-M1"]["outcome"], written["R1-M1"]["winner"]) == ("double default", None)
    assert written["R2-M1"]["sides"][0] == {"pair": None, "nobody": "double default", "total": None}


def test_live_totals_are_given_to_the_right_pairs(competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal(declarer="E"))

    match = matches(competition)["R1-M1"]

    assert (match["state"], match["deals_recorded"]) == ("in play", 1)
    assert [side["total"] for side in match["sides"]] == [0, 60]


def test_each_state_of_a_match_has_its_own_word(competition):
    upper, lower = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=4730, theirs=3980)
    assert matches(competition)["R1-M1"]["state"] == "submitted"

    play.dispute(lower, outcome=1, reason="deal 17")
    assert matches(competition)["R1-M1"]["state"] == "disputed"


def test_superseded_results_are_counted(competition):
    stories.settle_round(competition, 1)
    stories.settle(competition, "R2-M1")
    number = stories.now(competition).champion.number
    champion = {"number": number, "name": f"Ada North {number} & Ben South {number}"}
    assert draw_json.as_dict(stories.now(competition))["champion"] == champion
    stories.settle(competition, "R1-M1", upper_wins=False)

    assert matches(competition)["R2-M1"]["set_aside"] == 1


def test_a_place_for_a_pair_that_joins_later_gives_its_last_day():
    competition = stories.published(5, join_places=1, join_left=4, join_until=date(2099, 12, 31))
    sides = [side for match in matches(competition).values() for side in match["sides"]]

    assert [side for side in sides if "open" in side] == [
        {"pair": None, "total": None, "open": "2099-12-31", "source": {"kind": "open", "until": "2099-12-31"}}
    ]


def test_a_day_at_one_venue_gives_its_tables_and_the_clock():
    competition = stories.published(5, minutes=60)
    clock = start_round(competition, 1, by=stories.organiser_of(competition))
    first = draw_json.as_dict(stories.now(competition))["rounds"][0]

    assert (first["starts_at"], first["ends_at"]) == tuple(
        at.isoformat(timespec="seconds") for at in (clock.starts_at, clock.ends_at)
    )
    assert [match["table"] for match in first["matches"] if "table" in match] == [1]


def test_a_repechage_is_marked_and_has_its_own_deals():
    competition = stories.published(6, minutes=60, deals=8, drawn_by_round=True, repechage_deals=4)
    for at in (1, 2, 3):
        stories.settle(competition, f"R1-M{at}", kind=ResultKind.PLAYED, totals=(900, 500 + 100 * at))
    stories.draw_next_round(competition)

    first = [match for code, match in matches(competition).items() if code.startswith("R1-")]

    assert [match.get("repechage") for match in first] == [None, None, None, True]
    assert [match["deals"] for match in first] == [8, 8, 8, 4]
