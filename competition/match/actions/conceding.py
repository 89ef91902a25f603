"""Giving a match up."""

from django.db import transaction
from django.utils import timezone

from competition.knockout.actions.meetings import meeting_of, next_outcome
from competition.knockout.models.meeting import Outcome, Slot
from competition.knockout.rules.outcome import Kind
from competition.knockout.rules.stages import Stage
from competition.log.actions import Actor, lock, note
from competition.match.queries.pair_match import PairMatch, pair_match
from scoring.rules.refusal import Refused
from scoring.rules.sides import Side
from scoring.rules.words import counted_deals


@transaction.atomic
def concede(seen: PairMatch) -> Outcome:
    """Give the match up as it stands, so that the other pair goes on at once; the sheet is kept and decides nothing.

    Said again by the same pair, it is the same concession. Refused while a result waits for its answer, and once
    the match is over.
    """
    now = _now(seen)
    if now.state.outcome and _is_ours(now):
        return now.state.last
    _must_be_open(now)
    when = f"after {counted_deals(now.state.recorded)}" if now.state.recorded else "before the first deal"
    text = f"Conceded the match to {now.opponents} {when}."
    note(now.snapshot.competition, Actor(pair=now.pair), "conceded", text, match=now.state.code)
    return _write(now, f"conceded by {now.pair} {when}")


def _now(seen: PairMatch) -> PairMatch:
    """The match as it stands now that everybody else must wait."""
    lock(seen.snapshot.competition)
    now = pair_match(seen.pair, seen.state.code)
    if now is None:
        raise Refused("The draw has been corrected meanwhile: this is no longer your match.")
    return now


def _is_ours(now: PairMatch) -> bool:
    last = now.state.last
    return bool(last and last.kind == Kind.CONCEDED and last.by_id == now.pair.pk)


def _must_be_open(now: PairMatch) -> None:
    if now.state.stage is Stage.SUBMITTED:
        raise Refused("A result has been sent in. It must be taken back or answered before anybody concedes.")
    if not now.may_concede:
        raise Refused("This match is not open: its result is official or a pair is still awaited.")


def _write(now: PairMatch, reason: str) -> Outcome:
    meeting = meeting_of(now.state, now.snapshot.draw.pk)
    totals = now.row.total.seen_from(Side(meeting.first_side)) if now.state.recorded else (None, None)
    return Outcome.objects.create(
        meeting=meeting,
        number=next_outcome(meeting),
        kind=Kind.CONCEDED.value,
        winner=Slot.SECOND if now.state.pairs[0] == now.pair else Slot.FIRST,
        total_first=totals[0],
        total_second=totals[1],
        from_sheet=now.state.recorded > 0,
        reason=reason,
        at=timezone.now(),
        by=now.pair,
    )
