"""Messages about a pair's place in the draw: its first match, its next match, and every later change.

A pair's place is its match with its opponents. The messages follow from two facts: the pair's current place, and the
place it was last told. If play alone led from one to the other, the pair is told its next match. If a decision changed
its place, the pair is told the change and its cause. If a change is undone before the pair is told, it needs no
message.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import NamedTuple

from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import PlaceChange
from competition.draw.presenters.overview import is_over
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.later_rounds import closest_losers, waits_for_losers
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage
from competition.entries.models import Pair
from competition.notifications.kinds.causes import Cause, cause_of_key, find_cause, key_of, last_drawn, plays_in
from competition.notifications.kinds.told_places import OUT, WITHDRAWN, PairPlace, ToldPlace, waiting
from competition.notifications.models import Topic

_TO_BE_PLAYED = (Stage.WAITING, Stage.READY, Stage.IN_PLAY)


class PlaceNews(NamedTuple):
    """A pair's new place, the match that it was told earlier, and the decision that changed its place.

    `earlier` is None for news about a first match. `cause` is None if no single decision explains the change.
    """

    draw: PublishedDraw
    place: PairPlace
    earlier: PairPlace | None = None
    cause: Cause | None = None


class PlaceMessage(NamedTuple):
    """A message about a place, without its text."""

    topic: Topic
    about: str
    pair: Pair
    state: PublishedMatch
    news: PlaceNews


def place_messages(draw: PublishedDraw, told: Mapping[int, ToldPlace]) -> Iterator[PlaceMessage]:
    """Yield the messages that tell the pairs of a draw their places (no query). `told` is as in `told_places`."""
    if is_over(draw):
        return
    for _, pair in sorted(draw.everybody.items()):
        last = told.get(pair.pk)
        place = _find_place(draw, pair, last)
        if place is None:
            continue
        if last and last.place == place:
            news = PlaceNews(draw, place, None, cause_of_key(draw, last.about))
            yield PlaceMessage(last.topic, last.about, pair, _state_for(draw, pair, place, last), news)
        elif message := _make_message(draw, pair, place, last):
            yield message


def _find_place(draw: PublishedDraw, pair: Pair, last: ToldPlace | None) -> PairPlace | None:
    """Return a pair's place, or None if it already knows from its own matches that it is out."""
    if pair.withdrawal:
        return PairPlace(WITHDRAWN, pair.number) if pair.number in draw.pairs else None
    codes = draw.codes_of(pair)
    state = draw.matches[codes[-1]] if codes else None
    if state and state.stage in _TO_BE_PLAYED:
        return PairPlace(state.code, pair.number, next((other.number for other in state.pairs if other != pair), None))
    if state and state.awaits_draw and (state.through == pair.number or _played_on(draw, state, last)):
        return waiting(pair.number, state.round)
    if last is None or (state and state.is_open):
        return None
    is_known = last.place.is_of_a_match and (_was_played(draw, last.place) or _was_set_aside(draw, last.place))
    # A pair that waited for a draw has played since then, or is told of the ruling that put it out.
    if state and (is_known or (last.place.waits and not _is_left_out(state, last))):
        return None
    return PairPlace(OUT, pair.number) if last.place.is_in_draw or not state else last.place


def _is_left_out(state: PublishedMatch, last: ToldPlace) -> bool:
    """Return True if losers that were told to wait for a draw, as closest losers, are not in that draw.

    `state` is the last match that they lost. They were told before to play on, in a draw that was undone.
    """
    return state.feeds is not None and state.decided_at is not None and state.decided_at < last.at


def _was_played(draw: PublishedDraw, place: PairPlace) -> bool:
    """Return True if the match at this place has its own result, so that the pair knows the consequences."""
    state = draw.matches.get(place.code)
    if state is None:
        # The draw of the next round was undone, and with it this repechage.
        return False
    numbers = [pair.number for pair in state.pairs]
    if place.pair not in numbers or (place.others and place.others not in numbers):
        return False
    return state.result is not None and not state.is_by_withdrawal


def _played_on(draw: PublishedDraw, state: PublishedMatch, last: ToldPlace | None) -> bool:
    """Return True if the losers of this match were told a later match, or a repechage, in a draw now undone."""
    if not (last and last.place.is_in_draw and waits_for_losers(draw.competition)):
        return False
    is_repechage = last.place.is_of_a_match and last.place.round == state.round and last.place.code != state.code
    return is_repechage or last.place.last_drawn > state.round


def _was_set_aside(draw: PublishedDraw, place: PairPlace) -> bool:
    """Return True if the two pairs have a result that no longer counts. The loser knew that it was out."""
    state = draw.matches.get(place.code)
    return any({*result.pairs} == {place.pair, place.others} for result in (state.set_aside if state else ()))


def _make_message(draw: PublishedDraw, pair: Pair, place: PairPlace, last: ToldPlace | None) -> PlaceMessage | None:
    state = _state_for(draw, pair, place, last)
    if not place.is_in_draw and not (last or place.has_withdrawn):
        return None
    if place.is_in_draw and (last is None or _follows(draw, last.place, place)):
        if last is None and _is_first(draw, pair):
            news = PlaceNews(draw, place, None, _entering(draw, pair))
            return PlaceMessage(Topic.DRAW, _about(draw, place, last), pair, state, news)
        topic, news = Topic.ROUND, PlaceNews(draw, place)
        is_news = place.others or (place.waits and state.stage is Stage.BYE)
        return PlaceMessage(topic, _about(draw, place, last), pair, state, news) if is_news else None
    cause = find_cause(draw, pair, place, last)
    if isinstance(cause, ResultEntry) and plays_in(draw, pair, cause) and not place.is_of_a_match:
        # The message about the ruling tells the pair that it is out.
        return None
    about = f"{_about(draw, place, last)} {key_of(cause)}".strip()
    return PlaceMessage(Topic.CHANGED, about, pair, state, PlaceNews(draw, place, last.place if last else None, cause))


