"""Queries for offered dates, and for unplayed matches that may delay the next round."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import islice

from django.db.models import QuerySet
from django.utils import timezone

from competition.contest.rules.names import Forms
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch, local_date, starts
from competition.draw.rules.result import Stage
from competition.entries.models import Away, Pair
from competition.entries.queries.pairs import away
from competition.match.models import Offer

# A match without a date needs attention this many days before its play-by date.
REMINDER_DAYS = 14
# A match also needs attention if the pairs have at most this many free days left. 30 deals take an evening.
FEW_DAYS = 4
_TO_PLAY = (Stage.READY, Stage.IN_PLAY)


@dataclass(frozen=True, slots=True)
class Offers:
    """All offers of the two pairs of a match, earliest first."""

    state: PublishedMatch
    all: Sequence[Offer] = ()

    @property
    def open(self) -> Offer | None:
        """The offer without an answer, or None. If the organiser sets a day, the offer is closed."""
        if self.state.set_day:
            return None
        current = self.state.meeting and self.state.meeting.pk
        return next((offer for offer in self.all if not offer.answer and offer.meeting_id == current), None)

    @property
    def last(self) -> Offer | None:
        """The latest offer with or without an answer, or None."""
        return self.all[-1] if self.all else None

    def by(self, pair: Pair) -> list[Offer]:
        """Return the offers of one pair."""
        return [offer for offer in self.all if offer.by_id == pair.pk]

    def still_open(self, now: datetime) -> list[datetime]:
        """Return the dates of the open offer that have not yet passed."""
        return [moment for moment in moments(self.open) if moment > now] if self.open else []


def moments(offer: Offer) -> list[datetime]:
    """Return the dates of an offer, earliest first (no query if they are prefetched)."""
    return [date.plays_at for date in offer.dates.all()]


def offers_of(state: PublishedMatch) -> Offers:
    """Return the offers made by the two pairs of this match (two queries)."""
    meeting = state.meeting
    if meeting is None:
        return Offers(state)
    same = {"meeting__match": meeting.match_id, "meeting__upper": meeting.upper_id, "meeting__lower": meeting.lower_id}
    return Offers(state, list(_read().filter(**same)))


def offers_in(draw: PublishedDraw) -> dict[str, Offers]:
    """Return the offers in every match of a draw, by match code (two queries)."""
    by_meeting = defaultdict(list)
    for offer in _read().filter(meeting__match__round__draw=draw.row):
        meeting = offer.meeting
        by_meeting[meeting.match_id, meeting.upper_id, meeting.lower_id].append(offer)
    meetings = ((code, state, state.meeting) for code, state in draw.matches.items())
    return {
        code: Offers(state, by_meeting[meeting.match_id, meeting.upper_id, meeting.lower_id] if meeting else ())
        for code, state, meeting in meetings
    }


def _read() -> QuerySet[Offer]:
    return Offer.objects.select_related("meeting").prefetch_related("dates")


@dataclass(frozen=True, slots=True)
class Unplayed:
    """An unfinished match between two known pairs, with their search for a date."""

    state: PublishedMatch
    offers: Offers
    away: Mapping[int, Sequence[Away]]
    now: datetime
    names: Mapping[int, Forms]

    def called(self, pair: Pair) -> str:
        """Return a pair's short name, as the organiser sees it."""
        return self.names[pair.number].short

    @property
    def today(self) -> date:
        """The current date in the local time zone."""
        return timezone.localdate(self.now)

    @property
    def days_left(self) -> int:
        """The number of days until the play-by date. It is negative after that date."""
        return (self.state.play_by - self.today).days

    @property
    def days_past(self) -> int:
        """The number of days since the play-by date, or 0 until that date."""
        return max(0, -self.days_left)

    @property
    def has_begun(self) -> bool:
        """True if the score sheet is open."""
        return self.state.stage is Stage.IN_PLAY

    @property
    def has_reminder(self) -> bool:
        """True if the organiser can send a reminder. The match is due soon or overdue, and has no future date."""
        return self.days_left <= REMINDER_DAYS and not self.state.plays_after(self.now)

    @property
    def needs_attention(self) -> bool:
        """True if the match is past its play-by date, or has no suitable date and is likely to miss it."""
        at = self.state.plays_at
        if self.days_past:
            return not self.state.plays_after(self.now)
        if at:
            return starts(at) < self.now - timedelta(days=1) or local_date(at) > self.state.play_by
        return self.days_left <= REMINDER_DAYS or self.free_days <= FEW_DAYS

    @property
    def free_days(self) -> int:
        """The number of remaining days on which neither pair is away, counted up to `FEW_DAYS` + 1."""
        days = (self.today + timedelta(days=n) for n in range(self.days_left + 1))
        return len([*islice((day for day in days if not self.away_on(day)), FEW_DAYS + 1)])

    def away_on(self, day: date) -> list[Pair]:
        """Return the pairs that are away on this day."""
        return [pair for pair in self.state.pairs if any(row.covers(day) for row in self.away.get(pair.pk, ()))]


def unplayed(draw: PublishedDraw, state: PublishedMatch) -> Unplayed:
    """Return one unplayed match (three queries)."""
    since = timezone.localdate(draw.row.published_at)
    return Unplayed(state, offers_of(state), away(state.pairs, since=since), draw.now, draw.forms)


def matches_needing_attention(draw: PublishedDraw) -> list[Unplayed]:
    """Return the matches that need attention, earliest play-by date first (three queries)."""
    open_ones = [state for state in draw.matches.values() if state.stage in _TO_PLAY]
    if not open_ones:
        return []
    offers = offers_in(draw)
    since = timezone.localdate(draw.now)
    days_away = away([pair for state in open_ones for pair in state.pairs], since=since)
    names = draw.forms
    unplayed_ones = [Unplayed(state, offers[state.code], days_away, draw.now, names) for state in open_ones]
    return sorted((match for match in unplayed_ones if match.needs_attention), key=lambda match: match.days_left)
