"""What a decision changes further on: looked at and shown first, then carried out.

Whoever decides gives the fingerprint of what was `shown`: Refused when the decision would now change something else.
"""

from django.utils import timezone

from competition.contest.models import Competition
from competition.knockout.models.outcome import Outcome
from competition.knockout.queries.draw import PublishedDraw, draw_to_change
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.consequences import Consequences
from competition.knockout.rules.stages import Stage
from competition.log.actions import Actor, Grounds, lock, note
from competition.log.events import Event
from competition.rulings.queries import Preview
from scoring.rules.refusal import Refused

_CLOSED = "The match ceased to be open to both pairs: silence no longer agrees to the result that was sent in."


def to_decide(competition: Competition, grounds: Grounds, by: Actor) -> tuple[PublishedDraw, dict[str, object]]:
    """The draw, which nobody else changes from now on, and what is kept of who decides and why."""
    lock(competition)
    return draw_to_change(competition), grounds.decided(by)


def as_shown(seen: Preview, shown: str) -> Preview:
    """What a decision changes; Refused when that is now something else than the organiser was shown."""
    if seen.fingerprint != shown:
        raise Refused("Something has happened meanwhile. Look again at what this would change.")
    return seen


def interrupt(draw: PublishedDraw, ahead: Consequences, by: Actor) -> None:
    """Keep which results these consequences close, and tell it in the log of each match.

    Whoever was to answer could not, so time alone must not make such a result official when the match is open again.
    """
    for one in ahead.interrupted:
        interrupt_here(draw.matches[one.match])
        note(draw.competition, by, Event.SILENCE_INTERRUPTED, _CLOSED, match=one.match)


def interrupt_here(state: MatchState) -> None:
    """Keep that the result on the table of this match was overtaken by a decision about the match itself."""
    if state.last and state.stage is Stage.SUBMITTED and state.last.silence_may_agree:
        Outcome.objects.filter(pk=state.last.pk).update(interrupted_at=timezone.now())
