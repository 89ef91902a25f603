"""Tests that each pair is told once about its place in the draw, and about every change to it with the cause."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.draw.presenters.overview import is_over
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.later_rounds import is_by_round, last_drawn_round, round_to_draw, standing_draw
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import ResultKind, Stage
from competition.entries.models import Pair
from competition.notifications.kinds.message import Message
from competition.notifications.kinds.told_places import OF_A_PLACE
from competition.notifications.models import Told, Topic
from competition.notifications.presenters import message_text
from competition.notifications.queries.emails import messages, told_by_hand
from competition.rulings.decisions.round_draws import UndoRoundDraw
from scoring.rules.refusal import Refused
from tests import stories

EVENING = timezone.now().replace(microsecond=0) + timedelta(days=2)


def tell(competition: Competition, *pairs: Pair) -> None:
    """Record that these pairs, or all pairs, have been told everything."""
    for message in to_tell(competition):
        if not pairs or message.pair in pairs:
            about = {"pair": message.pair, "topic": message.topic, "about": message.about}
            Told.objects.create(**about, way="letter", by=competition.organisers.first())


def to_tell(competition: Competition) -> list[Message]:
    """Return the messages about places that the pairs have not been told."""
    draw = stories.now(competition)
    told = told_by_hand(draw)
    return [message for message in messages(draw, *OF_A_PLACE) if message.key not in told]


def read(message: Message) -> str:
    """Return the subject and the text of a message."""
    text = message_text(message)
    return " ".join((text.heading, *text.paragraphs))


def texts(competition: Competition) -> dict[str, str]:
    """Return the text for each pair that must be told something, by the pair's name."""
    return {message.pair.name: read(message) for message in to_tell(competition)}


def of_bye(competition: Competition) -> Pair:
    """Return the pair with a bye in a draw of three pairs."""
    return next(state.pairs[0] for state in stories.now(competition).rounds[0].matches if state.stage is Stage.BYE)


def test_all_affected_pairs_are_told_about_a_late_pair_that_takes_a_bye():
    competition = stories.published(3)
    holder = of_bye(competition)
    tell(competition)

    late = stories.enter_late(competition)
    stories.put_in(late)

    found = texts(competition)
    assert {*found} == {holder.name, late.name}
    assert f"{late.name} entered late and now play in place of a bye." in found[holder.name]
    assert "You no longer have a bye in the semi-finals." in found[holder.name]
    assert f"Your opponents in the semi-finals are {late.name}." in found[holder.name]
    assert "The organiser’s reason: " in found[holder.name]
    assert "You are now in the draw of " in found[late.name]


def test_the_next_opponents_of_a_bye_are_told_that_they_may_meet_another_pair():
    competition = stories.published(6)
    tell(competition)
    draw = stories.now(competition)
    late = stories.enter_late(competition)
    stories.put_in(late)
    now = stories.now(competition)
    [code] = now.codes_of(late)
    holder = next(pair for pair in now.matches[code].pairs if pair != late)
    second = draw.matches[draw.matches[code].feeds]
    expected = {holder.name, late.name, *(pair.name for pair in second.pairs)}

    found = texts(competition)

    assert {*found} == expected
    for name in {*expected} - {holder.name, late.name}:
        assert f"{late.name} entered late" in found[name]
        assert f"You do not play {holder.name} in " in found[name]


def test_both_pairs_are_told_about_a_withdrawal_and_the_cancelled_date():
    competition = stories.published(4)
    state = stories.now(competition).matches["R1-M1"]
    stories.agree(competition, "R1-M1", at=EVENING, venue="12 Lake Road")
    tell(competition)

    stories.withdraw(state.pairs[0], reason="They are ill.")

    found = texts(competition)
    assert [*found] == [pair.name for pair in state.pairs]
    out, left = (found[pair.name] for pair in state.pairs)
    assert "You have withdrawn from " in out
    assert f"{state.pairs[0].name} have withdrawn, so you win your match in the semi-finals without playing." in left
    assert "Your date is cancelled: " in left
    assert "12 Lake Road" in left
    assert "You play the winner of" in left
    assert "They are ill." in left


def test_pairs_that_knew_of_a_withdrawal_are_told_that_it_is_undone():
    competition = stories.published(4)
    state = stories.now(competition).matches["R1-M1"]
    tell(competition)
    stories.withdraw(state.pairs[0])
    stories.bring_back(state.pairs[0])
    assert texts(competition) == {}

    stories.withdraw(state.pairs[0])
    tell(competition)
    stories.bring_back(state.pairs[0])

    found = texts(competition)
    assert [*found] == [pair.name for pair in state.pairs]
    assert "You are back in the draw." in found[state.pairs[0].name]
    assert f"{state.pairs[0].name} are back in the draw." in found[state.pairs[1].name]


