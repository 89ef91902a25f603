"""What is looked for in a published draw: a pair by its name, the round being played, the way of a pair."""

from django.utils import timezone

from competition.contest.rules.people import is_named
from competition.entries.models.pair import Pair
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState, RoundState
from competition.knockout.rules.stages import Stage
from competition.log.models import LogEntry


def last_change(snapshot: Snapshot, code: str = "") -> LogEntry | None:
    """The last thing noted of this match, or of any."""
    noted = LogEntry.objects.filter(competition=snapshot.competition)
    return (noted.filter(match=code) if code else noted.exclude(match="")).first()


def pairs_named(snapshot: Snapshot, text: str) -> list[Pair]:
    """The drawn pairs in whose names every word of the text occurs; accents and case do not matter."""
    found = [pair for pair in snapshot.pairs.values() if is_named(snapshot.names[pair.number], text)]
    return sorted(found, key=lambda pair: snapshot.names[pair.number])


def current_round(snapshot: Snapshot) -> RoundState:
    """The first round that is not all played, or the last."""
    return next((round for round in snapshot.rounds if round.played < round.playable), snapshot.rounds[-1])


def coming_round(snapshot: Snapshot) -> RoundState:
    """The round whose day is the next to come; the current one where none is."""
    round, today = current_round(snapshot), timezone.localdate(snapshot.now)
    return next((later for later in snapshot.rounds[round.number - 1 :] if later.play_by >= today), round)


def watched_round(snapshot: Snapshot) -> RoundState:
    """The round in which somebody plays: one with a match at the table, else one with a match that is not late."""
    at_table = [round for round in snapshot.rounds if any(state.stage is Stage.IN_PLAY for state in round.matches)]
    if at_table:
        return at_table[-1]
    in_time = (
        round for round in snapshot.rounds if any(state.is_open and not state.overdue for state in round.matches)
    )
    return next(in_time, current_round(snapshot))


def way(snapshot: Snapshot, pair: Pair) -> list[MatchState]:
    """The matches of a pair and, while it is in, those it would come to, first round first."""
    matches = snapshot.matches_of(pair)
    last = matches[-1]
    while last.outcome is None and last.feeds:
        last = snapshot.matches[last.feeds]
        matches.append(last)
    return matches
