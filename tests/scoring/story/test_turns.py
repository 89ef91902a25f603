"""Tests of the turning points of a match."""

from hypothesis import given, settings

from scoring.rules.sides import Side
from scoring.story.story import make_story
from scoring.story.turns import MOST, turns
from tests.scoring.rules.generated import realistic_sheets
from tests.scoring.rules.notation import sheet


def told(*deals: str, **conditions) -> list[tuple]:
    return [tuple(turn) for turn in turns(make_story(sheet(*deals, **conditions)))]


def test_a_comeback_is_marked_at_its_stages():
    played = ["E 6SX 12", "N 6NTX 11", "N 3NT 9", "pass", "N 6HX 12", "pass"]

    assert told(*played, deals=6) == [
        (1, "6♠ doubled made: 910", -910),
        (2, "1,010 behind, four to go", -1010),
        (5, "6♥ doubled made: 1,660", 750),
    ]


def test_a_constant_lead_is_marked_at_its_largest_swings():
    assert told("N 6S 12", "E 4SX 10", "N 3NT 9", "pass", deals=4) == [
        (1, "6♠ made: 680", 680),
        (2, "4♠ doubled made: 290", 390),
        (3, "3NT made: 600", 990),
    ]


def test_a_match_without_swings_has_no_turning_points():
    assert told("N 1H 7", "E 1H 7", deals=4) == []


def test_a_lead_is_not_final_while_the_match_is_in_play():
    assert (4, "In the lead", 60) in told("E 3NT 9", "pass", "N 4H 9 NS:150", "N 2S 8", deals=6)


@settings(max_examples=20, derandomize=True, deadline=None)
@given(realistic_sheets())
def test_turning_points_are_different_deals_of_the_match(played):
    story = make_story(played)

    found = turns(story)
    deals = [turn.deal for turn in found]
    assert (deals, len(deals) <= MOST) == (sorted(set(deals)), True)
    assert [turn.lead for turn in found] == [story.leads(Side.NS)[deal] for deal in deals]
    assert all(1 <= deal <= len(played.lines) for deal in deals)
