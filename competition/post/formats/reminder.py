"""Ready messages: a text to copy, and for each player a way to send it."""

from competition.knockout.formats import words
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.stages import Stage
from scoring.templatetags.bridge import day, moment


def reminder(snapshot: Snapshot, state: MatchState, address: str) -> str:
    """What the two pairs of a match are to be reminded of, or how it was decided; `address` is its public page."""
    met = " v ".join(side.text for side in state.sides)
    return "\n".join(
        [f"{snapshot.competition}, {state.round_name}, {state.code}: {met}", "", _what(snapshot, state), "", address]
    )


def _what(snapshot: Snapshot, state: MatchState) -> str:
    last = state.last
    if state.outcome:
        return f"{words.sentence(state)} {words.standing(state)}"
    if state.plays_at and state.plays_at > snapshot.now:
        return f"You play on {moment(state.plays_at)}. Please send in the result afterwards."
    if state.stage is Stage.SUBMITTED:
        until = f" until {moment(last.silence_agrees_at)}" if last and last.silence_agrees_at else ""
        return f"{words.sentence(state)} Please confirm or dispute the result{until}."
    if state.stage is Stage.DISPUTED:
        return words.sentence(state)
    late = "was due by" if state.overdue else "is to be played by"
    wish = "Please agree on a day and send in the result, or tell me what is in the way."
    return f"Your match {late} {day(state.play_by)}. {wish}"
