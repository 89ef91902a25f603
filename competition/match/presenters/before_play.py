"""Presenters for the turn of a pair before its match is played.

The states are: opponents not known, no date, dates offered by either pair, a cancelled date, an agreed or set day, the
day itself, the days after it, and an overdue match.
"""

from datetime import date, datetime

from django.urls import reverse
from django.utils import timezone

from competition.draw.presenters import words
from competition.draw.queries.states import local_date, starts
from competition.entries.queries.pairs import away
from competition.match.models import Offer
from competition.match.presenters.dates import keys, near
from competition.match.presenters.steps import PairTurn, Step, days_late, opponents_phones, play, public, say_away
from competition.match.queries.play import PairView
from scoring.rules.words import few, plural
from scoring.templatetags.bridge import day, moment


def opponents_unknown(match: PairView) -> PairTurn:
    """Return the turn in a match with opponents who are not known yet."""
    side = match.others
    feeding = match.draw.matches[side.awaiting] if side.awaiting else None
    at = match.state.plays_at
    sentence = f"You play {words.either(match.draw, side)}{f' on {moment(at)}' if at else ''}."
    if feeding is None or not feeding.has_two_pairs:
        step = Step("See the draw", f"{public(match, 'draw')}?pair={match.pair.number}")
        line = "Their names appear here as soon as they are known."
    else:
        step = Step("Follow their match", reverse("public:match", args=[match.competition.slug, feeding.code]))
        line = f"They play {words.due(feeding)}. The winners appear here."
    return PairTurn("wait", "Nothing to do", sentence, line, step, [say_away(match)])


def to_be_played(match: PairView) -> PairTurn:
    """Return the turn in a match between two known pairs that has no score sheet (at most three queries)."""
    at, now = match.state.plays_at, match.draw.now
    if at is not None:
        return _with_day(match, at, now)
    if match.offers.open:
        return _with_offer(match, match.offers.open, now)
    last = match.offers.last
    if last and last.cancelled_at:
        return _cancelled(match, last)
    return _without_date(match)


def _with_day(match: PairView, at: date | datetime, now: datetime) -> PairTurn:
    """Return the turn for an agreed day, a set day or the opening day."""
    others = str(match.opponents)
    place = match.state.place
    phones = opponents_phones(match)[:2]
    if local_date(at) == timezone.localdate(now) or match.state.clock:
        hour = f" at {timezone.localtime(at):%H:%M}" if isinstance(at, datetime) else ""
        # On one day, the line about the table says when to start.
        ready = "" if match.state.table and not match.state.clock else "Start when all four sit at the table."
        line = " ".join(filter(None, (f"{place}." if place else "", ready)))
        return PairTurn("ours", "Today", f"You play {others} today{hour}.", line, _start(match), phones)
    if starts(at) < now:
        reported = f"It was arranged for {moment(at)}."
        late = days_late(match)
        bar, kind = (late, "late") if late else ("Your turn", "ours")
        further = [Step("Another date", play(match, "arrange"))] if match.state.may_be_arranged else []
        return PairTurn(
            kind, bar, f"Have you played {others}?", reported, _result_step(match), [_start(match), *further]
        )
    bar = "The day is set" if match.state.set_day else "Date agreed"
    line = ", ".join(filter(None, (place, near(starts(at), now)))) + "."
    step = Step("See or change the date", play(match, "arrange"))
    if match.state.set_day:
        step = Step("See the match", f"{play(match, 'match')}#details")
    return PairTurn("wait", bar, f"You play {others} on {moment(at)}.", words.capital(line), step, phones)


def _with_offer(match: PairView, offer: Offer, now: datetime) -> PairTurn:
    others = str(match.opponents)
    late = days_late(match)
    if offer.by_id != match.pair.pk:
        at = f"{words.capital(offer.venue)}. " if offer.venue else ""
        line = f"{at}Choose one, and the date is agreed."
        days_away = away([match.pair], since=timezone.localdate(now))[match.pair.pk]
        buttons = [key for key in keys(offer, days_away, now) if not key.is_over]
        sentence = f"{others} offer {few(len(buttons))} {plural(len(buttons), 'date')}."
        step, further = None, [Step("None of these", f"{play(match, 'arrange')}#others")]
        if not buttons:
            sentence, line = f"The dates that {others} offered have passed.", ""
            step, further = Step("Offer other dates", play(match, "arrange")), opponents_phones(match)[:2]
        return PairTurn(
            "late" if late else "ours",
            late or "Your turn",
            sentence,
            line,
            step,
            further,
            offer,
            buttons,
        )
    number = len(offer.dates.all())
    sentence = f"{others} have your {few(number)} {plural(number, 'date')}."
    since = f"No reply since {day(offer.at)}."
    phones, ours = opponents_phones(match), Step("Your dates", play(match, "arrange"))
    step, *further = [*phones, ours]
    return PairTurn("late" if late else "wait", late or "Their turn", sentence, since, step, further[:2])


def _cancelled(match: PairView, offer: Offer) -> PairTurn:
    was = f"{moment(offer.takes)}: “{offer.cancelled_because}”"
    by_us = offer.cancelled_by_id == match.pair.pk
    who = "You" if by_us else str(match.opponents)
    step = Step("Offer new dates", play(match, "arrange"))
    late, sentence = days_late(match), f"{who} cancelled the date."
    bar, kind = (late, "late") if late else ("Date cancelled", "off")
    return PairTurn(kind, bar, sentence, was, step, opponents_phones(match)[:2])


def _without_date(match: PairView) -> PairTurn:
    others, state = str(match.opponents), match.state
    step = Step("Offer dates", play(match, "arrange"))
    if late := days_late(match):
        line = f"The play-by date was {day(state.play_by)}. Tell the organiser why."
        return PairTurn("late", late, f"You have no date with {others}.", line, step, opponents_phones(match)[:2])
    extended = " (extended)" if state.extension and not state.is_brought_forward else ""
    home = {None: "", match.pair: "At your house, by ", match.opponents: "At their house, by "}[state.home]
    line = f"{home or 'By '}{day(state.play_by)}{extended}."
    waits = state.begins == match.opponents
    bar, kind = ("Their turn", "wait") if waits else ("Your turn", "ours")
    sentence = f"{others} offer dates first." if waits else f"Agree a date with {others}."
    return PairTurn(kind, bar, sentence, line, step, opponents_phones(match)[:2])


def _start(match: PairView) -> Step:
    return Step("Start the score sheet", play(match, "open"))


def _result_step(match: PairView) -> Step:
    if match.competition.conditions.deals_required:
        return Step("Type in a paper score sheet", play(match, "paper"))
    return Step("Report two totals", play(match, "totals"))
