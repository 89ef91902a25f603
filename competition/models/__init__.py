"""The facts of a knockout; who meets whom and who goes on is worked out from them."""

from competition.models.application import Application
from competition.models.competition import Competition, Conditions
from competition.models.draw import Commitment, Draw, Match, Place, Round, Swap
from competition.models.extension import Extension
from competition.models.log import LogEntry
from competition.models.match import Meeting, Outcome
from competition.models.pair import Pair, Player
from competition.models.paper import OwnSheet, PointsLine
from competition.models.tries import FailedTry
from competition.models.withdrawal import Withdrawal

__all__ = [
    "Application",
    "Commitment",
    "Competition",
    "Conditions",
    "Draw",
    "Extension",
    "FailedTry",
    "LogEntry",
    "Match",
    "Meeting",
    "Outcome",
    "OwnSheet",
    "Pair",
    "Place",
    "Player",
    "PointsLine",
    "Round",
    "Swap",
    "Withdrawal",
]