def test_the_next_opponents_are_told_about_a_correction_after_a_winner_went_through():
    competition = stories.published(4)
    stories.settle_round(competition, 1)
    tell(competition)
    before = stories.now(competition).matches["R2-M1"].pairs

    stories.settle(competition, "R1-M1", upper_wins=False)

    after = stories.now(competition).matches["R2-M1"].pairs
    found = texts(competition)
    # The ruling itself informs the pair that is out, and tells its old opponents that they go through.
    assert {*found} == {pair.name for pair in after}
    assert f"You do not play {before[0].name} in the final." in found[before[1].name]
    assert "The organiser decided the match of " in found[before[1].name]
    ruled = {one.pair: read(one) for one in messages(stories.now(competition), Topic.RULED)}
    assert "You are out of the draw." in ruled[before[0]]
    assert "You go through to the next round." in ruled[after[0]]


def test_a_replaced_pair_is_told_who_plays_in_its_place():
    competition = stories.published(4)
    state = stories.now(competition).matches["R1-M1"]
    tell(competition)
    late = stories.enter_late(competition)
    stories.put_in(late, state.numbers[0])

    found = texts(competition)

    assert {*found} == {late.name, *(pair.name for pair in state.pairs)}
    assert f"{late.name} now play in place of you." in found[state.pairs[0].name]
    assert f"{late.name} now play in place of {state.pairs[0].name}." in found[state.pairs[1].name]


def test_no_pair_is_told_about_a_change_undone_in_time():
    competition = stories.published(3)
    tell(competition)
    late = stories.enter_late(competition)
    stories.put_in(late)

    stories.undo_placing(competition)

    assert texts(competition) == {}


