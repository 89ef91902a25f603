"""The tables and columns of an export file."""

from collections.abc import Callable
from typing import NamedTuple

from django.db.models import Field, Model, Q, QuerySet

from competition.archive.models import PastPair, PastSeason
from competition.audit.models import LogEntry
from competition.contest.models import Cancellation, Competition, Conditions, RulesPart
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
from competition.entries.models import Pair, Player
from competition.match.models import OwnSheet, PointsLine
from competition.notifications.models import Wording
from competition.rulings.models import DetailsCorrection, NameCorrection, RulesChange
from scoring.models import Deal, DealCorrection, SummarySheet


class ExportTable(NamedTuple):
    """The rows of one model that belong to a competition."""

    model: type[Model]
    of: Callable[[Competition], Q]

    @property
    def name(self) -> str:
        """The name of the table in the file."""
        return self.model.__name__

    def rows(self, competition: Competition) -> QuerySet:
        """Return the rows in the order in which they were created."""
        return self.model._base_manager.filter(self.of(competition)).order_by("pk")


def _filter_by(path: str) -> Callable[[Competition], Q]:
    return lambda competition: Q(**{path: competition.pk})


def _filter_sheets(column: str) -> Callable[[Competition], Q]:
    def theirs(competition: Competition) -> Q:
        meetings = Meeting.objects.filter(upper__competition=competition)
        own = OwnSheet.objects.filter(meeting__in=meetings).values("sheet")
        return Q(**{f"{column}__in": meetings.values("sheet")}) | Q(**{f"{column}__in": own})

    return theirs


TABLES = (
    ExportTable(Competition, _filter_by("pk")),
    ExportTable(Cancellation, _filter_by("competition")),
    ExportTable(Conditions, _filter_by("competition")),
    ExportTable(RulesPart, _filter_by("competition")),
    ExportTable(Pair, lambda competition: Q(competition=competition.pk, status=Pair.Status.ENTERED)),
    ExportTable(LockedList, _filter_by("competition")),
    ExportTable(Draw, _filter_by("competition")),
    ExportTable(DrawnElsewhere, _filter_by("draw__competition")),
    ExportTable(Publication, _filter_by("competition")),
    ExportTable(Swap, _filter_by("draw__competition")),
    ExportTable(Place, _filter_by("draw__competition")),
    ExportTable(Round, _filter_by("draw__competition")),
    ExportTable(Match, _filter_by("round__draw__competition")),
    ExportTable(Player, _filter_by("competition")),
    ExportTable(Extension, _filter_by("round__draw__competition")),
    ExportTable(FixedDay, _filter_by("round__draw__competition")),
    ExportTable(RoundDraw, _filter_by("round__draw__competition")),
    ExportTable(RoundClock, _filter_by("round__draw__competition")),
    ExportTable(PlaceChange, _filter_by("place__draw__competition")),
    ExportTable(Withdrawal, _filter_by("pair__competition")),
    ExportTable(SummarySheet, _filter_sheets("pk")),
    ExportTable(Deal, _filter_sheets("sheet")),
    ExportTable(DealCorrection, _filter_sheets("sheet")),
    ExportTable(Meeting, _filter_by("upper__competition")),
    ExportTable(RoundConditions, _filter_by("round__draw__competition")),
    ExportTable(HomePair, _filter_by("meeting__upper__competition")),
    ExportTable(NotedPenalty, _filter_by("meeting__upper__competition")),
    ExportTable(OwnSheet, _filter_by("meeting__upper__competition")),
    ExportTable(PointsLine, _filter_by("meeting__upper__competition")),
    ExportTable(ResultEntry, _filter_by("meeting__upper__competition")),
    ExportTable(Reply, _filter_by("entry__meeting__upper__competition")),
    ExportTable(Notice, _filter_by("entry__meeting__upper__competition")),
    ExportTable(Interruption, _filter_by("entry__meeting__upper__competition")),
    ExportTable(NameCorrection, _filter_by("player__competition")),
    ExportTable(DetailsCorrection, _filter_by("competition")),
    ExportTable(RulesChange, _filter_by("competition")),
    ExportTable(Wording, _filter_by("competition")),
    ExportTable(PastSeason, _filter_by("competition")),
    ExportTable(PastPair, _filter_by("past_season__competition")),
    ExportTable(LogEntry, _filter_by("competition")),
)
# Tables left out of an export: data that is deleted later, data about this site, and messages between pairs. An export
# also leaves out pairs that are not entered, and the message that a pair sent with its entry.
LEFT_BEHIND = {"Away", "DealsOffer", "Draft", "Email", "Offer", "OfferedDate", "Organiser", "SignedOutDevice"}
LEFT_BEHIND |= {"Submission", "Told"}
# An export never contains private links or references of entries. It identifies organisers by AUTHOR, never by
# account.
AUTHOR = "author_in_file"
# The account columns that AUTHOR replaces. In all other tables this is `decided_by`.
AUTHORS = {"LogEntry": "organiser"}
NEVER = {"Pair.link_secret", "Player.left_link", "Competition.owner", "Competition.hidden_since", "LogEntry.organiser"}
NEVER |= {f"{name}.made_by" for name in ("LockedList", "Draw", "Swap")}
NEVER |= {f"Pair.{name}" for name in ("status", "reference", "sent_at", "wishes", "confirmed_at", "decline_reason")}
NEVER |= {"Pair.reply_code_changes", "Meeting.reseated_by", "SummarySheet.doubtful"}
# These columns are empty only for pairs that are not entered, and for rows about this site.
REQUIRED = {"Pair.number", "Player.competition"}
REQUIRED |= {f"{table.name}.{AUTHOR}" for table in TABLES if hasattr(table.model, AUTHOR)}
NEVER |= {f"{table.name}.decided_by" for table in TABLES if hasattr(table.model, "decided_by")}
# An export contains these columns only if the organiser asks for private data.
PRIVATE = {"Player.phone", "Player.email", "Meeting.venue", "FixedDay.place", "LockedList.last_secret"}


def field_of(model: type[Model], name: str) -> Field:
    """Return the column with this name."""
    return next(field for field in model._meta.concrete_fields if field.name == name)


def columns(table: ExportTable, *, private: bool) -> list[str]:
    """Return the names of the exported columns in a table, including private columns if `private` is True."""
    left_out = NEVER if private else NEVER | PRIVATE
    named = (field.name for field in table.model._meta.concrete_fields if not field.primary_key)
    # The organisers' own notes are private, like contact details. Notes on deals and past seasons are public.
    is_public = table.model in (Deal, DealCorrection, PastSeason)
    left_out = left_out if private or is_public else left_out | {f"{table.name}.note"}
    return [name for name in named if f"{table.name}.{name}" not in left_out]
