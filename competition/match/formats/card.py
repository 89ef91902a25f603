"""The card: what a phone on the page of a match needs to score by itself."""

from competition.match.queries.pair_match import PairMatch
from scoring.formats.json_card import facts
from scoring.formats.json_sheet import Json, conditions
from scoring.rules.fingerprint import fingerprint


def card(match: PairMatch) -> Json:
    """The facts of the match as this pair reads it.

    `shown` is what a page that holds them asks with, `page` changes with all on the page that deals alone do not
    change.
    """
    page: Json = {"shown": match.version, "page": _page(match)}
    if (sheet := match.sheet) is None or match.card is None:
        return page
    return {
        **page,
        "sheet": match.sheet_name,
        "seats": dict(match.card.names),
        "reader": match.side,
        "conditions": conditions(sheet),
        "first_dealer": sheet.first_dealer,
        "deals": [facts(line.deal) for line in sheet.lines],
        "writable": match.is_writable,
    }


def _page(match: PairMatch) -> str:
    wishes = [(wish.pk, wish.answer) for wish in match.wishes]
    *state, said, met = match.state.beside_deals
    # That a pair has read what it was sent is no news to itself: its page need not be loaded again for it.
    said = said[:2] if match.awaits_us else said
    return fingerprint((state, said, met), wishes, match.next_deal is None)
