"""Queries for entries made by pairs."""

from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet

from competition.contest.models import Competition
from competition.entries.models import Pair, Player, PreferredChannel


def applications() -> QuerySet[Pair]:
    """Return the pairs that made their own entry, of any status and with their players, earliest first."""
    sent = Pair.of_any_status.exclude(reference="").filter(competition__hidden_since=None)
    return sent.order_by("sent_at", "pk").prefetch_related("players")


def waiting_applications(competition: Competition) -> QuerySet[Pair]:
    """Return the pairs that are waiting for the organiser's answer, earliest first."""
    return applications().filter(competition=competition, status=Pair.Status.WAITING)


# An entry without a confirmed email address is deleted after this time.
UNCONFIRMED_FOR = timedelta(days=7)


def unconfirmed_applications() -> QuerySet[Pair]:
    """Return the waiting entries in all competitions that have not been confirmed by email, earliest first.

    Leave out pairs that cannot confirm because they have no email address or use another channel, or because the site
    sends no email.
    """
    return _to_confirm() if settings.HAS_EMAIL else applications().none()


def _to_confirm() -> QuerySet[Pair]:
    with_address = Player.of_any_pair.exclude(email="").values("pair")
    waiting = applications().filter(status=Pair.Status.WAITING, confirmed_at=None, way=PreferredChannel.EMAIL)
    return waiting.filter(pk__in=with_address)


def mailboxes_to_confirm() -> dict[str, int]:
    """Return the primary key of the one pair that each email address is asked to confirm, by lower-case address.

    An address has only one unanswered email at a time, however many entries contain it.
    """
    asked: dict[str, int] = {}
    for pair in _to_confirm():
        for address in addresses_of(pair):
            asked.setdefault(address, pair.pk)
    return asked


def is_unconfirmed(pair: Pair) -> bool:
    """Return True if this entry is waiting for the pair to confirm it by email (one query)."""
    return unconfirmed_applications().filter(pk=pair.pk).exists()


def entries_to_confirm(sent: Pair) -> list[Pair]:
    """Return the unconfirmed entries in this competition with the same email addresses as `sent` (two queries)."""
    addresses = addresses_of(sent)
    unconfirmed = unconfirmed_applications().filter(competition=sent.competition).select_related("competition")
    return [pair for pair in unconfirmed if addresses_of(pair) == addresses]


def addresses_of(pair: Pair) -> set[str]:
    """Return the email addresses of a pair, in lower case."""
    return {player.email.casefold() for player in pair.present if player.email}


def find_application(competition: str, reference: str) -> Pair | None:
    """Return the pair that made the entry with this reference, or None. `competition` is a slug."""
    sent = applications().filter(reference=reference, competition__slug=competition)
    return sent.select_related("competition__conditions").first()
