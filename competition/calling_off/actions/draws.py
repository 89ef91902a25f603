"""A published draw that is taken back before anything is played in it."""

from django.db import transaction
from django.utils import timezone

from competition.calling_off.queries import begun
from competition.contest.models import Competition
from competition.knockout.queries.reading import published_snapshot
from competition.knockout.queries.snapshot import Snapshot
from competition.log.actions import Actor, Grounds, lock, note
from scoring.rules.fingerprint import fingerprint
from scoring.rules.refusal import Refused


def fingerprint_of(snapshot: Snapshot) -> str:
    """The fingerprint of the draw that would be taken back; Refused once anything has been played or decided in it."""
    if happened := begun(snapshot):
        raise Refused(f"The draw can no longer be taken back: {happened} You can still cancel the competition.")
    return fingerprint(snapshot.draw.pk)


@transaction.atomic
def take_back(competition: Competition, *, reason: str, shown: str, by: Actor) -> None:
    """Take the published draw back: entries and conditions are open again, its lots and the reason stay on record.

    Dates that pairs have agreed go with it. `shown` is the fingerprint of the draw that was looked at.
    """
    lock(competition)
    snapshot = published_snapshot(competition)
    why = Grounds(reason).columns()["reason"]
    if fingerprint_of(snapshot) != shown:
        raise Refused("Another draw has been published meanwhile. Look again.")
    draw = snapshot.draw
    draw.taken_back_at, draw.taken_back_by, draw.taken_back_because = timezone.now(), by.user, why
    draw.save(update_fields=["taken_back_at", "taken_back_by", "taken_back_because"])
    # What the lots gave can be worked out again; matches that nobody plays are nothing to keep.
    draw.rounds.all().delete()
    draw.places.all().delete()
    note(competition, by, "took back draw", f"Took back the published draw, attempt {draw.attempt}: {why}")
