"""The card: what a phone on the page of a match needs to score by itself."""

from competition.knockout.rules.stages import Stage
from competition.match.queries.pair_match import PairMatch
from scoring.formats.json_card import facts
from scoring.formats.json_sheet import Json, conditions
from scoring.rules.fingerprint import fingerprint


def card(match: PairMatch) -> Json:
    """The facts of the match as this pair reads it.

    `shown` is what a page that holds them asks with, `page` changes with all on the page that deals alone do not
    change.
    """
    told: Json = {"shown": match.version, "page": _page(match)}
    if (sheet := match.sheet) is None:
        return told
    return {
        **told,
        "sheet": match.sheet_name,
        "seats": match.card.names if match.card else {},
        "reader": match.side,
        "conditions": conditions(sheet),
        "first_dealer": sheet.first_dealer,
        "deals": [facts(line.deal) for line in sheet.lines],
        "writable": match.is_writable,
    }


def _page(match: PairMatch) -> str:
    state, meeting, last = match.state, match.meeting, match.state.last
    stage = state.stage not in (Stage.READY, Stage.IN_PLAY) and state.stage
    pairs, said = [pair.pk for pair in state.pairs], last and (last.number, last.answer)
    met = meeting and (meeting.seats, meeting.plays_at, meeting.venue, meeting.upper_private, meeting.lower_private)
    wishes = [(wish.pk, wish.answer) for wish in match.wishes]
    return fingerprint(stage, state.overdue, repr(state.outcome), pairs, said, met, wishes, match.next_deal is None)
