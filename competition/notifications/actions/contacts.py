"""Action for deleting contact details."""

from django.db import transaction

from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.contest.models import Competition
from competition.entries.models import Away, Pair, Player
from competition.knockout.models.draw import Meeting
from competition.knockout.queries.draw import read_draw
from competition.notifications.models import Email
from competition.notifications.queries.contacts import KNOWN, are_needed
from competition.scheduling.models import Offer
from scoring.rules.refusal import Refused
from scoring.rules.spoken import quantity


@transaction.atomic
def erase_contacts(competition: Competition, *, by: Actor) -> int:
    """Delete every phone number and email address of a competition. Return the number of players.

    This includes waiting pairs, and declined pairs that were not told. Raises Refused during the competition.
    """
    lock(competition)
    competition.refresh_from_db(fields=["cancellation"])
    if are_needed(competition, read_draw(competition)):
        raise Refused("You cannot delete contact details during the competition. End or cancel it first.")
    Email.objects.filter(player__pair__competition=competition).update(refused="")
    forgotten = Player.of_any_pair.filter(KNOWN, pair__competition=competition).update(phone="", email="")
    # Unavailable days, venues and the dates that pairs offered to each other are private too.
    Away.objects.filter(pair__competition=competition).delete()
    Offer.objects.filter(by__competition=competition).delete()
    Meeting.objects.filter(upper__competition=competition).update(venue="")
    Pair.of_any_status.filter(competition=competition).update(opened_at=None, wishes="")
    if forgotten:
        log_event(
            competition, by, Event.CONTACTS_DELETED, f"Deleted the contact details of {quantity(forgotten, 'player')}."
        )
    return forgotten
