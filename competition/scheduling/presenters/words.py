"""Texts about the search for a match date: offers, history and warnings."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from competition.entries.models import Away, Pair
from competition.scheduling.models import Offer
from competition.scheduling.queries import FEW_DAYS, Unplayed, moments
from scoring.rules.spoken import few


@dataclass(frozen=True, slots=True)
class Key:
    """An offered date as a button. `near` is the time until the date. `is_away` is set if the pair is away then."""

    at: datetime
    near: str
    is_over: bool
    is_away: bool

    @property
    def value(self) -> str:
        """The date in the format of the form."""
        return self.at.isoformat()


@dataclass(frozen=True, slots=True)
class Line:
    """An event in the search for a date."""

    at: datetime
    text: str


def keys(offer: Offer, away: Iterable[Away], now: datetime) -> list[Key]:
    """Return the dates of an offer as buttons for a pair with these days away."""
    gone = [*away]
    return [
        Key(at, near(at, now), at <= now, any(row.covers(timezone.localdate(at)) for row in gone))
        for at in moments(offer)
    ]


def near(at: datetime, now: datetime) -> str:
    """Return the time until a date in words: "this Tuesday", "Tuesday week" or "in 3 weeks"."""
    on, days = timezone.localtime(at), (timezone.localdate(at) - timezone.localdate(now)).days
    if days < 0 or at < now:
        return "in the past"
    if days < 2:
        return ("today", "tomorrow")[days]
    if days < 14:
        return f"this {on:%A}" if days < 7 else f"{on:%A} week"
    return f"in {(days + 3) // 7} weeks"


def brief(at: datetime | date) -> str:
    """Format a datetime as "Tue 24 Nov, 19:30" and a date as "Tue 24 Nov". Convert datetimes to local time."""
    local = timezone.localtime(at) if isinstance(at, datetime) else at
    said = f"{local:%a} {local.day} {local:%b}"
    return f"{said}, {local:%H:%M}" if isinstance(local, datetime) else said


def so_far(offers: Iterable[Offer], pairs: Iterable[Pair], reader: Pair | None = None) -> list[Line]:
    """Return the history of the search for a date, latest first.

    `reader` is the pair that reads the history, or None for the organiser. A pair does not see if its own offer has
    been opened.
    """
    names = {pair.pk: "You" if pair == reader else pair.name for pair in pairs}
    other = {pair.pk: names[rest.pk] for pair in pairs for rest in pairs if rest != pair}
    found = [line for offer in offers for line in _lines(offer, names.__getitem__, other, reader)]
    return sorted(found, key=lambda line: line.at)[::-1]


def _lines(offer: Offer, name: Callable[[int], str], other: dict[int, str], reader: Pair | None) -> Iterator[Line]:
    dates = "; ".join(map(brief, moments(offer)))
    yield Line(offer.at, f"{name(offer.by_id)} offered {dates}.")
    if offer.read_at and (reader is None or reader.pk != offer.by_id):
        aside = "" if reader is None else " (Only you and the organiser can see this.)"
        yield Line(offer.read_at, f"{other[offer.by_id]} opened the page with these dates.{aside}")
    if offer.answered_at and offer.answered_by_id:
        yield Line(offer.answered_at, f"{name(offer.answered_by_id)} {_answer(offer)}")
    if offer.cancelled_at and offer.cancelled_by_id and offer.takes:
        word = f"“{offer.cancelled_because}”"
        yield Line(offer.cancelled_at, f"{name(offer.cancelled_by_id)} cancelled {brief(offer.takes)}: {word}")


def _answer(offer: Offer) -> str:
    if offer.answer == Offer.Answer.WITHDRAWN:
        return "cancelled the offer."
    if offer.takes:
        return f"accepted {brief(offer.takes)}."
    said = f": “{offer.reason}”" if offer.reason else "."
    return f"could not play then{said}"


@dataclass(frozen=True, slots=True)
class Warning:
    """A warning about a match that is past its play-by date or likely to miss it."""

    code: str
    what: str
    why: str


def warning(one: Unplayed) -> Warning:
    """Return the warning about an unplayed match."""
    return Warning(one.state.code, _state(one), " ".join(filter(None, (_offers(one), _away(one)))))


def _state(one: Unplayed) -> str:
    both = " and ".join(map(one.called, one.state.pairs))
    if one.days_past:
        return (
            f"{both} are {count(one.days_past, 'day')} {'overdue' if one.state.overdue else 'past the play-by date'}."
        )
    if one.state.plays_at and one.state.plays_at > one.now:
        return f"{both} play on {brief(one.state.plays_at)}, after their play-by date."
    if one.state.plays_at:
        return f"{both} agreed to play on {brief(one.state.plays_at)}, but there is no result."
    left = f"{count(one.days_left, 'day')} left" if one.days_left else "until tonight"
    return f"{both} have {left} and {'no result' if one.has_begun else 'no date'}."


def _offers(one: Unplayed) -> str:
    last = one.offers.last
    if one.has_begun:
        return "They have begun to play."
    if one.state.plays_at and one.state.plays_at > one.now:
        return ""
    if one.state.plays_at and (last is None or one.state.opening is None):
        return "Ask them how it went."
    if last is None:
        if one.state.begins:
            return f"{one.called(one.state.begins)}, who offer first, have not offered a date."
        return "Nobody has offered a date."
    by, other = by_and_other(one, last)
    dates, since = count(len(moments(last)), "date"), day_of(last.at, one.today)
    if not last.answer:
        still = one.offers.still_open(one.now)
        rest = f"the next date is {brief(still[0])}" if still else "all of them are in the past"
        seen = "read, but no reply" if last.read_at else "not read yet"
        return f"{by} offered {dates} {since}, {seen}; {rest}."
    if last.cancelled_at and last.takes:
        return f"They agreed {brief(last.takes)}, but cancelled it. Nobody has offered a date since."
    if last.answer == Offer.Answer.WITHDRAWN:
        return f"{by} cancelled their offer. Nobody has offered a date since."
    return f"{by} offered {dates} {since}. {other} could not play then, and nobody has offered a date since."


def _away(one: Unplayed) -> str:
    if one.days_past or one.state.plays_at:
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
    """Return the short name of the pair that made an offer, and the short name of its opponents."""
    upper, lower = one.state.pairs
    by, other = (upper, lower) if offer.by_id == upper.pk else (lower, upper)
    return one.called(by), one.called(other)


def count(number: int, of: str) -> str:
    """Return "one day", "four days" and so on, with figures from thirteen on."""
    return f"{few(number)} {of}{'' if number == 1 else 's'}"


def day_of(at: datetime, today: date) -> str:
    """Return "today", "yesterday", "on Monday" within the last week, or "on Mon 16 Nov" before that."""
    on = timezone.localdate(at)
    days = (today - on).days
    if days < 2:
        return ("today", "yesterday")[max(days, 0)]
    return f"on {on:%A}" if days < 7 else f"on {brief(on)}"


def span(first: date, last: date) -> str:
    """Return "on Mon 16 Nov" or "from Mon 16 Nov to Wed 18 Nov"."""
    return f"on {brief(first)}" if first == last else f"from {brief(first)} to {brief(last)}"
