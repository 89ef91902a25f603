"""Actions for the two pairs of a match: the score sheet, corrections (Law 78), reports and replies."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

import scoring.actions
from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.draw.actions.meetings import meeting_of
from competition.draw.models.result_entry import Reply, ResultEntry
from competition.draw.queries.draw import draw_to_change
from competition.draw.queries.results import next_entry
from competition.draw.rules.result import Answer, Result, ResultKind, Stage
from competition.entries.models import Pair
from competition.match.queries.changes import circumstances, has_own_phone
from competition.match.queries.passing import Totals, sent_totals, sent_without_totals, to_agree
from competition.match.queries.play import PairView, match_in, privacy_field, wishes_privacy
from scoring.models import DealCorrection, SummarySheet
from scoring.rules.correcting import ChangeKind, DealChange
from scoring.rules.deal import DealResult
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Standing
from scoring.rules.words import change_words, counted, deal_words, gone_words, quantity


class OtherSheet(Refused):
    """Refusal of a deal entered for an earlier score sheet, because the seats may have changed since."""

    def __init__(self, number: int, sent: DealResult) -> None:
        super().__init__("The seats were changed after you entered this deal. Check the declarer.")
        self.number, self.sent = number, sent


def lock_match(seen: PairView, *, only_deals: bool = False) -> PairView:
    """Lock the competition and return the current state of the match.

    Set `only_deals` if the action changes only deals. It then reads only the score sheet again, unless other facts of
    the draw have changed. Raises Refused if a correction has moved this pair to another match.
    """
    facts_version = lock(seen.competition, only_deals=only_deals)
    now = timezone.now()
    draw = seen.draw if seen.draw.holds(facts_version, now) else draw_to_change(seen.competition)
    match = match_in(draw.with_live_sheets(now, draw.version, match=seen.code), seen.pair, seen.code)
    if match is None:
        raise Refused("The draw has been corrected, and this is no longer your match. See My matches.")
    return match


def note_at(match: PairView, event: Event, text: str) -> None:
    """Log this pair's action in its match."""
    log_event(match.competition, Actor(pair=match.pair), event, text, match=match.code)


def lock_sheet(seen: PairView, *, only_deals: bool = True) -> tuple[PairView, SummarySheet]:
    """Lock the competition and return the match with its score sheet. Raises Refused if deals cannot be recorded."""
    match = lock_match(seen, only_deals=only_deals)
    return match, _sheet_to_change(match)


def _sheet_to_change(match: PairView) -> SummarySheet:
    row = match.opened.row
    require_open(match)
    return row


DEALS_REQUIRED = (
    "The conditions of contest ask for the deals. Type in the score sheet, or the points of each deal. If you do not "
    "have them, ask the organiser."
)


def require_open(match: PairView, *, by_deal: bool = True) -> None:
    """Raise Refused if the pair cannot record a deal or report a result, or must report it with the deals."""
    if not match.is_playable:
        raise Refused(match.why_closed)
    if not by_deal and match.competition.conditions.deals_required:
        raise Refused(DEALS_REQUIRED)


@transaction.atomic
def record_deal(
    seen: PairView,
    *,
    number: int,
    deal: DealResult,
    misdeals: int = 0,
    note: str = "",
    submission: UUID | None = None,
    sheet: str | None = None,
) -> PairView:
    """Record the next deal and return the match including that deal.

    A repeated `submission` changes nothing. `sheet` is the name of the score sheet that was open when the deal was
    entered. Raises OtherSheet if the match now has another sheet, and Refused if deals cannot be recorded.
    """
    match = lock_match(seen, only_deals=True)
    if match.sheet and submission and not scoring.actions.remember_submission(match.sheet.row, submission):
        return match
    row = _sheet_to_change(match)
    deals = match.opened.deals
    if sheet is not None and sheet != match.opened.name:
        raise OtherSheet(number, deal)
    read, is_new = scoring.actions.record(row, deals, number=number, deal=deal, misdeals=misdeals, note=note)
    if is_new:
        note_at(match, Event.DEAL_RECORDED, f"Deal {number}: {deal_words(deal)}.")
    return match.with_deals(deals, read)


@transaction.atomic
def note_doubtful(seen: PairView, *, number: int, deal: DealResult) -> None:
    """Store that the app questioned this pair's next deal, so that the other pair knows that it is not recorded."""
    match, row = lock_sheet(seen)
    if number == match.next_deal:
        scoring.actions.note_doubtful(row, number=number, deal=deal, side=match.opened.side)


