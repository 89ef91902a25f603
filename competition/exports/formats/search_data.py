"""A match for search engines: a schema.org SportsEvent as JSON-LD."""

import json
from datetime import date, datetime
from typing import Any
from urllib.parse import urljoin

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from competition.contest.models import Competition
from competition.knockout.formats import words
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.lineups import as_played
from competition.knockout.queries.playing import Playing, playing
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.stages import Stage

# Signs that could end the script around it, or begin another tag.
_SIGNS = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}
_SCHEMA = "https://schema.org"


def event(draw: PublishedDraw, state: MatchState, address: str) -> SafeString:
    """Return the script element for the match at this address, empty if no event is known to take place.

    That is so while a pair is not known, and after a walkover or the like of a match that had no date.
    """
    facts = _event(draw, state, address)
    if not facts:
        return SafeString()
    written = SafeString(json.dumps({"@context": _SCHEMA, **facts}, ensure_ascii=False).translate(_SIGNS))
    return format_html('<script type="application/ld+json">{}</script>', written)


def _event(draw: PublishedDraw, state: MatchState, address: str) -> dict[str, Any]:
    when, played = playing([state])[state.code], as_played(state)
    is_off = when.is_called_off or state.stage is Stage.CANCELLED
    if not state.has_two_pairs or (is_off and not when.appointment):
        return {}
    return {
        "@type": "SportsEvent",
        "sport": "Rubber bridge",
        "name": f"{words.capital(' v '.join(side.text for side in played.sides))}, {state.round_name}",
        "description": words.sentence(played),
        **_dates(state, when, timezone.localdate(draw.now)),
        # By schema.org "scheduled" also means that an event has taken place as scheduled.
        "eventStatus": f"{_SCHEMA}/Event{'Cancelled' if is_off else 'Scheduled'}",
        "eventAttendanceMode": f"{_SCHEMA}/OfflineEventAttendanceMode",
        **_location(draw.competition, state, when),
        "url": address,
        "competitor": [{"@type": "SportsTeam", "name": side.text} for side in played.sides],
        "superEvent": {
            "@type": "SportsEvent",
            "name": str(draw.competition),
            "url": urljoin(address, "../../"),
        },
    }


def _dates(state: MatchState, when: Playing, today: date) -> dict[str, str]:
    """Return when it begins, as far as is known; before that only by when it must end."""
    if when.at:
        begins = timezone.localtime(when.at) if isinstance(when.at, datetime) else when.at
        return {"startDate": begins.isoformat()}
    return {"endDate": state.play_by.isoformat()} if today <= state.play_by else {}


def _location(competition: Competition, state: MatchState, when: Playing) -> dict[str, dict]:
    """Return the place of the opening day, or else the region: pairs may meet in a home, which is never public."""
    region = competition.region
    address = {"@type": "PostalAddress", "addressRegion": region} if region else None
    is_opening = when.appointment == state.terms.opening and when.place == state.terms.opening_place
    name = when.place if when.appointment and is_opening and when.place else region
    if not name:
        return {}
    return {"location": {"@type": "Place", "name": name, "address": address or name}}
