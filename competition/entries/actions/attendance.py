"""Who has come to the opening day, as it is ticked at the door."""

from django.db import transaction
from django.utils import timezone

from competition.entries.models.pair import Pair
from competition.log.actions import Actor, lock, note


@transaction.atomic
def tick(pair: Pair, *, here: bool, by: Actor) -> None:
    """Note that a pair has come, or that it has not after all; nothing changes where that is known."""
    lock(pair.competition)
    pair.refresh_from_db(fields=["here_since"])
    if here == (pair.here_since is not None):
        return
    pair.here_since = timezone.now() if here else None
    pair.save(update_fields=["here_since"])
    said = "is here" if here else "is not here after all"
    note(pair.competition, by, "ticked", f"Pair {pair.number}, {pair.name}, {said}.", about=pair)
