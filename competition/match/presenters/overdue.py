"""Facts about an unplayed match for the organiser, and the possible decisions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.utils import timezone

from competition.contest.models import Conditions
from competition.draw.presenters import words
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.later_rounds import opponents_after
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.layout import with_article
from competition.entries.models import Pair
from competition.match.models import Offer
from competition.match.presenters.dates import brief, by_and_other, count, day_of, span
from competition.match.queries.dates import Unplayed, moments
from competition.rulings.decisions.results import DoubleDefault, Lots, Rule, Walkover
from competition.rulings.decisions.rounds import Extend
from competition.rulings.rules import Ruling
from scoring.rules.refusal import Refused
from scoring.templatetags.bridge import day

_LONGEST_EXTENSION, _SHORTEST_EXTENSION = 14, 3


@dataclass(frozen=True, slots=True)
class OfferRow:
    """One offer: its date, the pair, the offered dates and the answer. `waits` is True if there is no answer."""

    on: date
    who: str
    what: str
    answer: str
    waits: bool


@dataclass(frozen=True, slots=True)
class BlockedMatch:
    """The overdue match or a later match that depends on it, with a sentence about it."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Remedy:
    """A possible decision, with its consequence, its public reason, and the form behind its button.

    `page` is the name of the form's URL, and `sends` has the values of the form. `other` is the pair that the
    organiser could choose instead, and `instead` is the text of that link.
    """

    title: str
    follows: str
    words: str
    button: str
    page: str
    sends: dict[str, str]
    other: Pair | None = None
    instead: str = ""


def lead(match: Unplayed) -> str:
    """Return a neutral summary of each pair's offers."""
    return " ".join(_of_pair(match, pair) for pair in match.state.pairs)


def _of_pair(match: Unplayed, pair: Pair) -> str:
    own = match.offers.by(pair)
    waits = match.offers.open
    dates = sum(len(moments(offer)) for offer in own)
    goes = f" in {count(len(own), 'offer')}" if len(own) > 1 else ""
    sentence = f"{match.called(pair)} have offered {count(dates, 'date')}{goes}"
    if waits is None or waits.by_id == pair.pk:
        return f"{sentence}."
    seen = f", although they opened the page {day_of(waits.read_at, match.today)}" if waits.read_at else ""
    return f"{sentence}, and have not replied since {day_of(waits.at, match.today).removeprefix('on ')}{seen}."


def rows(match: Unplayed) -> list[OfferRow]:
    """Return all offers of the match, earliest first."""
    return [
        OfferRow(
            on=timezone.localdate(offer.at),
            who=by_and_other(match, offer)[0],
            what="; ".join(map(brief, moments(offer))),
            answer=_answer(match, offer),
            waits=offer == match.offers.open,
        )
        for offer in match.offers.all
    ]


def _answer(match: Unplayed, offer: Offer) -> str:
    if offer.answered_at is None and match.state.set_day:
        return "closed, because the day of play was set"
    if offer.answered_at is None:
        since = count((match.today - timezone.localdate(offer.at)).days, "day")
        seen = f"opened {day_of(offer.read_at, match.today)}" if offer.read_at else "not opened"
        return f"none for {since}, {seen}"
    days = (timezone.localdate(offer.answered_at) - timezone.localdate(offer.at)).days
    after = "the same day" if days == 0 else f"after {count(days, 'day')}"
    if offer.takes:
        off = f"; cancelled {day_of(offer.cancelled_at, match.today)}" if offer.cancelled_at else ""
        return f"{after}: accepted {brief(offer.takes)}{off}"
    if offer.answer == Offer.Answer.WITHDRAWN:
        return f"{after}: cancelled"
    return f"{after}: declined" + (f", “{offer.reason}”" if offer.reason else "")


def days_away(match: Unplayed) -> list[tuple[str, str]]:
    """Return each pair's days away since the draw, in words. Pairs that were never away are omitted."""
    times = [(pair, [span(row.first, row.last) for row in match.away.get(pair.pk, ())]) for pair in match.state.pairs]
    return [(match.called(pair), "; ".join(texts)) for pair, texts in times if texts]


