"""Queries for a draft: the entered pairs, the written draw, and the draw as it will be published."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Model
from django.utils import timezone

from competition.contest.models import Competition
from competition.contest.rules.division import WHOLE, Division
from competition.draw.models.draw import Draw, DrawnElsewhere
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Extension, Match, Meeting, Place, Round
from competition.draw.queries.attempts import conditions_of, entries_of
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.facts import RoundsFacts
from competition.draw.queries.rows import NOT_SAVED, Rows
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.draw.queries.terms import usual_dates
from competition.draw.rules.layout import in_words, layout, planned_rounds
from competition.draw.rules.rehearsal import WEEKS_A_ROUND, unusual_dates
from competition.draw.rules.result import KeepProgress, Result, ResultKind
from competition.draw.rules.sections import divided
from competition.draw.rules.sources import match_counts, spots_of
from competition.entries.models import Pair, Player
from competition.entries.rules.directory import Known
from competition.match.queries.paper import fixture
from competition.match.rules.match_result import MatchResult, RoundFixture
from competition.transfer.models import Draft
from competition.transfer.rules.hat import refitted
from competition.transfer.rules.places import Seat, remarks
from competition.transfer.rules.reading import Reading, read
from competition.transfer.rules.results import FoundResults, results_in
from scoring.rules.refusal import Refused, fingerprint

# Public reason for every result in an adopted draw.
FROM_PAPER = "Entered by the organiser from paper."
# Columns that a draft and a draw made elsewhere share.
FACTS = ("day", "how", "place", "drawn_by", "witnesses")
Results = Mapping[str, Mapping[str, Any]]
# A side with a pair that is not yet known gets a number from here upwards. No entered pair has such a high number.
_FIRST_STAND_IN = 10_000
A_ROUND = timedelta(weeks=WEEKS_A_ROUND)


def draft_of(competition: Competition) -> Draft:
    """Return the draft of a competition, or an unsaved draft if none is stored (at most two queries).

    If the latest draw was made elsewhere and undone, the unsaved draft has its places, unless it was in sections.
    """
    if draft := Draft.objects.filter(competition=competition).first():
        draft.competition = competition
        return draft
    draft = Draft(competition=competition)
    last = Draw.objects.filter(competition=competition).select_related("elsewhere").last()
    if last and last.is_elsewhere and last.undone:
        for name in FACTS:
            setattr(draft, name, getattr(last.elsewhere, name))
        draft.places = last.elsewhere.seats if last.elsewhere.division == WHOLE else []
    return draft


def known_pairs(pairs: Iterable[Pair]) -> list[Known]:
    """Return the entered pairs in the format that `read` and `results_in` need."""
    return [Known(pair.number, _two(pair), pair.club) for pair in pairs]


def _two(pair: Pair) -> tuple[str, str]:
    first, second = (player.display_name for player in pair.present)
    return first, second


def reading_of(draft: Draft, pairs: Iterable[Pair]) -> Reading:
    """Return the draft's written draw, with its names matched to these entered pairs (no query)."""
    return read(draft.lines, known_pairs(pairs), draft.answers)


def results_in_list(draft: Draft, pairs: Iterable[Pair]) -> FoundResults:
    """Return the results in the draft's written draw, or none until the draw is complete (no query)."""
    entered = known_pairs(pairs)
    return results_in(reading_of(draft, pairs), entered, timezone.localdate(), _season_ends(draft.competition))


def _season_ends(competition: Competition) -> date:
    return date(competition.season + competition.over_two_years, 12, 31)


def dates_of(draft: Draft, rounds: int) -> list[date]:
    """Return the play-by date of each round: the entered date or a proposed one (at most two queries).

    If no date is entered, the proposed dates of the rounds before the latest round with a result are in the past. For
    an earlier season, the proposed date of the final is before the end of that season.
    """
    entered = [date.fromisoformat(day) if day else None for day in draft.play_by[:rounds]]
    entered += [None] * (rounds - len(entered))
    if None not in entered:
        return [day for day in entered if day]
    over = max((int(code.partition("-")[0][1:]) for code in draft.results), default=1) - 1
    starts = draft.competition.closing_date - over * A_ROUND
    if (ends := _season_ends(draft.competition)) < timezone.localdate():
        starts = min(starts, ends - rounds * A_ROUND)
    proposed = usual_dates(draft.competition, rounds, starts)
    days: list[date] = []
    for at, day in enumerate(entered):
        follows = any(entered[:at])
        days.append(day or (max(days[-1], timezone.localdate()) + A_ROUND if follows else proposed[at]))
    return days


