"""Taking a ruling back: a further row says so, and what counted before counts again."""

from django.db import transaction
from django.utils import timezone

from competition.contest.models import Competition
from competition.decisions.actions.interrupting import interrupt
from competition.decisions.actions.rulings import Prospect, as_shown, before, prospect
from competition.knockout.actions.meetings import next_outcome
from competition.knockout.models.meeting import Outcome
from competition.knockout.queries.reading import published_snapshot
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.log.actions import Actor, Grounds, lock, note
from scoring.rules.refusal import Refused


def look_back(snapshot: Snapshot, code: str) -> Prospect:
    """What would change if the last ruling of a match were taken back; Refused where the last word is none."""
    state = snapshot.by_code[code]
    outcome, on_the_table = snapshot.without(_ruling(state))
    return prospect(snapshot, state, [(None, outcome)], on_the_table)


@transaction.atomic
def undo(competition: Competition, code: str, *, number: int, grounds: Grounds, shown: str, by: Actor) -> None:
    """Take the ruling of this number back, or a result keyed in that still waits for the other pair.

    `shown` is the fingerprint of the prospect that was shown: Refused when it would now change something else.
    """
    lock(competition)
    snapshot = published_snapshot(competition)
    state = snapshot.by_code[code]
    if state.has_two_pairs and _is_taken_back(snapshot, state, number):
        return
    why = grounds.decided(by)
    ruling = _ruling(state)
    ahead = as_shown(look_back(snapshot, code), shown)
    Outcome.objects.create(
        meeting=ruling.meeting,
        number=next_outcome(ruling.meeting),
        kind=Outcome.UNDONE,
        takes_back=ruling,
        **why,
    )
    what = f"ruling of {timezone.localtime(ruling.at):%d/%m/%Y}" if ruling.decided_by_id else "result keyed in"
    text = f"Took the {what} back ({ruling.kind}): {why['reason']}"
    note(competition, by, "took back", text, match=code, before=before(state))
    interrupt(snapshot, ahead.consequences, by)


def _ruling(state: MatchState) -> Outcome:
    if state.last is None or not state.last.may_be_undone:
        raise Refused("The last word in this match is not a ruling of yours, so there is none to take back.")
    return state.last


def _is_taken_back(snapshot: Snapshot, state: MatchState, number: int) -> bool:
    upper, lower = state.pairs
    met = {"meeting__match__round__draw": snapshot.draw, "meeting__upper": upper, "meeting__lower": lower}
    return Outcome.objects.filter(**met, takes_back__number=number).exists()
