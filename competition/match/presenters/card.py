"""JSON data with which a phone can score a match without a connection."""

from competition.match.queries.table import Table
from scoring.presenters.json_card import facts
from scoring.presenters.json_sheet import Json, conditions
from scoring.rules.fingerprint import fingerprint


def card(match: Table) -> Json:
    """Return the facts of the match as this pair sees them.

    The page sends `shown` when it polls for changes. `page` changes if anything except the deals changes.
    """
    page: Json = {"shown": match.version, "page": _page_version(match)}
    if (sheet := match.sheet) is None:
        return page
    return {
        **page,
        "sheet": sheet.name,
        "seats": dict(sheet.card.names),
        "reader": sheet.side,
        "conditions": conditions(sheet.scored),
        "first_dealer": sheet.scored.first_dealer,
        "deals": [facts(line.deal) for line in sheet.scored.lines],
        "writable": match.is_writable,
    }


def _page_version(match: Table) -> str:
    wishes = [(wish.pk, wish.answer) for wish in (match.sheet.wishes if match.sheet else ())]
    *state, said, met = match.state.beside_deals
    # A pair's own reading of a result does not change its page, so it must not trigger a reload.
    said = said[:2] if match.awaits_us else said
    return fingerprint((state, said, met), wishes, match.next_deal is None)
