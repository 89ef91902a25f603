"""Which mails players are to get, and which of them do not arrive."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from competition.contest.models import Competition
from competition.contest.rules.limits import SILENCE_HOURS
from competition.entries.models.pair import Player
from competition.knockout.models.meeting import Outcome
from competition.knockout.queries.reading import snapshot_of
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.outcome import Kind
from competition.knockout.rules.stages import Stage
from competition.post.models import Mail

# After so many tries something is wrong that does not mend itself.
TRIES = 3
_BY_MAIL = ("", Outcome.Told.MAIL.value)


@dataclass(frozen=True, slots=True)
class Due:
    """A mail to a player whose pair is to answer a result, and knows nothing of it but by mail."""

    snapshot: Snapshot
    state: MatchState
    player: Player
    outcome: Outcome


def due() -> list[Due]:
    """Every mail that facts ask for and that has not gone; none to an address that was refused."""
    found = [mail for competition in _with_something_to_tell() for mail in _due(competition)]
    rows = Mail.objects.filter(outcome__in={one.outcome.pk for one in found})
    known = {(row.player_id, row.outcome_id): row for row in rows}
    return [one for one in found if _may_go(one, known.get((one.player.pk, one.outcome.pk)))]


def troubles(snapshot: Snapshot) -> list[tuple[Player, Mail]]:
    """The mails about results that still wait for an answer which do not arrive, each with its player."""
    rows = Mail.objects.filter(player__competition=snapshot.competition, sent_at=None)
    stuck = {(row.player_id, row.outcome_id): row for row in rows.filter(~Q(refused="") | Q(tries__gte=TRIES))}
    found = ((one.player, stuck.get((one.player.pk, one.outcome.pk))) for one in _in(snapshot))
    return [(player, row) for player, row in found if row and row.refused in ("", player.email)]


def _may_go(one: Due, row: Mail | None) -> bool:
    return row is None or (row.sent_at is None and row.refused != one.player.email)


def _with_something_to_tell() -> list[Competition]:
    """Told of by mail so long ago that every silence has agreed, a result tells nothing new."""
    since = timezone.now() - timedelta(hours=SILENCE_HOURS[1])
    sent = Outcome.objects.filter(by__isnull=False, kind=Kind.PLAYED.value, answer="", told_by__in=_BY_MAIL)
    sent = sent.exclude(silence_hours=0).filter(Q(told_at=None) | Q(told_at__gte=since))
    return list(Competition.objects.filter(pk__in=sent.values("meeting__match__round__draw__competition")))


def _due(competition: Competition) -> Iterator[Due]:
    snapshot = snapshot_of(competition)
    return _in(snapshot) if snapshot else iter(())


def _in(snapshot: Snapshot) -> Iterator[Due]:
    for state in snapshot.as_read.values():
        last = state.last
        if state.stage is Stage.SUBMITTED and last and last.told_by in _BY_MAIL:
            yield from (Due(snapshot, state, player, last) for player in state.to_answer.present if player.email)
