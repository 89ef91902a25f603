"""Action for deleting contact details."""

from django.db import transaction
from django.db.models import Q

from competition.audit.actions import Actor, lock, note
from competition.audit.events import Event
from competition.contest.models import Competition
from competition.entries.actions.applications import PRIVATE
from competition.entries.models.application import Away
from competition.knockout.models.meeting import Meeting
from competition.knockout.queries.draw import read_draw
from competition.notifications.models import Mail
from competition.notifications.queries.contacts import KNOWN, are_needed
from competition.notifications.queries.entries import CONTACTS_SENT
from competition.scheduling.models import Offer
from scoring.rules.refusal import Refused
from scoring.rules.spoken import quantity


@transaction.atomic
def forget(competition: Competition, *, by: Actor) -> int:
    """Delete every phone number and email address of a competition. Return the number of players.

    Also deletes those of entries without a reply, and of declined entries whose pairs were not told. Raises Refused
    during the competition.
    """
    lock(competition)
    competition.refresh_from_db(fields=["cancellation"])
    if are_needed(competition, read_draw(competition)):
        raise Refused("You cannot delete contact details during the competition. End or cancel it first.")
    Mail.objects.filter(player__competition=competition).update(refused="")
    forgotten = competition.players.filter(KNOWN).update(phone="", email="")
    # Unavailable days, venues and the dates that pairs offered to each other are private too.
    Away.objects.filter(Q(pair__competition=competition) | Q(application__competition=competition)).delete()
    Offer.objects.filter(by__competition=competition).delete()
    Meeting.objects.filter(upper__competition=competition).update(venue="")
    competition.pairs.update(opened_at=None)
    sent = competition.applications.filter(CONTACTS_SENT)
    forgotten += 2 * sent.update(**dict.fromkeys(PRIVATE, ""))
    if forgotten:
        note(
            competition, by, Event.CONTACTS_DELETED, f"Deleted the contact details of {quantity(forgotten, 'player')}."
        )
    return forgotten
