"""Committing to what is drawn from, drawing lots as often as wished, changing them by hand, publishing one drawing."""

import secrets
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from competition.actions.log import Actor, lock, note
from competition.models import Commitment, Competition, Draw, Match, Pair, Place, Round, Swap
from competition.queries.drawing import conditions_of, entries_of, is_current, lots_of, places_of
from competition.rules import commitment, lots
from competition.rules.layout import round_names
from scoring.rules.refusal import Refused


@transaction.atomic
def commit(competition: Competition, *, by: Actor, secret: str = "") -> Commitment:
    """Fix entries, conditions and a fresh secret, for everybody to see the fingerprint of; once while nothing changes.

    Refused when such entries cannot be drawn, or after publication.
    """
    lock(competition)
    _not_published(competition)
    if (last := competition.commitments.last()) and _is_current(last):
        return last
    facts: dict[str, Any] = {
        "algorithm": lots.ALGORITHM,
        "entries": entries_of(_entered(competition), competition.conditions),
        "conditions": conditions_of(competition.conditions),
        "secret": secret or secrets.token_hex(16),
    }
    lots.check([commitment.entry(entry) for entry in facts["entries"]])
    number, digest = competition.commitments.count() + 1, commitment.fingerprint(commitment.text(**facts))
    row = Commitment.objects.create(
        competition=competition, number=number, digest=digest, made_by=by.organiser, **facts
    )
    note(competition, by, "committed", f"Fixed the list of {len(row.entries)} pairs: {digest}.")
    return row


def _is_current(row: Commitment) -> bool:
    competition = row.competition
    return is_current(row, _entered(competition), competition.conditions)


def _entered(competition: Competition) -> list[Pair]:
    return list(competition.pairs.prefetch_related("players"))


@transaction.atomic
def draw_lots(competition: Competition, *, by: Actor, attempt: int | None = None, dice: str = "") -> Draw:
    """A new numbered attempt, with what witnesses threw if they did; Refused unless entries are fixed as they stand.

    Whoever says which attempt is wanted gets the same lots however often it is asked for.
    """
    lock(competition)
    _not_published(competition)
    if known := competition.draws.filter(attempt=attempt).first():
        return known
    last = competition.commitments.last()
    if last is None or not _is_current(last):
        raise Refused("Fix the list of pairs first, as it stands now, so that everybody sees it is not changed later.")
    attempt = competition.draws.count() + 1
    draw = Draw.objects.create(
        competition=competition, commitment=last, attempt=attempt, dice=commitment.thrown(dice), made_by=by.organiser
    )
    lots_of(draw)
    thrown = f" with the dice {draw.dice}" if draw.dice else ""
    note(competition, by, "drew", f"Drew lots, attempt {attempt}{thrown}.")
    return draw


@transaction.atomic
def swap(draw: Draw, *, one: int, other: int, reason: str, by: Actor) -> Swap:
    """Let two pairs of the latest attempt change places, for a reason that everybody can read."""
    competition = draw.competition
    lock(competition)
    _not_published(competition)
    _is_latest(draw)
    if one == other:
        raise Refused("Choose two different pairs.")
    if not {one, other} <= set(filter(None, places_of(draw))):
        raise Refused("Choose two pairs that are in this draw.")
    if not reason.strip():
        raise Refused("Give the reason: everybody who was drawn will want to know it.")
    number = draw.swaps.count() + 1
    row = Swap.objects.create(
        draw=draw, number=number, one=one, other=other, reason=reason.strip(), made_by=by.organiser
    )
    note(competition, by, "swapped", f"Let pairs {one} and {other} change places by hand: {row.reason}")
    return row


@transaction.atomic
def publish(draw: Draw, *, play_by: Sequence[date], by: Actor) -> None:
    """Publish a drawing with a play-by date for each round; from now on entries and conditions are frozen."""
    competition = draw.competition
    lock(competition)
    _not_published(competition)
    _is_latest(draw)
    if draw.commitment != competition.commitments.last() or not _is_current(draw.commitment):
        raise Refused("Entries or conditions have changed since the list was fixed. Fix it anew and draw again.")
    places = places_of(draw)
    _check_dates(round_names(len(places)), play_by)
    draw.published_at = timezone.now()
    draw.save()
    _lay_out(draw, places, play_by)
    pairs = len(draw.commitment.entries)
    note(competition, by, "published", f"Published the draw, attempt {draw.attempt}, of {pairs} pairs.")


def _is_latest(draw: Draw) -> None:
    if draw.attempt != draw.competition.draws.count():
        raise Refused("There is a newer attempt than the one you looked at. Look at that one first.")


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
