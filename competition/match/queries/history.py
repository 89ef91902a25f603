"""Queries for the logged actions in a match, as its pairs can read them."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from competition.audit.models import LogEntry
from competition.contest.rules.imports import as_the_file_says
from competition.match.queries.play import PairView


class HistoryStep(NamedTuple):
    """One logged action in a match. `who` is a pair or the organiser."""

    at: datetime
    who: str
    text: str


def history_of(match: PairView) -> list[HistoryStep]:
    """Return the actions of both current pairs and the organiser in this match, newest first (one query)."""
    names: dict[int | None, str] = {pair.pk: str(pair) for pair in match.state.pairs}
    theirs = Q(pair__in=names) | Q(organiser__isnull=False) | Q(author_in_file__gt="")
    log = LogEntry.objects.filter(theirs, competition=match.competition, match=match.code)
    return [HistoryStep(line.at, _author(line, names), line.text) for line in log]


def _author(line: LogEntry, names: Mapping[int | None, str]) -> str:
    who = names.get(line.pair_id, line.author_in_file or "The organiser")
    return as_the_file_says(who) if line.is_from_file else who
