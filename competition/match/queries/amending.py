"""What putting a match's sheet right would change, and what waits for the other pair's consent."""

from competition.match.queries.pair_match import PairMatch
from scoring import queries as sheets
from scoring.models import Amendment
from scoring.rules.amending import Change, Effect


def look_ahead(match: PairMatch, change: Change) -> Effect:
    """What a change would do to the match's sheet (no query); Refused when it would do nothing or cannot be made."""
    return sheets.look_ahead(match.opened, match.deals, change)


def amendment(match: PairMatch, pk: int) -> Amendment | None:
    """This amendment of the match's sheet, whether it waits for consent or not."""
    return match.row.amendments.filter(pk=pk).first() if match.row else None
