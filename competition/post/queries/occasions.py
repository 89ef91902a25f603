"""What the facts call for: which pair is to be told of what."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from competition.arranging.models import Offer
from competition.arranging.queries import SOON, offers_in
from competition.contest.models import Competition
from competition.entries.models.pair import Pair, Way
from competition.knockout.formats.overview import is_over
from competition.knockout.models.draw import Extension, Placing, RoundConditions
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.stages import Answer, Stage
from competition.log.events import Event
from competition.log.models import LogEntry
from competition.post.models import Occasion
from competition.rulings.formats.records import code_of

# How long what has happened is news.
NEWS = timedelta(days=7)
# A match that is over has been reported by then.
_OVERNIGHT = timedelta(days=1)
_UNPLAYED = (Stage.READY, Stage.IN_PLAY)
# Told by mail, the second player of a pair has still to get it.
_NOT_YET = ("", ResultEntry.Told.MAIL)
_NEW_LINK = Q(event__in=(Event.LINK_RENEWED, Event.LINKS_RENEWED)) | Q(event=Event.SUBSTITUTED, detail__new_link=True)


@dataclass(frozen=True, slots=True)
class Message:
    """That a pair is to be told of something: `about` is the same as long as it says the same.

    `state` is the match it is about, and `fact` what was decided, if anything was.
    """

    competition: Competition
    occasion: Occasion
    about: str
    pair: Pair
    state: MatchState
    fact: ResultEntry | Extension | RoundConditions | Offer | Placing | None = None
    # When it happened; nothing that is no news any more goes out.
    since: datetime | None = None
    # When the pair came to know of it otherwise, and how.
    known_at: datetime | None = None
    known_by: str = ""

    @property
    def others(self) -> Pair | None:
        """The other pair of the match, once it is known."""
        return next((pair for pair in self.state.pairs if pair != self.pair), None)

    @property
    def who(self) -> str:
        """What the pair is known by in an address."""
        return str(self.pair.number)

    @property
    def key(self) -> tuple[Occasion, str, int]:
        """What no pair is told twice."""
        return self.occasion, self.about, self.pair.pk


def messages(draw: PublishedDraw, *occasions: Occasion) -> list[Message]:
    """Everything the pairs of a draw are to be told as it stands, or all of these occasions."""
    news = draw.now - NEWS
    found = (message for kind in occasions or _FOUND for message in _FOUND[kind](draw))
    return [one for one in found if not one.pair.withdrawal and (one.since is None or one.since > news)]


def _draw(draw: PublishedDraw) -> Iterator[Message]:
    """Each pair's first match: it is told of the draw until that is decided, and anew where a late pair changes it."""
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
    """Matches whose two pairs the draw itself did not tell of each other."""
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
    """Matches of two known pairs, so many days before their last, that have not begun and have no day before them."""
    today = timezone.localdate(draw.now)
    for state in draw.matches.values():
        has_a_day = state.plays_at is not None and state.plays_at > draw.now - _OVERNIGHT
        if state.stage is Stage.READY and is_time((state.play_by - today).days) and not has_a_day:
            yield from _both(draw, occasion, f"{state.code} {state.play_by}", state)


def _date(draw: PublishedDraw) -> Iterator[Message]:
    """Dates offered or turned down, to the pair that did not say it; agreed or called off, to both (two queries).

    The pair that agreed or called off gets an email for both its players' calendars, and nothing where it wants none.
    """
    for offers in offers_in(draw).values():
        last, state = offers.last, offers.state
        if last is None or state.stage not in _UNPLAYED or last.answer == Offer.Answer.WITHDRAWN:
            continue
        said = [(last.called_off_at, last.called_off_by_id), (last.answered_at, last.answered_by_id)]
        at, said_by = next((one for one in said if one[0]), (last.at, last.by_id))
        known = (None, "") if last.answer or not last.read_at else (last.read_at, ResultEntry.Told.PAGE)
        about = f"{last.pk} {'called off' if last.called_off_at else last.answer}".strip()
        for pair in state.pairs:
            if pair.pk != said_by or (last.takes and _is_emailed(pair)):
                yield Message(draw.competition, Occasion.DATE, about, pair, state, last, at, *known)


def _is_emailed(pair: Pair) -> bool:
    return settings.HAS_MAIL and pair.way == Way.MAIL and any(player.email for player in pair.present)


def _result(draw: PublishedDraw) -> Iterator[Message]:
    """Results that wait for an answer."""
    for state in draw.matches.values():
        last = state.last
        if state.stage is Stage.SUBMITTED and last:
            about = draw.competition, Occasion.RESULT, str(last.pk), state.to_answer, state, last
            known = (last.told_at, last.told_by) if last.told_by not in _NOT_YET else (None, "")
            yield Message(*about, None, *known)


def _answer(draw: PublishedDraw) -> Iterator[Message]:
    """What a pair said that is not for the other to answer: to the sender the answer, to the other what counts."""
    for state in draw.matches.values():
        last = state.last
        if last is None or last.by_id is None or not state.has_two_pairs:
            continue
        sender, other = sorted(state.pairs, key=lambda pair: pair.pk != last.by_id)
        at_once = not last.asks_for_answer or last.agrees_at == last.at
        is_answered = last.answer in (Answer.CONFIRMED, Answer.DISPUTED)
        if at_once or is_answered or state.stage is Stage.OFFICIAL:
            reader, since = (other, last.at) if at_once else (sender, last.answered_at or last.agrees_at)
            about = f"{last.pk} {last.answer}".strip()
            yield Message(draw.competition, Occasion.ANSWER, about, reader, state, last, since)


def _ruled(draw: PublishedDraw) -> Iterator[Message]:
    """What the organiser decided last about a match, were it to take a ruling back."""
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
    """Matches with another last day than was published, or again with the one before."""
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
    """To every pair that is still in: what was corrected last in the conditions of a round that is to be played."""
    alive = [draw.pairs[number] for number in sorted(draw.bracket.alive)]
    for round in draw.rounds:
        if not round.terms.rows or all(not state.is_to_be_decided for state in round.matches):
            continue
        row = round.terms.rows[-1]
        for pair in alive:
            state = draw.matches[draw.codes_of(pair)[-1]]
            yield Message(draw.competition, Occasion.CONDITIONS, str(row.pk), pair, state, row)


def _link(draw: PublishedDraw) -> Iterator[Message]:
    """Pairs whose private link was replaced, which know nothing of the new one but by us (one query)."""
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
# Those on which a draw has something to tell.
OF_A_DRAW = frozenset(_FOUND)
