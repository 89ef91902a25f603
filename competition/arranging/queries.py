"""What two pairs have offered each other in a match, and which unplayed matches threaten the rounds to come."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import islice

from django.db.models import QuerySet
from django.utils import timezone

from competition.arranging.models import Offer
from competition.contest.rules.pair_names import Forms
from competition.entries.models.application import Away
from competition.entries.models.pair import Pair
from competition.entries.queries import away
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.stages import Stage

# So many days before the last one a match without a date is a worry.
SOON = 14
# A match of 30 deals takes an evening: as few free evenings as this may be too few to find one.
FEW_DAYS = 4
_TO_PLAY = (Stage.READY, Stage.IN_PLAY)


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


def offers_in(draw: PublishedDraw) -> dict[str, Offers]:
    """The same of every match of a draw, by its code, in two queries."""
    found = defaultdict(list)
    for offer in _read().filter(meeting__match__round__draw=draw.row):
        met = offer.meeting
        found[met.match_id, met.upper_id, met.lower_id].append(offer)
    known = ((code, state, state.meeting) for code, state in draw.matches.items())
    return {
        code: Offers(state, found[met.match_id, met.upper_id, met.lower_id] if met else ())
        for code, state, met in known
    }


def _read() -> QuerySet[Offer]:
    return Offer.objects.select_related("meeting").prefetch_related("dates")


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A match that two known pairs are still to play, with all that is known of their search for a date."""

    state: MatchState
    offers: Offers
    away: Mapping[int, Sequence[Away]]
    now: datetime
    names: Mapping[int, Forms]

    def called(self, pair: Pair) -> str:
        """A pair as the desk calls it, by its surnames."""
        return self.names[pair.number].short

    @property
    def today(self) -> date:
        """The day it is where the competition is played."""
        return timezone.localdate(self.now)

    @property
    def days_left(self) -> int:
        """The days to its play-by date; below nought when that has passed."""
        return (self.state.play_by - self.today).days

    @property
    def days_late(self) -> int:
        """The days since its play-by date; 0 while that is to come."""
        return max(0, -self.days_left)

    @property
    def has_begun(self) -> bool:
        """Whether the sheet is open."""
        return self.state.stage is Stage.IN_PLAY

    @property
    def has_reminder(self) -> bool:
        """Whether the post has a reminder of it ready: it is late or soon will be, and no date is to come."""
        return self.days_left <= SOON and not (self.state.plays_at and self.state.plays_at > self.now)

    @property
    def is_a_worry(self) -> bool:
        """Whether it is late, or soon will be for want of a date in time."""
        at = self.state.plays_at
        if self.days_late:
            return not (at and at > self.now)
        if at:
            return at < self.now - timedelta(days=1) or timezone.localdate(at) > self.state.play_by
        return self.days_left <= SOON or self.free_days <= FEW_DAYS

    @property
    def free_days(self) -> int:
        """The days left on which neither pair is away; beyond a few they are not counted."""
        days = (self.today + timedelta(days=n) for n in range(self.days_left + 1))
        return len([*islice((day for day in days if not self.away_on(day)), FEW_DAYS + 1)])

    def away_on(self, day: date) -> list[Pair]:
        """Which of the two are away on this day."""
        return [pair for pair in self.state.pairs if any(row.covers(day) for row in self.away.get(pair.pk, ()))]


def unplayed(draw: PublishedDraw, state: MatchState) -> Unplayed:
    """One match, in three queries."""
    since = timezone.localdate(draw.row.published_at)
    return Unplayed(state, offers_of(state), away(state.pairs, since=since), draw.now, draw.forms)


def radar(draw: PublishedDraw) -> list[Unplayed]:
    """The matches of the draw that are a worry, those that are due first at the top, in three queries."""
    open_ones = [state for state in draw.matches.values() if state.stage in _TO_PLAY]
    if not open_ones:
        return []
    offers, since = offers_in(draw), timezone.localdate(draw.now)
    gone = away([pair for state in open_ones for pair in state.pairs], since=since)
    names = draw.forms
    found = [Unplayed(state, offers[state.code], gone, draw.now, names) for state in open_ones]
    return sorted((one for one in found if one.is_a_worry), key=lambda one: one.days_left)
