"""Queries for the margins of stored results."""

from django.db.models import Exists, OuterRef
from django.utils import timezone

from competition.contest.models import Competition
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.queries.encounters import stands
from competition.knockout.rules.plausible import Record
from competition.knockout.rules.result import Kind


def largest_margin(slug: str, deals: int) -> Record | None:
    """Return the largest margin in official results of matches of this many deals, or None (one query).

    It covers all competitions of this site. Demos are compared only with demos.
    """
    met = {f"meeting__{name}": OuterRef(f"meeting__{name}") for name in ("match", "upper", "lower")}
    later = ResultEntry.objects.filter(**met, number__gt=OuterRef("number"))
    alike = Competition.objects.filter(slug=slug, is_demo=OuterRef(f"{_COMPETITION}__is_demo"))
    rows = ResultEntry.objects.filter(
        ~Exists(later), Exists(alike), kind=Kind.PLAYED.value, **{f"{_COMPETITION}__conditions__deals": deals}
    ).select_related("meeting", *ResultEntry.FOLLOWING)
    now = timezone.now()
    won = (row.result("", (row.meeting.upper_id, row.meeting.lower_id)).margin for row in rows if stands(row, now))
    margins = [margin for margin in won if margin]
    return Record(max(margins), len(margins)) if margins else None


_COMPETITION = "meeting__match__round__draw__competition"
