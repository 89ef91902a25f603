"""Tests of what a pair reads about its match if each round is drawn by itself."""

import pytest

from competition.contest.models import Competition
from competition.draw.presenters import words
from competition.draw.presenters.overview import line
from competition.draw.queries.draw import candidates, coming_round, current_round, watched_round, way_of
from competition.draw.queries.later_rounds import opponents_after
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import ResultKind, Stage
from competition.entries.models import Pair
from competition.match.presenters.headlines import headline
from competition.match.presenters.listing import Filter, of_pair, sections
from competition.match.presenters.overdue import blocked_matches, more_days, remedies
from competition.match.presenters.story import make_story
from competition.match.presenters.turn import turn_on_path
from competition.match.queries.dates import unplayed
from competition.match.queries.play import path_of
from tests import stories
from tests.competition.pair_reading import address, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition() -> Competition:
    """Return a competition with nine pairs, in which only round 1 is drawn."""
    return stories.published(9, drawn_by_round=True)


def first(competition: Competition, round: int, stage: Stage) -> PublishedMatch:
    """Return the first match of a round in this stage."""
    return next(state for state in stories.now(competition).rounds[round - 1].matches if state.stage is stage)


def turn(pair: Pair) -> tuple[str, str]:
    """Return the sentence and the line on the pair's page."""
    found = turn_on_path(path_of(Pair.objects.get(pk=pair.pk)))
    return found.sentence, found.line


def test_a_pair_with_a_bye_is_told_to_wait_for_the_draw(competition):
    [pair] = first(competition, 1, Stage.BYE).pairs

    assert turn(pair) == ("You have a bye in Round 1.", "Round 2 is drawn later. You need do nothing now.")
    stories.draw_next_round(competition)
    assert "drawn later" not in turn(pair)[1]


def test_a_winner_is_told_to_wait_for_the_draw(competition):
    state = first(competition, 1, Stage.READY)
    stories.settle(competition, state.code, kind=ResultKind.PLAYED, totals=(4730, 3980))
    winner, loser = state.pairs

    assert turn(winner) == ("You won by 750 points.", "Round 2 is drawn later. You need do nothing now.")
    assert turn(loser)[1] == f"Against {winner}. Thank you for playing."


def test_nobody_waits_for_a_draw_after_a_cancellation(competition):
    state = first(competition, 1, Stage.READY)
    [bye] = first(competition, 1, Stage.BYE).pairs
    stories.settle(competition, state.code)
    stories.cancel(competition)

    assert not [line for pair in (bye, *state.pairs) for line in turn(pair) if "drawn later" in line]


def test_a_pair_without_opponents_is_told_to_wait_for_the_draw(competition):
    state = first(competition, 1, Stage.READY)
    stories.withdraw(state.pairs[0])

    assert "Round 2 is drawn later. You need do nothing now." in turn(state.pairs[1])[1]


def test_a_winner_follows_its_way_to_its_opponents_in_the_next_round(competition):
    stories.draw_next_round(competition)
    draw = stories.now(competition)
    for state in draw.rounds[0].matches:
        beside = opponents_after(draw, state)
        [*others] = (code for code in draw.matches[state.feeds].before if code != state.code)
        assert beside.bye == (not others)
        assert beside.pair or [beside.awaiting] == others or beside.bye

    stories.settle_round(competition, 1)

    draw = stories.now(competition)
    for state in draw.rounds[0].matches:
        following = draw.matches[state.feeds]
        beside = opponents_after(draw, state)
        assert [beside.pair] == [pair for pair in following.pairs if pair.number != state.through] or beside.bye


@pytest.mark.parametrize("pairs", [4, 7, 8])
def test_a_winner_meets_the_other_side_in_a_draw_of_all_rounds(pairs):
    competition = stories.published(pairs)
    for number in range(1, len(stories.now(competition).rounds)):
        draw = stories.now(competition)
        for state in draw.rounds[number - 1].matches:
            assert opponents_after(draw, state) == draw.matches[state.feeds].sides[state.position % 2]
        stories.settle_round(competition, number)
    assert opponents_after(draw, stories.now(competition).final) is None


def test_a_match_of_the_last_drawn_round_is_not_the_final(competition):
    state = first(competition, 1, Stage.READY)
    stories.settle(competition, state.code)
    draw = stories.now(competition)

    state = draw.matches[state.code]

    assert headline(state, ("One", "Two"), "") == "Walkover: One go through"
    assert make_story(draw, state, None).next_round == "Round 2"


def test_an_overdue_match_holds_up_rounds_that_are_drawn_later(competition):
    state = first(competition, 1, Stage.READY)
    draw = stories.now(competition)
    match = unplayed(draw, state)

    blocked = blocked_matches(draw, match)

    assert [one.name for one in blocked] == ["This match", "Round 2", "Semi-finals", "Final"]
    assert blocked[1].text.startswith("Drawn later. Play by Sun 30 Jun 2030. 30 days are left for it.")
    assert (more_days(draw, match) - state.play_by).days == 14
    follows = " ".join(way.follows for way in remedies(draw, match))
    assert "the next round then has " in follows
    assert "They go through. Round 2 is drawn later." in follows
    assert "Nobody goes through to the next round here." in follows
    assert "champions" not in follows


