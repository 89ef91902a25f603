"""Actions for correcting deals on the score sheet of a match, with the consent of the other pair (Law 78)."""

from django.db import transaction

import scoring.actions
from competition.audit.events import Event
from competition.match.actions.play import in_play, note_at
from competition.match.queries.table import Table
from scoring.models import DealCorrection
from scoring.rules.correcting import Change, ChangeKind
from scoring.rules.deal import Deal
from scoring.rules.refusal import Refused
from scoring.rules.words import change_words, deal_words, gone_words


@transaction.atomic
def correct_deal(seen: Table, change: Change, *, shown: str | None = None) -> DealCorrection | None:
    """Change, insert or delete a deal, or ask the other pair to agree to it.

    Return the open request, or None if the change was saved at once. `shown` is the fingerprint of the previewed
    effect. Raises Refused if the change would now have another effect.
    """
    match, row = in_play(seen)
    what, waiting = _change_text(match, change), match.opened.corrections
    wish = scoring.actions.correct_deal(row, change, asked_by=match.opened.side, shown=shown)
    if wish in waiting:
        return wish
    if wish:
        note_at(
            match, Event.CORRECTION_ASKED, f"Asked the other pair to agree to {change.kind} {what}.", only_deals=True
        )
    elif change.kind is ChangeKind.DELETE:
        note_at(match, Event.DEAL_UNDONE, f"Deleted {what}.", only_deals=True)
    else:
        note_at(match, Event.DEAL_CORRECTED, f"Changed {what}.", only_deals=True)
    return wish


@transaction.atomic
def undo(seen: Table, *, number: int, deal: Deal) -> None:
    """Remove the deal recorded last. Raises Refused if the last deal is not this `number` and `deal`."""
    match, row = in_play(seen)
    last = match.opened.deals[-1] if match.opened.deals else None
    if last is None or (last.number, last.facts()) != (number, deal):
        raise Refused(
            f"Deal {number} has changed or is no longer the last deal, so nothing was undone. Check the score sheet."
        )
    scoring.actions.correct_deal(row, last.to_go(), asked_by=match.opened.side)
    note_at(match, Event.DEAL_UNDONE, f"Undid deal {number}: {deal_words(deal)}.", only_deals=True)


@transaction.atomic
def answer(seen: Table, *, correction: DealCorrection, accept: bool) -> None:
    """Accept or decline a change that the other pair asks for, or cancel this pair's own request."""
    match, row = in_play(seen)
    what = f"{correction.kind} {_change_text(match, correction.change())}"
    gone = f" {gone_words(match.opened.preview(correction.change()))}" if accept else ""
    scoring.actions.answer(row, correction=correction, side=match.opened.side, accept=accept)
    said = {
        DealCorrection.Answer.ACCEPTED: "Agreed to",
        DealCorrection.Answer.DECLINED: "Declined to",
        DealCorrection.Answer.TAKEN_BACK: "Cancelled the request to",
    }
    note_at(
        match,
        Event.CORRECTION_ANSWERED,
        f"{said[DealCorrection.Answer(correction.answer)]} {what}.{gone.rstrip()}",
        only_deals=True,
    )


@transaction.atomic
def put_away(seen: Table, *, correction: DealCorrection) -> None:
    """Mark the reply to this pair's request as read, so that the pair's page no longer shows it."""
    match, row = in_play(seen)
    scoring.actions.mark_told(row, correction=correction, side=match.opened.side)


def _change_text(match: Table, change: Change) -> str:
    stands = next((row.facts() for row in match.opened.deals if row.number == change.number), change.deal)
    return change_words(change, stands)
