"""What a decision changes further on: looked at and shown first, then carried out.

Whoever decides gives the fingerprint of what was `shown`: Refused when the decision would now change something else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from competition.contest.models import Competition
from competition.knockout.models.outcome import Outcome
from competition.knockout.queries.draw import PublishedDraw, draw_to_change
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.consequences import Consequences, Unanswered, consequences
from competition.knockout.rules.outcome import Outcome as Result
from competition.knockout.rules.stages import Stage
from competition.log.actions import Actor, Grounds, lock, note
from competition.log.events import Event
from scoring.rules.fingerprint import fingerprint
from scoring.rules.refusal import Refused

_CLOSED = "The match ceased to be open to both pairs: silence no longer agrees to the result that was sent in."


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a decision would change further on, and the fingerprint by which it is known later that it is still so.

    A case for each pair that a lot may send on, by its number; otherwise there is one case, for None.
    """

    cases: Sequence[tuple[int | None, Consequences]]
    fingerprint: str

    @classmethod
    def of(cls, ahead: Consequences, *seen: object) -> "Prospect":
        """That of a decision with one case, which was made by what else was seen."""
        return cls([(None, ahead)], fingerprint(ahead, *seen))

    @property
    def consequences(self) -> Consequences:
        """What is changed in the first case."""
        return self.cases[0][1]

    def if_won_by(self, winner: int | None) -> Consequences:
        """What is changed when a lot sends this pair on; the only case where no lot is drawn."""
        return dict(self.cases).get(winner, self.consequences)


def ahead(
    draw: PublishedDraw,
    outcomes: Iterable[Result] | None = None,
    unanswered: Sequence[Unanswered] | None = None,
    **others: Any,
) -> Consequences:
    """What it would change if these were the outcomes, or others had `withdrawn` or were the `holders` of places."""
    after = draw.resolved_with(draw.outcomes if outcomes is None else outcomes, **others)
    return consequences(draw.bracket, after, draw.unanswered if unanswered is None else unanswered)


def prospect(
    draw: PublishedDraw,
    state: MatchState,
    results: Sequence[tuple[int | None, Result | None]],
    on_the_table: Unanswered | None = None,
) -> Prospect:
    """What would change if a match had this result or none, or one on the table, in each of these cases."""
    others = [o for o in draw.outcomes if (o.match, o.pairs) != (state.code, state.numbers)]
    unanswered = [one for one in draw.unanswered if (one.match, one.pairs) != (state.code, state.numbers)]
    unanswered += [on_the_table] if on_the_table else []
    cases = [(case, ahead(draw, [*others, result] if result else others, unanswered)) for case, result in results]
    return Prospect(cases, fingerprint(cases, state.last and (state.last.number, state.last.answer)))


def to_decide(competition: Competition, grounds: Grounds, by: Actor) -> tuple[PublishedDraw, dict[str, object]]:
    """The draw, which nobody else changes from now on, and what is kept of who decides and why."""
    lock(competition)
    return draw_to_change(competition), grounds.decided(by)


def as_shown(seen: Prospect, shown: str) -> Prospect:
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
