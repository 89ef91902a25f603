"""Calling a club or an area by one name, wherever it is written."""

from django.db import transaction

from competition.contest.models import Competition
from competition.log.actions import Actor, lock, note
from scoring.rules.refusal import Refused, quoted


@transaction.atomic
def rename(competition: Competition, kind: str, old: str, new: str, *, by: Actor) -> None:
    """Give a club or an area (`kind`) another name; two of one name become one."""
    lock(competition)
    if new == old:
        raise Refused(f"It is called {quoted(old)} already.")
    if not competition.pairs.filter(**{kind: old}).update(**{kind: new}):
        raise Refused(f"No pair gives {quoted(old)} as its {kind} any more.")
    note(competition, by, "renamed", f"Called the {kind} {quoted(old)} {quoted(new)} from now on.")
