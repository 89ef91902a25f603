"""Giving a match up."""

from django.db import transaction
from django.utils import timezone

from competition.knockout.actions.meetings import meeting_of, next_outcome
from competition.knockout.models.meeting import Outcome, Slot
from competition.knockout.rules.outcome import Kind
from competition.knockout.rules.stages import Stage
from competition.match.actions.play import as_it_stands, note_at
from competition.match.queries.pair_match import PairMatch
from scoring.rules.refusal import Refused
from scoring.rules.sides import Side
from scoring.rules.spoken import quantity


@transaction.atomic
def concede(seen: PairMatch) -> Outcome:
    """Give the match up as it stands, so that the other pair goes on at once; the sheet is kept and decides nothing.

    Said again by the same pair, it is the same concession. Refused while a result waits for its answer, and once
    the match is over.
    """
    match = as_it_stands(seen)
    if match.state.outcome and (ours := _ours(match)):
        return ours
    _must_be_open(match)
    when = f"after {quantity(match.state.recorded, 'deal')}" if match.state.recorded else "before the first deal"
    text = f"Conceded the match to {match.opponents} {when}."
    note_at(match, "conceded", text)
    return _write(match, f"conceded by {match.pair} {when}")


def _ours(match: PairMatch) -> Outcome | None:
    """The concession this pair has made."""
    last = match.state.last
    return last if last and last.kind == Kind.CONCEDED and last.by_id == match.pair.pk else None


def _must_be_open(match: PairMatch) -> None:
    if match.state.stage is Stage.SUBMITTED:
        raise Refused("A result has been sent in. It must be taken back or answered before anybody concedes.")
    if not match.may_concede:
        raise Refused("This match is not open: its result is official or a pair is still awaited.")


def _write(match: PairMatch, reason: str) -> Outcome:
    meeting = meeting_of(match.state, match.snapshot.draw.pk)
    totals = match.scored.total.seen_from(Side(meeting.upper_side)) if match.state.recorded else (None, None)
    return Outcome.objects.create(
        meeting=meeting,
        number=next_outcome(meeting),
        kind=Kind.CONCEDED.value,
        winner=Slot.LOWER if match.state.pairs[0] == match.pair else Slot.UPPER,
        total_upper=totals[0],
        total_lower=totals[1],
        from_sheet=match.state.recorded > 0,
        reason=reason,
        at=timezone.now(),
        by=match.pair,
    )
