"""What is looked for in a published draw: a pair by its name, the round being played, the way of a pair."""

from django.utils import timezone

from competition.contest.rules.people import is_named
from competition.entries.models.pair import Pair
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState, RoundState
from competition.knockout.rules.stages import Stage
from competition.log.models import LogEntry


def last_change(draw: PublishedDraw, code: str = "") -> LogEntry | None:
    """The last thing noted of this match, or of any."""
    noted = LogEntry.objects.filter(competition=draw.competition)
    return (noted.filter(match=code) if code else noted.exclude(match="")).first()


def pairs_named(draw: PublishedDraw, text: str) -> list[Pair]:
    """The drawn pairs in whose names every word of the text occurs; accents and case do not matter."""
    found = [pair for pair in draw.pairs.values() if is_named(draw.names[pair.number], text)]
    return sorted(found, key=lambda pair: draw.names[pair.number])


def current_round(draw: PublishedDraw) -> RoundState:
    """The first round that is not all played, or the last."""
    return next((round for round in draw.rounds if round.played < round.playable), draw.rounds[-1])


def coming_round(draw: PublishedDraw) -> RoundState:
    """The round whose day is the next to come; the current one where none is."""
    round, today = current_round(draw), timezone.localdate(draw.now)
    return next((later for later in draw.rounds[round.number - 1 :] if later.play_by >= today), round)


def watched_round(draw: PublishedDraw) -> RoundState:
    """The round in which somebody plays: one with a match at the table, else one with a match that is not late."""
    at_table = [round for round in draw.rounds if any(state.stage is Stage.IN_PLAY for state in round.matches)]
    if at_table:
        return at_table[-1]
    in_time = (round for round in draw.rounds if any(state.is_open and not state.overdue for state in round.matches))
    return next(in_time, current_round(draw))


def way(draw: PublishedDraw, pair: Pair) -> list[MatchState]:
    """The matches of a pair and, while it is in, those it would come to, first round first."""
    matches = draw.matches_of(pair)
    last = matches[-1]
    while last.result is None and last.feeds:
        last = draw.matches[last.feeds]
        matches.append(last)
    return matches
