"""What threatens the dates of a competition, in sentences for its organiser."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from competition.arranging.formats.so_far import brief
from competition.arranging.models import Offer
from competition.arranging.queries.offers import moments
from competition.arranging.queries.radar import FEW_DAYS, Unplayed
from scoring.rules.spoken import few


@dataclass(frozen=True, slots=True)
class Warning:
    """A match that threatens to be late or is: what is the matter, and why."""

    code: str
    what: str
    why: str


def warning(one: Unplayed) -> Warning:
    """What there is to say of a match that is a worry."""
    return Warning(one.state.code, what(one), why(one))


def what(one: Unplayed) -> str:
    """How late it is, or how soon it will be."""
    both = " and ".join(map(one.called, one.state.pairs))
    if one.days_late:
        return f"{both} are {count(one.days_late, 'day')} late."
    if one.plays_at and one.plays_at > one.now:
        return f"{both} play on {brief(one.plays_at)}, after their play-by date."
    if one.plays_at:
        return f"{both} were to play on {brief(one.plays_at)}, and no result has come."
    left = f"{count(one.days_left, 'day')} left" if one.days_left else "until tonight"
    return f"{both} have {left} and {'no result' if one.has_begun else 'no date'}."


def why(one: Unplayed) -> str:
    """What the two have done about it, and what stands in the way."""
    return " ".join(filter(None, (_offers(one), _away(one))))


def _offers(one: Unplayed) -> str:
    last = one.offers.last
    if one.has_begun:
        return "They have begun to play."
    if one.plays_at and one.plays_at > one.now:
        return ""
    if one.plays_at and (last is None or one.state.opening is None):
        return "Ask them how it went."
    if last is None:
        if one.state.begins:
            return f"{one.called(one.state.begins)}, who are to begin, have not offered a date."
        return "Nobody has offered a date."
    by, other = by_and_other(one, last)
    dates, since = dates_of(last), day_of(last.at, one.today)
    if not last.answer:
        still = one.offers.still_open(one.now)
        rest = f"the first that is left is {brief(still[0])}" if still else "all of them are over"
        seen = "read but not answered" if last.read_at else "not read yet"
        return f"{by} offered {dates} {since}, {seen}; {rest}."
    if last.called_off_at and last.takes:
        return f"They had agreed on {brief(last.takes)}; it was called off, and nobody has offered since."
    if last.answer == Offer.Answer.WITHDRAWN:
        return f"{by} took back what they had offered; nobody has offered since."
    return f"{by} offered {dates} {since}; {other} could not play then, and nobody has offered since."


def _away(one: Unplayed) -> str:
    if one.days_late or one.plays_at:
        return ""
    said = [
        f"{one.called(pair)} are away {span(row.first, row.last)}."
        for pair in one.state.pairs
        for row in one.away.get(pair.pk, ())
        if row.last >= one.today and row.first <= one.state.play_by
    ]
    if said and one.free_days <= FEW_DAYS:
        said.append(f"That leaves {count(one.free_days, 'day')}.")
    return " ".join(said)


def by_and_other(one: Unplayed, offer: Offer) -> tuple[str, str]:
    """What the pair that made an offer is called, and of the other."""
    upper, lower = one.state.pairs
    by, other = (upper, lower) if offer.by_id == upper.pk else (lower, upper)
    return one.called(by), one.called(other)


def dates_of(offer: Offer) -> str:
    """How many dates it has: four dates."""
    return count(len(moments(offer)), "date")


def count(number: int, of: str) -> str:
    """One day, four days; figures from thirteen on."""
    return f"{few(number)} {of}{'' if number == 1 else 's'}"


def day_of(at: datetime, today: date) -> str:
    """Today, yesterday, on Monday within the last week, on 16 Nov before."""
    on = timezone.localdate(at)
    days = (today - on).days
    if days < 2:
        return ("today", "yesterday")[max(days, 0)]
    return f"on {on:%A}" if days < 7 else f"on {brief(on)}"


def span(first: date, last: date) -> str:
    """On one day, or from one to another."""
    return f"on {brief(first)}" if first == last else f"from {brief(first)} to {brief(last)}"
