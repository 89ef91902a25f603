"""Founding a competition and setting its conditions of contest."""

from django.db import transaction

from competition.actions.log import Actor, lock, note
from competition.models import Competition, Conditions
from scoring.rules.refusal import Refused

PARTICULARS = ("name", "slug", "season", "region", "closing_date", "opening_day")


@transaction.atomic
def found(competition: Competition, conditions: Conditions, *, by: Actor) -> Competition:
    """Found a competition with its conditions; whoever founds it is its organiser."""
    if Competition.objects.filter(slug=competition.slug).exists():
        raise Refused("Another competition has this address already. Choose another.")
    competition.owner = by.organiser
    competition.save()
    conditions.competition = competition
    conditions.save()
    competition.organisers.add(by.organiser)
    note(competition, by, "founded", f"Founded {competition}.")
    return competition


@transaction.atomic
def change(competition: Competition, conditions: Conditions, *, by: Actor) -> None:
    """Change a competition's particulars and conditions; Refused once the draw is published."""
    lock(competition)
    if competition.draws.filter(published_at__isnull=False).exists():
        raise Refused("The conditions are frozen, because the draw has been published.")
    competition.save(update_fields=PARTICULARS)
    conditions.save()
    note(competition, by, "changed", "Changed the particulars or the conditions of contest.")
