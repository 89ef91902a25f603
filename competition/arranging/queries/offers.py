"""What two pairs have offered each other in a match, and how it stands."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from competition.arranging.models import Offer
from competition.entries.models.pair import Pair
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState


@dataclass(frozen=True, slots=True)
class Offers:
    """Every offer of the two pairs of a match to each other, the first first."""

    state: MatchState
    all: Sequence[Offer] = ()

    @property
    def open(self) -> Offer | None:
        """The offer that waits for its answer."""
        current = self.state.meeting and self.state.meeting.pk
        return next((one for one in self.all if not one.answer and one.meeting_id == current), None)

    @property
    def last(self) -> Offer | None:
        """What was offered last, whatever came of it."""
        return self.all[-1] if self.all else None

    def by(self, pair: Pair) -> list[Offer]:
        """The offers of one of the two."""
        return [one for one in self.all if one.by_id == pair.pk]

    def still_open(self, now: datetime) -> list[datetime]:
        """The moments on offer that are to come."""
        return [moment for moment in moments(self.open) if moment > now] if self.open else []


def moments(offer: Offer) -> list[datetime]:
    """The moments of an offer, the first first (no query)."""
    return [date.plays_at for date in offer.dates.all()]


def offers_of(state: MatchState) -> Offers:
    """What the two pairs of this match have offered each other, in two queries."""
    met = state.meeting
    if met is None:
        return Offers(state)
    same = {"meeting__match": met.match_id, "meeting__upper": met.upper_id, "meeting__lower": met.lower_id}
    return Offers(state, list(_read().filter(**same)))


def offers_in(snapshot: Snapshot) -> dict[str, Offers]:
    """The same of every match of a draw, by its code, in two queries."""
    found = defaultdict(list)
    for offer in _read().filter(meeting__match__round__draw=snapshot.draw):
        met = offer.meeting
        found[met.match_id, met.upper_id, met.lower_id].append(offer)
    known = ((code, state, state.meeting) for code, state in snapshot.as_read.items())
    return {
        code: Offers(state, found[met.match_id, met.upper_id, met.lower_id] if met else ())
        for code, state, met in known
    }


def _read() -> QuerySet[Offer]:
    return Offer.objects.select_related("meeting").prefetch_related("dates")
