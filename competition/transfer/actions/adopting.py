"""Actions for a draw made elsewhere: save the draft, and publish it with the results so far."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.contest.actions import create_competition
from competition.contest.models import Competition, Conditions
from competition.contest.rules.division import WHOLE, Division
from competition.contest.rules.seasons import check_day
from competition.draw.actions.publishing import check_dates, lay_out
from competition.draw.models.draw import Draw
from competition.draw.models.rounds import Extension, Match, Meeting, PlaceChange, RoundDraw
from competition.draw.queries.attempts import must_not_be_published, next_publication
from competition.draw.rules import lot
from competition.draw.rules.layout import round_names
from competition.draw.rules.sections import rounds_for
from competition.entries.actions.pairs import enter, enter_all
from competition.entries.models import Pair
from competition.entries.queries.pairs import Entry, PlayerEntry, entries
from competition.transfer.models import Draft
from competition.transfer.queries.drafts import (
    A_ROUND,
    FROM_PAPER,
    Results,
    checked_results,
    counted_results,
    dates_of,
    draft_of,
    draw_of,
    elsewhere_of,
    facts_of,
    hat_of,
    known_pairs,
    reading_of,
    result_entry,
    result_of,
    results_in_list,
)
from competition.transfer.rules import hat
from competition.transfer.rules.places import fault_of_division, fault_of_places
from competition.transfer.rules.reading import read
from competition.transfer.rules.results import FoundResults
from competition.transfer.rules.table import AdoptedSeason, SeasonShape
from scoring.rules.refusal import Refused
from scoring.rules.words import quantity

# The name of the event for which the winners of sections qualify, because a table of matches does not have it.
NEXT_EVENT = "the next event"


@transaction.atomic
def save_lines(competition: Competition, *, lines: str, answers: Mapping[str, int], by: Actor) -> Draft:
    """Save the draw as typed by the organiser, with the answers about its names. Raises Refused after publication."""
    lock(competition)
    count = quantity(len(lines.splitlines()), "line")
    return _save(competition, f"Saved a written draw of {count}.", by, lines=lines, answers=dict(answers))


@transaction.atomic
def save_places(
    competition: Competition, *, places: Sequence[int | None], by: Actor, drawn: Sequence[int] = ()
) -> Draft:
    """Save the places: a pair number, None for a bye, or 0 for an open place.

    `drawn` are the places, counting from 0, in the order in which their names were drawn from the hat. A result stays
    if its two pairs still meet. Raises Refused if a pair has two places or is not entered, or if the number of places
    is not a power of two.
    """
    lock(competition)
    entered = {pair.number for pair in competition.pairs.all()}
    if fault := fault_of_places([*places], entered, may_be_open=True):
        raise Refused(fault)
    count = sum(bool(number) for number in places)
    return _save(
        competition, f"Placed {quantity(count, 'pair')} of a draw made elsewhere.", by, places=[*places], drawn=[*drawn]
    )


@transaction.atomic
def save_facts(
    competition: Competition, *, by: Actor, day: date | None, how: str, place: str, drawn_by: str, witnesses: str
) -> Draft:
    """Save how, when, where and by whom the draw was made, and its witnesses. Raises Refused for a wrong date."""
    lock(competition)
    if day:
        check_day(day, competition.season, timezone.localdate())
    facts = {"how": how, "place": place, "drawn_by": drawn_by, "witnesses": witnesses}
    facts = {name: " ".join(text.split()) for name, text in facts.items()}
    return _save(competition, "Saved how a draw made elsewhere was made.", by, day=day, **facts)


@transaction.atomic
def save_results(competition: Competition, *, results: Mapping[str, Mapping[str, Any] | None], by: Actor) -> Draft:
    """Save the results of a round by match code, all or none. None deletes the result of a match.

    Raises Refused if a result contradicts itself, or if its two pairs do not meet in this match.
    """
    lock(competition)
    draft = draft_of(competition)
    stored = {code: facts for code, facts in {**draft.results, **results}.items() if facts}
    for code, facts in results.items():
        if facts:
            result_of(code, facts)
            _check_result_day(competition, facts.get("day"))
    new = {code: facts for code, facts in results.items() if facts}
    checked_results(draw_of(_with(draft, results=stored), entries(competition)), new)
    count = quantity(sum(bool(facts) for facts in results.values()), "result")
    return _save(competition, f"Saved {count} of a draw made elsewhere.", by, results=stored)


@transaction.atomic
def save_dates(
    competition: Competition, *, play_by: Sequence[date], by: Actor, extended: Mapping[str, date] | None = None
) -> Draft:
    """Save the play-by date of each round, and later dates for single matches by code.

    Raises Refused if a date is missing, out of order, or far from the season.
    """
    lock(competition)
    for day in play_by:
        check_day(day, competition.season, timezone.localdate())
    check_dates(round_names(len(play_by)), play_by)
    later = {code: day.isoformat() for code, day in (extended or {}).items()}
    changes = {"play_by": [day.isoformat() for day in play_by], "extended": later}
    return _save(competition, "Saved the play-by dates of a draw made elsewhere.", by, **changes)


@transaction.atomic
def discard(competition: Competition, *, by: Actor) -> None:
    """Delete the draft. The entered pairs stay. Raises Refused after publication."""
    lock(competition)
    must_not_be_published(competition)
    if Draft.objects.filter(competition=competition).delete()[0]:
        log_event(competition, by, Event.DRAFT_SAVED, "Deleted the draft of a draw made elsewhere.")


def _save(competition: Competition, text: str, by: Actor, **changes: Any) -> Draft:
    # The caller must hold the lock.
    must_not_be_published(competition)
    draft = _with(draft_of(competition), **changes)
    draft.save()
    log_event(competition, by, Event.DRAFT_SAVED, text)
    return draft


def _with(draft: Draft, **changes: Any) -> Draft:
    for name, value in changes.items():
        setattr(draft, name, value)
    return draft


def _check_result_day(competition: Competition, day: str | None) -> None:
    if not day:
        return
    check_day(date.fromisoformat(day), competition.season, timezone.localdate())
    if date.fromisoformat(day) > timezone.localdate():
        raise Refused("This date is in the future. Enter the day when the match was played.")


# Publication.


@transaction.atomic
def publish_adopted(competition: Competition, *, by: Actor) -> Draw:
    """Publish the draft with its results, and delete the draft. The app sends no messages about these results.

    Leave out a result if its two pairs no longer meet. Raises Refused if a place is open, if an entered pair is
    missing, or if a play-by date is out of order.
    """
    lock(competition)
    must_not_be_published(competition)
    draft, pairs = draft_of(competition), entries(competition)
    asked = competition.conditions.division
    if fault := fault_of_division(asked) or fault_of_places(draft.places, {pair.number for pair in pairs}):
        raise Refused(fault)
    draft.results = {**counted_results(draft, draw_of(draft, pairs))}
    return _publish(draft, pairs, WHOLE, by)


def _publish(draft: Draft, pairs: Sequence[Pair], division: Division, by: Actor, plate_by: Sequence[date] = ()) -> Draw:
    # The caller must hold the lock, and all results in the draft must be between pairs that meet.
    competition = draft.competition
    days = dates_of(draft, rounds_for(len(draft.places), division))
    for day in days:
        check_day(day, competition.season, timezone.localdate())
    check_dates(round_names(len(days), division), days)
    _close_entries(competition, min(draft.day or days[0] - A_ROUND, timezone.localdate() - timedelta(days=1)))
    draw = Draw.objects.create(competition=competition, attempt=competition.draws.count() + 1, made_by=by.user)
    elsewhere = elsewhere_of(draft, division)
    elsewhere.draw = draw
    elsewhere.save()
    publication = next_publication(competition, draw)
    publication.at = timezone.now()
    publication.save()
    lay_out(draw, draft.places, days, plate_by=plate_by)
    text = f"Published a draw of {quantity(len(pairs), 'pair')} that was made elsewhere. {elsewhere.sentence}"
    log_event(competition, by, Event.PUBLISHED, text)
    matches = {match.code: match for match in Match.objects.filter(round__draw=draw).select_related("round")}
    _extend(draft, matches, publication.at, by)
    _write_results(draft.results, matches, {pair.number: pair for pair in pairs}, publication.at, by)
    if draft.pk:
        draft.delete()
    return draw


def _close_entries(competition: Competition, day: date) -> None:
    """Set the closing date to this day at the latest, so that no pair counts as late."""
    if day < competition.closing_date:
        competition.closing_date = day
        competition.save(update_fields=["closing_date"])
    competition.pairs.filter(entered_on__gt=competition.closing_date).update(entered_on=competition.closing_date)


def _extend(draft: Draft, matches: Mapping[str, Match], at: datetime, by: Actor) -> None:
    why = {"reason": FROM_PAPER, "at": at, "decided_by": by.user}
    for code, day in draft.extended.items():
        match = matches[code]
        if date.fromisoformat(day) > match.round.play_by:
            Extension.objects.create(round=match.round, match=match, play_by=day, **why)


def _write_results(
    results: Results, matches: Mapping[str, Match], pairs: Mapping[int | None, Pair], at: datetime, by: Actor
) -> None:
    """Create the meetings and the results in the order of the draw, with one log entry for each match."""
    for code, match in matches.items():
        if facts := results.get(code):
            upper, lower = (pairs[number] for number in facts["pairs"])
            meeting = Meeting.objects.create(match=match, upper=upper, lower=lower)
            row = result_entry(code, facts, meeting, at)
            row.decided_by = by.user
            row.save()
            score = result_of(code, facts).in_the_log(upper.name, lower.name)
            text = f"Typed in the result from paper, {score}"
            log_event(match.round.draw.competition, by, Event.RESULT_TYPED_IN, f"{text.rstrip('.')}.", match=code)


# A whole season from a table.


@transaction.atomic
def adopt_season(competition: Competition, season: AdoptedSeason, *, by: Actor) -> Draw:
    """Create a competition from the pairs, places, results and dates of a season, and publish it.

    `competition` is not saved. Raises Refused if its address is taken or a date is far from the season.
    """
    create_competition(competition, _conditions_of(season.shape), by=by)
    entered = [Entry((PlayerEntry(pair.players[0]), PlayerEntry(pair.players[1])), pair.club) for pair in season.pairs]
    enter_all(competition, entered, by=by)
    for day in (*season.play_by, *season.extended.values()):
        check_day(day, competition.season, timezone.localdate())
    draft = Draft(competition=competition, places=[*season.places], results=dict(season.results), how="")
    draft.play_by = [day.isoformat() for day in season.play_by]
    draft.extended = {code: day.isoformat() for code, day in season.extended.items()}
    lock(competition)
    draw = _publish(draft, entries(competition), season.shape.division, by, season.shape.plate_by)
    _let_join(draw, season.shape.joined, by)
    why = {"reason": FROM_PAPER, "at": draw.publication.at, "decided_by": by.user}
    for number, (ways, places) in season.shape.drawn_rounds.items():
        RoundDraw.objects.create(round=draw.rounds.get(number=number), ways=ways, places=places, **why)
    return draw


def _conditions_of(shape: SeasonShape) -> Conditions:
    """Return the conditions that a season shows. The organiser may have had others, but a table does not have them."""
    conditions = Conditions()
    if shape.division.apart > 1:
        conditions.sections, conditions.next_event = shape.division.apart, NEXT_EVENT
    if shape.join_until:
        conditions.join_places, conditions.join_left = shape.division.kept, shape.division.left
        conditions.join_until = shape.join_until
    conditions.drawn_by_round = shape.division.is_by_round
    if shape.plate:
        conditions.plate = Conditions.Plate.ROUND_1 if shape.plate.until == 1 else Conditions.Plate.FIRST_MATCH
        conditions.plate_walkover, conditions.plate_conceded = shape.plate.walkover, shape.plate.conceded
    return conditions


def _let_join(draw: Draw, joined: Mapping[int, int], by: Actor) -> None:
    """Give these pairs, by number, the places kept for them, counted from 0."""
    pairs = {pair.number: pair for pair in entries(draw.competition)}
    places = {place.position: place for place in draw.places.all()}
    why = {"reason": FROM_PAPER, "at": draw.publication.at, "decided_by": by.user}
    for at, number in joined.items():
        ticket = f"{lot.ELSEWHERE}{number} {at + 1}"
        PlaceChange.objects.create(
            place=places[at + 1], kind=PlaceChange.Kind.JOINS_LATER, pair=pairs[number], lot=ticket, **why
        )


# The organiser's pages.


@transaction.atomic
def create_running(competition: Competition, conditions: Conditions, *, by: Actor) -> Draft:
    """Create a competition that is already running, with an empty draft.

    Raises Refused if another competition has the same address.
    """
    create_competition(competition, conditions, by=by)
    return _save(competition, "Began importing a running season.", by)


@transaction.atomic
def save_written(
    competition: Competition, *, lines: str, answers: Mapping[str, int], new: Collection[str], by: Actor
) -> Draft:
    """Save a written draw, and enter the unknown pairs with a name key in `new`.

    Earlier answers stay. Raises Refused after publication, and if a new pair cannot be entered.
    """
    lock(competition)
    must_not_be_published(competition)
    all_answers = {**draft_of(competition).answers, **answers}
    for line, side in read(lines, known_pairs(entries(competition)), all_answers).unknown:
        if side.key in new and side.players:
            first, second = side.players
            try:
                pair = enter(competition, Entry((PlayerEntry(first), PlayerEntry(second)), side.club), by=by)
            except Refused as fault:
                raise Refused(f"Line {line.number}, {first} & {second}: {fault}") from None
            all_answers |= {side.key: pair.number} if pair.number else {}
    return save_lines(competition, lines=lines, answers=all_answers, by=by)


@transaction.atomic
def use_written(competition: Competition, *, by: Actor) -> FoundResults:
    """Copy the places, results and play-by dates from the written draw to the draft.

    Results and dates already entered stay. Dates far from the season are left out. Return everything found in the
    written draw. Raises Refused after publication, and if the draw is not complete.
    """
    lock(competition)
    draft, pairs = draft_of(competition), entries(competition)
    places = reading_of(draft, pairs).places
    if not places:
        raise Refused("The draw is not complete. Answer the questions, and correct the lines that are named.")
    in_list = results_in_list(draft, pairs)
    draft = save_places(competition, places=places, by=by)
    entered = counted_results(draft, draw_of(draft, pairs))
    new = {code: facts_of(result, match) for code, (match, result) in in_list.results.items() if code not in entered}
    for facts in new.values():
        with suppress(Refused):
            _check_result_day(competition, facts["day"])
            continue
        facts["day"] = ""
    if new:
        draft = save_results(competition, results=new, by=by)
    if not draft.play_by and (days := _play_by(competition, draft, in_list.play_by)):
        _save(competition, "Saved the play-by dates of a written draw.", by, play_by=days)
    return in_list


def _play_by(competition: Competition, draft: Draft, by_round: Mapping[int, date]) -> list[str]:
    """Return the written play-by date of each round, or "".

    Return an empty list if the dates are out of order or far from the season.
    """
    days = [by_round.get(number) for number in range(1, len(draft.places).bit_length())]
    written_days = [day for day in days if day]
    if written_days != sorted({*written_days}):
        return []
    try:
        for day in written_days:
            check_day(day, competition.season, timezone.localdate())
    except Refused:
        return []
    return [day.isoformat() if day else "" for day in days] if written_days else []


@transaction.atomic
def draw_name(competition: Competition, *, number: int, place: int, by: Actor) -> Draft:
    """Put the pair with this number, drawn from the hat, in a place (counting from 1).

    Raises Refused if the pair already has a place, or if the place is not open.
    """
    lock(competition)
    draft = hat_of(competition)
    if number not in {pair.number for pair in entries(competition)}:
        raise Refused("This pair is no longer entered. Choose another pair.")
    places = hat.put(draft.places, number, place - 1)
    return save_places(competition, places=places, drawn=[*draft.drawn, place - 1], by=by)


@transaction.atomic
def undo_name(competition: Competition, *, number: int, by: Actor) -> Draft:
    """Put a pair back into the hat. Its place stays open. Raises Refused if the pair has no place."""
    lock(competition)
    draft = hat_of(competition)
    places = hat.take_out(draft.places, number)
    return save_places(competition, places=places, drawn=[at for at in draft.drawn if places[at]], by=by)


@transaction.atomic
def set_byes(competition: Competition, *, matches: Collection[int] | None, by: Actor) -> Draft:
    """Move the byes to these matches of round 1, counting from 0.

    None puts all names back in the hat and spreads the byes evenly. Raises Refused if the number of byes is wrong, or
    if one of the matches has two pairs.
    """
    lock(competition)
    draft = hat_of(competition)
    if matches is None:
        return save_places(competition, places=hat.empty(competition.pairs.count()), by=by)
    places = hat.with_byes(draft.places, matches)
    drawn = [places.index(draft.places[at]) for at in draft.drawn]
    return save_places(competition, places=places, drawn=drawn, by=by)