@transaction.atomic
def submit_sheet(seen: PairView) -> ResultEntry:
    """Report the result of the score sheet. Raises Refused if deals are missing or a change needs consent."""
    match, _ = lock_sheet(seen, only_deals=False)
    if (result := match.result) is None:
        sheet = match.opened.scored
        level = " The totals are level, so play on until they differ." if sheet.standing is Standing.TIED else ""
        raise Refused(f"The score sheet is not complete. Deals still to play: {sheet.deals_left}.{level}")
    if waiting := match.opened.corrections:
        raise Refused(
            f"The change to deal {waiting[0].number} needs a reply before you report the result. Ask the other pair."
        )
    return _store_report(match, result)


@transaction.atomic
def submit_totals(seen: PairView, *, ours: int, theirs: int, by_deal: bool = False) -> ResultEntry:
    """Report both totals of a match without a score sheet.

    `by_deal` is True if the pair has typed in the points of each deal. Raises Refused if the totals are impossible or
    level, or if the conditions of contest require the deals.
    """
    match = lock_match(seen)
    require_open(match, by_deal=by_deal)
    for total in (ours, theirs):
        if total < 0 or total % 10:
            raise Refused("A total must be 0 or more and end in 0. Check the sums.")
    if ours == theirs:
        more = counted(match.state.conditions.extra_deals, "more deal")
        raise Refused(f"The totals are level. Play {more}, and repeat until they differ.")
    totals = (ours, theirs) if match.state.pairs[0] == match.pair else (theirs, ours)
    return _store_report(match, Result.played(match.code, match.state.numbers, totals))


@transaction.atomic
def submit_winner(seen: PairView, *, we_won: bool, margin: int | None = None) -> ResultEntry:
    """Report the winner of a match without known totals. Raises Refused if the margin is impossible."""
    match = lock_match(seen)
    require_open(match, by_deal=False)
    upper_won = we_won == (match.state.pairs[0] == match.pair)
    result = Result.played(match.code, match.state.numbers, None, upper_won=upper_won, margin=margin)
    return _store_report(match, result)


def _store_report(match: PairView, result: Result) -> ResultEntry:
    sent = report(match, result, reply_hours=match.competition.conditions.hours_to_confirm)
    totals_only = ", totals only" if result.totals and not result.deals else ""
    text = f"Reported the result: {result.in_the_log(*match.state.pair_names)}{totals_only}."
    note_at(match, Event.RESULT_SENT_IN, text)
    return sent


def report(match: PairView, result: Result, **more) -> ResultEntry:
    """Store a result as this pair's entry. `more` sets further fields of the entry."""
    meeting = meeting_of(match.state, match.draw.row.pk)
    return ResultEntry.objects.create(
        meeting=meeting,
        number=next_entry(meeting),
        at=timezone.now(),
        by=match.pair,
        **ResultEntry.columns(result),
        **more,
    )


@transaction.atomic
def withdraw_result(seen: PairView) -> Reply:
    """Withdraw this pair's reported result. Return the reply. Raises Refused once the other pair has replied."""
    match = lock_match(seen)
    sent = _pending_result(match)
    if not match.sent_by_us:
        raise Refused("The other pair reported this result. Confirm it, or dispute it and say why.")
    reply = _store_reply(sent, Answer.TAKEN_BACK)
    note_at(match, Event.RESULT_WITHDRAWN, "Withdrew the result.")
    return reply


@transaction.atomic
def confirm(seen: PairView, *, outcome: int) -> Reply:
    """Confirm the result that the other pair reported, so that the winner goes through, and return the reply."""
    match = lock_match(seen)
    sent = _result_to_answer(match, outcome)
    reply = _store_reply(sent, Answer.CONFIRMED)
    result = sent.result(match.code, match.state.numbers)
    note_at(match, Event.RESULT_CONFIRMED, f"Confirmed the result: {result.in_the_log(*match.state.pair_names)}.")
    return reply


@transaction.atomic
def dispute(seen: PairView, *, outcome: int, reason: str) -> Reply:
    """Dispute the result that the other pair reported, with a `reason` for the organiser, and return the reply."""
    match = lock_match(seen)
    sent = _result_to_answer(match, outcome)
    if not reason.strip():
        raise Refused("Say what is wrong, for example “deal 17 went two light”.")
    reply = _store_reply(sent, Answer.DISPUTED, reason.strip())
    note_at(match, Event.RESULT_DISPUTED, f"Disputed the result: {reason.strip()}")
    return reply


@transaction.atomic
def object_to_result(seen: PairView, *, reason: str = "") -> Reply:
    """Object to a result that was final at once, so that it does not count until the organiser decides.

    Raises Refused if this pair cannot object, or can no longer do so.
    """
    match = lock_match(seen)
    if not match.may_object or match.state.last is None:
        raise Refused("You can no longer object to this result here. Ask the organiser.")
    why = reason.strip() or f"{match.pair} object to the result."
    answered = _store_reply(match.state.last, Answer.DISPUTED, why)
    note_at(match, Event.RESULT_DISPUTED, f"Objected to the result: {why}")
    return answered


