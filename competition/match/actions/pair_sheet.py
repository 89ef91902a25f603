"""Actions for score sheets kept on paper: type in deals or points, and resolve differences between two sheets."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import cast

from django.db import transaction

import scoring.actions
from competition.audit.events import Event
from competition.draw.actions.meetings import meeting_of
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Slot
from competition.entries.models import Player
from competition.match.actions import play
from competition.match.actions import seats as seats_actions
from competition.match.actions.play import lock_match, note_at
from competition.match.actions.results import TypedPointsSheet
from competition.match.models import OwnSheet, PointsLine
from competition.match.queries.paper import TwoSheets, two_sheets
from competition.match.queries.play import PairView, points_sheet, reader_of
from scoring.paper.compare import DealDifference
from scoring.rules.correcting import ChangeKind, DealChange
from scoring.rules.deal import DealResult, Noted
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet
from scoring.rules.sides import Seat, Tally
from scoring.rules.words import deal_words, quantity


class RightSheet(StrEnum):
    """The score sheet that is right about a deal: the match's sheet or the pair's own sheet."""

    MATCH = "match"
    OWN = "own"


@transaction.atomic
def type_in(
    seen: PairView,
    *,
    deals: Mapping[int, DealResult],
    noted: Mapping[int, Noted] | None = None,
    seats: Mapping[Seat, Player] | None = None,
    first_dealer: Seat | None = None,
    sheet: str | None = None,
) -> Sheet:
    """Add the deals from a paper sheet to the score sheet of the match, all or none.

    If `seats` are given, start the score sheet first. `noted` has the notes by deal number. `sheet` is the name of the
    score sheet that was open when the deals were typed, if it is known. Raises Refused if the result has been
    reported, if the seats have changed, if a deal differs from a recorded deal, if a deal is missing, or if there are
    too many deals.
    """
    if seats and first_dealer:
        seats_actions.open_sheet(seen, seats=seats, first_dealer=first_dealer)
    match = _locked_match(seen)
    if not match.is_playable:
        raise Refused(match.why_closed)
    if sheet is not None and sheet != match.opened.name:
        sitting = ", ".join(f"{name} sits {seat.word}" for seat, name in match.opened.names.items())
        raise Refused(f"The seats have changed: {sitting}. Check the declarer in each row.")
    after, new = scoring.actions.record_all(match.opened.row, deals, noted)
    if new:
        text = f"Typed in {quantity(len(new), 'deal')} from paper: {new[0]} to {new[-1]}."
        note_at(match, Event.DEALS_TYPED_IN, text)
    return after


@transaction.atomic
def type_in_own(seen: PairView, *, deals: Mapping[int, DealResult]) -> Sheet:
    """Store these deals as the pair's own score sheet, replacing its earlier deals.

    Raises Refused if the other pair has its own score sheet, because a match has at most one such sheet.
    """
    match = _locked_match(seen)
    both = two_sheets(match)
    if both and not both.is_ours:
        raise Refused("The other pair has typed in its own score sheet. Compare it with the match’s score sheet.")
    sheet = scoring.actions.rewrite(
        (both.own if both else _create_own_sheet(match)).sheet, [deals[number] for number in sorted(deals)]
    )
    note_at(
        match,
        Event.DEALS_TYPED_IN,
        f"Typed in their own score sheet: {quantity(len(sheet.lines), 'deal')}.",
    )
    return sheet


@transaction.atomic
def agree_deal(seen: PairView, *, number: int, version: RightSheet, shown: str) -> bool:
    """Copy a deal from one score sheet to the other. Return False if the other pair must agree first.

    `shown` is the text of the deal shown to the pair. Raises Refused if the deal has changed since then. A pair need
    not agree to a deal that is on its own sheet.
    """
    match = _locked_match(seen)
    both = two_sheets(match)
    differences = both.comparison.differences if both else ()
    difference = next((row for row in differences if row.number == number), None)
    if both is None or difference is None:
        raise Refused("The two score sheets already agree on that deal. Reload the page.")
    deal = difference.other if version is RightSheet.OWN else difference.one
    if shown != (deal_words(deal) if deal else ""):
        raise Refused(f"Deal {number} has changed. Check it again.")
    if version is RightSheet.OWN:
        return _copy_to_match(match, both, difference)
    if not both.is_ours:
        return _ask_for_correction(match, both, difference)
    return _copy_to_own_sheet(match, both, difference)


@transaction.atomic
def keep_points(seen: PairView, *, lines: Sequence[Tally], credits: Tally) -> None:
    """Store the points of each deal, with this pair as North-South, replacing all earlier points.

    Raises Refused if the score sheet of the match has deals, because its points follow from them.
    """
    match = _match_without_deals(seen)
    meeting = meeting_of(match.state, match.draw.row.pk)
    PointsLine.objects.filter(meeting=meeting).delete()
    points = TypedPointsSheet.seen_by(match, lines, credits).store(meeting, match.state.conditions)
    note_at(match, Event.DEALS_TYPED_IN, f"Typed in {points}.")


@transaction.atomic
def send_points(seen: PairView) -> ResultEntry:
    """Report the totals of the stored points. Raises Refused if deals are missing or the totals are level."""
    match = _match_without_deals(seen)
    points = points_sheet(match.state.meeting, match.state.conditions)
    if points is None:
        raise Refused("There are no points to report. Type them in first.")
    if points.deals_left:
        raise Refused(f"Some deals are missing. Deals still to type in: {points.deals_left}.")
    ours, theirs = points.total.seen_from(reader_of(match.pair, match.state.pairs).side)
    return play.submit_totals(match, ours=ours, theirs=theirs, by_deal=True)


def _locked_match(seen: PairView) -> PairView:
    """Lock the competition and return the current match. Raises Refused if it is over or has no score sheet."""
    match = lock_match(seen, only_deals=True)
    if not match.state.is_open:
        raise Refused("The result of this match is final, so its score sheet cannot change. Ask the organiser.")
    if match.sheet is None:
        raise Refused("There is no score sheet yet. Choose the seats and the first dealer first.")
    return match


def _match_without_deals(seen: PairView) -> PairView:
    match = lock_match(seen)
    if not match.is_playable:
        raise Refused(match.why_closed)
    if match.sheet and match.sheet.deals:
        raise Refused(
            "The score sheet of this match has deals, so you cannot type in points. Type in the deals instead."
        )
    return match


def _create_own_sheet(match: PairView) -> OwnSheet:
    kept_by = Slot.UPPER if match.pair == match.state.pairs[0] else Slot.LOWER
    sheet = scoring.actions.open_sheet(
        first_dealer=Seat(match.opened.row.first_dealer), conditions=match.opened.row.rules()
    )
    return OwnSheet.objects.create(meeting=match.opened.meeting, kept_by=kept_by, sheet=sheet)


def _copy_to_match(match: PairView, both: TwoSheets, difference: DealDifference) -> bool:
    number, recorded, deal, _ = difference
    if recorded is None and deal is not None:
        play.record_deal(match, number=number, deal=deal)
        return True
    row = match.opened.deals[number - 1]
    wish = play.correct_deal(match, row.to_read(deal) if deal else row.to_go())
    if wish.was_made:
        return True
    if both.is_ours:
        return False
    scoring.actions.answer(play.lock_sheet(match)[1], correction=wish, side=match.opened.side.other, accept=True)
    reads = deal_words(deal) if deal else "not on the score sheet"
    text = f"Accepted the other pair’s own score sheet for deal {number}: {reads}."
    note_at(match, Event.DEAL_AGREED, text)
    return True


def _ask_for_correction(match: PairView, both: TwoSheets, difference: DealDifference) -> bool:
    """Ask the pair that kept its own sheet to correct it, because no other pair can change that sheet."""
    number, recorded, own, _ = difference
    if recorded is None:
        change = DealChange(ChangeKind.DELETE, number, cast(DealResult, own))
    else:
        change = DealChange(ChangeKind.CHANGE if own else ChangeKind.INSERT, number, recorded)
    waiting = [*both.own.sheet.corrections.filter(answer="")]
    if scoring.actions.ask(both.own.sheet, change, match.opened.side) not in waiting:
        note_at(match, Event.DEAL_UPHELD, f"Said that the match’s score sheet is right about deal {number}.")
    return False


def _copy_to_own_sheet(match: PairView, both: TwoSheets, difference: DealDifference) -> bool:
    number, recorded, *_ = difference
    deals = [line.deal for line in both.comparison.other.lines]
    if number > len(deals) + 1 or (recorded is None and number < len(deals)):
        raise Refused("Decide the other deals first, or type in your own score sheet again.")
    deals[number - 1 : number] = [recorded] if recorded else []
    scoring.actions.rewrite(both.own.sheet, deals)
    note_at(match, Event.DEAL_AGREED, f"Accepted the match’s score sheet for deal {number}.")
    return True
