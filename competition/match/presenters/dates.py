"""Texts about agreeing a match date, and a chart of the dates offered by both pairs."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from xml.etree.ElementTree import Element, SubElement, tostring

from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from competition.entries.models import Away, Pair
from competition.match.models import Offer
from competition.match.queries.dates import FEW_DAYS, Unplayed, moments
from scoring.rules.text import without_control_characters
from scoring.rules.words import few, plural


@dataclass(frozen=True, slots=True)
class DateButton:
    """An offered date as a button. `near` is the time until the date. `is_away` is True if the pair is away then.

    `is_new` is True if the other pair added the date to its offer.
    """

    at: datetime
    near: str
    is_over: bool
    is_away: bool
    is_new: bool

    @property
    def value(self) -> str:
        """The date in the format of the form."""
        return self.at.isoformat()


@dataclass(frozen=True, slots=True)
class DateEvent:
    """An event in the search for a match date."""

    at: datetime
    text: str


def keys(offer: Offer, away: Iterable[Away], now: datetime) -> list[DateButton]:
    """Return the dates of an offer as buttons for a pair that is away on these days."""
    days_away = [*away]
    return [
        DateButton(
            at := offered.plays_at,
            near(at, now),
            at <= now,
            any(row.covers(timezone.localdate(at)) for row in days_away),
            offered.added_at is not None,
        )
        for offered in offer.dates.all()
    ]


def near(at: datetime, now: datetime) -> str:
    """Return the time until a date in words: "this Tuesday", "Tuesday week" or "in 3 weeks"."""
    on = timezone.localtime(at)
    days = (timezone.localdate(at) - timezone.localdate(now)).days
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
    text = f"{local:%a} {local.day} {local:%b}"
    return f"{text}, {local:%H:%M}" if isinstance(local, datetime) else text


def so_far(offers: Iterable[Offer], pairs: Iterable[Pair], reader: Pair | None = None) -> list[DateEvent]:
    """Return the history of the search for a date, latest first.

    `reader` is the pair that reads the history, or None for the organiser. A pair cannot see when its own offer was
    opened.
    """
    names = {pair.pk: "You" if pair == reader else pair.name for pair in pairs}
    other = {pair.pk: names[rest.pk] for pair in pairs for rest in pairs if rest != pair}
    events = [line for offer in offers for line in _lines(offer, names.__getitem__, other, reader)]
    return sorted(events, key=lambda line: line.at)[::-1]


def _lines(offer: Offer, name: Callable[[int], str], other: dict[int, str], reader: Pair | None) -> Iterator[DateEvent]:
    for at, dates in _times(offer).items():
        did = "also offered" if at > offer.at else "offered"
        yield DateEvent(at, f"{name(offer.by_id)} {did} {'; '.join(map(brief, dates))}.")
    if offer.read_at and (reader is None or reader.pk != offer.by_id):
        aside = "" if reader is None else " (Only you and the organiser can see this.)"
        yield DateEvent(offer.read_at, f"{other[offer.by_id]} opened the page with these dates.{aside}")
    if offer.answered_at and offer.answered_by_id:
        yield DateEvent(offer.answered_at, f"{name(offer.answered_by_id)} {_answer(offer)}")
    if offer.cancelled_at and offer.cancelled_by_id and offer.takes:
        word = f"“{offer.cancelled_because}”"
        yield DateEvent(offer.cancelled_at, f"{name(offer.cancelled_by_id)} cancelled {brief(offer.takes)}: {word}")


def _times(offer: Offer) -> dict[datetime, list[datetime]]:
    """Return the dates that the pair offered, grouped by when it offered them."""
    times = defaultdict[datetime, list[datetime]](list)
    for offered in offer.dates.all():
        times[offered.added_at or offer.at].append(offered.plays_at)
    return times


def _answer(offer: Offer) -> str:
    if offer.answer == Offer.Answer.WITHDRAWN:
        return "cancelled the offer."
    if offer.takes:
        return f"accepted {brief(offer.takes)}."
    reason = f": “{offer.reason}”" if offer.reason else "."
    return f"could not play then{reason}"


@dataclass(frozen=True, slots=True)
class Warning:
    """A warning about a match that has missed its play-by date or is likely to miss it."""

    code: str
    what: str
    why: str


def warning(match: Unplayed) -> Warning:
    """Return the warning about an unplayed match."""
    return Warning(match.state.code, _state(match), " ".join(filter(None, (_offers(match), _away(match)))))


def _state(match: Unplayed) -> str:
    both = " and ".join(map(match.called, match.state.pairs))
    if match.days_past:
        return f"{both} are {count(match.days_past, 'day')} past the play-by date."
    if match.state.plays_at and match.state.plays_after(match.now):
        return f"{both} play on {brief(match.state.plays_at)}, after their play-by date."
    if match.state.set_day:
        return f"{both} were to play on {brief(match.state.set_day.at)}, but there is no result."
    if match.state.plays_at:
        return f"{both} agreed to play on {brief(match.state.plays_at)}, but there is no result."
    left = f"{count(match.days_left, 'day')} left" if match.days_left else "until tonight"
    missing = "no result" if match.has_begun else "no date"
    return f"{both} have {left} and {missing}."


def _offers(match: Unplayed) -> str:
    last = match.offers.last
    if match.has_begun:
        return "They have begun to play."
    if match.state.plays_after(match.now):
        return ""
    if match.state.plays_at and (last is None or match.state.opening is None):
        return "Ask them how it went."
    if last is None:
        if match.state.begins:
            return f"{match.called(match.state.begins)}, who offer first, have not offered a date."
        return "Nobody has offered a date."
    by, other = by_and_other(match, last)
    dates = count(len(moments(last)), "date")
    since = day_of(last.at, match.today)
    if not last.answer:
        still = match.offers.still_open(match.now)
        rest = f"the next date is {brief(still[0])}" if still else "all of them are in the past"
        seen = f"{other} have read them, but not replied" if last.read_at else f"{other} have not read them yet"
        return f"{by} offered {dates} {since}. {seen}; {rest}."
    if last.cancelled_at and last.takes:
        return f"They agreed {brief(last.takes)}, but cancelled it. Nobody has offered a date since."
    if last.answer == Offer.Answer.WITHDRAWN:
        return f"{by} cancelled their offer. Nobody has offered a date since."
    return f"{by} offered {dates} {since}. {other} could not play then, and nobody has offered a date since."


def _away(match: Unplayed) -> str:
    if match.days_past or match.state.plays_at:
        return ""
    sentences = [
        f"{match.called(pair)} are away {span(row.first, row.last)}."
        for pair in match.state.pairs
        for row in match.away.get(pair.pk, ())
        if row.last >= match.today and row.first <= match.state.play_by
    ]
    if sentences and match.free_days <= FEW_DAYS:
        sentences.append(f"That leaves {count(match.free_days, 'day')}.")
    return " ".join(sentences)


def by_and_other(match: Unplayed, offer: Offer) -> tuple[str, str]:
    """Return the short names of the pair that made an offer and of its opponents."""
    upper, lower = match.state.pairs
    by, other = (upper, lower) if offer.by_id == upper.pk else (lower, upper)
    return match.called(by), match.called(other)


def count(number: int, of: str) -> str:
    """Return a number in words: "one day", "four days" and so on, with figures from thirteen."""
    return f"{few(number)} {plural(number, of)}"


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


_WIDTH = 1000
_LEFT = 215
_LANES = (48, 92)
_AXIS = 118
_WEEK = timedelta(weeks=1)


def chart(match: Unplayed) -> SafeString:
    """Return the chart as SVG. Its colours come from the style sheet."""
    offered = [timezone.localdate(moment) for offer in match.offers.all for moment in moments(offer)]
    days = [match.state.play_by, match.today, *offered]
    first = min(days) - timedelta(days=2)
    last = max(days) + timedelta(days=3)
    scale = (_WIDTH - _LEFT - 20) / max(1, (last - first).days)

    def x(day: date) -> float:
        return _LEFT + min(max((day - first).days, 0), (last - first).days) * scale

    look = {"class": "lanes", "viewBox": f"0 0 {_WIDTH} 148", "aria-hidden": "true", "focusable": "false"}
    svg = Element("svg", look)
    _axis(svg, first, last, x)
    for pair, y in zip(match.state.pairs, _LANES, strict=True):
        _path(svg, f"M{_LEFT} {y}H{_WIDTH}", "lane")
        name = match.called(pair)
        _text(svg, name if len(name) < 26 else f"{name[:24]}…", 0, y + 5, "")
        for row in match.away.get(pair.pk, ()):
            at = x(row.first)
            to = x(row.last + timedelta(days=1))
            place = {"x": f"{at:.1f}", "y": f"{y - 9}", "width": f"{max(to - at, 2):.1f}", "height": "18"}
            SubElement(svg, "rect", {"class": "away", **place})
        for offer in match.offers.by(pair):
            for moment in moments(offer):
                is_open = offer == match.offers.open and moment > match.now
                _mark(svg, x(timezone.localdate(moment)), y, is_open=is_open)
    _upright(svg, x(match.state.play_by), "play-by", f"play by {brief(match.state.play_by)}", 15)
    _upright(svg, x(match.today), "today", "today", 30)
    # ElementTree has escaped all texts.
    return mark_safe(tostring(svg, encoding="unicode"))  # noqa: S308


def _axis(svg: Element, first: date, last: date, x) -> None:
    _path(svg, f"M{_LEFT} {_AXIS}H{_WIDTH}", "axis")
    step = _WEEK * max(1, (last - first).days // 70 + 1)
    day = first
    while day < last:
        _path(svg, f"M{x(day):.1f} {_AXIS}v6", "axis")
        _text(svg, f"{day.day} {day:%b}", x(day), _AXIS + 22, "middle")
        day += step


def _mark(svg: Element, x: float, y: float, *, is_open: bool) -> None:
    if is_open:
        SubElement(svg, "circle", {"class": "open", "cx": f"{x:.1f}", "cy": f"{y}", "r": "6.5"})
    else:
        _path(svg, f"M{x - 5:.1f} {y - 5}l10 10M{x + 5:.1f} {y - 5}l-10 10", "cross")


def _upright(svg: Element, x: float, name: str, text: str, y: int) -> None:
    _path(svg, f"M{x:.1f} {y + 5}V{_AXIS}", name)
    _text(svg, text, x, y, "middle")


def _path(svg: Element, path: str, name: str) -> None:
    SubElement(svg, "path", {"class": name, "d": path})


def _text(svg: Element, text: str, x: float, y: float, anchor: str) -> None:
    look = {"x": f"{x:.1f}", "y": f"{y}"} | ({"text-anchor": anchor} if anchor else {})
    SubElement(svg, "text", look).text = without_control_characters(text)
