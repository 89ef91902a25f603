"""Forgetting how to reach people, once nobody needs to."""

from django.db import transaction
from django.db.models import Q

from competition.contest.models import Competition
from competition.entries.actions.applications import PRIVATE
from competition.entries.queries.pairs import waiting_applications
from competition.knockout.queries.reading import published_snapshot
from competition.knockout.rules.stages import Stage
from competition.log.actions import Actor, lock, note
from scoring.rules.refusal import Refused

KNOWN = ~Q(phone="") | ~Q(email="")
CONTACTS_SENT = ~Q(**dict.fromkeys(PRIVATE, ""))


@transaction.atomic
def forget(competition: Competition, *, by: Actor) -> int:
    """Delete every telephone number and e-mail address of a competition that is over; of how many players.

    Entries that were sent in and never answered lose theirs too.
    """
    lock(competition)
    if published_snapshot(competition).rounds[-1].matches[0].stage not in (Stage.OFFICIAL, Stage.VACANT):
        raise Refused("The competition is not over yet: the pairs still need to reach each other.")
    forgotten = competition.players.filter(KNOWN).update(phone="", email="")
    unanswered = waiting_applications(competition).filter(CONTACTS_SENT)
    forgotten += 2 * unanswered.update(**dict.fromkeys(PRIVATE, ""))
    if forgotten:
        note(competition, by, "deleted contacts", f"Deleted the contacts of {forgotten} players.")
    return forgotten
