"""The turn of a pair before its match is played: how it stands in one sentence, and the next step.

The states are: opponents not known, no date, dates offered by either pair, a cancelled date, an agreed or set day, the
day itself, the days after it, and an overdue match.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.urls import reverse
from django.utils import timezone

from competition.draw.presenters import words
from competition.draw.queries.states import local_date, starts
from competition.draw.rules.result import Stage
from competition.entries.models import Pair, Player
from competition.entries.queries.pairs import away
from competition.match.models import Offer
from competition.match.presenters.dates import DateButton, keys, near
from competition.match.queries.play import PairView
from scoring.rules.words import few, plural, quantity
from scoring.templatetags.bridge import day, moment


@dataclass(frozen=True, slots=True)
class Step:
    """A link to a next step. `note` is a second line, such as a phone number."""

    label: str
    address: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PairTurn:
    """The state of a match for one of its pairs, and what this pair does next.

    `kind` is "ours" if the pair must act, "wait" if it need not, "off" after a cancelled date and "late" if overdue.
    `bar` says whose turn it is, `sentence` how the match stands, and `line` adds one fact. `step` is the next step.
    `offer` and `dates` are the dates of the other pair to choose from. Then there is no `step`.
    """

    kind: str
    bar: str
    sentence: str
    line: str
    step: Step | None
    others: Sequence[Step] = ()
    offer: Offer | None = None
    dates: Sequence[DateButton] = ()


def turn_of(match: PairView) -> PairTurn | None:
    """Return the turn of a pair in a match without a score sheet (at most three queries). None for any other match."""
    state = match.state
    if state.stage is Stage.WAITING:
        return _opponents_unknown(match)
    if state.stage is not Stage.READY or match.opponents is None:
        return None
    at, now = state.plays_at, match.draw.now
    if at is not None:
        return _with_day(match, at, now)
    if match.offers.open:
        return _with_offer(match, match.offers.open, now)
    last = match.offers.last
    if last and last.cancelled_at:
        return _cancelled(match, last)
    return _without_date(match)


def _opponents_unknown(match: PairView) -> PairTurn:
    side = match.others
    feeding = match.draw.matches[side.awaiting] if side.awaiting else None
    sentence = f"You play {words.either(match.draw, side)}."
    if feeding is None or not feeding.has_two_pairs:
        step = Step("See the draw", f"{_public(match, 'draw')}?pair={match.pair.number}")
        line = "We tell you their names as soon as they are known."
    else:
        step = Step("Follow their match", reverse("public:match", args=[match.competition.slug, feeding.code]))
        line = f"They play {words.due(feeding)}. We tell you who wins."
    return PairTurn(
        "wait", "Nothing to do", sentence, line, step, [Step("Say when you are away", _play(match, "away"))]
    )


def _with_day(match: PairView, at: date | datetime, now: datetime) -> PairTurn:
    """Return the turn for an agreed day, a set day or the opening day."""
    others = str(match.opponents)
    place = match.state.place
    phones = _phones(match)[:2]
    if local_date(at) == timezone.localdate(now):
        hour = f" at {timezone.localtime(at):%H:%M}" if isinstance(at, datetime) else ""
        line = " ".join(filter(None, (f"{place}." if place else "", "Start when all four sit at the table.")))
        return PairTurn("ours", "Today", f"You play {others} today{hour}.", line, _start(match), phones)
    if starts(at) < now:
        reported = f"It was arranged for {moment(at)}."
        late = _days_late(match)
        bar, kind = (late, "late") if late else ("Your turn", "ours")
        further = [Step("Another date", _play(match, "arrange"))] if match.state.may_be_arranged else []
        return PairTurn(
            kind, bar, f"Have you played {others}?", reported, _result_step(match), [_start(match), *further]
        )
    bar = "The day is set" if match.state.set_day else "Date agreed"
    line = ", ".join(filter(None, (place, near(starts(at), now)))) + "."
    step = Step("See or change the date", _play(match, "arrange"))
    if match.state.set_day:
        step = Step("See the match", f"{_play(match, 'match')}#details")
    return PairTurn("wait", bar, f"You play {others} on {moment(at)}.", words.capital(line), step, phones)


def _with_offer(match: PairView, offer: Offer, now: datetime) -> PairTurn:
    others = str(match.opponents)
    late = _days_late(match)
    if offer.by_id != match.pair.pk:
        at = f", {offer.venue}" if offer.venue else ""
        line = f"From {others}{at}. One tap agrees the date."
        none = Step("None of these", f"{_play(match, 'arrange')}#others")
        days_away = away([match.pair], since=timezone.localdate(now))[match.pair.pk]
        buttons = [key for key in keys(offer, days_away, now) if not key.is_over]
        step = None if buttons else Step("Offer other dates", _play(match, "arrange"))
        further = [none, *_phones(match)[:1]]
        return PairTurn(
            "late" if late else "ours",
            late or "Your turn",
            "Which date suits you?",
            line,
            step,
            further,
            offer,
            buttons,
        )
    number = len(offer.dates.all())
    sentence = f"{others} have your {few(number)} {plural(number, 'date')}."
    since = f"No reply since {day(offer.at)}."
    phones, ours = _phones(match), Step("Your dates", _play(match, "arrange"))
    step, *further = [*phones, ours]
    return PairTurn("late" if late else "wait", late or "Their turn", sentence, since, step, further[:2])


def _cancelled(match: PairView, offer: Offer) -> PairTurn:
    was = f"{moment(offer.takes)}: “{offer.cancelled_because}”"
    by_us = offer.cancelled_by_id == match.pair.pk
    who = "You" if by_us else str(match.opponents)
    step = Step("Offer new dates", _play(match, "arrange"))
    return PairTurn("off", "Date cancelled", f"{who} cancelled the date.", was, step, _phones(match)[:2])


def _without_date(match: PairView) -> PairTurn:
    others, state = str(match.opponents), match.state
    step = Step("Offer dates", _play(match, "arrange"))
    if late := _days_late(match):
        line = f"The play-by date was {day(state.play_by)}. Tell the organiser what is delaying you."
        return PairTurn("late", late, f"You have no date with {others}.", line, step, _phones(match)[:2])
    home = {None: "", match.pair: "At your house, by ", match.opponents: "At their house, by "}[state.home]
    line = f"{home}{day(state.play_by)}." if home else f"By {day(state.play_by)}."
    waits = state.begins == match.opponents
    bar, kind = ("Their turn", "wait") if waits else ("Your turn", "ours")
    sentence = f"{others} offer dates first." if waits else f"Agree a date with {others}."
    return PairTurn(kind, bar, sentence, line, step, _phones(match)[:2])


def _days_late(match: PairView) -> str:
    """Return "8 days overdue", or "" until the play-by date has passed."""
    days = (timezone.localdate(match.draw.now) - match.state.play_by).days
    return f"{quantity(days, 'day')} overdue" if match.state.overdue and days > 0 else ""


def _start(match: PairView) -> Step:
    return Step("Start the score sheet", _play(match, "open"))


def _result_step(match: PairView) -> Step:
    if match.competition.conditions.deals_required:
        return Step("Type in a paper score sheet", _play(match, "paper"))
    return Step("Report two totals", _play(match, "totals"))


def _phones(match: PairView) -> list[Step]:
    """Return a link for each phone number of the opponents."""
    return [_phone(player) for player in _present(match.opponents) if player.phone]


def _present(pair: Pair | None) -> Sequence[Player]:
    return pair.present if pair else ()


def _phone(player: Player) -> Step:
    return Step(f"Phone {player.display_name}", f"tel:{player.phone.replace(' ', '')}", player.phone)


def _play(match: PairView, name: str) -> str:
    return reverse(f"play:{name}", args=[match.competition.slug, match.code])


def _public(match: PairView, name: str) -> str:
    return reverse(f"public:{name}", args=[match.competition.slug])
