"""Reads of competitions and their organisers."""

from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import connection

from competition.contest.models import Cancellation, Competition, Organiser


def organisers(competition: Competition) -> list[User]:
    """The owner first, then the deputies by name."""
    theirs = competition.organisers.order_by("first_name", "last_name", "username")
    return sorted(theirs, key=lambda user: user.pk != competition.owner_id)


def deputy(competition: Competition, number: int) -> User | None:
    """The deputy of this number; None for the owner."""
    return competition.organisers.exclude(pk=competition.owner_id or 0).filter(pk=number).first()


class Changes(NamedTuple):
    """How often a competition (its key) has changed: in all, and but for deals."""

    competition: int
    version: int
    structure: int


# In plain SQL: it is asked for with every public page, and Django takes longer to compose it than to run it.
_CHANGES = f"SELECT id, version, structure FROM {Competition._meta.db_table} WHERE slug = %s"  # noqa: S608 (no outside text)


def changes(slug: str) -> Changes | None:
    """How often the competition at this address has changed; None where there is no competition."""
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES, [slug])
        row = cursor.fetchone()
    return Changes(*row) if row else None


Versions = tuple[tuple[int, int], ...]


def versions() -> Versions:
    """Every competition with how often it has changed; pages about them all change when this does."""
    return tuple(Competition.objects.order_by("pk").values_list("pk", "version"))


def structures() -> Versions:
    """The same but for deals."""
    return tuple(Competition.objects.order_by("pk").values_list("pk", "structure"))


def cancellations(competition: Competition) -> list[Cancellation]:
    """Every time it was cancelled, or played on after all, the first first."""
    return list(Cancellation.objects.filter(competition=competition))


def organiser_names(competition: Competition) -> list[str]:
    """The organisers by their names; whoever has given none is left out, since a sign-in is nobody's business."""
    theirs = Organiser.objects.filter(competition=competition).select_related("user").order_by("pk")
    return [name for one in theirs if (name := one.name or one.user.get_full_name())]


def as_organiser(competition: Competition, user: User) -> Organiser:
    """What a competition keeps of one of its organisers."""
    return Organiser.objects.select_related("user", "competition").get(competition=competition, user=user)


def found(slug: str) -> Competition | None:
    """The competition at this address with its conditions."""
    return Competition.objects.select_related("conditions").filter(slug=slug).first()


def called(user: User) -> str:
    """Return the name to greet an organiser by: the name the pairs read, or the account's; never the username."""
    named = Organiser.objects.filter(user=user).exclude(name="").order_by("-pk").values_list("name", flat=True)
    return named.first() or user.get_full_name() or "organiser"
