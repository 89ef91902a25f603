"""Where Django looks for the models; each stands in the room of its subject."""

from competition.arranging.models import Offer, OfferedDate
from competition.contest.models import Cancellation, Competition, Conditions, Organiser
from competition.entries.models.application import Application, Away
from competition.entries.models.pair import Pair, Player
from competition.knockout.models.draw import Extension, Match, Place, PlaceChange, Round, RoundConditions, Withdrawal
from competition.knockout.models.meeting import Meeting
from competition.knockout.models.result_entry import ResultEntry
from competition.log.models import LogEntry
from competition.lots.models import Commitment, Draw, Swap
from competition.match.models import OwnSheet, PointsLine
from competition.nightly.models import NightlyTask
from competition.pads.models import Evening, EveningDeal, EveningSeats, EveningSubmission
from competition.pages.models import RateLimitHit, Site
from competition.post.models import Mail, Told, Wording
from competition.rulings.models import DetailsCorrection, NameCorrection
from competition.signing_in.models import AccountChange, Session

__all__ = [
    "AccountChange",
    "Application",
    "Away",
    "Cancellation",
    "Commitment",
    "Competition",
    "Conditions",
    "DetailsCorrection",
    "Draw",
    "Evening",
    "EveningDeal",
    "EveningSeats",
    "EveningSubmission",
    "Extension",
    "LogEntry",
    "Mail",
    "Match",
    "Meeting",
    "NameCorrection",
    "NightlyTask",
    "Offer",
    "OfferedDate",
    "Organiser",
    "OwnSheet",
    "Pair",
    "Place",
    "PlaceChange",
    "Player",
    "PointsLine",
    "RateLimitHit",
    "ResultEntry",
    "Round",
    "RoundConditions",
    "Session",
    "Site",
    "Swap",
    "Told",
    "Withdrawal",
    "Wording",
]
