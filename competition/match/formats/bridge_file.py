"""A match as a file for bridge programs."""

from django.utils import timezone

from competition.match.queries.pair_match import PairMatch
from scoring.formats import pbn


def of_match(match: PairMatch) -> bytes:
    """The deals of a match in Portable Bridge Notation; only with an open sheet."""
    competition, arranged = match.competition, match.seated.plays_at
    described = pbn.Match(
        event=str(competition),
        site=competition.region,
        played_on=timezone.localdate(arranged) if arranged else None,
        code=match.code,
        stage=match.state.round_name,
        identity=f"{competition.slug} {match.code}",
        players=match.names,
    )
    return pbn.write(match.scored, described)
