"""What holds of the columns of a deal, whichever table has them."""

from collections.abc import Iterable

from django.db.models import Q

from scoring.rules import tariff
from scoring.rules.contract import Denomination, Doubling
from scoring.rules.sides import Seat, Side


def played_or_passed_in(denominations: Iterable[str] = Denomination) -> Q:
    """What holds of a deal's columns: all of a deal that was played, or nothing when it was passed in."""
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
    """What holds of a deal's honours: none, or as many as its denomination can have."""
    held = Q(honours_side__in=[side.value for side in Side])
    at_trumps = Q(honours_points__in=tariff.HONOURS) & ~Q(denomination="NT")
    return Q(honours_side="", honours_points=None) | held & (Q(honours_points__in=tariff.NO_TRUMP_HONOURS) | at_trumps)
