"""Presenters for the end of a match and for the message about a reported result."""

from dataclasses import dataclass
from urllib.parse import quote, urlencode

from django.urls import reverse

from competition.entries.models import Player
from competition.entries.presenters import mailto_link, sms_link
from competition.entries.private_links import calendar_key
from competition.knockout.queries.states import MatchState
from competition.match.presenters import story
from competition.match.queries.table import Table


@dataclass(frozen=True, slots=True)
class Ending:
    """The official result of a match for one pair. `next` is the pair's next match, or None."""

    story: story.Story
    has_won: bool
    next: MatchState | None
    calendar: str


def ending(match: Table) -> Ending | None:
    """Return the end of a match for one pair, or None if the match has no official result."""
    state = match.state
    if state.result is None:
        return None
    has_won = state.winner == match.pair
    coming = match.draw.matches[state.feeds] if state.goes_on == match.pair and state.feeds else None
    calendar = reverse("link:calendar", args=[calendar_key(match.pair)])
    address = reverse("public:match", args=[match.competition.slug, match.code])
    return Ending(
        story.make_story(match.draw, state, match if match.sheet else None, address), has_won, coming, calendar
    )


@dataclass(frozen=True, slots=True)
class Message:
    """A message to the opponents about a reported result, with links to send it by SMS, WhatsApp or email."""

    text: str
    telephones: list[tuple[Player, str]]
    whatsapp: str
    mailto: str


def message(match: Table, address: str) -> Message | None:
    """Return the message about the result that this pair reported, or None if there is none.

    `address` is the URL at which every pair finds its own matches.
    """
    reported = match.state.reported
    if reported is None or match.opponents is None:
        return None
    text = (
        f"{match.competition}, {match.state.round_name}: we have reported our result. "
        f"{reported.report(*match.state.pair_names)}. Please confirm it, or say what is wrong: {address}"
    )
    there = [player for player in match.opponents.present if player.phone]
    return Message(
        text=text,
        telephones=[(player, sms_link(player.phone, text)) for player in there],
        whatsapp=f"https://wa.me/?{_query_string(text=text)}",
        mailto=mailto_link([match.opponents], f"Our result, {match.competition}", text),
    )


def _query_string(**said: str) -> str:
    return urlencode(said, quote_via=quote)