def _pending_result(match: PairView) -> ResultEntry:
    sent = match.state.last
    if match.state.stage is not Stage.SUBMITTED or sent is None:
        raise Refused("This result already has a reply. Reload the match to see it.")
    return sent


def _result_to_answer(match: PairView, number: int) -> ResultEntry:
    sent = _pending_result(match)
    if match.sent_by_us:
        raise Refused("You reported this result. The other pair must confirm it.")
    if sent.number != number:
        raise Refused("A newer result has been reported. Check it before you reply.")
    return sent


def _store_reply(sent: ResultEntry, answer: Answer, reason: str = "") -> Reply:
    # `entry=sent` would add the reply to the cached draw, where it would remain even if this transaction failed.
    return Reply.objects.create(entry_id=sent.pk, kind=answer, at=timezone.now(), reason=reason)


@transaction.atomic
def concede(seen: PairView) -> ResultEntry:
    """Concede the match, so that the other pair goes through at once.

    The score sheet is stored, but it does not decide the result. If this pair has conceded already, return the
    existing entry. Raises Refused while a result waits for a reply, or if the match is over.
    """
    match = lock_match(seen)
    last, deals = match.state.last, match.state.recorded
    if last and last.kind == ResultKind.CONCEDED and last.by_id == match.pair.pk:
        return last
    if not match.is_playable:
        raise Refused(match.why_closed)
    when = f"after {quantity(deals, 'deal')}" if deals else "before the first deal"
    note_at(match, Event.CONCEDED, f"Conceded the match to {match.opponents} {when}.")
    winner = sum(match.state.numbers) - match.pair.number
    totals = match.opened.meeting.upper_first(match.opened.scored.total) if deals else None
    result = Result(match.code, match.state.numbers, ResultKind.CONCEDED, winner, totals, deals=deals)
    return report(match, result, reason=f"conceded by {match.pair} {when}")


_CHANGED_TOTALS = "The totals have changed since they were shown. Check them together, then pass the phone again."
_CHANGED_RESULT = "The result has changed since it was shown. Check it together, then pass the phone again."


@transaction.atomic
def answer_here(
    seen: PairView, *, by: Pair, totals: Totals | None, outcome: int | None = None, wrong: str = ""
) -> None:
    """Report the result of this pair's score sheet, if necessary, and record the reply from the pair `by`.

    The reply is a confirmation if `wrong` is empty, otherwise a dispute. `totals` (ours, theirs) are the totals that
    the pair `by` saw. `outcome` is the number of a result without totals. Do nothing if the same reply is stored
    already. Raises Refused if the totals or the result have changed since they were shown.
    """
    match = lock_match(seen)
    last = match.state.last
    answer = Answer.DISPUTED if wrong else Answer.CONFIRMED
    expected = (totals, None) if totals else (None, outcome)
    sent = (sent_totals(match), sent_without_totals(match))
    if last and last.answer == answer and sent == expected:
        return
    if (to_agree(match), sent_without_totals(match)) != expected:
        raise Refused(_CHANGED_TOTALS if totals else _CHANGED_RESULT)
    waits = last if match.state.stage is Stage.SUBMITTED else None
    outcome = (waits or submit_sheet(seen)).number
    note_at(match, Event.PHONE_PASSED, f"Passed the phone to {by} to reply.")
    theirs = PairView(match.draw, match.code, by)
    if wrong:
        dispute(theirs, outcome=outcome, reason=wrong)
    else:
        confirm(theirs, outcome=outcome)


@transaction.atomic
def log_wrong_code(seen: PairView) -> None:
    """Log a wrong reply code for the opponents, typed on this pair's phone."""
    match = lock_match(seen, only_deals=True)
    note_at(match, Event.WRONG_REPLY_CODE, f"A wrong reply code of {match.opponents} was typed on this phone.")


@transaction.atomic
def keep_deals(seen: PairView, *, private: bool) -> None:
    """Set or clear this pair's request to keep the deals private until the match is over.

    The deals are private while at least one pair requests it. Raises Refused if the match is over.
    """
    match = lock_match(seen)
    if not match.state.is_open:
        raise Refused("You cannot change this now. The match is over, or one pair is not known yet. See My matches.")
    if wishes_privacy(match) == private:
        return
    meeting = meeting_of(match.state, match.draw.row.pk)
    wish = privacy_field(match)
    setattr(meeting, wish, private)
    meeting.save(update_fields=[wish])
    verb = "Asked" if private else "Stopped asking"
    note_at(match, Event.PRIVACY_CHANGED, f"{verb} to keep the deals private until the match is over.")


