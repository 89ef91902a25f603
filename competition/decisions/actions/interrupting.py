"""Results on the table of a match that a decision closes: silence agrees to them no more.

Whoever was to answer could not, so time alone must not make such a result official when the match is open again.
"""

from django.utils import timezone

from competition.knockout.models.meeting import Outcome
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.consequences import Consequences
from competition.knockout.rules.stages import Stage
from competition.log.actions import Actor, note

_TEXT = "The match ceased to be open to both pairs: silence no longer agrees to the result that was sent in."


def interrupt(snapshot: Snapshot, ahead: Consequences, by: Actor) -> None:
    """Keep which results these consequences close, and tell it in the log of each match; the caller holds the lock."""
    for one in ahead.interrupted:
        interrupt_here(snapshot.by_code[one.match])
        note(snapshot.competition, by, "interrupted", _TEXT, match=one.match)


def interrupt_here(state: MatchState) -> None:
    """Keep that the result on the table of this match was overtaken by a decision about the match itself."""
    if state.last and state.stage is Stage.SUBMITTED and state.last.silence_may_agree:
        Outcome.objects.filter(pk=state.last.pk).update(interrupted_at=timezone.now())
