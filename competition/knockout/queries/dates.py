"""Which last days of rounds are proposed for a draw."""

from collections.abc import Sequence
from datetime import date, timedelta

from competition.contest.models import Competition
from competition.knockout.models.draw import Round
from competition.lots.models import PUBLISHED, Draw
from competition.lots.rules.rehearsal import play_by_dates

_A_SEASON = timedelta(weeks=52)


def usual_dates(competition: Competition, rounds: int, starts: date) -> Sequence[date]:
    """Those of the last season of the same name and region, moved by whole weeks; six weeks a round where none fits."""
    theirs = competition.owner_id and {"owner": competition.owner_id, "season__lt": competition.season}
    same = {"name__iexact": competition.name, "region__iexact": competition.region}
    before = Competition.objects.filter(**same, **theirs).order_by("-season", "-pk") if theirs else ()
    for season in before[:1]:
        draw = Draw.objects.filter(PUBLISHED, competition=season)
        later = (competition.season - season.season) * _A_SEASON
        days = [row.play_by + later for row in Round.objects.filter(draw__in=draw)]
        if len(days) == rounds and days[0] > starts:
            return days
    return play_by_dates(starts, rounds)
