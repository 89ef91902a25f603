"""The organiser's own words of an occasion."""

from django.db import transaction

from competition.contest.models import Competition
from competition.log.actions import Actor, lock, note
from competition.post.models import Occasion, Wording


@transaction.atomic
def reword(competition: Competition, occasion: Occasion, *, before: str, after: str, by: Actor) -> None:
    """Keep what is said before the facts and after them, in every message of this occasion from now on."""
    lock(competition)
    Wording.objects.filter(competition=competition, occasion=occasion).delete()
    if before or after:
        Wording.objects.create(competition=competition, occasion=occasion, before=before, after=after)
    note(competition, by, "changed wording", f"Changed the wording of messages: {occasion.heading.lower()}.")