@transaction.atomic
def correct_deal(
    seen: PairView, change: DealChange, *, fingerprint: str | None = None, asks: bool = False
) -> DealCorrection:
    """Change, insert or delete a deal, or ask the other pair to agree (Law 78). Return the change.

    `fingerprint` is that of the previewed effect. If `asks` is True, always ask the other pair. Raises Refused if the
    change would now have another effect, or if only the organiser may make it.
    """
    match, row = lock_sheet(seen)
    what = _change_text(match, change)
    waiting = match.opened.corrections
    now = circumstances(match)
    side = match.opened.side
    made = scoring.actions.correct_deal(row, change, asked_by=side, match=now, fingerprint=fingerprint, asks=asks)
    if made in waiting:
        return made
    if not made.was_made:
        note_at(match, Event.CORRECTION_ASKED, f"Asked the other pair to agree to {change.kind} {what}.")
    elif change.kind is ChangeKind.DELETE:
        note_at(match, Event.DEAL_UNDONE, f"Deleted {what}.")
    else:
        note_at(match, Event.DEAL_CORRECTED, f"Changed {what}.")
    return made


@transaction.atomic
def undo(
    seen: PairView, *, number: int, deal: DealResult, submission: UUID | None = None, cancels: UUID | None = None
) -> DealCorrection | None:
    """Delete the deal recorded last, or ask the other pair to agree. Return the change.

    Return None for a repeated `submission`, or if the recording that it `cancels` has not arrived. Raises Refused if
    the last deal does not match `number` and `deal`.
    """
    match, row = lock_sheet(seen)
    if not scoring.actions.remember_undo(row, submission, cancels):
        return None
    last = match.opened.deals[-1] if match.opened.deals else None
    if last is None or (last.number, last.facts()) != (number, deal):
        raise Refused(
            f"Deal {number} has changed or is no longer the last deal, so nothing was undone. Check the score sheet."
        )
    return correct_deal(match, last.to_go())


@transaction.atomic
def correct_stored(
    seen: PairView, *, number: int, stood: DealResult, deal: DealResult, submission: UUID, sheet: str
) -> None:
    """Make or request a change to a deal that a phone stored while it was offline.

    A repeated `submission` changes nothing. Raises Refused if the deal is no longer `stood`, as the phone showed it,
    or if the seats are no longer those of `sheet`.
    """
    match, row = lock_sheet(seen)
    if not scoring.actions.remember_submission(row, submission):
        return
    now = match.opened.deals[number - 1] if number <= len(match.opened.deals) else None
    if now is None or now.facts() != stood or sheet != match.opened.name:
        raise Refused(f"Deal {number} or the seats have changed since, so your correction was not made.")
    correct_deal(match, now.to_read(deal))


@transaction.atomic
def answer(seen: PairView, *, correction: DealCorrection, accept: bool, here: bool = False) -> None:
    """Accept or decline a change requested by the other pair, or cancel this pair's own request.

    `here` is True if this pair replies on the phone of the pair that asked.
    """
    match, row = lock_sheet(seen)
    what = f"{correction.kind} {_change_text(match, correction.change())}"
    deleted_deals = f" {gone_words(match.opened.preview(correction.change()))}" if accept else ""
    scoring.actions.answer(row, correction=correction, side=match.opened.side, accept=accept, here=here)
    verbs = {
        DealCorrection.Answer.ACCEPTED: "Agreed to",
        DealCorrection.Answer.DECLINED: "Declined to",
        DealCorrection.Answer.TAKEN_BACK: "Cancelled the request to",
    }
    note_at(
        match,
        Event.CORRECTION_ANSWERED,
        f"{verbs[DealCorrection.Answer(correction.answer)]} {what}{_WHERE[here]}.{deleted_deals.rstrip()}",
    )


_WHERE = {False: "", True: ", on the other pair’s phone"}


@transaction.atomic
def answer_change_here(seen: PairView, *, correction: DealCorrection, accept: bool) -> None:
    """Record the other pair's reply, on this pair's phone, to a change that this pair requested.

    Raises Refused if the other pair has its own phone in this match, or did not have to reply.
    """
    match = lock_match(seen, only_deals=True)
    if match.opponents is None or correction.asked_by != match.opened.side:
        raise Refused("You cannot reply to this change. Reload the match to see it.")
    if has_own_phone(match):
        raise Refused("Your opponents have opened this match on their own phone. Ask them to reply there.")
    theirs = PairView(match.draw, match.code, match.opponents)
    answer(theirs, correction=correction, accept=accept, here=True)


@transaction.atomic
def put_away(seen: PairView, *, until: DealCorrection) -> None:
    """Record that this pair has read the changes up to this one, so that its page no longer shows them."""
    match = lock_match(seen, only_deals=True)
    scoring.actions.mark_told(match.opened.row, until=until, side=match.opened.side)


def _change_text(match: PairView, change: DealChange) -> str:
    recorded = next((row.facts() for row in match.opened.deals if row.number == change.number), change.deal)
    return change_words(change, recorded)
