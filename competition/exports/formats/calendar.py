"""Play-by dates and appointments as calendars that telephones subscribe to (iCalendar, RFC 5545)."""

from collections.abc import Iterator, Sequence
from itertools import chain

from competition.entries.models.pair import Pair
from competition.exports.queries import changed
from competition.knockout.formats import words
from competition.knockout.queries.playing import Playing, playing
from competition.knockout.queries.revisions import Revision, identity, revisions
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState, RoundState, SideState
from competition.knockout.rules.stages import Stage
from competition.match.queries.pair_match import PairMatch
from competition.pages.icalendar import Event, subscription

# A pair in a draw, with the draw page's own address in full.
Run = tuple[Snapshot, Pair, str]
_NOBODY_TO_MEET = (Stage.BYE, Stage.VACANT)
_TO_PLAY = (Stage.WAITING, Stage.READY, Stage.IN_PLAY)


def competition(snapshot: Snapshot, address: str) -> str:
    """The last day of every round, and of each match with more time; `address` is the draw page's own, in full."""
    rounds = (_round(snapshot, round, address) for round in snapshot.rounds)
    own = (state for state in snapshot.matches.values() if state.deadline.is_own and state.stage not in _NOBODY_TO_MEET)
    extended = (_extended(snapshot, state, address) for state in own)
    return subscription(str(snapshot.competition), chain(rounds, extended))


def pair(snapshot: Snapshot, pair: Pair, address: str, *, places: bool = False) -> str:
    """Every match this pair is in, on its last day or as arranged, with opponents as far as known.

    Where it is arranged only with `places`: that may be a home.
    """
    events = _of_pair(snapshot, pair, address, places=places)
    return subscription(f"{snapshot.names[pair.number]} in {snapshot.competition}", events)


def followed(runs: Sequence[Run]) -> str:
    """The same in one calendar for a pair in several draws, the latest first, each with its address in full."""
    [(latest, last, _), *_] = runs
    return subscription(latest.names[last.number], chain.from_iterable(_of_pair(*run) for run in runs))


def _of_pair(snapshot: Snapshot, pair: Pair, address: str, *, places: bool = False) -> Iterator[Event]:
    matches = [state for state in snapshot.matches_of(pair) if state.stage not in _NOBODY_TO_MEET]
    known, blank = revisions(snapshot, [state.code for state in matches]), Revision(0, changed(snapshot))
    when = playing(matches)
    for state in matches:
        match = PairMatch(snapshot, state.code, pair)
        yield _match(match, when[state.code], address, known.get(state.code, blank), places=places)


def _round(snapshot: Snapshot, round: RoundState, address: str) -> Event:
    uid = identity(snapshot, "round", round.number)
    decided = f"{round.played} of {round.playable} decided."
    is_done = round.played == round.playable
    is_off = snapshot.competition.is_cancelled and not is_done
    how = "all decided" if is_done else "cancelled" if is_off else "play by today"
    summary, moved = f"{round.name}, {snapshot.competition}: {how}", _moved(snapshot, round.number)
    return Event(uid, round.play_by, summary, decided, address, changed(snapshot), moved + is_off, is_off)


def _extended(snapshot: Snapshot, state: MatchState, address: str) -> Event:
    uid = identity(snapshot, "extended", state.code)
    # A decided match keeps its event: one that vanishes from a calendar looks as if it had been moved.
    how = "play by today" if state.is_to_be_decided else words.label(state).lower()
    summary, is_off = f"{state.code}, {snapshot.competition}: {how}", state.stage is Stage.CANCELLED
    url, sequence = f"{address}matches/{state.code}/", _moved(snapshot, state.code) + is_off
    return Event(uid, state.play_by, summary, words.sentence(state), url, changed(snapshot), sequence, is_off)


def _moved(snapshot: Snapshot, where: str | int) -> int:
    """How often the last day of a round or a match has been moved."""
    return sum(where == (row.code or row.round.number) for row in snapshot.extensions)


def _match(match: PairMatch, when: Playing, address: str, revision: Revision, *, places: bool) -> Event:
    """The match when it is arranged or was played, else on its play-by date.

    A result never moves an arranged match. One that ends without play, such as a walkover, is cancelled at its hour,
    so that the evening is free again.
    """
    state = match.state
    uid = identity(match.snapshot, "pair", match.pair.number, state.code)
    how = words.label(state).lower()
    if state.stage in _TO_PLAY:
        how = "arranged" if when.appointment else "play by today"
    result = words.sentence(state) if state.outcome else ""
    summary = f"{state.round_name} against {_opponents(match.others)}: {how}"
    url, stamp = f"{address}matches/{state.code}/", max(revision.at, changed(match.snapshot))
    is_off = state.stage is Stage.CANCELLED or (when.is_called_off and when.appointment is not None)
    sequence = revision.sequence + _moved(match.snapshot, state.round) + _withdrawals(match) + is_off
    return Event(uid, when.at or state.play_by, summary, result, url, stamp, sequence, is_off, when.place * places)


def _withdrawals(match: PairMatch) -> int:
    """Return how many times one of the two pairs has withdrawn or come back."""
    return len([row for pair in match.state.pairs for row in pair.given("withdrawals")])


def _opponents(side: SideState) -> str:
    return f"the {side.text}" if side.awaiting else side.text