def _about(draw: PublishedDraw, place: PairPlace, last: ToldPlace | None) -> str:
    """Return the key of a message. A pair that was told this place before gets a different key each time."""
    times = last.times[place] if last else 0
    return f"{draw.row.pk} {place}{f' {times + 1}' if times else ''}"


def _state_for(draw: PublishedDraw, pair: Pair, place: PairPlace, last: ToldPlace | None) -> PublishedMatch:
    """Return the match for a message: the one at the place, or else the last match that the pair has or was told."""
    if place.is_of_a_match:
        return draw.matches[place.code]
    codes = draw.codes_of(pair)
    if codes:
        return draw.matches[codes[-1]]
    told = last.place.code if last and last.place.is_of_a_match else ""
    return draw.matches.get(told) or draw.final


def _is_first(draw: PublishedDraw, pair: Pair) -> bool:
    """Return True if the pair has not yet played a match in this draw."""
    return not any(state.result and not state.is_by_withdrawal for state in draw.matches_of(pair))


def _follows(draw: PublishedDraw, told: PairPlace, place: PairPlace) -> bool:
    """Return True if play alone led from the told place to this one."""
    if not told.is_in_draw:
        return False
    if told.code == place.code:
        return told.others is None
    pair = draw.everybody[place.pair]
    if told.waits:
        is_on_the_way = last_drawn(draw, place) >= told.round
    else:
        codes = draw.codes_of(pair)
        by_repechage = any(draw.matches[code].is_repechage for code in codes)
        leads_on = codes[-1] in _way_up(draw, told.code) or by_repechage or plays_on(draw, pair, place)
        is_on_the_way = leads_on and _was_played(draw, told)
    return is_on_the_way and all(is_drawn_bye(state) for state in unplayed(draw, pair, after=told.last_drawn))


def plays_on(draw: PublishedDraw, pair: Pair, place: PairPlace) -> bool:
    """Return True if the pair has this place as closest losers: in a repechage, or in the round after."""
    if not place.is_of_a_match:
        return False
    return draw.matches[place.code].is_repechage or closest_losers(draw, place.round) == pair


def is_drawn_bye(state: PublishedMatch) -> bool:
    """Return True for a bye that was drawn after round 1. No decision about pairs leads to one."""
    return state.stage is Stage.BYE and state.round > 1


def unplayed(draw: PublishedDraw, pair: Pair, *, after: int = 0) -> list[PublishedMatch]:
    """Return the matches after this round that the pair won unplayed: byes, withdrawals, no opponents."""
    won = (state for state in draw.matches_of(pair) if state.through == pair.number)
    return [state for state in won if state.round > after and (state.result is None or state.is_by_withdrawal)]


def _way_up(draw: PublishedDraw, code: str) -> list[str]:
    """Return this code and the codes of all matches that the winner of this match can reach."""
    codes = [code]
    while (state := draw.matches.get(codes[-1])) and state.feeds:
        codes.append(state.feeds)
    return codes


def _entering(draw: PublishedDraw, pair: Pair) -> PlaceChange | None:
    """Return the change that brought this pair into the published draw, or None."""
    return next((row for row in reversed(draw.placings) if row.pair_id == pair.pk and not row.undoes_id), None)


def lost_date(draw: PublishedDraw, news: PlaceNews) -> tuple[date | datetime, str] | None:
    """Return the time and venue of the match that the pair was told earlier and no longer plays, or None.

    A day that the organiser set for the match or its round stays, even if its pairs change.
    """
    earlier, place = news.earlier, news.place
    if earlier is None or earlier.others is None:
        return None
    state = draw.matches.get(earlier.code)
    set_day = state.set_day if state else None
    is_of_round = set_day and not set_day.is_of_one_match and place.is_in_draw and place.round == earlier.round
    is_kept = is_of_round or (set_day and earlier.code == place.code)
    return None if is_kept else arranged(draw, earlier)


def arranged(draw: PublishedDraw, place: PairPlace) -> tuple[date | datetime, str] | None:
    """Return the time and venue arranged for this match, or None.

    A match that will no longer be played keeps the date of its two pairs.
    """
    state, both = draw.matches.get(place.code), {place.pair, place.others}
    numbers = {pair.pk: number for number, pair in draw.everybody.items()}
    if state is None:
        return None
    if state.set_day:
        return state.set_day.at, state.set_day.place
    for meeting in reversed(draw.meetings):
        is_theirs = meeting.match.code == place.code and {numbers[meeting.upper_id], numbers[meeting.lower_id]} == both
        if is_theirs and meeting.plays_at:
            return meeting.plays_at, meeting.venue
    come = all(number and draw.everybody[number].attending for number in both)
    return (state.opening_at, state.opening_place) if come and state.opening_at and state.round == 1 else None
