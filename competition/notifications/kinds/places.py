"""Messages about a pair's place in the draw: its first match, its next match, and every later change.

A pair's place is its match with its opponents. The messages follow from two facts: the pair's current place, and the
place it was last told. If play alone led from one to the other, the pair is told its next match. If a decision changed
its place, the pair is told the change and its cause. If a change is undone before the pair is told, it needs no
message.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Meeting, PlaceChange, RoundDraw, Withdrawal
from competition.draw.presenters.overview import is_over
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.later_rounds import closest_losers
from competition.draw.queries.places import is_of_plate, place_of
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.bracket import Bracket, resolve
from competition.draw.rules.result import Stage
from competition.draw.rules.sources import Entrant
from competition.entries.models import Pair
from competition.notifications.models import Email, Told, Topic
from scoring.rules.refusal import Refused

Cause = PlaceChange | Withdrawal | ResultEntry | RoundDraw
# Kinds of message that tell a pair its place in the draw.
OF_A_PLACE = (Topic.DRAW, Topic.ROUND, Topic.CHANGED)
_OUT, _WITHDRAWN = "out", "withdrawn"
_TO_BE_PLAYED = (Stage.WAITING, Stage.READY, Stage.IN_PLAY)


class PairPlace(NamedTuple):
    """A pair's place: the code of its match and the numbers of both pairs, with None for unknown opponents.

    A pair that waits for the draw of a round has the code of this round, such as "R3". A pair that is no longer in the
    draw has the code "out" or "withdrawn".
    """

    code: str
    pair: int
    others: int | None = None

    @property
    def is_of_a_match(self) -> bool:
        """True if the pair has a match to play."""
        return "-" in self.code

    @property
    def waits(self) -> bool:
        """True if the pair waits for the draw of a round."""
        return self.is_in_draw and not self.is_of_a_match

    @property
    def is_in_draw(self) -> bool:
        """True if the pair has a match to play, or waits for the draw of one."""
        return self.code not in (_OUT, _WITHDRAWN)

    @property
    def round(self) -> int:
        """The number of the round that the pair plays in or waits for. Raises ValueError if it is in neither."""
        return int(self.code[1:].split("-")[0])

    @property
    def last_drawn(self) -> int:
        """The number of the last round in which the pair knows its match or its bye."""
        return self.round - self.waits

    @property
    def has_withdrawn(self) -> bool:
        """True if the pair withdrew."""
        return self.code == _WITHDRAWN

    def __str__(self) -> str:
        return f"{self.code} {self.pair}-{self.others or '?'}"

    @classmethod
    def read(cls, text: str) -> "PairPlace | None":
        """Return the place from the `about` of a message, or None if there is none."""
        try:
            code, pairs = text.split()[1:3]
            pair, others = pairs.split("-")
            return cls(code, int(pair), None if others == "?" else int(others))
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class ToldPlace:
    """The place that a pair was last told, with the kind, key and time of that message.

    `times` has the number of messages about each place, because a pair may return to a place.
    """

    place: PairPlace
    topic: Topic
    about: str
    at: datetime
    times: Counter[PairPlace]


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


def told_places(draw: PublishedDraw, emails: Iterable[Email], by_hand: Iterable[Told]) -> dict[int, ToldPlace]:
    """Return the place that each pair was last told, by the pair's primary key (no query)."""
    pairs = {player.pk: pair.pk for pair in draw.everybody.values() for player in pair.given("players")}
    told: list[tuple[Email | Told, int | None, datetime | None]] = [
        *((row, pairs.get(row.player_id or 0), row.sent_at) for row in emails),
        *((row, row.pair_id, row.at) for row in by_hand),
    ]
    theirs: dict[int, dict[tuple[str, str], tuple[datetime, PairPlace]]] = {}
    for row, pair, at in told:
        place = PairPlace.read(row.about) if row.topic in OF_A_PLACE and _is_of_draw(draw, row.about) else None
        if place and pair and at:
            keys = theirs.setdefault(pair, {})
            # Each player in the pair may have received an email.
            keys[row.topic, row.about] = max(keys.get((row.topic, row.about), (at, place)), (at, place))
    return {pair: _latest(keys) for pair, keys in theirs.items()}


