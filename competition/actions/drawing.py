"""Drawing lots, as often as wished before one drawing is published."""

import secrets
from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.utils import timezone

from competition.actions.log import Actor, lock, note
from competition.models import Competition, Draw, Match, Place, Round
from competition.queries.drawing import entries_of, lots_of
from competition.rules import lots
from competition.rules.layout import round_names
from scoring.rules.refusal import Refused


@transaction.atomic
def draw_lots(competition: Competition, *, by: Actor, seed: str = "", attempt: int | None = None) -> Draw:
    """A new numbered attempt from a fresh seed; Refused with fewer than two pairs or after publication.

    Whoever says which attempt is wanted gets the same lots however often it is asked for.
    """
    lock(competition)
    _not_published(competition)
    if known := competition.draws.filter(attempt=attempt).first():
        return known
    attempt = competition.draws.count() + 1
    draw = Draw(
        competition=competition,
        attempt=attempt,
        algorithm=lots.ALGORITHM,
        seed=seed or secrets.token_hex(16),
        opening_day_together=competition.conditions.opening_day_together,
        entries=entries_of(competition),
        made_by=by.organiser,
    )
    lots_of(draw)
    draw.save()
    note(competition, by, "drew", f"Drew lots, attempt {attempt}.", seed=draw.seed)
    return draw


@transaction.atomic
def publish(draw: Draw, *, play_by: Sequence[date], by: Actor) -> None:
    """Publish a drawing with a play-by date for each round; from now on entries and conditions are frozen."""
    competition = draw.competition
    lock(competition)
    _not_published(competition)
    if draw.attempt != competition.draws.count():
        raise Refused("There is a newer attempt than the one you looked at. Look at that one first.")
    if draw.entries != entries_of(competition):
        raise Refused("The entries have changed since these lots were drawn. Draw again.")
    if draw.opening_day_together != competition.conditions.opening_day_together:
        raise Refused("The conditions of the draw have changed since these lots were drawn. Draw again.")
    places = lots_of(draw).places
    _check_dates(round_names(len(places)), play_by)
    draw.published_at = timezone.now()
    draw.save()
    _lay_out(draw, places, play_by)
    note(
        competition,
        by,
        "published",
        f"Published the draw, attempt {draw.attempt}, of {len(draw.entries)} pairs.",
    )


def _not_published(competition: Competition) -> None:
    if competition.draws.filter(published_at__isnull=False).exists():
        raise Refused("The draw has been published already.")


def _check_dates(names: Sequence[str], play_by: Sequence[date]) -> None:
    if len(play_by) != len(names):
        raise Refused(f"Give a play-by date for each of the {len(names)} rounds.")
    for name, earlier, later in zip(names[1:], play_by, play_by[1:], strict=False):
        if later <= earlier:
            raise Refused(f"{name} must be played after the round before it: choose a later date.")


def _lay_out(draw: Draw, places: Sequence[int | None], play_by: Sequence[date]) -> None:
    pairs = {pair.number: pair for pair in draw.competition.pairs.all()}
    Place.objects.bulk_create(
        Place(draw=draw, position=position, pair=pairs.get(number)) for position, number in enumerate(places, start=1)
    )
    names = round_names(len(places))
    rounds = Round.objects.bulk_create(
        Round(draw=draw, number=number, name=name, play_by=day)
        for number, (name, day) in enumerate(zip(names, play_by, strict=True), start=1)
    )
    Match.objects.bulk_create(
        Match(round=row, position=position) for row in rounds for position in range(1, (len(places) >> row.number) + 1)
    )
