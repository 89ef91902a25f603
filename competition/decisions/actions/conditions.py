"""Conditions of play corrected for a round that has not begun, and the correction taken back."""

from dataclasses import asdict

from django.db import transaction

from competition.contest.models import Competition
from competition.decisions.actions.prospect import to_decide
from competition.knockout.models.draw import Round, RoundConditions
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import RoundState
from competition.knockout.rules.result import Kind
from competition.log.actions import Actor, Grounds, note
from competition.log.events import Event
from scoring.rules.conditions import Conditions
from scoring.rules.fingerprint import fingerprint
from scoring.rules.refusal import Refused
from scoring.rules.words import corrected


def open_rounds(draw: PublishedDraw) -> list[RoundState]:
    """The rounds whose conditions can be corrected: those still to be played in which nothing was."""
    begun = {
        meeting.match.round.number
        for meeting in draw.meetings
        if meeting.sheet_id or any(row.kind == Kind.PLAYED for row in meeting.result_entries.all())
    }
    return [one for one in draw.rounds if one.number not in begun and any(m.is_to_be_decided for m in one.matches)]


def look_ahead(draw: PublishedDraw, number: int, conditions: Conditions) -> str:
    """The fingerprint of what stands, to be shown; Refused once a sheet of the round is open."""
    stands = _must_be_open(draw, number).terms
    if conditions == stands.conditions:
        raise Refused("The round is played under these conditions already: change one of them.")
    return fingerprint(number, stands.conditions, conditions)


@transaction.atomic
def correct(
    competition: Competition, number: int, conditions: Conditions, *, grounds: Grounds, shown: str, by: Actor
) -> None:
    """Have the round of this number played under these conditions; Refused when other ones stand than were `shown`."""
    draw, why = to_decide(competition, grounds, by)
    stands = _must_be_open(draw, number).terms.conditions
    if stands == conditions:
        return
    if look_ahead(draw, number, conditions) != shown:
        raise Refused("Something has happened meanwhile. Look again at what this would change.")
    round = Round.objects.get(draw=draw.row, number=number)
    RoundConditions.objects.create(round=round, **asdict(conditions), **why)
    text = f"Corrected the conditions of {round}: {corrected(conditions, stands)}. Reason: {why['reason']}"
    note(competition, by, Event.CONDITIONS_CORRECTED, text)


@transaction.atomic
def take_back(competition: Competition, number: int, correction: int, *, grounds: Grounds, by: Actor) -> None:
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
