"""A match as search engines read it: an event of schema.org, in JSON that stands in the page."""

import json

from django.utils.html import format_html
from django.utils.safestring import SafeString

from competition.knockout.formats import words
from competition.knockout.queries.lineups import as_played
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.stages import Stage

# Signs that could end the script around it, or begin another tag.
_SIGNS = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}


def event(snapshot: Snapshot, state: MatchState, address: str) -> SafeString:
    """The match at this address; where it is played is nobody's business but the pairs'."""
    played, competition = as_played(state), snapshot.competition
    when = state.plays_at or state.play_by
    facts = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "sport": "Rubber bridge",
        "name": f"{words.capital(' v '.join(side.text for side in played.sides))}, {state.round_name}",
        "description": words.sentence(played),
        "startDate": when.isoformat(),
        "eventStatus": f"https://schema.org/Event{'Cancelled' if state.stage is Stage.CANCELLED else 'Scheduled'}",
        "url": address,
        "competitor": [{"@type": "SportsTeam", "name": side.text} for side in played.sides if side.pair],
        "superEvent": {"@type": "SportsEvent", "name": str(competition)},
    }
    written = SafeString(json.dumps(facts, ensure_ascii=False).translate(_SIGNS))
    return format_html('<script type="application/ld+json">{}</script>', written)
