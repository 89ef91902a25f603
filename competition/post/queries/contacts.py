"""What the letters to the pairs tell, and how long it is known how to reach them."""

from datetime import date, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from competition.contest.models import Competition
from competition.entries.actions.applications import PRIVATE
from competition.entries.models.application import Application
from competition.entries.models.pair import Pair, Player
from competition.knockout.formats.overview import is_over
from competition.knockout.queries.reading import snapshot_of
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.stages import Stage

KEPT = timedelta(days=92)
KNOWN = ~Q(phone="") | ~Q(email="")
CONTACTS_SENT = ~Q(**dict.fromkeys(PRIVATE, ""))
_TO_COME = (Stage.WAITING, Stage.READY, Stage.IN_PLAY, Stage.SUBMITTED, Stage.DISPUTED)


def addressees(competition: Competition, *, number: int | None = None, on_paper: bool = False) -> list[Pair]:
    """The pairs that have not withdrawn: all, the one of this number, or those without any e-mail address."""
    if snapshot := snapshot_of(competition):
        pairs = [pair for _, pair in sorted(snapshot.pairs.items()) if pair.withdrawal is None]
    else:
        pairs = list(competition.pairs.prefetch_related("players"))
    if number is not None:
        return [pair for pair in pairs if pair.number == number]
    return [pair for pair in pairs if not (on_paper and any(player.email for player in pair.present))]


def next_matches(competition: Competition) -> dict[int, MatchState]:
    """The match each pair has to play or waits for, by the pair's number; none before the draw is published."""
    snapshot = snapshot_of(competition)
    matches = snapshot.by_code.values() if snapshot else ()
    return {pair.number: match for match in matches if match.stage in _TO_COME for pair in match.pairs}


def kept_until(competition: Competition, snapshot: Snapshot | None) -> date:
    """The last day on which the contacts of a competition may be kept: three months after its last match."""
    return (_last_match(snapshot) if snapshot else _last_of_the_season(competition)) + KEPT


def _last_match(snapshot: Snapshot) -> date:
    """Once all is over, the day on which a result was last sent in for the first time; until then the last one due."""
    if not is_over(snapshot):
        return max(match.play_by for match in snapshot.by_code.values())
    met = [[row.at for row in meeting.outcomes.all()] for meeting in snapshot.meetings]
    published = [moment for moment in (snapshot.draw.published_at,) if moment]
    return timezone.localdate(max([*published, *(min(moments) for moments in met if moments)]))


def _last_of_the_season(competition: Competition) -> date:
    """No match is due yet, and none may ever be: the last day of the year that the competition belongs to."""
    days = competition.closing_date, competition.opening_day, date(competition.season, 12, 31)
    return max(day for day in days if day)


def with_contacts() -> QuerySet[Competition]:
    """The competitions of which any contact is known still."""
    known = Player.objects.filter(KNOWN).values("competition")
    sent = Application.objects.filter(CONTACTS_SENT).values("competition")
    return Competition.objects.filter(Q(pk__in=known) | Q(pk__in=sent)).select_related("conditions")
