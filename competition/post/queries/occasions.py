"""What the facts call for: which pair is to be told of what."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from competition.contest.models import Competition
from competition.entries.models.pair import Pair
from competition.knockout.models.meeting import Outcome
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.stages import Stage
from competition.post.models import Occasion

# How long before the play-by date pairs without a day are reminded of it.
AHEAD = timedelta(days=7)
_UNPLAYED = (Stage.READY, Stage.IN_PLAY)
# Told by mail, the second player of a pair has still to get it.
_NOT_YET = ("", Outcome.Told.MAIL)


@dataclass(frozen=True, slots=True)
class Message:
    """That a pair is to be told of something: `about` is the same as long as it says the same."""

    snapshot: Snapshot
    occasion: Occasion
    about: str
    pair: Pair
    state: MatchState
    # When the pair came to know of it otherwise, and how.
    known_at: datetime | None = None
    known_by: str = ""

    @property
    def competition(self) -> Competition:
        """The competition it is told of."""
        return self.snapshot.competition

    @property
    def others(self) -> Pair | None:
        """The other pair of the match, once it is known."""
        return next((pair for pair in self.state.pairs if pair != self.pair), None)

    @property
    def key(self) -> tuple[Occasion, str, int]:
        """What no pair is told twice."""
        return self.occasion, self.about, self.pair.pk


def messages(snapshot: Snapshot, occasion: Occasion | None = None) -> list[Message]:
    """Everything the pairs of a draw are to be told as it stands, or all of one occasion."""
    kinds = [occasion] if occasion else list(_FOUND)
    return [message for kind in kinds for message in _FOUND[kind](snapshot) if not message.pair.withdrawal]


def _draw(snapshot: Snapshot) -> Iterator[Message]:
    """Each pair's first match: it is told of the draw until that is decided."""
    for _, pair in sorted(snapshot.pairs.items()):
        state = _first_match(snapshot, pair)
        if state and state.is_to_be_decided:
            yield Message(snapshot, Occasion.DRAW, str(snapshot.draw.pk), pair, state)


def _first_match(snapshot: Snapshot, pair: Pair) -> MatchState | None:
    matches = (snapshot.as_read[code] for code in snapshot.codes_of(pair))
    return next((state for state in matches if state.stage is not Stage.BYE), None)


def _round(snapshot: Snapshot) -> Iterator[Message]:
    """Matches whose two pairs the draw itself did not tell of each other."""
    for state in snapshot.as_read.values():
        if state.stage not in _UNPLAYED:
            continue
        drawn = all(_first_match(snapshot, pair) is state for pair in state.pairs)
        if not drawn:
            about = "{} {}-{}".format(state.code, *state.numbers)
            yield from (Message(snapshot, Occasion.ROUND, about, pair, state) for pair in state.pairs)


def _soon(snapshot: Snapshot) -> Iterator[Message]:
    today = timezone.localdate(snapshot.now)
    return _reminders(snapshot, Occasion.SOON, lambda state: today <= state.play_by <= today + AHEAD)


def _late(snapshot: Snapshot) -> Iterator[Message]:
    today = timezone.localdate(snapshot.now)
    return _reminders(snapshot, Occasion.LATE, lambda state: state.play_by < today)


def _reminders(snapshot: Snapshot, occasion: Occasion, is_time: Callable[[MatchState], bool]) -> Iterator[Message]:
    """Matches of two known pairs that have no day before them."""
    for state in snapshot.as_read.values():
        plays_at = state.meeting.plays_at if state.meeting else None
        has_a_day = plays_at is not None and plays_at > snapshot.now
        if state.stage in _UNPLAYED and is_time(state) and not has_a_day:
            about = f"{state.code} {state.play_by}"
            yield from (Message(snapshot, occasion, about, pair, state) for pair in state.pairs)


def _result(snapshot: Snapshot) -> Iterator[Message]:
    """Results that wait for an answer."""
    for state in snapshot.as_read.values():
        last = state.last
        if state.stage is Stage.SUBMITTED and last:
            known = (last.told_at, last.told_by) if last.told_by not in _NOT_YET else (None, "")
            yield Message(snapshot, Occasion.RESULT, str(last.pk), state.to_answer, state, *known)


_FOUND: dict[Occasion, Callable[[Snapshot], Iterator[Message]]] = {
    Occasion.DRAW: _draw,
    Occasion.ROUND: _round,
    Occasion.SOON: _soon,
    Occasion.LATE: _late,
    Occasion.RESULT: _result,
}
# What waits for the organiser to press; all else goes by itself where mail leaves the site.
PRESSED = (Occasion.DRAW, Occasion.ROUND, Occasion.SOON, Occasion.LATE)
NAMES = {
    Occasion.DRAW: "the draw is published",
    Occasion.ROUND: "the next match is known",
    Occasion.SOON: "the play-by date comes near",
    Occasion.LATE: "the play-by date has passed",
    Occasion.RESULT: "a result is sent in",
}