def test_the_loser_may_read_that_the_winners_go_through(competition):
    state = first(competition, 1, Stage.READY)

    assert words.drawn_later(stories.now(competition), state) == "Round 2 is drawn later."
    stories.draw_next_round(competition)
    draw = stories.now(competition)
    assert words.drawn_later(draw, draw.matches[state.code]) == ""
    assert words.drawn_later(draw, draw.rounds[1].matches[0]) == "The semi-finals are drawn later."


def test_a_loser_is_told_that_it_may_play_on_and_then_that_it_does():
    competition = stories.published(6, minutes=60, drawn_by_round=True, closest_losers=True)
    for code, totals in (("R1-M1", (900, 500)), ("R1-M2", (710, 700)), ("R1-M3", (2000, 1000))):
        stories.settle(competition, code, kind=ResultKind.PLAYED, totals=totals)
    matches = stories.now(competition).matches
    closest, other = matches["R1-M2"].pairs[1], matches["R1-M1"].pairs[1]

    assert "If you are the closest losers, you play on. Please wait for the draw." in turn(closest)[1]
    stories.draw_next_round(competition)
    assert stories.now(competition).matches_of(closest)[-1].round == 2
    assert "Thank you for playing." in turn(other)[1]


def test_the_state_of_the_competition_names_the_round_that_is_drawn_next(competition):
    assert line(stories.now(competition)) == "9 pairs. Round 1: 0 of 4 decided"
    stories.settle_round(competition, 1)
    draw = stories.now(competition)

    assert line(draw) == "9 pairs. Round 2: not drawn yet"
    assert {current_round(draw).name, coming_round(draw).name} == {"Round 2"}
    assert watched_round(draw).name == "Round 1"

    stories.draw_next_round(competition)
    draw = stories.now(competition)
    assert line(draw) == "9 pairs. Round 2: 0 of 2 decided"
    assert watched_round(draw).name == "Round 2"


def test_the_way_of_a_pair_ends_before_a_round_that_is_not_drawn(competition):
    pair = first(competition, 1, Stage.READY).pairs[0]

    assert [state.round for state in way_of(stories.now(competition), pair)] == [1]
    stories.draw_next_round(competition)
    draw = stories.now(competition)
    assert [state.round for state in way_of(draw, pair)] == [1, 2]
    assert [row.sentence for row in of_pair(draw, pair)][1].startswith("Then ")
    others = draw.matches[way_of(draw, pair)[1].code].sides
    assert sum(pair in candidates(draw, side) for side in others) == 1


def test_a_round_that_is_not_drawn_is_one_line_in_the_list(competition):
    [_, to_come] = sections(stories.now(competition), Filter())

    assert to_come.rows == []
    assert to_come.summaries[0].startswith("Round 2: drawn later, by Sun 30 Jun")
    assert len(to_come.summaries) == 3


def test_the_pages_of_two_closest_losers_lead_to_their_repechage(phone):
    competition = stories.published(6, minutes=60, drawn_by_round=True, repechage_deals=4)
    for code, totals in (("R1-M1", (900, 500)), ("R1-M2", (710, 700)), ("R1-M3", (2000, 1900))):
        stories.settle(competition, code, kind=ResultKind.PLAYED, totals=totals)
    closest = stories.now(competition).matches["R1-M2"].pairs[1]
    may_play = "If you are one of the two closest losers, you play in the repechage. Please wait for the draw."
    assert may_play in turn(closest)[1]

    stories.draw_next_round(competition)

    own = phone(closest)
    assert "You play in the repechage." in text(own.get(address("match", competition, code="R1-M2")))
    coming = text(own.get(address("match", competition, code="R1-M4")))
    assert "Table 1. The repechage is 4 deals, without a clock." in coming

    stories.settle(competition, "R1-M2", kind=None)
    [other] = stories.now(competition).matches["R1-M4"].pairs
    assert "play in the repechage" in text(own.get(f"/{competition.slug}/?pair={other.number}"))


def test_a_match_in_play_keeps_its_round_and_its_deals_beside_a_repechage():
    competition = stories.published(6, minutes=60, deals=8, drawn_by_round=True, repechage_deals=4)
    for code, totals in (("R1-M1", (900, 500)), ("R1-M2", (710, 700)), ("R1-M3", (2000, 1900))):
        stories.settle(competition, code, kind=ResultKind.PLAYED, totals=totals)
    stories.draw_next_round(competition)
    stories.settle(competition, "R1-M1", kind=None)
    upper, _ = stories.open_sheet(competition, "R1-M1")

    stories.record(upper, stories.deal("3NT", 9))

    draw = stories.now(competition)
    shown = [(draw.matches[code].round_name, draw.matches[code].conditions.deals) for code in ("R1-M1", "R1-M4")]
    assert shown == [("Round 1", 8), ("Repechage", 4)]
