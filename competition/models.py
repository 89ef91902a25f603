"""All models of the app, gathered where Django looks for them."""

from competition.accounts.models import AccountChange, Session
from competition.archive.models import PastPair, PastSeason
from competition.audit.models import AppendOnlyPause, LogEntry, UsedFormKey
from competition.contest.models import Cancellation, Competition, Conditions, Organiser, RulesPart
from competition.draw.models.draw import Draw, DrawnElsewhere, LockedList, Publication, Swap
from competition.draw.models.result_entry import Interruption, Notice, Reply, ResultEntry
from competition.draw.models.rounds import (
    Extension,
    FixedDay,
    HomePair,
    Match,
    Meeting,
    NotedPenalty,
    Place,
    PlaceChange,
    Round,
    RoundClock,
    RoundConditions,
    RoundDraw,
    Withdrawal,
)
from competition.entries.models import Away, Pair, Player, SignedOutDevice
from competition.match.models import DealsOffer, Offer, OfferedDate, OwnSheet, PointsLine
from competition.notifications.models import Email, Told, Wording
from competition.pads.models import PadDeal, PadSeats, PadSubmission, ScorePad
from competition.rulings.models import DetailsCorrection, NameCorrection, RulesChange
from competition.transfer.models import Draft
from competition.web.models import EmailTest, NightlyTask, RateLimitHit, Site

__all__ = [
    "AccountChange",
    "AppendOnlyPause",
    "Away",
    "Cancellation",
    "Competition",
    "Conditions",
    "DealsOffer",
    "DetailsCorrection",
    "Draft",
    "Draw",
    "DrawnElsewhere",
    "Email",
    "EmailTest",
    "Extension",
    "FixedDay",
    "HomePair",
    "Interruption",
    "LockedList",
    "LogEntry",
    "Match",
    "Meeting",
    "NameCorrection",
    "NightlyTask",
    "NotedPenalty",
    "Notice",
    "Offer",
    "OfferedDate",
    "Organiser",
    "OwnSheet",
    "PadDeal",
    "PadSeats",
    "PadSubmission",
    "Pair",
    "PastPair",
    "PastSeason",
    "Place",
    "PlaceChange",
    "Player",
    "PointsLine",
    "Publication",
    "RateLimitHit",
    "Reply",
    "ResultEntry",
    "Round",
    "RoundClock",
    "RoundConditions",
    "RoundDraw",
    "RulesChange",
    "RulesPart",
    "ScorePad",
    "Session",
    "SignedOutDevice",
    "Site",
    "Swap",
    "Told",
    "UsedFormKey",
    "Withdrawal",
    "Wording",
]
