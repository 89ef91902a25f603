"""Actions for creating a competition and changing its details and conditions of contest."""

from django.db import transaction

from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.contest.models import Competition, Conditions
from competition.contest.queries import DETAILS, current_values
from scoring.rules.refusal import Refused, Stale, fingerprint

_SAVED = (*DETAILS, "over_two_years")


@transaction.atomic
def create_competition(competition: Competition, conditions: Conditions, *, by: Actor) -> Competition:
    """Create a competition with its conditions, and return it. The creator becomes the owner.

    Raises Refused if another competition has the same address.
    """
    if Competition.objects.filter(slug=competition.slug).exists():
        raise Refused("Another competition already has this address. Choose another.")
    competition.owner = by.user
    competition.save()
    conditions.competition = competition
    conditions.save()
    competition.organisers.add(by.user)
    log_event(competition, by, Event.CREATED, f"Created {competition}.")
    return competition


@transaction.atomic
def change_competition(competition: Competition, conditions: Conditions, *, shown: str, by: Actor) -> None:
    """Change details and conditions before the draw.

    `shown` is the fingerprint on the organiser's page. Raises Stale if they have changed since then, and Refused once
    the draw is published.
    """
    lock(competition)
    if competition.is_published:
        raise Refused(
            "The conditions are locked, because the draw is published. You can still correct those of a round "
            "that has not begun."
        )
    old = Competition.objects.select_related("conditions").get(pk=competition.pk)
    was, now = current_values(old, old.conditions), current_values(competition, conditions)
    if fingerprint(was) != shown and was != now:
        raise Stale(
            f"The conditions have changed since you opened the page. They now have: {_differences(was, now)}. "
            "Check them, then save again."
        )
    competition.save(update_fields=_SAVED)
    conditions.save()
    text = "Changed the details or the conditions of contest."
    log_event(
        competition, by, Event.CONDITIONS_CHANGED, text, before=_differences(was, now), after=_differences(now, was)
    )


def _differences(one: dict[str, str], other: dict[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in one.items() if other[name] != value)
