"""Action for conceding a match."""

from django.db import transaction

from competition.audit.events import Event
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.rules.result import Kind, Result
from competition.knockout.rules.stages import Stage
from competition.match.actions.play import as_it_stands, note_at, report
from competition.match.queries.table import Table
from scoring.rules.refusal import Refused
from scoring.rules.spoken import quantity


@transaction.atomic
def concede(seen: Table) -> ResultEntry:
    """Concede the match, so that the other pair goes through at once.

    The score sheet is stored, but it does not decide the result. Return the existing entry if this pair has conceded
    already. Raise Refused while a result waits for a reply, or if the match is over.
    """
    match = as_it_stands(seen)
    last, deals = match.state.last, match.state.recorded
    if last and last.kind == Kind.CONCEDED and last.by_id == match.pair.pk:
        return last
    if match.state.stage is Stage.SUBMITTED:
        raise Refused("A result has been reported. Withdraw it or reply to it before you concede.")
    if not match.is_playable:
        raise Refused("You cannot concede this match. Its result is final, or one pair is not known yet.")
    when = f"after {quantity(deals, 'deal')}" if deals else "before the first deal"
    note_at(match, Event.CONCEDED, f"Conceded the match to {match.opponents} {when}.")
    winner = sum(match.state.numbers) - match.pair.number
    totals = match.opened.meeting.upper_first(match.opened.scored.total) if deals else None
    result = Result(match.code, match.state.numbers, Kind.CONCEDED, winner, totals, deals=deals)
    return report(match, result, reason=f"conceded by {match.pair} {when}")
