"""Pairs with all that a letter of one's own needs, as a table for a mail merge."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from competition.entries.models.pair import Pair
from competition.knockout.queries.states import MatchState
from competition.pages.csv_writer import csv_table
from scoring.templatetags.bridge import day

_COLUMNS = ("Pair", "Names", "Club", "Area")
_PLAYERS = [f"{what} {place}" for place in (1, 2) for what in ("Name", "Telephone", "E-mail")]
_OTHERS = [f"Opponent’s {what}" for what in _PLAYERS]
_MATCH = ("Code", "Link", "Round", "Match", "Play by")


class Opened(NamedTuple):
    """A pair, the code and the private link that open its matches, and the match it plays next, if any."""

    pair: Pair
    code: str
    link: str
    match: MatchState | None


def mail_merge(pairs: Iterable[Opened]) -> str:
    """A row a pair: how to reach it, what opens its matches, and whom it meets by when."""
    return csv_table((*_COLUMNS, *_PLAYERS, *_MATCH, *_OTHERS), map(_row, pairs))


def _row(one: Opened) -> list[object]:
    pair, match = one.pair, one.match
    others = [other for other in match.pairs if other != pair] if match else []
    when = [match.round_name, match.code, day(match.play_by)] if match else ["", "", ""]
    known = [pair.number, pair.name, pair.club, pair.area, *_people(pair)]
    return [*known, one.code, one.link, *when, *(text for other in others for text in _people(other))]


def _people(pair: Pair) -> Iterator[str]:
    for player in pair.present:
        yield from (player.name, player.phone, player.email)
