"""The decisions that change the places of pairs in a draw, and the one that explains a change."""

from collections.abc import Iterator

from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Meeting, PlaceChange, RoundDraw, Withdrawal
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.places import is_of_plate, place_of
from competition.draw.rules.bracket import Bracket, resolve
from competition.draw.rules.result import Stage
from competition.draw.rules.sources import Entrant
from competition.entries.models import Pair
from competition.notifications.kinds.told_places import OUT, PairPlace, ToldPlace, waiting
from scoring.rules.refusal import Refused

Cause = PlaceChange | Withdrawal | ResultEntry | RoundDraw


def key_of(cause: Cause | None) -> str:
    """Return the key of a cause for the key of a message, or "" without one."""
    return f"{_LETTERS[type(cause)]}{cause.pk}" if cause else ""


_LETTERS: dict[type[Cause], str] = {PlaceChange: "p", Withdrawal: "w", ResultEntry: "r", RoundDraw: "d"}


def cause_of_key(draw: PublishedDraw, about: str) -> Cause | None:
    """Return the cause in the key of a message, or None if it has none."""
    key = about.split()[-1]
    return next((row for row in _causes(draw) if key_of(row) == key), None)


def find_cause(draw: PublishedDraw, pair: Pair, place: PairPlace, last: ToldPlace | None) -> Cause | None:
    """Return the latest decision without which the pair would have another place, or None.

    Prefer decisions made since the pair was last told. Prefer other decisions to results of its own matches, which it
    knows.
    """
    if place.has_withdrawn or (last and last.place.has_withdrawn):
        return max(pair.given("withdrawals"), key=lambda row: row.pk)
    since = last.at if last else None
    # The draw of a round changes a place only if the pair was told an earlier draw of it.
    told_round = last_drawn(draw, last.place) if last and last.place.is_in_draw else 0
    # Losers that wait for a draw were told that they play in an earlier draw of it.
    told_round += bool(last and last.place.waits and not place.is_in_draw)

    def order(row: Cause) -> tuple[bool, bool, float, int]:
        is_old = since is not None and row.at < since
        is_own = isinstance(row, ResultEntry) and plays_in(draw, pair, row)
        return is_old, is_own, -row.at.timestamp(), -row.pk

    rows = (row for row in _causes(draw) if not isinstance(row, RoundDraw) or row.round.number <= told_round)
    found = sorted(rows, key=order)
    # Several decisions may have caused the change together, so that none of them alone explains it.
    return next((row for row in found if _place_without(draw, pair, row) != place), next(iter(found), None))


def last_drawn(draw: PublishedDraw, place: PairPlace) -> int:
    """Return the number of the last round whose draw gave the pair this place. It is a repechage if it is gone."""
    state = draw.matches.get(place.code)
    is_repechage = place.is_of_a_match and (state is None or state.is_repechage)
    return place.last_drawn + is_repechage


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
    return waiting(number, waits.round) if waits else PairPlace(OUT, number)


def _meeting_of(draw: PublishedDraw, row: ResultEntry) -> Meeting:
    return next(meeting for meeting in draw.meetings if meeting.pk == row.meeting_id)


def plays_in(draw: PublishedDraw, pair: Pair, row: ResultEntry) -> bool:
    """Return True if the pair plays in the match of this ruling."""
    meeting = _meeting_of(draw, row)
    return pair.pk in (meeting.upper_id, meeting.lower_id)
