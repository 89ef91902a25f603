"""What the organiser decides: walkovers, concessions, rulings, lots, corrections, and taking them back."""

import hashlib
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from competition.actions.log import Actor, lock, note
from competition.actions.play import meeting_of, next_outcome
from competition.models import Competition, Outcome
from competition.models.match import Slot
from competition.queries import Knockout, MatchState, drawn
from competition.rules.bracket import Consequences, consequences
from competition.rules.outcome import Kind
from competition.rules.outcome import Outcome as Result
from scoring.rules.refusal import Refused


@dataclass(frozen=True, slots=True)
class Ruling:
    """How the organiser settles a match; `kind` None reopens it, so that the pairs play or report again."""

    kind: Kind | None
    winner: int | None
    totals: tuple[int, int] | None
    reason: str


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a ruling would change further on, and the mark by which `rule` knows it is still so."""

    consequences: Consequences
    mark: str


def look_ahead(now: Knockout, code: str, ruling: Ruling) -> Prospect:
    """What a ruling would change as things stand now; Refused when it is impossible."""
    state = now.by_code[code]
    ahead = consequences(now.bracket, now.resolved_with(_with(now, state, ruling)))
    last = state.last and (state.last.number, state.last.answer)
    return Prospect(ahead, hashlib.sha256(repr((ahead, last)).encode()).hexdigest()[:16])


@transaction.atomic
def rule(competition: Competition, code: str, ruling: Ruling, *, mark: str, by: Actor) -> None:
    """Settle, correct or reopen a match.

    `mark` is that of the prospect the organiser was shown: Refused when the ruling would now change something else.
    """
    lock(competition)
    now = drawn(competition)
    state = now.by_code[code]
    if state.last and _says_the_same(state.last, _columns(state, ruling)):
        return
    if look_ahead(now, code, ruling).mark != mark:
        raise Refused("Something has happened meanwhile. Look again at what this would change.")
    meeting = meeting_of(state, now.draw.pk)
    number = next_outcome(meeting)
    decided = {"at": timezone.now(), "decided_by": by.organiser, **_columns(state, ruling)}
    Outcome.objects.create(meeting=meeting, number=number, **decided)
    note(competition, by, "ruled", words(now, ruling), match=code, before=_before(state))


def _columns(state: MatchState, ruling: Ruling) -> dict:
    totals = ruling.totals or (None, None)
    return {
        "kind": ruling.kind.value if ruling.kind else Outcome.REOPENED,
        "winner": _slot(state, ruling),
        "total_first": totals[0],
        "total_second": totals[1],
        "reason": ruling.reason.strip(),
    }


def _says_the_same(last: Outcome, columns: dict) -> bool:
    """Whether a ruling of the same content is the last word already: a second tap changes nothing."""
    return last.by_id is None and all(getattr(last, name) == columns[name] for name in columns)


def _with(now: Knockout, state: MatchState, ruling: Ruling) -> list[Result]:
    if not ruling.reason.strip():
        raise Refused("Give the reason: the pairs will want to know it, and the log keeps it.")
    if len(state.pairs) != 2:
        raise Refused("Two pairs must be known before this match can be settled.")
    upper, lower = (pair.number for pair in state.pairs)
    others = [o for o in now.outcomes if (o.match, o.pairs) != (state.code, (upper, lower))]
    if ruling.kind is None:
        if state.outcome is None and not (state.last and state.last.by_id):
            raise Refused("This match has no result that could be taken back.")
        return others
    return [*others, Result(state.code, (upper, lower), ruling.kind, ruling.winner, ruling.totals)]


def _slot(state: MatchState, ruling: Ruling) -> str:
    if ruling.kind is None or ruling.winner is None:
        return ""
    return Slot.FIRST if ruling.winner == state.pairs[0].number else Slot.SECOND


def words(now: Knockout, ruling: Ruling) -> str:
    """A ruling as the log tells it, with its reason."""
    if ruling.kind is None:
        return f"Reopened the match: {ruling.reason.strip()}"
    won = f", {now.names[ruling.winner]} go on" if ruling.winner else ", neither pair goes on"
    totals = " ({:,} to {:,})".format(*ruling.totals) if ruling.totals else ""
    return f"Settled as {ruling.kind}{totals}{won}: {ruling.reason.strip()}"


def _before(state: MatchState) -> dict:
    if state.outcome is None:
        return {"stage": str(state.stage)}
    return {"kind": str(state.outcome.kind), "winner": state.outcome.winner, "totals": state.outcome.totals}
