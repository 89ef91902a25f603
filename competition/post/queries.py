"""What the letters to the pairs tell."""

from competition.contest.models import Competition
from competition.entries.models.pair import Pair
from competition.knockout.models.withdrawal import Withdrawal
from competition.knockout.queries.reading import snapshot_of
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.stages import Stage

_TO_COME = (Stage.WAITING, Stage.READY, Stage.IN_PLAY, Stage.SUBMITTED, Stage.DISPUTED)


def addressees(competition: Competition, *, number: int | None = None, on_paper: bool = False) -> list[Pair]:
    """The pairs that have not withdrawn: all, the one of this number, or those without any e-mail address."""
    pairs = list(competition.pairs.exclude(withdrawals__in=Withdrawal.standing()).prefetch_related("players"))
    if number is not None:
        return [pair for pair in pairs if pair.number == number]
    return [pair for pair in pairs if not (on_paper and any(player.email for player in pair.present))]


def next_matches(competition: Competition) -> dict[int, MatchState]:
    """The match each pair has to play or waits for, by the pair's number; none before the draw is published."""
    snapshot = snapshot_of(competition)
    matches = snapshot.by_code.values() if snapshot else ()
    return {pair.number: match for match in matches if match.stage in _TO_COME for pair in match.pairs}