def hat_of(competition: Competition) -> Draft:
    """Return the draft for drawing names from a hat, with a place for each entered pair (two queries).

    Nothing is saved. The places fit the current entries.
    """
    draft = draft_of(competition)
    numbers = {number for number in competition.pairs.values_list("number", flat=True) if number}
    draft.places = refitted(draft.places, numbers) if len(numbers) > 1 else []
    draft.drawn = [at for at in draft.drawn if at < len(draft.places) and draft.places[at]]
    return draft


def elsewhere_of(draft: Draft, division: Division = WHOLE) -> DrawnElsewhere:
    """Return the unsaved row about how the draw was made. The record will contain its `sentence`."""
    return DrawnElsewhere(places=divided(draft.places, division), **{name: getattr(draft, name) for name in FACTS})


def remarks_on(competition: Competition, places: Sequence[Seat], pairs: Sequence[Pair]) -> list[str]:
    """Return remarks about places: pairs from one club, the opening day and seeds. They do not prevent publication."""
    entries = entries_of(pairs, competition.conditions)
    conditions = conditions_of(competition.conditions)
    return remarks({"entries": entries, "conditions": conditions}, {pair.number: pair.name for pair in pairs}, places)


def remarks_on_dates(draft: Draft, draw: PublishedDraw) -> list[str]:
    """Return remarks about the play-by dates of unfinished rounds. They do not prevent publication."""
    over = {round.name for round in draw.rounds if round.played == round.playable}
    rounds = [(round.name, round.play_by) for round in draw.rounds]
    unusual = unusual_dates(draft.competition.closing_date, rounds, timezone.localdate())
    return [remark for name, remark in unusual if name not in over]


# The draw as it will be published.


def as_it_will_be(
    competition: Competition,
    seats: Sequence[Seat],
    pairs: Sequence[Pair],
    *,
    results: Results | None = None,
    play_by: Sequence[date] | None = None,
    extended: Mapping[str, str] | None = None,
) -> PublishedDraw:
    """Return the draw with these places and results as if it were published. Nothing is saved.

    `seats` has pair numbers, None for byes, and labels for open places. An open place is shown as a pair with that
    name. `pairs` are the entered pairs with their players and withdrawals. Raises Refused if a result contradicts
    itself.
    """
    rounds = len(seats).bit_length() - 1
    days = play_by or [timezone.localdate() + timedelta(weeks=number) for number in range(1, rounds + 1)]
    by_number: dict[Seat, Pair] = {pair.number: pair for pair in pairs}
    holders = [
        None
        if seat is None
        else by_number.get(seat) or _stand_in(competition, at, seat if isinstance(seat, str) else "")
        for at, seat in enumerate(seats)
    ]
    draw = Draw(competition=competition)
    plate = competition.conditions.plate_rules
    spots = spots_of([*range(1, len(seats) + 1)], plate)
    rows = Rows(
        draw=draw,
        rounds=[
            _round(draw, round.number, round.name, round.play_by, extended or {})
            for round in planned_rounds(match_counts(spots), days, plate)
        ],
        places=[Place(draw=draw, position=at, pair=pair) for at, pair in enumerate(holders, start=1)],
        meetings=[],
        placings=[],
        withdrawals=[],
    )
    rows = rows._replace(meetings=list(_meetings(rows, results or {}, by_number)))
    return PublishedDraw(RoundsFacts(rows, timezone.now()))


def draw_of(draft: Draft, pairs: Sequence[Pair]) -> PublishedDraw:
    """Return the draft as if it were published, with its results and dates."""
    days = dates_of(draft, len(draft.places).bit_length() - 1)
    return as_it_will_be(
        draft.competition, draft.places, pairs, results=draft.results, play_by=days, extended=draft.extended
    )


def _stand_in(competition: Competition, place: int, label: str) -> Pair:
    number = _FIRST_STAND_IN + place
    pair = Pair(pk=-number, competition=competition, number=number)
    _prefetched(pair, players=[Player(pair=pair, place=1, name=label)], withdrawals=[])
    return pair


def _round(draw: Draw, number: int, name: str, day: date, extended: Mapping[str, str]) -> Round:
    row = Round(pk=number, draw=draw, number=number, name=name, play_by=day)
    own = [
        Extension(
            pk=NOT_SAVED, round=row, match=Match(pk=at, round=row, position=at), play_by=date.fromisoformat(until)
        )
        for code, until in extended.items()
        if (at := _position(code, number))
    ]
    return _prefetched(row, extensions=own, conditions=[], fixed_days=[], clocks=[], round_draws=[])


def _position(code: str, round: int) -> int:
    head, _, position = code.partition("-M")
    return int(position) if head == f"R{round}" else 0


def _prefetched(row: Any, **related: Sequence[Model]) -> Any:
    vars(row)["_prefetched_objects_cache"] = related
    return row