def _latest(keys: Mapping[tuple[str, str], tuple[datetime, PairPlace]]) -> ToldPlace:
    topic, about = max(keys, key=lambda key: keys[key][0])
    at, place = keys[topic, about]
    return ToldPlace(place, Topic(topic), about, at, Counter(place for _, place in keys.values()))


def is_asked_for(draw: PublishedDraw, emails: Iterable[Email]) -> bool:
    """Return True if the organiser has requested the emails about this draw, so that later ones need no button."""
    return any(row.topic == Topic.DRAW and _is_of_draw(draw, row.about) for row in emails)


def _is_of_draw(draw: PublishedDraw, about: str) -> bool:
    return about.split(" ", 1)[0] == str(draw.row.pk)


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
            news = PlaceNews(draw, place, None, _find_cause_of_key(draw, last.about))
            yield PlaceMessage(last.topic, last.about, pair, _state_for(draw, pair, place, last), news)
        elif message := _make_message(draw, pair, place, last):
            yield message


def _find_place(draw: PublishedDraw, pair: Pair, last: ToldPlace | None) -> PairPlace | None:
    """Return a pair's place, or None if it already knows from its own matches that it is out."""
    if pair.withdrawal:
        return PairPlace(_WITHDRAWN, pair.number) if pair.number in draw.pairs else None
    codes = draw.codes_of(pair)
    state = draw.matches[codes[-1]] if codes else None
    if state and state.stage in _TO_BE_PLAYED:
        return PairPlace(state.code, pair.number, next((other.number for other in state.pairs if other != pair), None))
    if state and state.awaits_draw and (state.through == pair.number or _played_on(draw, state, last)):
        return _waiting(pair.number, state.round)
    if last is None or (state and state.is_open):
        return None
    is_known = last.place.is_of_a_match and (_was_played(draw, last.place) or _was_set_aside(draw, last.place))
    # A pair that waited for a draw has played since then, or is told of the ruling that put it out.
    if state and (is_known or last.place.waits):
        return None
    return PairPlace(_OUT, pair.number) if last.place.is_of_a_match or not state else last.place


def _waiting(pair: int, played: int) -> PairPlace:
    """Return the place of a pair that waits for the draw of the round after this one."""
    return PairPlace(f"R{played + 1}", pair)


def _was_played(draw: PublishedDraw, place: PairPlace) -> bool:
    """Return True if the match at this place has its own result, so that the pair knows the consequences."""
    state = draw.matches[place.code]
    numbers = [pair.number for pair in state.pairs]
    if place.pair not in numbers or (place.others and place.others not in numbers):
        return False
    return state.result is not None and not state.is_by_withdrawal


def _played_on(draw: PublishedDraw, state: PublishedMatch, last: ToldPlace | None) -> bool:
    """Return True if the losers of this match were told a later match, as the closest losers in a draw now undone."""
    is_possible = draw.competition.conditions.closest_losers and last and last.place.is_in_draw
    return bool(is_possible and last and last.place.last_drawn > state.round)


def _was_set_aside(draw: PublishedDraw, place: PairPlace) -> bool:
    """Return True if the two pairs have a result that no longer counts. The loser knew that it was out."""
    return any({*result.pairs} == {place.pair, place.others} for result in draw.matches[place.code].set_aside)


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
    cause = _find_cause(draw, pair, place, last)
    if isinstance(cause, ResultEntry) and _plays_in(draw, pair, cause) and not place.is_of_a_match:
        # The message about the ruling tells the pair that it is out.
        return None
    about = f"{_about(draw, place, last)} {_key(cause)}".strip()
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
        is_on_the_way = place.last_drawn >= told.round
    else:
        leads_on = draw.codes_of(pair)[-1] in _way_up(draw, told.code) or plays_on(draw, pair, place)
        is_on_the_way = leads_on and _was_played(draw, told)
    return is_on_the_way and all(is_drawn_bye(state) for state in unplayed(draw, pair, after=told.last_drawn))


