"""Actions for the play-by dates and the conditions of rounds: change them and take the change back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date

from django.db import transaction
from django.utils import timezone

from competition.contest.models import Competition
from competition.contest.rules.limits import check_day
from competition.knockout.models.draw import Extension, Round, RoundConditions
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState, RoundState
from competition.knockout.queries.terms import Deadline, Deadlines
from competition.knockout.rules.outcome import Kind
from competition.log.actions import Actor, Grounds, note
from competition.log.events import Event
from competition.rulings.actions.preview import to_decide
from scoring.rules.conditions import Conditions
from scoring.rules.fingerprint import fingerprint
from scoring.rules.refusal import Refused
from scoring.rules.spoken import quantity
from scoring.rules.words import corrected
from scoring.templatetags.bridge import day, moment

Until = Mapping[int | str, date]
"""The last day to play, by the number of a round or the code of a match."""


def preview_extend(draw: PublishedDraw, until: Until) -> str:
    """The fingerprint of the days that stand, to be shown; Refused where one cannot be extended."""
    if not until:
        raise Refused("Choose at least one match.")
    for where, play_by in until.items():
        _check(draw, where, play_by)
    return fingerprint([(where, deadline(draw, where).play_by) for where in until], dict(until))


@transaction.atomic
def extend(competition: Competition, until: Until, *, grounds: Grounds, shown: str, by: Actor) -> None:
    """Give matches or rounds until another day, all or none; Refused when other days stand than were `shown`."""
    draw, why = to_decide(competition, grounds, by)
    if all(deadline(draw, where).play_by == play_by for where, play_by in until.items()):
        return
    if preview_extend(draw, until) != shown:
        raise Refused("Something has happened meanwhile. Look again at the days that stand.")
    for where, play_by in until.items():
        round = Round.objects.get(draw=draw.row, number=_round_number(draw, where))
        match = None if isinstance(where, int) else round.matches.get(position=draw.matches[where].position)
        did = "Extended" if play_by > deadline(draw, where).play_by else "Brought forward"
        Extension.objects.create(round=round, match=match, play_by=play_by, **why)
        _note(competition, by, where, f"{did} {named(draw, where)} to {day(play_by)}: {why['reason']}")


@transaction.atomic
def take_back_extension(
    competition: Competition, where: int | str, extension: int, *, grounds: Grounds, by: Actor
) -> None:
    """Take the extension of this key back, so that the day before it stands again."""
    draw, why = to_decide(competition, grounds, by)
    if Extension.objects.filter(takes_back=extension, round__draw=draw.row).exists():
        return
    standing = deadline(draw, where).extension
    if isinstance(where, str) and standing and standing.match_id is None:
        raise Refused("The day of the whole round was changed: take that back on the page of the round.")
    if standing is None or standing.pk != extension:
        raise Refused("Another extension stands by now. Look again before you take one back.")
    Extension.objects.create(round=standing.round, match=standing.match, takes_back=standing, **why)
    _note(competition, by, where, f"Took the new last day of {named(draw, where)} back: {why['reason']}")


def deadline(draw: PublishedDraw, where: int | str) -> Deadline:
    """By when this match or round is played; Refused where there is none of the kind."""
    if isinstance(where, str) and where in draw.matches:
        return draw.matches[where].deadline
    if isinstance(where, int) and 1 <= where <= len(draw.rounds):
        return draw.rounds[where - 1].deadline
    raise Refused(f"There is no match or round {where} in this draw.")


def own(draw: PublishedDraw, places: Sequence[int | str]) -> Extension | None:
    """The extension of the one match or round chosen that can be taken back on its own page."""
    if len(places) != 1:
        return None
    stands = deadline(draw, places[0])
    return stands.extension if isinstance(places[0], int) or stands.is_own else None


def without_last(draw: PublishedDraw, where: int | str) -> date:
    """The day that would stand if the last extension were taken back; Refused where there is none of its own."""
    last = own(draw, [where])
    if last is None:
        raise Refused("There is no extension to take back here.")
    position = None if isinstance(where, int) else draw.matches[where].position
    return Deadlines(last.round, without=last).of(position).play_by


def warnings(draw: PublishedDraw, until: Until) -> list[str]:
    """What the organiser should think of: rounds that overtake each other, days that are past, dates agreed later."""
    return [
        *_overtaking(draw, until),
        *_past(draw, until),
        *(said for where, play_by in until.items() for said in _agreed_later(draw, where, play_by)),
    ]


def _overtaking(draw: PublishedDraw, until: Until) -> Iterator[str]:
    for where, play_by in until.items():
        number = _round_number(draw, where)
        after = draw.rounds[number] if number < len(draw.rounds) else None
        if after and play_by >= (then := until.get(after.number, after.play_by)):
            name = named(draw, where)
            yield f"{name}: {day(play_by)} is not before the play-by date of {after.name}, {day(then)}."
    for number in (where - 1 for where in until if isinstance(where, int)):
        before = draw.rounds[number - 1] if number else None
        if before and number not in until and before.play_by >= until[number + 1]:
            name = draw.rounds[number].name
            yield f"{name}: {day(until[number + 1])} is not after that of {before.name}, {day(before.play_by)}."


def _past(draw: PublishedDraw, until: Until) -> Iterator[str]:
    today = timezone.localdate(draw.now)
    for where, play_by in until.items():
        if play_by < today and (left := [state for state in matches(draw, where) if state.is_to_be_decided]):
            number = quantity(len(left), "match", "matches")
            yield f"{named(draw, where)}: {day(play_by)} is past, and {number} still to be decided."


def _agreed_later(draw: PublishedDraw, where: int | str, play_by: date) -> Iterator[str]:
    for state in matches(draw, where):
        last = max(play_by, state.play_by) if state.deadline.is_own else play_by
        if state.is_open and state.plays_at and timezone.localdate(state.plays_at) > last:
            yield f"{state.code}: the two have agreed on {moment(state.plays_at)}, which is after {day(play_by)}."


def matches(draw: PublishedDraw, where: int | str) -> Sequence[MatchState]:
    """This match, or those of this round."""
    return [draw.matches[where]] if isinstance(where, str) else draw.rounds[where - 1].matches


def _round_number(draw: PublishedDraw, where: int | str) -> int:
    return where if isinstance(where, int) else draw.matches[where].round


def _check(draw: PublishedDraw, where: int | str, play_by: date) -> None:
    check_day(play_by, draw.competition.season, timezone.localdate(draw.now))
    stands = deadline(draw, where).play_by
    if isinstance(where, str) and not draw.competition.conditions.extensions:
        raise Refused(f"By the conditions of contest no match gets more time than its round: {where} gets none.")
    if isinstance(where, str) and not draw.matches[where].is_to_be_decided:
        raise Refused(f"{where} is decided or will not be played: it needs no more time.")
    if isinstance(where, int) and play_by == stands:
        raise Refused(f"{named(draw, where)}: the last day is {day(stands)} already, give another.")
    if isinstance(where, str) and play_by <= stands:
        raise Refused(f"{named(draw, where)} may be played until {day(stands)} already: give a later day.")


def named(draw: PublishedDraw, where: int | str) -> str:
    """What this match or round is called."""
    return where if isinstance(where, str) else draw.rounds[where - 1].name


def _note(competition: Competition, by: Actor, where: int | str, text: str) -> None:
    note(competition, by, Event.EXTENDED, text, match=where if isinstance(where, str) else "")


def open_rounds(draw: PublishedDraw) -> list[RoundState]:
    """The rounds whose conditions can be corrected: those still to be played in which nothing was."""
    begun = {
        meeting.match.round.number
        for meeting in draw.meetings
        if meeting.sheet_id or any(row.kind == Kind.PLAYED for row in meeting.outcomes.all())
    }
    return [one for one in draw.rounds if one.number not in begun and any(m.is_to_be_decided for m in one.matches)]


def preview_conditions(draw: PublishedDraw, number: int, conditions: Conditions) -> str:
    """The fingerprint of what stands, to be shown; Refused once a sheet of the round is open."""
    stands = _must_be_open(draw, number).terms
    if conditions == stands.conditions:
        raise Refused("The round is played under these conditions already: change one of them.")
    return fingerprint(number, stands.conditions, conditions)


@transaction.atomic
def correct_conditions(
    competition: Competition, number: int, conditions: Conditions, *, grounds: Grounds, shown: str, by: Actor
) -> None:
    """Have the round of this number played under these conditions; Refused when other ones stand than were `shown`."""
    draw, why = to_decide(competition, grounds, by)
    stands = _must_be_open(draw, number).terms.conditions
    if stands == conditions:
        return
    if preview_conditions(draw, number, conditions) != shown:
        raise Refused("Something has happened meanwhile. Look again at what this would change.")
    round = Round.objects.get(draw=draw.row, number=number)
    RoundConditions.objects.create(round=round, **asdict(conditions), **why)
    text = f"Corrected the conditions of {round}: {corrected(conditions, stands)}. Reason: {why['reason']}"
    note(competition, by, Event.CONDITIONS_CORRECTED, text)


@transaction.atomic
def take_back_conditions(
    competition: Competition, number: int, correction: int, *, grounds: Grounds, by: Actor
) -> None:
    """Take the correction of this key back, so that what stood before it stands again."""
    draw, why = to_decide(competition, grounds, by)
    if RoundConditions.objects.filter(takes_back=correction, round__draw=draw.row).exists():
        return
    standing, _ = last_of(draw, number)
    if standing.pk != correction:
        raise Refused("Another correction stands by now. Look again before you take one back.")
    RoundConditions.objects.create(round_id=standing.round_id, takes_back=standing, **asdict(standing.rules()), **why)
    text = f"Took the correction of the conditions of {standing.round} back: {why['reason']}"
    note(competition, by, Event.CONDITIONS_CORRECTED, text)


def last_of(draw: PublishedDraw, number: int) -> tuple[RoundConditions, Conditions]:
    """The correction of this round that stands, and what would stand without it; Refused where none can be undone."""
    terms = _must_be_open(draw, number).terms
    if terms.correction is None or terms.before is None:
        raise Refused("The conditions of this round are as they were published.")
    return terms.correction, terms.before


def _must_be_open(draw: PublishedDraw, number: int) -> RoundState:
    found = next((one for one in open_rounds(draw) if one.number == number), None)
    if found is None:
        raise Refused("This round has begun, or has nothing to play: its conditions stay as they are.")
    return found