def _meetings(rows: Rows, results: Results, pairs: Mapping[Seat, Pair]) -> Iterable[Meeting]:
    """Yield a meeting with its result for each result between two entered pairs."""
    for positions, round in zip(layout(len(rows.places)), rows.rounds, strict=False):
        for position in positions:
            facts = results.get(position.code)
            if facts and all(number in pairs for number in facts["pairs"]):
                match = Match(pk=1000 * position.round + position.position, round=round, position=position.position)
                upper, lower = (pairs[number] for number in facts["pairs"])
                meeting = Meeting(match=match, upper=upper, lower=lower, number=1)
                row = result_entry(position.code, facts, meeting, timezone.now())
                row.pk = NOT_SAVED
                row._state.fields_cache |= dict.fromkeys(ResultEntry.FOLLOWING)
                yield _prefetched(meeting, result_entries=[row], home_pairs=[], noted_penalties=[])


def fixtures_of(draft: Draft, draw: PublishedDraw, round: PublishedRound) -> list[RoundFixture]:
    """Return the matches of a round between two entered pairs, each with its result in the draft."""
    return [
        _fixture(draw, state, draft.results.get(state.code))
        for state in round.matches
        if state.has_two_pairs and max(state.numbers) < _FIRST_STAND_IN
    ]


def _fixture(draw: PublishedDraw, state: PublishedMatch, facts: Mapping[str, Any] | None) -> RoundFixture:
    if not facts or tuple(facts["pairs"]) != state.numbers:
        facts = None
    day = facts.get("day") if facts else None
    entered = MatchResult.of(result_of(state.code, facts), date.fromisoformat(day) if day else None) if facts else None
    return replace(fixture(draw, state), seen=fingerprint(state.numbers, facts), entered=entered)


def facts_of(result: MatchResult, match: RoundFixture) -> dict[str, Any]:
    """Return the result of a match in the format stored by a draft."""
    totals = result.totals_in(match)
    return {
        "pairs": [*match.numbers],
        "kind": result.result(match).kind.value,
        "winner": result.winner,
        "totals": [*totals] if totals else None,
        "margin": result.margin,
        "goes_on": None,
        "day": result.day.isoformat() if result.day else "",
    }


def result_of(code: str, facts: Mapping[str, Any]) -> Result:
    """Return the result that a draft stores for a match. Raises Refused if it contradicts itself."""
    totals = facts.get("totals")
    winner = facts["winner"]
    goes_on = facts.get("goes_on")
    return Result(
        code,
        tuple(facts["pairs"]),
        ResultKind(facts["kind"]),
        winner,
        (totals[0], totals[1]) if totals else None,
        goes_on if goes_on and goes_on != winner else None,
        facts.get("margin"),
    )


def result_entry(code: str, facts: Mapping[str, Any], meeting: Meeting, at: datetime) -> ResultEntry:
    """Return the unsaved entry for a stored result, decided at this time. A played match keeps its day of play."""
    result = result_of(code, facts)
    day = facts.get("day")
    was_begun = result.kind in (ResultKind.PLAYED, ResultKind.CONCEDED)
    return ResultEntry(
        meeting=meeting,
        number=1,
        reason=FROM_PAPER,
        at=at,
        keep_progress=KeepProgress.RULED.value if result.keep_progress else "",
        source=""
        if result.kind in (ResultKind.RULING, ResultKind.SUCCESSION, ResultKind.LOTS)
        else ResultEntry.Source.PAPER,
        played_on=date.fromisoformat(day) if day and was_begun else None,
        **ResultEntry.columns(result),
    )


def counted_results(draft: Draft, draw: PublishedDraw) -> Mapping[str, Mapping[str, Any]]:
    """Return the draft's results between pairs that still meet. Other results do not count."""
    matches = draw.bracket.matches
    return {
        code: facts
        for code, facts in draft.results.items()
        if code in matches and matches[code].pairs == tuple(facts["pairs"])
    }


def remarks_on_results(draft: Draft, draw: PublishedDraw) -> list[str]:
    """Return a remark about each result that does not count because its two pairs no longer meet."""
    left_out = draft.results.keys() - counted_results(draft, draw).keys()
    return [
        f"The result of {code} is left out: its pairs have changed since you entered it. Enter it again if you know it."
        for code in sorted(left_out)
    ]


def checked_results(draw: PublishedDraw, results: Results) -> None:
    """Raise Refused unless the two pairs of each result meet in the match of that result."""
    for code, facts in results.items():
        match = draw.bracket.matches.get(code)
        if match is None or match.pairs != tuple(facts["pairs"]):
            raise Refused(
                f"The pairs of {in_words(code)} have changed since you entered its result. "
                "Check the results of that round."
            )
