"""Action for a pair that replies on its opponents' phone."""

from django.db import transaction

from competition.audit.events import Event
from competition.entries.models.pair import Pair
from competition.knockout.rules.stages import Answer, Stage
from competition.match.actions import play
from competition.match.queries.pass_phone import Totals, sent_totals, sent_without_totals, to_agree
from competition.match.queries.table import Table
from scoring.rules.refusal import Refused

_CHANGED_TOTALS = "The totals have changed since they were shown. Check them together, then pass the phone again."
_CHANGED_RESULT = "The result has changed since it was shown. Check it together, then pass the phone again."


@transaction.atomic
def answer_here(seen: Table, *, by: Pair, totals: Totals | None, outcome: int | None = None, wrong: str = "") -> None:
    """Report the result of this pair's score sheet, if necessary, and record the reply of the pair `by`.

    The reply is a confirmation if `wrong` is empty, otherwise a dispute. `totals` (ours, theirs) are the totals that
    the pair `by` saw. `outcome` is the number of a result without totals. Do nothing if the same reply is stored
    already. Raise Refused if the totals or the result have changed since they were shown.
    """
    match = play.as_it_stands(seen)
    last, answer = match.state.last, Answer.DISPUTED if wrong else Answer.CONFIRMED
    shown, sent = (totals, None) if totals else (None, outcome), (sent_totals(match), sent_without_totals(match))
    if last and last.answer == answer and sent == shown:
        return
    if (to_agree(match), sent_without_totals(match)) != shown:
        raise Refused(_CHANGED_TOTALS if totals else _CHANGED_RESULT)
    waits = last if match.state.stage is Stage.SUBMITTED else None
    outcome = (waits or play.submit_sheet(seen)).number
    play.note_at(match, Event.PHONE_PASSED, f"Passed the phone to {by} to reply.")
    theirs = Table(match.draw, match.code, by)
    if wrong:
        play.dispute(theirs, outcome=outcome, reason=wrong)
    else:
        play.confirm(theirs, outcome=outcome)
