"""What happened to a match: who did what, and when."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from competition.log.models import LogEntry
from competition.match.queries.pair_match import PairMatch


class Step(NamedTuple):
    """One thing somebody did with the match, by the name of the pair or as the organiser."""

    at: datetime
    who: str
    text: str


def history(match: PairMatch) -> list[Step]:
    """What the two pairs now in this match and the organiser did with it, newest first (one query)."""
    names: dict[int | None, str] = {pair.pk: str(pair) for pair in match.state.pairs}
    theirs = Q(pair__in=names) | Q(organiser__isnull=False)
    log = LogEntry.objects.filter(theirs, competition=match.competition, match=match.code)
    return [Step(line.at, names.get(line.pair_id, "The organiser"), line.text) for line in log]
