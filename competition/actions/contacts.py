"""Forgetting how to reach people, once nobody needs to."""

from django.db import transaction
from django.db.models import Q

from competition.actions.log import Actor, lock, note
from competition.models import Competition
from competition.queries import drawn
from competition.rules.stages import Stage
from scoring.rules.refusal import Refused

KNOWN = ~Q(phone="") | ~Q(email="")


@transaction.atomic
def forget(competition: Competition, *, by: Actor) -> None:
    """Delete every telephone number and e-mail address of a competition that is over."""
    lock(competition)
    if drawn(competition).rounds[-1].matches[0].stage not in (Stage.OFFICIAL, Stage.VACANT):
        raise Refused("The competition is not over yet: the pairs still need to reach each other.")
    forgotten = competition.players.filter(KNOWN).update(phone="", email="")
    if forgotten:
        note(competition, by, "deleted contacts", f"Deleted the contacts of {forgotten} players.")