def plays_on(draw: PublishedDraw, pair: Pair, place: PairPlace) -> bool:
    """Return True if the pair has this place as the closest losers of the round before."""
    return place.is_of_a_match and closest_losers(draw, place.round) == pair


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
    while feeds := draw.matches[codes[-1]].feeds:
        codes.append(feeds)
    return codes


def _entering(draw: PublishedDraw, pair: Pair) -> PlaceChange | None:
    """Return the change that brought this pair into the published draw, or None."""
    return next((row for row in reversed(draw.placings) if row.pair_id == pair.pk and not row.undoes_id), None)


def _key(cause: Cause | None) -> str:
    return f"{_LETTERS[type(cause)]}{cause.pk}" if cause else ""


_LETTERS: dict[type[Cause], str] = {PlaceChange: "p", Withdrawal: "w", ResultEntry: "r", RoundDraw: "d"}


def _find_cause_of_key(draw: PublishedDraw, about: str) -> Cause | None:
    key = about.split()[-1]
    return next((row for row in _causes(draw) if _key(row) == key), None)


def _find_cause(draw: PublishedDraw, pair: Pair, place: PairPlace, last: ToldPlace | None) -> Cause | None:
    """Return the latest decision without which the pair would have another place, or None.

    Prefer decisions made since the pair was last told. Prefer other decisions to results of its own matches, which it
    knows.
    """
    if place.has_withdrawn or (last and last.place.has_withdrawn):
        return max(pair.given("withdrawals"), key=lambda row: row.pk)
    since = last.at if last else None
    # The draw of a round changes a place only if the pair was told an earlier draw of it.
    told_round = last.place.last_drawn if last and last.place.is_in_draw else 0

    def order(row: Cause) -> tuple[bool, bool, float, int]:
        is_old = since is not None and row.at < since
        is_own = isinstance(row, ResultEntry) and _plays_in(draw, pair, row)
        return is_old, is_own, -row.at.timestamp(), -row.pk

    rows = (row for row in _causes(draw) if not isinstance(row, RoundDraw) or row.round.number <= told_round)
    found = sorted(rows, key=order)
    # Several decisions may have caused the change together, so that none of them alone explains it.
    return next((row for row in found if _place_without(draw, pair, row) != place), next(iter(found), None))


def _causes(draw: PublishedDraw) -> Iterator[Cause]:
    """Yield the decisions that can change places, including undone ones."""
    yield from draw.placings
    for pair in draw.everybody.values():
        yield from pair.given("withdrawals")
    for meeting in draw.meetings:
        yield from (row for row in meeting.result_entries.all() if row.is_by_organiser)
    for round in draw.rows.rounds:
        yield from round.round_draws.all()


def _place_without(draw: PublishedDraw, pair: Pair, cause: Cause) -> PairPlace | None:
    """Return the place that the pair would have without this decision, or None if there would be no draw."""
    holders = [holder.number if holder else None for holder in draw.holders]
    withdrawn, results = [*draw.withdrawn], draw.results
    numbers = {other.pk: number for number, other in draw.everybody.items()}
    match cause:
        case Withdrawal():
            number = numbers[cause.pair_id]
            withdrawn = [*withdrawn, number] if cause.undoes_id else [other for other in withdrawn if other != number]
        case PlaceChange() if is_of_plate(draw, cause):
            return _place_in(draw.with_rows([_reversed(draw, cause)]).bracket, pair.number)
        case RoundDraw():
            return _place_in(draw.with_rows([_opposite(cause)]).bracket, pair.number)
        case PlaceChange():
            undone = next((row for row in draw.placings if row.pk == cause.undoes_id), None)
            holders[place_of(draw, cause)] = numbers.get((undone.pair_id if undone else cause.instead_of_id) or 0)
        case ResultEntry():
            meeting = _meeting_of(draw, cause)
            at = meeting.match.code, (numbers[meeting.upper_id], numbers[meeting.lower_id])
            results = [result for result in results if (result.match, result.pairs) != at]
    try:
        bracket = resolve(draw.spots(holders), results, withdrawn)
    except Refused:
        return None
    return _place_in(bracket, pair.number)