class History:
    """A generated history of one competition, with what each pair knows."""

    def __init__(self, seed: int, **conditions: int | bool) -> None:
        self.lot = random.Random(seed)
        self.competition = stories.published(self.lot.choice((3, 5, 6, 7)), seed=f"history {seed}", **conditions)
        # The place that each pair was last told, and the decisions since then that changed it.
        self.known: dict[Pair, object] = {}
        self.by_decision: dict[Pair, bool] = {}

    def draw(self) -> PublishedDraw:
        return stories.now(self.competition)

    def places(self) -> dict[Pair, object]:
        """Return each pair's match and opponents, or the reason why it has none."""
        draw = self.draw()
        found: dict[Pair, object] = {}
        for pair in draw.everybody.values():
            to_play = [state for state in draw.matches.values() if pair in state.pairs and state.is_to_be_decided]
            if pair.withdrawal:
                found[pair] = "withdrawn"
            else:
                waits = [state.round for state in draw.matches_of(pair)[-1:] if self.awaits_draw(state, pair)]
                found[pair] = [(state.code, [other for other in state.pairs if other != pair]) for state in to_play]
                found[pair] += [(f"after round {number}", []) for number in waits]
        return found

    def awaits_draw(self, state: PublishedMatch, pair: Pair) -> bool:
        """Return True if this pair goes through from a match, and the next round is not drawn."""
        return state.through == pair.number and state.awaits_draw

    def step(self) -> None:
        """Make something happen, and record whose place it changes."""
        before = self.places()
        try:
            is_play = self.lot.choice(self.steps())()
        except Refused:
            return
        for pair, place in self.places().items():
            if before.get(pair) != place and not is_play:
                self.by_decision[pair] = True

    def steps(self) -> list[Callable[[], bool]]:
        """Return what can happen next. Each step returns True if it is only play or the draw of a round."""
        by_round = [self.draw_round, self.draw_round, self.undo_draw] if is_by_round(self.draw()) else []
        return [self.play, self.play, self.correct, self.withdraw, self.come, self.undo, *by_round]

    def draw_round(self) -> bool:
        if round_to_draw(self.draw()):
            stories.draw_next_round(self.competition)
        return True

    def undo_draw(self) -> bool:
        draw = self.draw()
        if row := standing_draw(draw, last_drawn_round(draw)):
            stories.decide(UndoRoundDraw, self.competition, content=row.pk)
        return False

    def play(self) -> bool:
        states = [state for state in self.draw().matches.values() if state.is_open and not state.is_last]
        if states:
            self.decide(self.lot.choice(states), upper_wins=self.lot.random() < 0.5)
        return True

    def decide(self, state: PublishedMatch, *, upper_wins: bool) -> None:
        stories.settle(self.competition, state.code, upper_wins=upper_wins)

    def correct(self) -> bool:
        states = [state for state in self.draw().matches.values() if state.result and state.last and not state.is_last]
        if states:
            state = self.lot.choice(states)
            upper_won = state.winner == state.pairs[0]
            self.decide(state, upper_wins=not upper_won)
        return False

    def withdraw(self) -> bool:
        pairs = [pair for pair in self.draw().pairs.values() if not pair.withdrawal]
        if len(pairs) > 2:
            stories.withdraw(self.lot.choice(pairs))
        return False

    def come(self) -> bool:
        late = stories.enter_late(self.competition, f"Late {self.lot.random()}", f"Later {self.lot.random()}")
        stories.put_in(late)
        return False

    def undo(self) -> bool:
        gone = [pair for pair in self.draw().pairs.values() if pair.withdrawal]
        if gone:
            stories.bring_back(self.lot.choice(gone))
        elif placings := not_revoked(self.draw().placings):
            late = placings[-1].pair
            met = {pair for state in self.draw().matches_of(late) for pair in state.pairs} if late else ()
            stories.undo_placing(self.competition)
            # It concerns these pairs even if they have played, so that their last place stays the same.
            self.by_decision |= dict.fromkeys(met, True)
        return False

    def tell(self) -> None:
        """Give some or all pairs their waiting messages."""
        draw = self.draw()
        if is_over(draw):
            return
        pairs = [pair for pair in draw.everybody.values() if self.lot.random() < 0.7] or [*draw.pairs.values()]
        messaged = {message.pair: read(message) for message in to_tell(self.competition)}
        tell(self.competition, *pairs)
        places = self.places()
        for pair in pairs:
            if pair in messaged:
                may_play_on = "closest losers, you play" in messaged[pair]
                self.known[pair] = "may play on" if may_play_on else places[pair]
                self.by_decision[pair] = False

    def check(self) -> None:
        """Compare the waiting messages with what each pair knows."""
        if is_over(self.draw()):
            return
        found: dict[Pair, list[Message]] = {}
        for message in to_tell(self.competition):
            found.setdefault(message.pair, []).append(message)
        assert all(len(theirs) == 1 for theirs in found.values())
        for pair, place in self.places().items():
            [*theirs] = found.get(pair, [])
            knows = self.known.get(pair)
            if pair in self.known and knows == place:
                assert theirs == [], (pair, place)
            elif pair in self.known and theirs and not self.by_decision.get(pair):
                # A pair that lost may play on after all, although no decision changed that it has no match.
                may_play_on = knows == "may play on" or "closest losers, you play" in read(theirs[0])
                is_round = theirs[0].topic is Topic.ROUND or may_play_on
                # A pair may go through because its opponents withdrew before it was told about them.
                assert is_round or "have withdrawn" in read(theirs[0]), (pair, knows, place)
            elif place and place != "withdrawn" and place[0][1]:
                assert theirs, (pair, knows, place)
            elif place == "withdrawn":
                assert theirs or pair.number not in self.draw().pairs, (pair, knows, place)
            for message in theirs:
                assert "None" not in read(message)
                assert not (place and place != "withdrawn" and "no longer in the draw" in read(message))
                is_waiting = "We will then tell you your opponents." in read(message)
                assert is_waiting == (place != "withdrawn" and "after round" in str(place)), read(message)
                if message.topic is Topic.CHANGED:
                    assert message.fact.cause, read(message)


class HistoryOnPoints(History):
    """A generated history in which all matches are decided on points, so that close losers may play on."""

    def decide(self, state: PublishedMatch, *, upper_wins: bool) -> None:
        fewer, more = sorted(10 * points for points in self.lot.sample(range(300), 2))
        totals = (more, fewer) if upper_wins else (fewer, more)
        stories.settle(self.competition, state.code, kind=ResultKind.PLAYED, totals=totals, upper_wins=upper_wins)

    def draw_round(self) -> bool:
        """Play all open matches, because the closest losers are known only then, and draw the next round."""
        for state in self.draw().matches.values():
            if state.is_open and not state.is_last:
                self.decide(state, upper_wins=self.lot.random() < 0.5)
        return super().draw_round()


DAY = {"drawn_by_round": True, "minutes": 60}


@pytest.mark.parametrize(
    ("kind", "seed", "conditions"),
    [
        *((History, seed, {}) for seed in range(12)),
        *((History, seed, {"drawn_by_round": True}) for seed in range(8)),
        *((HistoryOnPoints, seed, DAY | {"closest_losers": True}) for seed in range(4)),
        *((HistoryOnPoints, seed, DAY | {"repechage_deals": 4}) for seed in range(4)),
    ],
)
def test_each_change_in_generated_histories_is_announced_once(kind, seed, conditions):
    history = kind(seed, **conditions)
    for _ in range(14):
        history.step()
        history.check()
        if history.lot.random() < 0.5:
            history.tell()
            history.check()
