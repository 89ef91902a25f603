"""Every read that spans tables."""

from competition.queries.entries import (
    application,
    known_places,
    next_number,
    pairs,
    players_by_key,
    spellings,
    waiting_applications,
)
from competition.queries.knockout import Knockout, drawn, knockout
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
    "application",
    "drawn",
    "knockout",
    "known_places",
    "next_number",
    "pairs",
    "path",
    "players_by_key",
    "spellings",
    "table",
    "tables_of",
    "waiting_applications",
]
