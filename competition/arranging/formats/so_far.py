"""Dates on offer and who did what, in words."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from competition.arranging.models import Offer
from competition.arranging.queries.offers import moments
from competition.entries.models.away import Away
from competition.entries.models.pair import Pair


@dataclass(frozen=True, slots=True)
class Key:
    """A date as a pair can press it: how far off it is, whether it is over, whether the pair is away then."""

    at: datetime
    near: str
    is_over: bool
    is_away: bool

    @property
    def value(self) -> str:
        """The moment as the form sends it."""
        return self.at.isoformat()


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was done, and when."""

    at: datetime
    text: str


def keys(offer: Offer, away: Iterable[Away], now: datetime) -> list[Key]:
    """The dates of an offer to be pressed by a pair that is `away` then."""
    gone = [*away]
    return [
        Key(at, near(at, now), at <= now, any(row.covers(timezone.localdate(at)) for row in gone))
        for at in moments(offer)
    ]


def near(at: datetime, now: datetime) -> str:
    """How far off a moment is: this Tuesday, Tuesday week, in 3 weeks."""
    on, days = timezone.localtime(at), (timezone.localdate(at) - timezone.localdate(now)).days
    if days < 0 or at < now:
        return "is over"
    if days < 2:
        return ("today", "tomorrow")[days]
    if days < 14:
        return f"this {on:%A}" if days < 7 else f"{on:%A} week"
    return f"in {(days + 3) // 7} weeks"


def brief(at: datetime | date) -> str:
    """Tue 24 Nov, 19:30; a date without the hour."""
    local = timezone.localtime(at) if isinstance(at, datetime) else at
    said = f"{local:%a} {local.day} {local:%b}"
    return f"{said}, {local:%H:%M}" if isinstance(local, datetime) else said


def so_far(offers: Iterable[Offer], pairs: Iterable[Pair], reader: Pair | None = None) -> list[Line]:
    """What the two did about a date, the latest first; `reader` is the pair that reads it, None the organiser.

    Of opening the page only the pair itself and the organiser are told.
    """
    names = {pair.pk: "You" if pair == reader else pair.name for pair in pairs}
    other = {pair.pk: names[rest.pk] for pair in pairs for rest in pairs if rest != pair}
    found = [line for offer in offers for line in _lines(offer, names.__getitem__, other, reader)]
    return sorted(found, key=lambda line: line.at)[::-1]


def _lines(offer: Offer, name: Callable[[int], str], other: dict[int, str], reader: Pair | None) -> Iterator[Line]:
    dates = "; ".join(map(brief, moments(offer)))
    yield Line(offer.at, f"{name(offer.by_id)} offered {dates}.")
    if offer.read_at and (reader is None or reader.pk != offer.by_id):
        aside = "" if reader is None else " (The organiser sees this, the other pair does not.)"
        yield Line(offer.read_at, f"{other[offer.by_id]} opened the page with these dates.{aside}")
    if offer.answered_at and offer.answered_by_id:
        yield Line(offer.answered_at, f"{name(offer.answered_by_id)} {_answer(offer)}")
    if offer.called_off_at and offer.called_off_by_id and offer.takes:
        word = f"“{offer.called_off_because}”"
        yield Line(offer.called_off_at, f"{name(offer.called_off_by_id)} called {brief(offer.takes)} off: {word}")


def _answer(offer: Offer) -> str:
    if offer.answer == Offer.Answer.WITHDRAWN:
        return "took the offer back."
    if offer.takes:
        return f"took {brief(offer.takes)}."
    said = f": “{offer.reason}”" if offer.reason else "."
    return f"could not play then{said}"