def _reversed(draw: PublishedDraw, row: PlaceChange) -> PlaceChange:
    """Return an unsaved row with the opposite effect."""
    undone = next((other for other in draw.placings if other.pk == row.undoes_id), None)
    if undone:
        return PlaceChange(place=undone.place, kind=undone.kind, pair=undone.pair)
    return PlaceChange(place=row.place, undoes=row)


def _opposite(row: RoundDraw) -> RoundDraw:
    """Return an unsaved row with the opposite effect."""
    undone = next((other for other in row.round.round_draws.all() if other.pk == row.undoes_id), None)
    if undone:
        return RoundDraw(round=row.round, ways=undone.ways, places=undone.places)
    return RoundDraw(round=row.round, undoes=row)


def _place_in(bracket: Bracket, number: int) -> PairPlace:
    """Return a pair's place in a resolved draw."""
    for match in bracket.matches.values():
        occupants = [side.number for side in match.sides if isinstance(side, Entrant)]
        if match.stage in (Stage.WAITING, Stage.READY) and number in occupants:
            return PairPlace(match.code, number, next((other for other in occupants if other != number), None))
    undrawn = (match for match in bracket.matches.values() if match.feeds is None and not match.is_last)
    waits = next((match for match in undrawn if match.advances == Entrant(number)), None)
    return _waiting(number, waits.round) if waits else PairPlace(_OUT, number)


def _meeting_of(draw: PublishedDraw, row: ResultEntry) -> Meeting:
    return next(meeting for meeting in draw.meetings if meeting.pk == row.meeting_id)


def _plays_in(draw: PublishedDraw, pair: Pair, row: ResultEntry) -> bool:
    """Return True if the pair plays in the match of this ruling."""
    meeting = _meeting_of(draw, row)
    return pair.pk in (meeting.upper_id, meeting.lower_id)


def lost_date(draw: PublishedDraw, news: PlaceNews) -> tuple[date | datetime, str] | None:
    """Return the time and venue of the match that the pair was told earlier and no longer plays, or None.

    A day that the organiser set for the match or its round stays, even if its pairs change.
    """
    earlier, place = news.earlier, news.place
    if earlier is None or earlier.others is None:
        return None
    set_day = draw.matches[earlier.code].set_day
    is_of_round = set_day and not set_day.is_of_one_match and place.is_in_draw and place.round == earlier.round
    is_kept = is_of_round or (set_day and earlier.code == place.code)
    return None if is_kept else arranged(draw, earlier)


def arranged(draw: PublishedDraw, place: PairPlace) -> tuple[date | datetime, str] | None:
    """Return the time and venue arranged for this match, or None.

    A match that will no longer be played keeps the date of its two pairs.
    """
    state, both = draw.matches[place.code], {place.pair, place.others}
    numbers = {pair.pk: number for number, pair in draw.everybody.items()}
    if state.set_day:
        return state.set_day.at, state.set_day.place
    for meeting in reversed(draw.meetings):
        is_theirs = meeting.match.code == place.code and {numbers[meeting.upper_id], numbers[meeting.lower_id]} == both
        if is_theirs and meeting.plays_at:
            return meeting.plays_at, meeting.venue
    come = all(number and draw.everybody[number].attending for number in both)
    return (state.opening_at, state.opening_place) if come and state.opening_at and state.round == 1 else None
