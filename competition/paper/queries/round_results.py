"""Queries for the matches of a round whose results can be entered together."""

from collections.abc import Sequence

from competition.knockout.presenters import words
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState, RoundState
from competition.knockout.rules.stages import Stage
from competition.paper.rules.round_results import Fixture, Names
from competition.rulings.queries import seen_in
from scoring.rules.refusal import fingerprint


def fixture(draw: PublishedDraw, state: MatchState) -> Fixture:
    """Return a match with two known pairs as a row of the page."""
    upper, lower = (draw.forms[number].short for number in state.numbers)
    note = words.sentence(state) if state.stage in (Stage.SUBMITTED, Stage.DISPUTED, Stage.IN_PLAY) else ""
    one, other = (_players(draw, number) for number in state.numbers)
    return Fixture(state.code, state.numbers, (upper, lower), (one, other), seen(state), note)


def seen(state: MatchState) -> str:
    """Return a text that changes with the pairs of a match and with each new result or reply."""
    return fingerprint(state.numbers, state.stage is Stage.OFFICIAL, seen_in(state))


def fixtures(draw: PublishedDraw, round: RoundState) -> list[Fixture]:
    """Return the matches of a round that need a result and have two known pairs (no query)."""
    return [fixture(draw, state) for state in open_matches(round)]


def open_matches(round: RoundState) -> Sequence[MatchState]:
    """Return the matches of a round that need a result and have two known pairs."""
    return [state for state in round.matches if state.is_open]


def rounds_to_enter(draw: PublishedDraw) -> list[tuple[RoundState, int]]:
    """Return the rounds with two known pairs in a match, each with the number of its open matches."""
    rounds = [round for round in draw.rounds if any(state.has_two_pairs for state in round.matches)]
    return [(round, len(open_matches(round))) for round in rounds]


def next_round(draw: PublishedDraw, after: int = 0) -> RoundState | None:
    """Return the next round after this one with matches to enter, or the first such round. None if there is none."""
    found = [round for round in draw.rounds if open_matches(round)]
    return next((round for round in found if round.number > after), found[0] if found else None)


def _players(draw: PublishedDraw, number: int) -> Names:
    one, other = (player.name for player in draw.everybody[number].present)
    return one, other
