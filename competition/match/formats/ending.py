"""The end of a match as its two pairs read it, the winner with whom they meet next."""

from dataclasses import dataclass

from django.urls import reverse

from competition.entries.private_links import calendar_key
from competition.knockout.queries.states import MatchState
from competition.match.formats import story
from competition.match.queries.pair_match import PairMatch


@dataclass(frozen=True, slots=True)
class Ending:
    """How an official match went, and the next match of the pair that reads it, if it goes on and there is one."""

    story: story.Story
    has_won: bool
    next: MatchState | None
    calendar: str


def ending(match: PairMatch) -> Ending | None:
    """The end of a match; None while it has no official result."""
    state = match.state
    if state.outcome is None:
        return None
    has_won = state.winner == match.pair
    coming = match.snapshot.state(state.feeds) if state.goes_on == match.pair and state.feeds else None
    calendar = reverse("link:calendar", args=[calendar_key(match.pair)])
    address = reverse("public:match", args=[match.competition.slug, match.code])
    return Ending(story.tell(match.snapshot, state, match if match.row else None, address), has_won, coming, calendar)
