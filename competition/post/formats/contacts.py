"""How long contacts are kept."""

from datetime import date, timedelta

from django.utils import timezone

from competition.knockout.formats.overview import is_over
from competition.knockout.formats.timestamps import changed
from competition.knockout.queries.snapshot import Snapshot

KEPT = timedelta(days=92)


def kept_until(snapshot: Snapshot) -> date | None:
    """The last day on which the contacts of a competition may be kept, three months after its last decision.

    None while it runs.
    """
    return timezone.localdate(changed(snapshot)) + KEPT if is_over(snapshot) else None
