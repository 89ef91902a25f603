"""A match as a file for bridge programs."""

from django.utils import timezone

from competition.match.queries.pair_match import PairMatch
from scoring.formats import pbn


def of_match(table: PairMatch) -> bytes:
    """The deals of a match in Portable Bridge Notation; only with an open sheet."""
    competition, arranged = table.snapshot.competition, table.meeting.plays_at
    match = pbn.Match(
        event=str(competition),
        site=competition.region,
        played_on=timezone.localdate(arranged) if arranged else None,
        code=table.state.code,
        stage=table.state.round_name,
        identity=f"{competition.slug} {table.state.code}",
        players=table.names,
    )
    return pbn.write(table.sheet, match)
