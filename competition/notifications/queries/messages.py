"""Queries for the messages that follow from the facts of a draw."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.contest.models import Competition
from competition.entries.models.pair import Pair, Way
from competition.knockout.models.draw import Extension, PlaceChange, RoundConditions
from competition.knockout.models.result_entry import Notice, ResultEntry
from competition.knockout.presenters.overview import is_over
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.stages import Answer, Stage
from competition.notifications.models import Occasion
from competition.rulings.presenters.records import code_of
from competition.scheduling.models import Offer
from competition.scheduling.queries import SOON, offers_in

# Do not send messages about events older than this.
NEWS = timedelta(days=7)
# Time that the pairs have to report a finished match.
_OVERNIGHT = timedelta(days=1)
_UNPLAYED = (Stage.READY, Stage.IN_PLAY)
# After an email, the second player of the pair still has to get one.
_NOT_YET = ("", Notice.Channel.MAIL)
_NEW_LINK = Q(event__in=(Event.LINK_RENEWED, Event.LINKS_RENEWED)) | Q(event=Event.SUBSTITUTED, detail__new_link=True)


@dataclass(frozen=True, slots=True)
class Message:
    """A message to a pair. Two messages with the same `about` say the same.

    `state` is the match, and `fact` the decision or event, if there is one.
    """

    competition: Competition
    occasion: Occasion
    about: str
    pair: Pair
    state: MatchState
    fact: ResultEntry | Extension | RoundConditions | Offer | PlaceChange | None = None
    # Time of the event. Old news is not sent.
    since: datetime | None = None
    # Time and channel by which the pair learned about it without this message.
    known_at: datetime | None = None
    known_by: str = ""

    @property
    def others(self) -> Pair | None:
        """The opponents in the match, or None if they are not yet known."""
        return next((pair for pair in self.state.pairs if pair != self.pair), None)

    @property
    def who(self) -> str:
        """The number of the pair, as used in URLs."""
        return str(self.pair.number)

    @property
    def key(self) -> tuple[Occasion, str, int]:
        """The key that prevents a second message."""
        return self.occasion, self.about, self.pair.pk


def messages(draw: PublishedDraw, *occasions: Occasion) -> list[Message]:
    """Return all messages that the draw calls for at present, or those of the given kinds."""
    news = draw.now - NEWS
    found = (message for kind in occasions or _FOUND for message in _FOUND[kind](draw))
    return [one for one in found if not one.pair.withdrawal and (one.since is None or one.since > news)]


def _draw(draw: PublishedDraw) -> Iterator[Message]:
    """Yield a message about each pair's first match, until that match is decided.

    If a late entry changes the match, the pair gets a new message.
    """
    changed = {code_of(draw, row): row for row in draw.placings}
    for _, pair in sorted(draw.pairs.items()):
        state = _first_match(draw, pair)
        if state and state.is_to_be_decided:
            row = changed.get(draw.codes_of(pair)[0])
            about = f"{draw.row.pk} {row.pk}" if row else str(draw.row.pk)
            yield Message(draw.competition, Occasion.DRAW, about, pair, state, row)


def _first_match(draw: PublishedDraw, pair: Pair) -> MatchState | None:
    matches = (draw.matches[code] for code in draw.codes_of(pair))
    return next((state for state in matches if state.stage is not Stage.BYE), None)


def _round(draw: PublishedDraw) -> Iterator[Message]:
    """Yield messages about matches whose pairs were not opponents in the published draw."""
    for state in draw.matches.values():
        if state.stage in _UNPLAYED and not all(_first_match(draw, pair) is state for pair in state.pairs):
            yield from _both(draw, Occasion.ROUND, "{} {}-{}".format(state.code, *state.numbers), state)


def _both(
    draw: PublishedDraw,
    occasion: Occasion,
    about: str,
    state: MatchState,
    fact: ResultEntry | Extension | None = None,
    since: datetime | None = None,
) -> Iterator[Message]:
    for pair in state.pairs:
        yield Message(draw.competition, occasion, about, pair, state, fact, since)


def _soon(draw: PublishedDraw) -> Iterator[Message]:
    return _reminders(draw, Occasion.SOON, lambda days: 0 <= days <= SOON)


def _late(draw: PublishedDraw) -> Iterator[Message]:
    return _reminders(draw, Occasion.LATE, lambda days: days < 0)


def _reminders(draw: PublishedDraw, occasion: Occasion, is_time: Callable[[int], bool]) -> Iterator[Message]:
    """Yield reminders for matches that have not begun and have no future date.

    `is_time` gets the number of days until the play-by date.
    """
    today = timezone.localdate(draw.now)
    for state in draw.matches.values():
        has_a_day = state.plays_at is not None and state.plays_at > draw.now - _OVERNIGHT
        if state.stage is Stage.READY and is_time((state.play_by - today).days) and not has_a_day:
            yield from _both(draw, occasion, f"{state.code} {state.play_by}", state)


def _date(draw: PublishedDraw) -> Iterator[Message]:
    """Yield messages about dates (two queries).

    The other pair is told about offered and declined dates, and both pairs about agreed and cancelled dates. The pair
    that agreed or cancelled the date gets only an email for its players' calendars, if it uses email.
    """
    for offers in offers_in(draw).values():
        last, state = offers.last, offers.state
        if last is None or state.stage not in _UNPLAYED or last.answer == Offer.Answer.WITHDRAWN:
            continue
        said = [(last.called_off_at, last.called_off_by_id), (last.answered_at, last.answered_by_id)]
        at, said_by = next((one for one in said if one[0]), (last.at, last.by_id))
        known = (None, "") if last.answer or not last.read_at else (last.read_at, Notice.Channel.PAGE)
        about = f"{last.pk} {'cancelled' if last.called_off_at else last.answer}".strip()
        for pair in state.pairs:
            if pair.pk != said_by or (last.takes and _is_emailed(pair)):
                yield Message(draw.competition, Occasion.DATE, about, pair, state, last, at, *known)


def _is_emailed(pair: Pair) -> bool:
    return settings.HAS_MAIL and pair.way == Way.MAIL and any(player.email for player in pair.present)


def _result(draw: PublishedDraw) -> Iterator[Message]:
    """Yield messages about results that wait for a reply."""
    for state in draw.matches.values():
        last = state.last
        if state.stage is Stage.SUBMITTED and last:
            about = draw.competition, Occasion.RESULT, str(last.pk), state.to_answer, state, last
            known = (last.notified_at, last.notified_by) if last.notified_by not in _NOT_YET else (None, "")
            yield Message(*about, None, *known)


def _answer(draw: PublishedDraw) -> Iterator[Message]:
    """Yield messages about replies, and about reports that need none.

    The reporting pair gets the reply. If no reply is needed, the other pair gets the result.
    """
    for state in draw.matches.values():
        last = state.last
        if last is None or last.by_id is None or not state.has_two_pairs:
            continue
        sender, other = sorted(state.pairs, key=lambda pair: pair.pk != last.by_id)
        at_once = not last.asks_for_answer or last.reply_deadline == last.at
        is_answered = last.answer in (Answer.CONFIRMED, Answer.DISPUTED)
        if at_once or is_answered or state.stage is Stage.OFFICIAL:
            reader, since = (other, last.at) if at_once else (sender, last.answered_at or last.reply_deadline)
            about = f"{last.pk} {last.answer}".strip()
            yield Message(draw.competition, Occasion.ANSWER, about, reader, state, last, since)


def _ruled(draw: PublishedDraw) -> Iterator[Message]:
    """Yield messages about the latest decision in each match, including an undone ruling."""
    newest: dict[tuple[str, int, int], ResultEntry] = {}
    for meeting in draw.meetings:
        for row in meeting.result_entries.all():
            met = meeting.match.code, meeting.upper_id, meeting.lower_id
            newest[met] = max(newest.get(met, row), row, key=lambda one: one.number)
    for (code, *both), row in newest.items():
        state = draw.matches[code]
        if row.decided_by_id and [pair.pk for pair in state.pairs] == both:
            yield from _both(draw, Occasion.RULED, str(row.pk), state, row, row.at)


def _time(draw: PublishedDraw) -> Iterator[Message]:
    """Yield messages about matches whose play-by date was changed or restored."""
    back: dict[str, Extension] = {}
    for row in draw.extensions:
        codes = [row.code] if row.code else [state.code for state in draw.rounds[row.round.number - 1].matches]
        back |= dict.fromkeys(codes, row)
    for state in draw.matches.values():
        last, given = back.get(state.code), state.deadline.extension
        given = last if last and last.takes_back_id else given
        if given and state.is_open:
            yield from _both(draw, Occasion.TIME, str(given.pk), state, given, given.at)


def _conditions(draw: PublishedDraw) -> Iterator[Message]:
    """Yield messages to every pair still in, about the latest correction of each round to be played."""
    alive = [draw.pairs[number] for number in sorted(draw.bracket.alive)]
    for round in draw.rounds:
        if not round.terms.rows or all(not state.is_to_be_decided for state in round.matches):
            continue
        row = round.terms.rows[-1]
        for pair in alive:
            state = draw.matches[draw.codes_of(pair)[-1]]
            yield Message(draw.competition, Occasion.CONDITIONS, str(row.pk), pair, state, row)


def _link(draw: PublishedDraw) -> Iterator[Message]:
    """Yield messages to pairs with a new private link (one query). Their old link no longer works."""
    last: dict[int, LogEntry] = {}
    for line in LogEntry.objects.filter(_NEW_LINK, competition=draw.competition).order_by("pk"):
        last |= dict.fromkeys([line.detail["pair"]] if "pair" in line.detail else draw.pairs, line)
    for number, line in sorted(last.items()):
        if pair := draw.pairs.get(number):
            state = draw.matches[draw.codes_of(pair)[-1]]
            yield Message(draw.competition, Occasion.LINK, str(line.pk), pair, state, None, line.at)


def _over(draw: PublishedDraw) -> Iterator[Message]:
    if is_over(draw):
        final = draw.rounds[-1].matches[0]
        for _, pair in sorted(draw.pairs.items()):
            yield Message(draw.competition, Occasion.OVER, str(draw.row.pk), pair, final)


_FOUND: dict[Occasion, Callable[[PublishedDraw], Iterator[Message]]] = {
    Occasion.DRAW: _draw,
    Occasion.ROUND: _round,
    Occasion.SOON: _soon,
    Occasion.LATE: _late,
    Occasion.DATE: _date,
    Occasion.RESULT: _result,
    Occasion.ANSWER: _answer,
    Occasion.RULED: _ruled,
    Occasion.TIME: _time,
    Occasion.CONDITIONS: _conditions,
    Occasion.LINK: _link,
    Occasion.OVER: _over,
}
# The kinds of message that a draw can call for.
OF_A_DRAW = frozenset(_FOUND)
