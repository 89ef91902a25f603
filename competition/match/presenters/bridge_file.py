"""Export of a match for other bridge programs."""

from collections.abc import Iterator, Sequence
from datetime import date

from django.utils import timezone

from competition.draw.queries.playing import playing
from competition.draw.queries.states import local_date
from competition.match.queries.play import PairView
from scoring.models import Deal
from scoring.presenters import pbn


def of_match(match: PairView) -> bytes:
    """Return the deals of a match in Portable Bridge Notation. Raises Refused if the match has no score sheet."""
    competition = match.competition
    when = playing([match.state])[match.code]
    arranged = local_date(when.appointment) if when.appointment else None
    described = pbn.PbnMatch(
        event=str(competition),
        site=competition.region,
        played_on=arranged,
        days=() if arranged else list(_days(match.opened.deals, when.recorded)),
        code=match.code,
        stage=match.state.round_name,
        identity=f"{competition.slug} {match.code}",
        players=match.opened.names,
        about=competition.provenance,
    )
    return pbn.write(match.opened.scored, described)


def _days(deals: Sequence[Deal], first: date | None) -> Iterator[date | None]:
    """Yield the day on which each deal was recorded. A deal typed in from paper gets the day of the previous deal.

    `first` is the day on which the match began, if it is known from another source.
    """
    moments = [deal.recorded_at for deal in deals if deal.recorded_at]
    day = timezone.localdate(min(moments)) if moments else first
    for deal in deals:
        day = timezone.localdate(deal.recorded_at) if deal.recorded_at else day
        yield day
