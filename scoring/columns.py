"""Database constraints for the columns of a deal, shared by all tables that store deals."""

from collections.abc import Iterable

from django.db.models import Q

from scoring.rules import tariff
from scoring.rules.contract import Denomination, Doubling
from scoring.rules.sides import Seat, Side


def played_or_passed_in(denominations: Iterable[str] = Denomination) -> Q:
    """Return a condition for the columns of a deal: complete if it was played, empty if it was passed in."""
    played = Q(
        declarer__in=[seat.value for seat in Seat],
        level__range=(1, 7),
        denomination__in=[str(denomination) for denomination in denominations],
        doubling__in=[d.value for d in Doubling],
        tricks__range=(0, 13),
    )
    nothing = {"declarer": "", "level": None, "denomination": "", "doubling": None, "tricks": None}
    return played | Q(**nothing, honours_side="", honours_points=None)


def honours_that_can_be() -> Q:
    """Return a condition for the honours columns: empty, or points that are possible in the denomination."""
    held = Q(honours_side__in=[side.value for side in Side])
    at_trumps = Q(honours_points__in=tariff.HONOURS) & ~Q(denomination="NT")
    return Q(honours_side="", honours_points=None) | held & (Q(honours_points__in=tariff.NO_TRUMP_HONOURS) | at_trumps)