def blocked_matches(draw: PublishedDraw, match: Unplayed) -> list[BlockedMatch]:
    """Return this match and all matches that depend on it, up to the final."""
    state = match.state
    blocked = [BlockedMatch("This match", f"due {day(state.play_by)}")]
    while state.feeds:
        was = state
        state = draw.matches[state.feeds]
        first = words.prospect(state, match.state.code) if was is match.state else f"By {day(state.play_by)}."
        left = _days_left(match, state.play_by) if was is match.state else ""
        blocked.append(BlockedMatch(state.round_name, first + left))
    for round in [] if state.is_last else draw.rounds[state.round : len(draw.main_rounds)]:
        left = _days_left(match, round.play_by) if round.number == match.state.round + 1 else ""
        blocked.append(BlockedMatch(round.name, f"Drawn later. Play by {day(round.play_by)}.{left}"))
    return blocked


def _days_left(match: Unplayed, play_by: date) -> str:
    """Return a sentence about the days left for the next match, which has this play-by date."""
    rest = max(0, (play_by - max(match.today, match.state.play_by)).days)
    return f" {count(rest, 'day').capitalize()} {'is' if rest == 1 else 'are'} left for it."


def remedies(draw: PublishedDraw, match: Unplayed, award: int | None = None) -> list[Remedy]:
    """Return the decisions that are possible now.

    Once the match is overdue, the decision named in the conditions of contest comes first. Before that, an extension
    comes first. `award` is the number of the pair to propose as winner.
    """
    ways = {
        "extend": _extension(draw, match),
        "award": _awarded(draw, match, award),
        "random": _at_random(draw, match),
        "neither": _neither(draw, match),
    }
    unplayed = draw.competition.conditions.unplayed if match.state.overdue else Conditions.Unplayed.ORGANISER
    named = _NAMED[Conditions.Unplayed(unplayed)]
    if named == "award" and not award and not _may_be_awarded(draw, match):
        named = "neither"
    return [way for name in sorted(ways, key=lambda name: name != named) if (way := ways[name])]


# The decision that each condition about unplayed matches names.
_NAMED = {
    Conditions.Unplayed.ORGANISER: "extend",
    Conditions.Unplayed.OFFERS: "award",
    Conditions.Unplayed.ON_THE_DAY: "award",
    Conditions.Unplayed.OFFERED: "award",
    Conditions.Unplayed.NEITHER: "neither",
    Conditions.Unplayed.LOT: "random",
    Conditions.Unplayed.DEFAULT: "neither",
}


def _may_be_awarded(draw: PublishedDraw, match: Unplayed) -> bool:
    """Return False if neither pair offered dates and the conditions let only a pair that did go through."""
    is_for_offers = draw.competition.conditions.unplayed == Conditions.Unplayed.OFFERED
    return not is_for_offers or any(match.offers.by(pair) for pair in match.state.pairs)


