"""Matches as structured data for search engines (schema.org SportsEvent in JSON-LD)."""

import json
from datetime import date, datetime
from typing import Any
from urllib.parse import urljoin

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from competition.contest.models import Competition
from competition.draw.presenters import words
from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.playing import MatchDate, playing
from competition.draw.queries.results import as_played
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage

# These characters could close the script element or start a tag.
_SIGNS = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}
_SCHEMA = "https://schema.org"


def event(draw: PublishedDraw, state: PublishedMatch, address: str) -> SafeString:
    """Return the script element for a match, or an empty string if there is no known event.

    A match has no event if a pair is not yet known, if it is overdue without a date, or if it ends without play.
    """
    facts = _event(draw, state, address)
    if not facts:
        return SafeString()
    text = SafeString(json.dumps({"@context": _SCHEMA, **facts}, ensure_ascii=False).translate(_SIGNS))
    return format_html('<script type="application/ld+json">{}</script>', text)


def _event(draw: PublishedDraw, state: PublishedMatch, address: str) -> dict[str, Any]:
    when = playing([state])[state.code]
    line = match_line(as_played(state))
    is_off = when.is_cancelled or state.stage is Stage.CANCELLED
    dates = _dates(state, when, timezone.localdate(draw.now))
    if not state.has_two_pairs or not dates or (is_off and not when.appointment):
        return {}
    return {
        "@type": "SportsEvent",
        "sport": "Rubber bridge",
        "name": f"{words.capital(line.title)}, {line.round}",
        "description": line.sentence,
        **dates,
        # In schema.org, "scheduled" also applies to events that have taken place as planned.
        "eventStatus": f"{_SCHEMA}/EventCancelled" if is_off else f"{_SCHEMA}/EventScheduled",
        "eventAttendanceMode": f"{_SCHEMA}/OfflineEventAttendanceMode",
        **_location(draw.competition, when),
        "url": address,
        "competitor": [{"@type": "SportsTeam", "name": side.text} for side in line.sides],
        "superEvent": {
            "@type": "SportsEvent",
            "name": str(draw.competition),
            "url": urljoin(address, "../../"),
        },
    }


def _dates(state: PublishedMatch, when: MatchDate, today: date) -> dict[str, str]:
    """Return the start date if it is known. Otherwise return the play-by date as the end date, until it has passed."""
    if when.at:
        begins = timezone.localtime(when.at) if isinstance(when.at, datetime) else when.at
        return {"startDate": begins.isoformat()}
    return {"endDate": state.play_by.isoformat()} if today <= state.play_by else {}


def _location(competition: Competition, when: MatchDate) -> dict[str, dict]:
    """Return the venue for the opening day or for a round on a set day, or the region.

    Other venues are never public.
    """
    region = competition.region
    address = {"@type": "PostalAddress", "addressRegion": region} if region else None
    name = (when.place if when.is_place_public else "") or region
    if not name:
        return {}
    return {"location": {"@type": "Place", "name": name, "address": address or name}}
