"""Queries for the rounds of a competition at one venue on one day."""

from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch, PublishedRound


def running_round(draw: PublishedDraw) -> PublishedRound | None:
    """Return the last round that was started, or None before the first."""
    return next((round for round in reversed(draw.main_rounds) if round.clock), None)


def next_round(draw: PublishedDraw) -> PublishedRound | None:
    """Return the round to start next, or None after the last. A round is left out if all its matches are decided."""
    running = running_round(draw)
    later = draw.main_rounds[running.number if running else 0 :]
    return next((round for round in later if to_decide(round)), None)


def to_decide(round: PublishedRound) -> list[PublishedMatch]:
    """Return the matches of a round that still need a result."""
    return [state for state in round.matches if state.is_to_be_decided]


def to_decide_before(draw: PublishedDraw, number: int) -> list[PublishedMatch]:
    """Return the matches that still need a result before this round can start."""
    return [state for round in draw.main_rounds[: number - 1] for state in to_decide(round)]


def has_begun(round: PublishedRound) -> bool:
    """Return True if a deal, a report or a decision is stored for a match of this round. A withdrawal is none."""
    return any(state.recorded or state.last for state in round.matches)


def has_play(round: PublishedRound) -> bool:
    """Return True if a deal or a report is stored for a match of this round."""
    return any(state.recorded or state.reported for state in round.matches)
