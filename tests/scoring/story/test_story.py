from hypothesis import given, settings

from scoring.rules.conditions import TieBreak
from scoring.rules.sides import Side
from scoring.story.story import MOST_TURNS, Comeback, SheetStory, make_story, turns
from tests.scoring.rules.generated import mirrored, realistic_sheets, sheets
from tests.scoring.rules.notation import sheet

GENERATED = settings(max_examples=20, derandomize=True)
TIED_BY_CREDITS = ["N 1C 11", "N 4S 6"]


def story(*deals: str, **conditions) -> SheetStory:
    return make_story(sheet(*deals, **conditions))


def totals(told: SheetStory) -> list[tuple[int, int, int]]:
    return [(step.deal, *step.total) for step in told.steps]


def numbers(lines) -> list[int]:
    return [line.number for line in lines]


def test_each_deal_is_a_step_with_both_totals():
    assert totals(story("N 2H 9", "E 3NT 9", "E 4S 10", deals=3)) == [(1, 90, 0), (2, 90, 100), (3, 90, 920)]


def test_law_80_credits_are_a_separate_step():
    told = story("N 4S 10", "E 2H 8", deals=2)

    assert totals(told) == [(1, 120, 0), (2, 120, 60), (2, 420, 160)]
    assert [step.credits for step in told.steps] == [False, False, True]


def test_credits_are_included_while_the_match_is_in_play():
    assert totals(story("N 4S 10")) == [(1, 120, 0), (1, 420, 0)]


def test_credits_of_a_tie_are_lost_if_the_rubber_continues():
    told = story(*TIED_BY_CREDITS, "E 2H 8", "pass", deals=2)

    assert totals(told) == [(1, 100, 0), (2, 100, 200), (3, 100, 260), (4, 100, 260)]


def test_credits_of_a_tie_stay_if_the_tie_break_is_fresh():
    told = story(*TIED_BY_CREDITS, "E 2H 8", "pass", deals=2, tie_break=TieBreak.FRESH)

    assert totals(told) == [(1, 100, 0), (2, 100, 200), (2, 200, 200), (3, 200, 260), (4, 200, 260), (4, 200, 360)]


def test_a_tie_includes_its_credits():
    for tie_break in TieBreak:
        told = story(*TIED_BY_CREDITS, "E 2H 8", "pass", deals=2, tie_break=tie_break)

        assert [(tie.deal, *tie.total) for tie in told.ties] == [(2, 200, 200)], tie_break


def test_a_match_can_have_several_ties():
    assert [tie.deal for tie in story(*["pass"] * 7, deals=3).ties] == [3, 5, 7]


def test_a_comeback_is_the_largest_deficit():
    assert story("N 4S 10", "N 2H 8", "E 6NT 12", deals=3).comeback == Comeback(180, (2,))


def test_a_side_never_behind_has_no_comeback():
    for deals in [["N 2H 8", "E 2C 8"], ["N 2H 8", "E 2H 8"], ["pass", "N 2H 8"], []]:
        assert story(*deals).comeback is None, deals


def test_the_largest_swing_lists_all_its_deals():
    swing = story("N 2H 8", "E 4S 10", "pass", "N 4S 10").swing

    assert (swing.points, numbers(swing.lines)) == (120, [2, 4])


def test_a_swing_is_net_but_a_high_score_is_not():
    told = story("N 4S 10 EW:100", "N 2S 9")

    assert (told.swing.points, numbers(told.swing.lines)) == (90, [2])
    assert (told.highest.points, numbers(told.highest.lines)) == (120, [1])


def test_a_swing_includes_the_rubber_bonus():
    assert story("N 4S 10", "N 4S 10").swing.points == 820


def test_only_slams_bid_and_made_are_listed():
    told = story("N 6S 12", "E 7NTX 11", "pass", "N 2HXX 8 EW:100", "E 5C 12", "E 7C 13")

    assert numbers(told.slams) == [1, 6]


def test_a_sheet_without_deals_has_an_empty_story():
    told = story()

    assert (told.steps, told.swing, told.comeback, told.leads(Side.NS)) == ((), None, None, (0,))


@GENERATED
@given(sheets())
def test_the_story_ends_at_the_total_of_the_sheet(played):
    assert [step.total for step in make_story(played).steps][-1:] == [played.total] * bool(played.lines)


@GENERATED
@given(sheets())
def test_exchanging_the_sides_exchanges_the_story(played):
    ours, theirs = make_story(played), make_story(mirrored(played))

    assert [(deal, ew, ns) for deal, ns, ew in totals(ours)] == totals(theirs)
    assert (ours.comeback, ours.rubbers) == (theirs.comeback, theirs.rubbers.seen_from(Side.EW))
    assert [numbers(told.swing.lines) for told in (ours,) if told.swing] == [
        numbers(told.swing.lines) for told in (theirs,) if told.swing
    ]
    assert ours.leads(Side.NS) == theirs.leads(Side.EW)


def test_the_leader_of_an_unfinished_match_ignores_credits():
    told = story("N 1C 11", "N 4S 6", "pass", deals=4)

    assert (told.front, told.leads(Side.NS), told.sheet.credits.ns) == (Side.EW, (0, 100, -100, -100), 100)


def told(*deals: str, **conditions) -> list[tuple]:
    return [tuple(turn) for turn in turns(make_story(sheet(*deals, **conditions)))]


def test_each_stage_of_a_comeback_is_marked():
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
    assert (deals, len(deals) <= MOST_TURNS) == (sorted(set(deals)), True)
    assert [turn.lead for turn in found] == [story.leads(Side.NS)[deal] for deal in deals]
    assert all(1 <= deal <= len(played.lines) for deal in deals)