def more_days(draw: PublishedDraw, match: Unplayed) -> date:
    """Return a play-by date for an extension.

    The extension uses half of the time before the next round, within `_SHORTEST_EXTENSION` and `_LONGEST_EXTENSION`
    (days).
    """
    after = _next_play_by(draw, match.state) or match.today + timedelta(2 * _LONGEST_EXTENSION)
    days = max(_SHORTEST_EXTENSION, min(_LONGEST_EXTENSION, (after - match.today).days // 2))
    return max(match.today, match.state.play_by) + timedelta(days)


def _next_play_by(draw: PublishedDraw, state: PublishedMatch) -> date | None:
    """Return the play-by date of the winners' next match, even if its round is not drawn yet. None after the last."""
    if state.feeds:
        return draw.matches[state.feeds].play_by
    return None if state.is_last else draw.rounds[state.round].play_by


def _extension(draw: PublishedDraw, match: Unplayed) -> Remedy | None:
    state = match.state
    until = more_days(draw, match)
    try:
        fingerprint = Extend(draw.competition, draw, [state.code], {state.code: until}).preview().fingerprint
    except Refused:
        return None
    follows = f"They play by {day(until)}"
    if after := _next_play_by(draw, state):
        follows += f"; the next round then has {count(max(0, (after - until).days), 'day')}"
    open_offer = match.offers.open if match.offers.still_open(match.now) else None
    still = f" The dates that {by_and_other(match, open_offer)[0]} offered are still open." if open_offer else ""
    reason = f"Please play by {day(until)}.{still} Accept a date, or offer others, at once."
    sends = {"play_by": until.isoformat(), "shown": fingerprint}
    return Remedy("Extend the match", f"{follows}.", reason, f"Extend to {brief(until)}", "extend", sends)


def _awarded(draw: PublishedDraw, match: Unplayed, award: int | None) -> Remedy | None:
    offered = {pair.number: sum(len(moments(row)) for row in match.offers.by(pair)) for pair in match.state.pairs}
    number = award if award in offered else _to_award(draw, match, offered)
    name = draw.names[number]
    dates = count(offered[number], "date")
    waits = match.offers.open and match.offers.open.by_id == draw.pairs[number].pk
    unanswered = ", and had no reply to the last offer" if waits else ""
    why = f"{name} offered {dates}{unanswered}. They" if offered[number] else name
    reason = f"{_unplayed(match)} {why} go through."
    title = f"Award the match to {match.called(draw.pairs[number])}"
    follows = (f"They offered {dates}. " if offered[number] else "") + _after(draw, match.state)
    way = _ruled(draw, match, Walkover, Ruling(number), reason, title, follows, title)
    other = next(pair for pair in match.state.pairs if pair.number != number)
    return way and replace(way, other=other, instead=f"Award it to {match.called(other)} instead")


def _to_award(draw: PublishedDraw, match: Unplayed, offered: Mapping[int, int]) -> int:
    """Return the number of the pair to propose as winner: the pair that offered more dates.

    If the conditions put out a pair that must offer first and does not, propose that pair if it has offered dates,
    otherwise the other pair.
    """
    first, begins = match.state.pairs[0].number, match.state.begins
    if draw.competition.conditions.unplayed == Conditions.Unplayed.OFFERS and begins:
        other = next(number for number in offered if number != begins.number)
        return begins.number if offered[begins.number] else other
    return max(offered, key=lambda number: (offered[number], number == first))


def _at_random(draw: PublishedDraw, match: Unplayed) -> Remedy | None:
    offered = any(match.offers.by(pair) for pair in match.state.pairs)
    why = "The offered dates favour neither pair" if offered else "Neither pair offered a date here"
    reason = f"{_unplayed(match)} {why}, so the winner is picked at random."
    follows = "The app picks the winner from a random seed that anybody can check."
    title = "Pick the winner at random"
    return _ruled(draw, match, Lots, Ruling(), reason, title, follows, title)


def _neither(draw: PublishedDraw, match: Unplayed) -> Remedy | None:
    reason = f"{_unplayed(match)} Neither pair goes through."
    follows = _nobody(draw, match.state)
    title = "Give a double default"
    return _ruled(draw, match, DoubleDefault, Ruling(), reason, title, follows, title)


def _ruled(
    draw: PublishedDraw,
    match: Unplayed,
    rule: type[Rule],
    ruling: Ruling,
    reason: str,
    title: str,
    follows: str,
    label: str,
) -> Remedy | None:
    try:
        fingerprint = rule(draw.competition, draw, match.state.code, ruling).preview().fingerprint
    except Refused:
        return None
    sends = {"kind": rule.way, "shown": fingerprint}
    if ruling.winner:
        sends["winner"] = str(ruling.winner)
    return Remedy(title, follows, reason, label, "rule", sends)


def _unplayed(match: Unplayed) -> str:
    return f"The match was not played by {day(match.state.play_by)}."


def _after(draw: PublishedDraw, state: PublishedMatch) -> str:
    """Return a sentence about what the winners play next, or have won."""
    if state.feeds:
        return words.prospect(draw.matches[state.feeds], state.code)
    if state.awaits_draw:
        return f"They go through. {words.drawn_later(draw, state)}"
    if state.is_section_final:
        return "They win their section."
    return "They win the plate." if state.is_in_plate else "They are the champions."


def _nobody(draw: PublishedDraw, state: PublishedMatch) -> str:
    if state.is_last:
        if state.is_section_final:
            return "Nobody wins this section."
        return "Nobody wins the plate." if state.is_in_plate else "There are no champions."
    other = opponents_after(draw, state)
    if state.feeds is None or other is None or other.nobody or other.bye:
        return "Nobody goes through to the next round here."
    who = f"{other.phrase} go" if other.pair else f"{other.phrase} goes"
    later = with_article(draw.matches[state.feeds].round_name)
    return words.capital(f"{who} through without playing in {later}.")
