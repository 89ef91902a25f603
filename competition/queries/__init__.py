"""Every read that spans tables."""

from competition.queries.entries import next_number, pairs, players_by_key
from competition.queries.knockout import Knockout, drawn, knockout, published
from competition.queries.path import Path, path
from competition.queries.states import MatchState, RoundState, SideState
from competition.queries.table import Table, table, tables_of

__all__ = [
    "Knockout",
    "MatchState",
    "Path",
    "RoundState",
    "SideState",
    "Table",
    "drawn",
    "knockout",
    "next_number",
    "pairs",
    "path",
    "players_by_key",
    "published",
    "table",
    "tables_of",
]
