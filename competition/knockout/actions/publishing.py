"""Actions for publishing a draw."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.utils import timezone

from competition.audit.actions import Actor, lock, note
from competition.audit.events import Event
from competition.contest.rules.limits import check_day
from competition.drawing.models import Draw, Publication
from competition.drawing.queries import (
    is_still_current,
    must_be_latest,
    must_not_be_published,
    next_publication,
    places_of,
)
from competition.drawing.rules.layout import round_names
from competition.knockout.models.draw import Match, Place, Round
from scoring.rules.refusal import Refused


@transaction.atomic
def publish(draw: Draw, *, play_by: Sequence[date], by: Actor) -> Publication:
    """Publish a draw with a play-by date for each round, create its rounds and matches, and return the publication.

    Afterwards the entries and conditions are fixed. Raises Refused if this is not the latest draw, if a draw is already
    published, if the entries or conditions have changed, or if a date is missing or out of order.
    """
    competition = draw.competition
    lock(competition)
    must_not_be_published(competition)
    must_be_latest(draw)
    if draw.commitment is None:
        raise Refused("This draw was made elsewhere. Enter it again to publish it.")
    if draw.commitment != competition.commitments.last() or not is_still_current(draw.commitment):
        raise Refused(
            "Entries or conditions have changed since you locked the entry list. Lock it again and draw again."
        )
    places = places_of(draw)
    for day in play_by:
        check_day(day, competition.season, timezone.localdate())
    check_dates(round_names(len(places)), play_by)
    publication = next_publication(competition, draw)
    publication.at = timezone.now()
    publication.save()
    lay_out(draw, places, play_by)
    pairs = len(draw.commitment.entries)
    note(competition, by, Event.PUBLISHED, f"Published the draw (draw {draw.attempt}) of {pairs} pairs.")
    return publication


def check_dates(names: Sequence[str], play_by: Sequence[date]) -> None:
    """Raise Refused if a play-by date is missing or not after that of the round before."""
    if len(play_by) != len(names):
        raise Refused(f"Enter a play-by date for each of the {len(names)} rounds.")
    for name, earlier, later in zip(names[1:], play_by, play_by[1:], strict=False):
        if later <= earlier:
            raise Refused(f"The play-by date of {name} must be after that of the round before. Choose a later date.")


def lay_out(draw: Draw, places: Sequence[int | None], play_by: Sequence[date]) -> None:
    """Create the places, the rounds and the matches of a draw."""
    pairs = {pair.number: pair for pair in draw.competition.pairs.all()}
    Place.objects.bulk_create(
        Place(draw=draw, position=position, pair=pairs[number] if number else None)
        for position, number in enumerate(places, start=1)
    )
    names = round_names(len(places))
    rounds = Round.objects.bulk_create(
        Round(draw=draw, number=number, name=name, play_by=day)
        for number, (name, day) in enumerate(zip(names, play_by, strict=True), start=1)
    )
    Match.objects.bulk_create(
        Match(round=row, position=position) for row in rounds for position in range(1, (len(places) >> row.number) + 1)
    )
