"""Tests of what pairs are told about their places if each round is drawn by itself."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.models.rounds import RoundDraw
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import ResultKind, Stage
from competition.entries.models import Pair
from competition.notifications.models import Topic
from competition.notifications.queries.emails import messages
from competition.notifications.queries.message_states import addressees, notifications
from competition.rulings.decisions.round_draws import UndoRoundDraw
from tests import stories
from tests.competition.notifications.queries.test_places import read, tell, texts, to_tell

EVENING = timezone.now().replace(microsecond=0) + timedelta(days=2)


@pytest.fixture
def competition(db) -> Competition:
    """Return a competition with nine pairs, in which only round 1 is drawn."""
    return stories.published(9, drawn_by_round=True)


def undo_draw(competition: Competition) -> None:
    """Undo the last draw of a round."""
    row = RoundDraw.objects.filter(undoes=None, undone_by=None).latest("pk")
    stories.decide(UndoRoundDraw, competition, content=row.pk)


def draw_again(competition: Competition) -> None:
    """Undo the last draw of a round, and draw the round again."""
    undo_draw(competition)
    stories.draw_next_round(competition)


def with_bye(competition: Competition, round: int) -> Pair:
    """Return the pair with a bye in this round."""
    states = stories.now(competition).rounds[round - 1].matches
    return next(state.pairs[0] for state in states if state.stage is Stage.BYE)


def one(competition: Competition, round: int) -> PublishedMatch:
    """Return the first match of this round with two pairs that can be played."""
    return next(state for state in stories.now(competition).rounds[round - 1].matches if state.stage is Stage.READY)


def test_a_pair_with_a_bye_in_round_1_is_told_that_round_2_is_drawn_later(competition):
    found = texts(competition)

    assert len(found) == 9
    told = found[with_bye(competition, 1).name]
    assert told.startswith("Round 1: you have a bye ")
    assert told.endswith(
        "You have a bye in the first round. Round 2 is drawn later. We will then tell you your opponents."
    )


def test_a_winner_is_told_nothing_further_before_the_next_round_is_drawn(competition):
    tell(competition)

    stories.settle_round(competition, 1)

    assert texts(competition) == {}
    ruled = {message.pair: read(message) for message in messages(stories.now(competition), Topic.RULED)}
    state = stories.now(competition).rounds[0].matches[-1]
    assert "You go through to the next round. Round 2 is drawn later." in ruled[state.winner]
    [loser] = (pair for pair in state.pairs if pair != state.winner)
    assert "You are out of the draw." in ruled[loser]


def test_a_winner_whose_next_round_is_drawn_is_not_told_to_wait(competition):
    tell(competition)
    stories.draw_next_round(competition)

    stories.settle_round(competition, 1)

    ruled = [read(message) for message in messages(stories.now(competition), Topic.RULED)]
    assert not [text for text in ruled if "drawn later" in text]


def test_every_pair_is_told_its_match_or_bye_of_a_drawn_round(competition):
    tell(competition)
    stories.settle_round(competition, 1)

    stories.draw_next_round(competition)

    found, draw = texts(competition), stories.now(competition)
    assert {*found} == {pair.name for state in draw.rounds[1].matches for pair in state.pairs}
    bye = with_bye(competition, 2)
    assert found.pop(bye.name) == (
        "Round 2: you have a bye You have a bye in Round 2. The semi-finals are drawn later. "
        "We will then tell you your opponents."
    )
    assert all("Your opponents in Round 2 are " in text for text in found.values())
    assert {message.topic for message in to_tell(competition)} == {Topic.ROUND}
    tell(competition)
    assert texts(competition) == {}


def test_a_pair_is_told_its_opponents_once_they_are_known(competition):
    tell(competition)
    stories.draw_next_round(competition)
    assert not [text for text in texts(competition).values() if "winner of" in text]
    tell(competition)

    stories.settle_round(competition, 1)

    found, draw = texts(competition), stories.now(competition)
    assert {*found} <= {pair.name for state in draw.rounds[1].matches for pair in state.pairs}
    assert all("Your opponents in Round 2 are " in text or "bye in Round 2" in text for text in found.values())
    tell(competition)
    assert texts(competition) == {}


def test_a_pair_is_not_told_that_it_is_out_once_a_drawn_round_is_undone(competition):
    tell(competition)
    stories.settle_round(competition, 1)
    stories.draw_next_round(competition)
    tell(competition)
    state, bye = one(competition, 2), with_bye(competition, 2)

    undo_draw(competition)

    found = texts(competition)
    assert len(found) == 5
    upper, lower = state.pairs
    assert found[upper.name] == (
        f"Round 2 will be drawn again The draw of Round 2 was undone. Your match against {lower} in Round 2 no longer "
        "counts. Round 2 will be drawn again. We will then tell you your opponents. "
        "The organiser’s reason: decided for the test"
    )
    assert "Your bye in Round 2 no longer counts." in found[bye.name]
    tell(competition)
    assert texts(competition) == {}


def test_a_pair_is_told_its_match_once_the_round_is_drawn_again(competition):
    tell(competition)
    stories.settle_round(competition, 1)
    stories.draw_next_round(competition)
    tell(competition)
    undo_draw(competition)
    tell(competition)

    stories.draw_next_round(competition)

    assert len(texts(competition)) == 5
    assert all(
        "Your opponents in Round 2 are " in text or "bye in Round 2" in text for text in texts(competition).values()
    )
    assert {message.topic for message in to_tell(competition)} == {Topic.ROUND}
    tell(competition)
    assert texts(competition) == {}
    undo_draw(competition)
    assert len(texts(competition)) == 5


def test_a_pair_that_missed_the_undoing_is_told_of_both_draws(competition):
    tell(competition)
    stories.settle_round(competition, 1)
    stories.draw_next_round(competition)
    tell(competition)
    before = {pair.name: state for state in stories.now(competition).rounds[1].matches for pair in state.pairs}

    draw_again(competition)

    for name, text in texts(competition).items():
        assert "The draw of Round 2 was undone and made again." in text
        assert "The organiser’s reason" not in text
        assert "no longer in the draw" not in text
        gone = next((pair for pair in before[name].pairs if pair.name != name), None)
        assert gone is None or "bye in" in text or (f"You do not play {gone}" in text) != (f"are {gone}." in text)
    assert texts(competition)
    tell(competition)
    assert texts(competition) == {}


def test_a_drawn_round_undone_before_it_is_told_needs_no_message(competition):
    tell(competition)
    stories.settle_round(competition, 1)

    stories.draw_next_round(competition)
    undo_draw(competition)

    assert texts(competition) == {}


def test_an_agreed_date_is_cancelled_with_the_draw(competition):
    stories.settle_round(competition, 1)
    stories.draw_next_round(competition)
    state = one(competition, 2)
    stories.agree(competition, state.code, at=EVENING)
    tell(competition)

    undo_draw(competition)

    assert {name for name, text in texts(competition).items() if "Your date is cancelled: " in text} == {
        pair.name for pair in state.pairs
    }


def test_a_day_set_for_the_whole_round_stays(competition):
    stories.settle_round(competition, 1)
    stories.draw_next_round(competition)
    stories.fix_day(competition, 2, day=stories.FIRST_PLAY_BY)
    tell(competition)

    undo_draw(competition)

    assert texts(competition)
    assert not [text for text in texts(competition).values() if "cancelled" in text]


def test_a_corrected_result_is_the_cause_of_new_opponents_after_the_draw(competition):
    stories.settle_round(competition, 1)
    stories.draw_next_round(competition)
    tell(competition)
    state = next(
        match for side in one(competition, 2).before if (match := stories.now(competition).matches[side]).result
    )
    following = stories.now(competition).matches[state.feeds]
    others = next((pair for pair in following.pairs if pair != state.winner), None)

    stories.settle(competition, state.code, upper_wins=False)

    come = next(pair for pair in state.pairs if pair != state.winner)
    found = texts(competition)
    assert {*found} == {come.name, others.name}
    assert "The organiser decided the match of " in found[others.name]
    assert f"You do not play {state.winner} in Round 2." in found[others.name]
    assert f"Your opponents in Round 2 are {come}." in found[others.name]
    assert f"Your opponents in Round 2 are {others}." in found[come.name]


def test_a_corrected_result_before_the_next_draw_needs_no_message_about_places(competition):
    stories.settle_round(competition, 1)
    tell(competition)
    stories.draw_next_round(competition)
    tell(competition)
    undo_draw(competition)
    tell(competition)
    state = next(state for state in stories.now(competition).rounds[0].matches if state.result)

    stories.settle(competition, state.code, upper_wins=False)

    assert texts(competition) == {}
    ruled = {message.pair: read(message) for message in messages(stories.now(competition), Topic.RULED)}
    assert "You are out of the draw." in ruled[state.winner]


def test_the_withdrawal_of_opponents_is_told_without_a_next_match(competition):
    tell(competition)
    state = one(competition, 1)

    stories.withdraw(state.pairs[0])

    found = texts(competition)
    assert {*found} == {pair.name for pair in state.pairs}
    assert found[state.pairs[1].name].startswith(f"Round 2 is drawn later {state.pairs[0]} have withdrawn, so you win ")
    assert "Round 2 is drawn later. We will then tell you your opponents." in found[state.pairs[1].name]
    stories.draw_next_round(competition)
    tell(competition)
    assert texts(competition) == {}


def test_a_late_pair_takes_the_bye_of_a_waiting_pair(competition):
    tell(competition)
    bye = with_bye(competition, 1)
    late = stories.enter_late(competition)

    stories.put_in(late)

    found = texts(competition)
    assert {*found} == {bye.name, late.name}
    assert "You no longer have a bye in Round 1." in found[bye.name]


def test_the_closest_losers_are_told_that_they_play_on(db):
    competition = stories.published(6, minutes=60, drawn_by_round=True, closest_losers=True)
    tell(competition)
    for code, totals in (("R1-M1", (900, 500)), ("R1-M2", (710, 700)), ("R1-M3", (2000, 1000))):
        stories.settle(competition, code, kind=ResultKind.PLAYED, totals=totals)
    loser = stories.now(competition).matches["R1-M2"].pairs[1]

    stories.draw_next_round(competition)

    found = texts(competition)
    assert len(found) == 4
    assert "You play on as the closest losers of Round 1. Your opponents in the semi-finals are" in found[loser.name]
    tell(competition)
    assert texts(competition) == {}


def test_the_closest_losers_are_told_that_they_may_still_play(db):
    competition = stories.published(6, minutes=60, drawn_by_round=True, closest_losers=True)
    tell(competition)
    for at, total in ((1, 4000), (2, 4700), (3, 3980)):
        stories.settle(competition, f"R1-M{at}", kind=ResultKind.PLAYED, totals=(4730, total))
    lost = stories.now(competition).matches["R1-M2"].pairs[1]
    ruled = {message.pair: read(message) for message in messages(stories.now(competition), Topic.RULED)}
    assert "If you are the closest losers, you play on." in ruled[lost]
    assert texts(competition) == {}

    stories.draw_next_round(competition)

    tell(competition)
    undo_draw(competition)
    assert "no longer in the draw" not in texts(competition)[lost.name]
    assert "The semi-finals will be drawn again." in texts(competition)[lost.name]

    tell(competition)
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 4720))
    stories.draw_next_round(competition)
    found = texts(competition)
    assert "The draw of the semi-finals was undone and made again." in found[lost.name]
    assert "You are no longer in the draw" in found[lost.name]
    tell(competition)
    assert texts(competition) == {}


def test_a_pair_that_waits_for_a_draw_gets_its_letter(competition):
    bye = with_bye(competition, 1)

    assert bye in [addressee.pair for addressee in addressees(competition)]
    assert next(
        row.meets for row in notifications(stories.now(competition), Topic.DRAW) if row.message.pair == bye
    ) == ("drawn later")
    stories.settle_round(competition, 1)
    assert len(addressees(competition)) == 5
    assert {addressee.later for addressee in addressees(competition)} == {"Round 2 is drawn later."}


def with_repechage() -> tuple[Competition, Pair, Pair]:
    """Return a day of six pairs after round 1, whose pairs were told, and its two closest losers."""
    competition = stories.published(6, minutes=60, drawn_by_round=True, repechage_deals=4)
    tell(competition)
    for code, totals in (("R1-M1", (900, 500)), ("R1-M2", (710, 700)), ("R1-M3", (2000, 1900))):
        stories.settle(competition, code, kind=ResultKind.PLAYED, totals=totals)
    matches = stories.now(competition).matches
    return competition, matches["R1-M2"].pairs[1], matches["R1-M3"].pairs[1]


def test_the_closest_losers_are_told_their_repechage(db):
    competition, closest, second = with_repechage()
    ruled = {message.pair: read(message) for message in messages(stories.now(competition), Topic.RULED)}
    assert "If you are one of the two closest losers, you play in the repechage." in ruled[second]

    stories.draw_next_round(competition)

    found = texts(competition)
    # The winners that wait for the repechage are told once they know their opponents.
    assert len(found) == 4
    assert (
        f"You are one of the two closest losers. You play for a place in the semi-finals. Your opponents in the "
        f"repechage are {second.name}." in found[closest.name]
    )
    assert "4 deals" in found[closest.name]
    assert ", at table 1." in found[closest.name]
    tell(competition)
    assert texts(competition) == {}


def test_the_winners_of_a_repechage_are_told_their_next_match(db):
    competition, closest, second = with_repechage()
    stories.draw_next_round(competition)
    tell(competition)

    stories.settle(competition, "R1-M4", kind=ResultKind.PLAYED, totals=(300, 0))

    found = texts(competition)
    assert "Your opponents in the semi-finals are" in found[closest.name]
    assert second.name not in found


def test_a_pair_whose_repechage_is_undone_is_told(db):
    competition, closest, second = with_repechage()
    stories.draw_next_round(competition)
    tell(competition)

    undo_draw(competition)

    found = texts(competition)
    assert "The draw of the semi-finals was undone." in found[closest.name]
    assert f"Your match against {second.name} in the repechage no longer counts." in found[closest.name]
    tell(competition)
    stories.draw_next_round(competition)
    assert f"Your opponents in the repechage are {second.name}." in texts(competition)[closest.name]


def test_a_pair_that_leaves_the_repechage_by_a_correction_is_told(db):
    competition, closest, second = with_repechage()
    stories.draw_next_round(competition)
    tell(competition)
    undo_draw(competition)
    stories.settle(competition, "R1-M3", kind=ResultKind.PLAYED, totals=(2000, 100))

    stories.draw_next_round(competition)

    found = texts(competition)
    assert "You do not play" in found[closest.name]
    assert "You are no longer in the draw" not in found[closest.name]
    assert second.name in found
