"""Queries for letters to pairs."""

from typing import NamedTuple

from competition.contest.models import Competition
from competition.entries.models import Pair
from competition.knockout.queries.draw import get_draw
from competition.knockout.queries.states import MatchState


class Addressee(NamedTuple):
    """A pair that gets a letter, and its next match. There is no match before the draw is published."""

    pair: Pair
    match: MatchState | None


def addressees(
    competition: Competition, *, number: int | None = None, on_paper: bool = False, round: int | None = None
) -> list[Addressee]:
    """Return the pairs that are still in, optionally only pairs in a round or pairs without an email address.

    `number` selects one pair, even if it has been knocked out, unless it has withdrawn.
    """
    draw = get_draw(competition)
    if draw is None:
        everybody = [Addressee(pair, None) for pair in competition.pairs.prefetch_related("players")]
    else:
        matches = [match for match in draw.matches.values() if match.is_to_be_decided]
        coming = {pair.number: match for match in matches for pair in match.pairs}
        known = [pair for _, pair in sorted(draw.pairs.items()) if pair.withdrawal is None]
        everybody = [Addressee(pair, coming.get(pair.number)) for pair in known]
    if number is not None:
        return [one for one in everybody if one.pair.number == number]
    still_in = [one for one in everybody if one.match or draw is None]
    in_it = [one for one in still_in if round is None or (one.match and one.match.round == round)]
    return [one for one in in_it if not (on_paper and any(player.email for player in one.pair.present))]


def round_names(competition: Competition) -> list[tuple[int, str]]:
    """Return the number and name of each published round with matches to play."""
    draw = get_draw(competition)
    return [
        (round.number, round.name)
        for round in (draw.rounds if draw else ())
        if any(match.is_to_be_decided and match.pairs for match in round.matches)
    ]
