"""Queries for copying and importing a competition, for exported tables, and for the integrity of stored values."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from django.db.models import CharField, EmailField, F, Field, ForeignKey, Model, Q, QuerySet, TextChoices, TextField

import scoring.queries
from competition.archive.models import PastPair, PastSeason
from competition.audit import append_only
from competition.audit.models import LogEntry
from competition.audit.rules import not_revoked
from competition.contest.models import Cancellation, Competition, Conditions, Organiser
from competition.contest.rules.names import person_key, split_name
from competition.drawing.models import PUBLISHED, Draw, DrawnElsewhere, LockedList, Publication, Swap
from competition.drawing.queries import locked_facts, places_of
from competition.drawing.rules.records import check_method, fingerprint
from competition.entries.models import Pair, Player
from competition.entries.queries import entries
from competition.knockout.models.draw import (
    Extension,
    Match,
    Meeting,
    Place,
    PlaceChange,
    Round,
    RoundConditions,
    Withdrawal,
)
from competition.knockout.models.result_entry import Interruption, Notice, Reply, ResultEntry
from competition.knockout.queries.draw import get_draw, read_draws
from competition.knockout.rules.result import Kind
from competition.match.models import OwnSheet, PointsLine
from competition.notifications.models import Email, Told, Topic, Wording
from competition.rulings.models import DetailsCorrection, NameCorrection
from competition.transfer.rules import Facts, lost_their_first
from scoring.models import Deal, DealCorrection, SummarySheet
from scoring.rules.refusal import Refused
from scoring.rules.text import visible


class Start(TextChoices):
    """A kind of competition that can be created from another competition."""

    SEASON = "season", "The next season"
    PLATE = "plate", "A plate for those who lost their first match"
    ROUND_1 = "round-1", "A plate for those who lost in round 1"
    GRADE = "grade", "A second grade"


@dataclass(frozen=True, slots=True)
class Source:
    """The pairs of a competition, the pairs ticked at first, and the number of open matches that may add pairs."""

    pairs: list[Pair]
    ticked: list[int]
    undecided: int


def source(competition: Competition, start: Start) -> Source:
    """Return the pairs for the new competition.

    For the next season all pairs are ticked, for a plate the pairs that lost, and for a second grade none.
    """
    draw = get_draw(competition)
    pairs = entries(competition)
    stay = [pair.number for pair in pairs if pair.withdrawal is None]
    if start is Start.SEASON:
        return Source(pairs, [pair.number for pair in pairs], 0)
    if start is Start.GRADE or draw is None:
        return Source(pairs, [], 0)
    rounds = draw.bracket.rounds[:1] if start is Start.ROUND_1 else draw.bracket.rounds
    lost = lost_their_first(match.result for of_round in rounds for match in of_round if match.result)
    undecided = sum(state.is_to_be_decided for state in draw.rounds[0].matches)
    return Source(pairs, [number for number in stay if number in lost], undecided)


def differences() -> list[str]:
    """Return a sentence for each stored value that contradicts the facts, and for each missing trigger."""
    everywhere = Competition.objects.all()
    return [
        *_check_sheets(),
        *_check_players(),
        *_check_draws(everywhere),
        *_check_cancellations(everywhere),
        *_check_replies(everywhere),
        *_check_dates(),
        *_check_messages(),
        *_check_triggers(),
    ]


def differences_in(competition: Competition) -> list[str]:
    """Return a sentence for each fault in the draw, the cancellation and the replies of this competition."""
    only = Competition.objects.filter(pk=competition.pk)
    return [*_check_draws(only), *_check_cancellations(only), *_check_replies(only)]


def sheet_differences(row: SummarySheet, deals: list[Deal], name: str) -> Iterator[str]:
    """Return a sentence for each stored value of a score sheet that does not follow from its deals (no query)."""
    try:
        truth = row.copies_of(scoring.queries.read(row, deals))
    except Refused as fault:
        yield f"{name}: {fault}"
        return
    for column, value in truth.items():
        if getattr(row, column) != value:
            yield f"{name}: {column} is {getattr(row, column)}, but its deals make it {value}"


def _check_sheets() -> Iterator[str]:
    for row in SummarySheet.objects.prefetch_related("rows"):
        yield from sheet_differences(row, scoring.queries.deals(row), name=f"sheet {row.pk}")


def _check_players() -> Iterator[str]:
    """Check that exactly the players of entered pairs are in the competition of their pair."""
    is_entered, is_in_one = Q(pair__status=Pair.Status.ENTERED), Q(competition__isnull=False)
    is_wrong = is_entered ^ is_in_one | is_in_one & ~Q(competition=F("pair__competition"))
    for player in Player.of_any_pair.filter(is_wrong).select_related("pair").order_by("pk"):
        yield f"player {player.pk}: its competition does not follow from its pair, which is {player.pair.status}"


def _check_draws(of: QuerySet[Competition]) -> Iterator[str]:
    for draw in Draw.objects.filter(competition__in=of).select_related("competition", "elsewhere"):
        if draw.is_elsewhere != hasattr(draw, "elsewhere"):
            yield f"draw of {draw.competition.slug}: {draw} must have either a locked list or entered places"
            return
    related = ("competition__conditions", "locked_list", "elsewhere")
    draws = list(Draw.objects.filter(PUBLISHED, competition__in=of).select_related(*related))
    published = Counter(draw.competition_id for draw in draws)
    for draw in draws:
        if published[draw.competition_id] > 1:
            yield f"draw of {draw.competition.slug}: more than one is published"
        places = tuple(draw.places.values_list("pair__number", flat=True))
        try:
            if draw.locked_list:
                check_method(draw.locked_list.algorithm)
            if places != tuple(places_of(draw)):
                whence = "its random seed" if draw.locked_list else "the places that were entered"
                yield f"draw of {draw.competition.slug}: the places do not follow from {whence}"
            read_draws([draw])
        except (Refused, KeyError, ValueError) as fault:
            yield f"draw of {draw.competition.slug}: {fault}"


def _check_dates() -> Iterator[str]:
    """Check that each agreed date and venue equals an accepted offer.

    Offers may be deleted with the contact details.
    """
    for meeting in Meeting.objects.prefetch_related("offers").select_related("match"):
        offers = list(meeting.offers.all())
        taken = [(one.takes, one.venue, one.by_id) for one in offers if one.takes and not one.cancelled_at]
        stands = [(meeting.plays_at, meeting.venue, meeting.offered_by_id)] if meeting.plays_at else []
        if offers and stands != taken:
            yield f"{meeting.match.code}: its date or venue differs from the accepted offer"


def _check_cancellations(of: QuerySet[Competition]) -> Iterator[str]:
    for competition in of.prefetch_related("cancellations"):
        counts = next(iter(not_revoked(competition.cancellations.all())), None)
        if competition.cancellation_id != (counts and counts.pk):
            yield f"{competition.slug}: its stored cancellation is not the one that counts"


def _check_replies(of: QuerySet[Competition]) -> Iterator[str]:
    """Check that only reports have replies, notices and interruptions, and that no notice is older than its report."""
    report, notified = Q(entry__by__isnull=False, entry__kind=Kind.PLAYED.value), Q(at__gte=F("entry__at"))
    allowed = {Reply: report, Notice: report & notified, Interruption: report}
    for model, condition in allowed.items():
        for row in model._default_manager.filter(entry__meeting__upper__competition__in=of).exclude(condition):
            yield f"result {row.entry_id}: it cannot have a {row}"


def _check_messages() -> Iterator[str]:
    """Check that each message has a known kind, and that messages about results refer to stored results."""
    results = {str(key) for key in ResultEntry.objects.values_list("pk", flat=True)}
    told: list[Email | Told] = [*Email.objects.all(), *Told.objects.all()]
    for row in told:
        if row.topic not in set(Topic):
            yield f"{row}: “{row.topic}” is not a kind of message"
        elif row.topic == Topic.RESULT and row.about not in results:
            yield f"{row}: it is about result {row.about}, which does not exist"


def _check_triggers() -> Iterator[str]:
    for name in append_only.missing():
        yield f"database: the trigger {name}, which protects stored facts, is missing; run migrate"


class Table(NamedTuple):
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
        met = Meeting.objects.filter(upper__competition=competition)
        own = OwnSheet.objects.filter(meeting__in=met).values("sheet")
        return Q(**{f"{column}__in": met.values("sheet")}) | Q(**{f"{column}__in": own})

    return theirs


TABLES = (
    Table(Competition, _filter_by("pk")),
    Table(Cancellation, _filter_by("competition")),
    Table(Conditions, _filter_by("competition")),
    Table(Pair, lambda competition: Q(competition=competition.pk, status=Pair.Status.ENTERED)),
    Table(Player, _filter_by("competition")),
    Table(LockedList, _filter_by("competition")),
    Table(Draw, _filter_by("competition")),
    Table(DrawnElsewhere, _filter_by("draw__competition")),
    Table(Publication, _filter_by("competition")),
    Table(Swap, _filter_by("draw__competition")),
    Table(Place, _filter_by("draw__competition")),
    Table(Round, _filter_by("draw__competition")),
    Table(RoundConditions, _filter_by("round__draw__competition")),
    Table(Match, _filter_by("round__draw__competition")),
    Table(Extension, _filter_by("round__draw__competition")),
    Table(PlaceChange, _filter_by("place__draw__competition")),
    Table(Withdrawal, _filter_by("pair__competition")),
    Table(SummarySheet, _filter_sheets("pk")),
    Table(Deal, _filter_sheets("sheet")),
    Table(DealCorrection, _filter_sheets("sheet")),
    Table(Meeting, _filter_by("upper__competition")),
    Table(OwnSheet, _filter_by("meeting__upper__competition")),
    Table(PointsLine, _filter_by("meeting__upper__competition")),
    Table(ResultEntry, _filter_by("meeting__upper__competition")),
    Table(Reply, _filter_by("entry__meeting__upper__competition")),
    Table(Notice, _filter_by("entry__meeting__upper__competition")),
    Table(Interruption, _filter_by("entry__meeting__upper__competition")),
    Table(NameCorrection, _filter_by("player__competition")),
    Table(DetailsCorrection, _filter_by("competition")),
    Table(Wording, _filter_by("competition")),
    Table(PastSeason, _filter_by("competition")),
    Table(PastPair, _filter_by("past_season__competition")),
    Table(LogEntry, _filter_by("competition")),
)
ORGANISERS = Table(Organiser, _filter_by("competition"))
# An export leaves out data that is deleted later, data of this site, and messages between pairs. It also leaves out
# pairs that are not entered, and the message that a pair sent with its entry.
LEFT_BEHIND = {"Away", "Draft", "Email", "Offer", "OfferedDate", "Organiser", "Submission", "Told"}
# An export never contains private links or references of entries.
NEVER = {"Pair.link_secret", "Competition.owner"}
NEVER |= {f"Pair.{name}" for name in ("status", "reference", "sent_at", "wishes", "decline_reason")}
# These columns are empty only for pairs that are not entered.
REQUIRED = {"Pair.number", "Player.competition"}
# An export contains these columns only if the organiser asks for private data.
PRIVATE = {"Player.phone", "Player.email", "Meeting.venue"}


def field_of(model: type[Model], name: str) -> Field:
    """Return the column with this name."""
    return next(field for field in model._meta.concrete_fields if field.name == name)


def columns(table: Table, *, private: bool) -> list[str]:
    """Return the names of the exported columns of a table, with the private columns if `private` is set."""
    left_out = NEVER if private else NEVER | PRIVATE
    named = (field.name for field in table.model._meta.concrete_fields if not field.primary_key)
    # The organisers' own notes are private, like the contact details. The notes on deals and on past
    # seasons are public.
    is_public = table.model in (Deal, DealCorrection, PastSeason)
    left_out = left_out if private or is_public else left_out | {f"{table.name}.note"}
    return [name for name in named if f"{table.name}.{name}" not in left_out]


_MOST_ROWS, _MOST_ORGANISERS, _LONGEST = 400_000, 30, 20_000
# Names, clubs, phone numbers and venues are one line. Longer fields, such as reasons and notes, may have several.
_LONGEST_LINE = 120
Rows = dict[str, list[Model]]


def read_rows(facts: Facts, tables: Sequence[Table]) -> Rows:
    """Return the unsaved rows of the file by table. A reference is the position of its row in the file."""
    written = facts["tables"]
    known = {table.name for table in tables}
    if {*written} != known or sum(len(one["rows"]) for one in written.values()) > _MOST_ROWS:
        raise ValueError("its tables are not those of a competition")
    if not facts["organisers"] or len(facts["organisers"]) > _MOST_ORGANISERS:
        raise ValueError("its organisers are not those of a competition")
    return {table.name: list(_read_table(table, written[table.name], private=facts["private"])) for table in tables}


def _read_table(table: Table, written: dict, *, private: bool) -> Iterator[Model]:
    if written["columns"] != columns(table, private=private):
        raise ValueError(f"the columns of {table.name} are not those of this version")
    fields = [field_of(table.model, name) for name in written["columns"]]
    for values in written["rows"]:
        row = table.model()
        for field, value in zip(fields, values, strict=True):
            if value is None and f"{table.name}.{field.name}" in REQUIRED:
                raise ValueError(f"{field.name} is missing")
            if isinstance(field, ForeignKey):
                setattr(row, field.attname, _read_reference(field, value))
            else:
                set_value(row, field, value)
        yield row


def _read_reference(field: ForeignKey, value: object) -> int | None:
    if value is not None and type(value) is not int:
        raise TypeError(f"“{value!r:.40}” is not the position of a {field.related_model.__name__}")
    return value


def set_value(row: Model, field: Field, raw: object) -> None:
    """Set a column of an unsaved row. Raises ValueError, TypeError or ValidationError if the value is not valid."""
    value = _clean(field, field.to_python(raw))
    if value is None and not field.null:
        raise ValueError(f"{field.name} is missing")
    if isinstance(value, str) and len(value) > (field.max_length or _LONGEST):
        raise ValueError(f"{field.name} is too long")
    if field.name == "detail" and not isinstance(value, dict):
        raise TypeError("a line of the log has no detail")
    if value not in field.empty_values:
        field.run_validators(value)
        if field.choices and value not in dict(field.flatchoices):
            raise ValueError(f"{field.name} cannot be “{value!s:.40}”")
    setattr(row, field.attname, value)


def _clean(field: Field, value: object) -> object:
    """Return the value as a form would clean it: without invisible characters, and on one line for names and addresses.

    A player's name loses only control characters. Other invisible characters show that the name is forged, so the
    app rejects the file.
    """
    if not isinstance(value, str) or not isinstance(field, CharField | TextField):
        return value
    text = _remove_controls(value) if field.model is Player else visible(value)
    is_line = (isinstance(field, CharField) and (field.max_length or _LONGEST) <= _LONGEST_LINE) or field.choices
    return " ".join(text.split()) if is_line or isinstance(field, EmailField) else text


def _remove_controls(text: str) -> str:
    return "".join(sign for sign in text if sign.isspace() or unicodedata.category(sign) != "Cc")


def forgeries(rows: Rows) -> Iterator[str]:
    """Yield a sentence for each false value that the database cannot detect."""
    yield from _find_forged_names(cast(list[Player], rows["Player"]))
    for row in cast(list[LockedList], rows["LockedList"]):
        check_method(row.algorithm)
        if fingerprint(locked_facts(row)) != row.fingerprint:
            yield f"the fingerprint of list {row.number} does not match the list"
    deals = defaultdict(list)
    for deal in sorted(cast(list[Deal], rows["Deal"]), key=lambda deal: deal.number):
        deals[deal.sheet_id].append(deal)
    for place, sheet in enumerate(cast(list[SummarySheet], rows["SummarySheet"]), start=1):
        yield from sheet_differences(sheet, deals[place], name=f"sheet {place}")


def _find_forged_names(players: list[Player]) -> Iterator[str]:
    seen: set[str] = set()
    for player in players:
        if player.key != person_key(player.name):
            yield f"the key of {player.name} does not match the name"
        if visible(player.display_name) != player.display_name:
            yield "a name contains invisible characters"
        if player.distinction and split_name(player.display_name) != (player.name, player.distinction):
            yield f"“{player.distinction}” is not a valid distinction of {player.name}"
        if player.left_at is None and player.identity in seen:
            yield f"{player} is in two pairs, without a word that distinguishes the two players"
        if player.left_at is None:
            seen.add(player.identity)
