"""Queries for the organiser's decisions: corrections, played matches, previews and texts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from django.apps import apps
from django.db.models import CharField, Exists, F, Model, OuterRef, Q, QuerySet, Value

from competition.audit.append_only import REDACTED
from competition.audit.models import OrganisersDecision
from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.draw.models.draw import PUBLISHED, Draw
from competition.draw.models.rounds import Meeting, PlaceChange
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.places import place_of
from competition.draw.queries.results import counted_totals
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.bracket import Consequences, consequences, resolve
from competition.draw.rules.layout import in_words
from competition.entries.models import Pair
from competition.rulings.models import DetailsCorrection, NameCorrection, RulesChange
from competition.rulings.rules import NO_PENALTY, Ruling
from scoring.models import Deal, DealCorrection, SummarySheet
from scoring.rules.refusal import Refused, fingerprint

D = TypeVar("D", bound=OrganisersDecision)

# The details of a competition that can be corrected after its draw is published.
FIELDS = ("name", "region", "opening_day", "opening_hour", "opening_place")
_DECIDED = {"reason": "the reason of a decision", "note": "the private note on a decision"}
_OF_A_DRAW = "draw__competition"
_OF_A_MATCH = "match__round__draw__competition"
# The models with free text, by name: the lookup for the competition, and a description of each text column. The keys
# are strings, because some models are in packages that import this package.
_WORDS: dict[str, tuple[str, dict[str, str]]] = {
    "ResultEntry": (f"meeting__{_OF_A_MATCH}", _DECIDED),
    "Reply": (f"entry__meeting__{_OF_A_MATCH}", {"reason": "why a result was disputed"}),
    "Extension": (f"round__{_OF_A_DRAW}", _DECIDED),
    "FixedDay": (f"round__{_OF_A_DRAW}", {**_DECIDED, "place": "where a match is played"}),
    "HomePair": (f"meeting__{_OF_A_MATCH}", _DECIDED),
    "NotedPenalty": (f"meeting__{_OF_A_MATCH}", _DECIDED),
    "RoundClock": (f"round__{_OF_A_DRAW}", _DECIDED),
    "RoundConditions": (f"round__{_OF_A_DRAW}", _DECIDED),
    "RoundDraw": (f"round__{_OF_A_DRAW}", _DECIDED),
    "PlaceChange": (f"place__{_OF_A_DRAW}", _DECIDED),
    "Withdrawal": ("pair__competition", _DECIDED),
    "NameCorrection": ("player__competition", _DECIDED),
    "DetailsCorrection": ("competition", _DECIDED),
    "Cancellation": ("competition", _DECIDED),
    "RulesPart": ("competition", {"text": "a part of your rules"}),
    "RulesChange": (
        "competition",
        {**_DECIDED, "before": "a part of your rules before a change", "after": "a part of your rules"},
    ),
    "Competition": ("pk", {"introduction": "the introduction on the page of the entries"}),
    "Swap": (_OF_A_DRAW, {"reason": "why two pairs changed places"}),
    "Publication": ("competition", {"reason": "why the draw was undone"}),
    "PastSeason": ("competition", {"note": "the note on a past season"}),
    "DrawnElsewhere": (
        _OF_A_DRAW,
        {
            "how": "how a draw was made elsewhere",
            "place": "where a draw was made",
            "drawn_by": "who made a draw elsewhere",
            "witnesses": "who witnessed a draw",
        },
    ),
    "Player": ("competition", {"left_because": "why somebody was replaced"}),
    "Pair": ("competition", {"wishes": "a message with an entry", "decline_reason": "why an entry was declined"}),
    "Wording": ("competition", {"before": "your wording of a message", "after": "your wording of a message"}),
    "Meeting": (_OF_A_MATCH, {"venue": "the venue of a match"}),
    "Offer": (
        f"meeting__{_OF_A_MATCH}",
        {
            "reason": "why a date was declined",
            "cancelled_because": "why a date was cancelled",
            "venue": "the venue of an offered date",
        },
    ),
}


def respellings(competition: Competition) -> list[NameCorrection]:
    """Return all name corrections, including undone ones, in order (two queries)."""
    rows = _since_the_draw(NameCorrection.objects.filter(player__competition=competition), competition)
    return list(rows.select_related("player__pair").prefetch_related("player__pair__players"))


def standing_respellings(pair: Pair) -> list[NameCorrection]:
    """Return each player's last name correction that can be undone."""
    rows = NameCorrection.objects.filter(player__pair=pair, player__left_at=None).select_related("player")
    standing = not_revoked(_since_the_draw(rows, pair.competition))
    return [*{row.player_id: row for row in standing}.values()]


def corrections(competition: Competition) -> list[DetailsCorrection]:
    """Return all corrections to the details, in order (one query)."""
    return list(_since_the_draw(DetailsCorrection.objects.filter(competition=competition), competition))


def standing_correction(competition: Competition) -> DetailsCorrection | None:
    """Return the last correction to the details, which can be undone, or None."""
    return next(reversed(not_revoked(corrections(competition))), None)


def rules_changes(competition: Competition) -> list[RulesChange]:
    """Return all changes to the organiser's own rules, in order (one query)."""
    return list(_since_the_draw(RulesChange.objects.filter(competition=competition), competition))


def standing_rules_changes(competition: Competition) -> dict[int, RulesChange]:
    """Return the last change to each part of the rules, which can be undone, by the number of the part."""
    return {row.number: row for row in not_revoked(rules_changes(competition))}


def columns(competition: Competition) -> dict[str, str]:
    """Return the details that can be corrected, in the format of a correction."""
    values = {name: getattr(competition, name) for name in FIELDS}
    return {name: "" if value is None else str(value) for name, value in values.items()}


def _since_the_draw(rows: QuerySet[D], competition: Competition) -> QuerySet[D]:
    """Return the rows since the current draw. Corrections to an undone draw are part of the next draw."""
    return rows.filter(
        Exists(Draw.objects.filter(PUBLISHED, competition=competition, publication__at__lte=OuterRef("at")))
    )


def begun(draw: PublishedDraw) -> str:
    """Return a sentence about the first thing played or decided in a draw, or "" (two queries)."""
    kept = {meeting.pk: meeting.match.code for meeting in draw.meetings}
    played = {meeting.pk for meeting in draw.meetings if meeting.sheet_id or meeting.result_entries.all()}
    for name in ("OwnSheet", "PointsLine"):
        played |= {*rows_of(name).filter(meeting__in=kept).values_list("meeting", flat=True)}
    if played:
        first = in_words(min(kept[key] for key in played))
        return f"{first[0].upper()}{first[1:]} has begun."
    if left := [name for number, name in draw.names.items() if draw.everybody[number].withdrawals.all()]:
        return f"{left[0]} have withdrawn."
    if draw.placings:
        return "A late pair has joined the draw, or a pair has left it."
    if any(meeting.given("home_pairs") for meeting in draw.meetings):
        return "You have named the home pair of a match."
    if any(meeting.given("noted_penalties") for meeting in draw.meetings):
        return "You have noted penalty points."
    if draw.rows.drawn_rounds:
        return "A later round was drawn."
    if any(round.clock for round in draw.rounds):
        return "A round was started."
    decided = draw.extensions or draw.fixed_days or any(round.corrections for round in draw.rounds)
    return "A play-by date, a day of play or the conditions of a round have changed." if decided else ""


def may_be_deleted(competition: Competition) -> bool:
    """Return True if the owner may delete the competition because it is practice or nothing was played (one query)."""
    return competition.is_practice or not was_played(competition)


def was_played(competition: Competition) -> bool:
    """Return True if a match of the competition has deals, a report or a decision (one query)."""
    met = Meeting.objects.filter(upper__competition=competition)
    keyed = rows_of("PointsLine").filter(meeting__in=met).values("meeting")
    return met.filter(Q(sheet__isnull=False) | Q(result_entries__isnull=False) | Q(pk__in=keyed)).exists()


@dataclass(frozen=True, slots=True)
class DecisionPreview:
    """The consequences of a decision, and a fingerprint for checking later that they are unchanged.

    For a random pick, there is one case for each pair, by pair number. Other decisions have one case with the key
    None, or no case if no opponents change.
    """

    cases: Sequence[tuple[int | None, Consequences]]
    fingerprint: str

    @property
    def consequences(self) -> Consequences:
        """The consequences in the first case."""
        return self.cases[0][1]

    def if_won_by(self, winner: int | None) -> Consequences:
        """Return the consequences if this pair wins the random pick.

        For other decisions, return those of the only case.
        """
        return dict(self.cases).get(winner, self.consequences)


def preview(draw: PublishedDraw, cases: Iterable[tuple[int | None, Sequence[Model]]], *seen: object) -> DecisionPreview:
    """Return the consequences of unsaved rows in each case. `seen` has other facts shown to the organiser."""
    differences = [(winner, _difference(draw, rows)) for winner, rows in cases]
    return DecisionPreview(differences, fingerprint(differences, *seen))


def _difference(draw: PublishedDraw, rows: Sequence[Model]) -> Consequences:
    match rows:
        case [PlaceChange(kind=PlaceChange.Kind.LATE | PlaceChange.Kind.JOINS_LATER, pair=Pair(number=number)) as row]:
            # There is one case for each bye or free place, and the results are always the same.
            places = [pair.number if pair else None for pair in draw.holders]
            places[place_of(draw, row)] = number
            return consequences(
                draw.bracket, resolve(draw.spots(places), draw.results, draw.withdrawn), draw.unanswered
            )
    after = draw.with_rows(rows)
    return consequences(draw.bracket, after.bracket, after.unanswered)


def seen_in(state: PublishedMatch) -> object:
    """Return a value that changes with each new entry or reply in the match."""
    return state.last and (state.last.number, state.last.answer)


def before(state: PublishedMatch) -> dict[str, Any]:
    """Return the earlier result of a match for the log."""
    if state.result is None:
        return {"stage": str(state.stage)}
    result = state.result
    margin = {"margin": result.only_margin} if result.only_margin else {}
    return {"kind": str(result.kind), "winner": result.winner, "totals": result.totals, **margin}


def penalised(state: PublishedMatch, points: tuple[int, int]) -> Ruling:
    """Return the current result with these penalty points, which are negative for a deduction.

    Raises Refused if the totals are not known, or if they would be level or negative.
    """
    totals = counted_totals(state)
    if totals is None:
        raise Refused("Penalty points change a total. Type in the totals of the match first.")
    upper, lower = (total + change for total, change in zip(totals, points, strict=True))
    if min(upper, lower) < 0:
        raise Refused("A total cannot fall below 0. Award points to the other pair instead.")
    if upper == lower:
        raise Refused("These points would make the totals level. Choose other points, or award the match by a ruling.")
    given = (state.last.penalty_upper, state.last.penalty_lower) if state.last else NO_PENALTY
    penalty = (given[0] + points[0], given[1] + points[1])
    return Ruling(state.numbers[upper < lower], (upper, lower), penalty)


class TextColumns(NamedTuple):
    """The rows of one model with free text, and a description of each text column."""

    rows: QuerySet
    words: dict[str, str]


class FreeText(NamedTuple):
    """A free text in a competition, and the places where it appears."""

    text: str
    places: list[str]

    @property
    def key(self) -> str:
        """The key used for the text in a URL."""
        return fingerprint(self.text)


def written(competition: Competition) -> Iterator[TextColumns]:
    """Yield the rows with free text in this competition."""
    for name, (lookup, words) in _WORDS.items():
        yield TextColumns(rows_of(name).filter(**{lookup: competition.pk}), words)
    meetings = Meeting.objects.filter(**{_OF_A_MATCH: competition})
    own = {f"meeting__{_OF_A_MATCH}": competition}
    sheets = Q(sheet__in=meetings.values("sheet")) | Q(sheet__in=rows_of("OwnSheet").filter(**own).values("sheet"))
    for deals in (Deal, DealCorrection):
        yield TextColumns(deals._default_manager.filter(sheets), {"note": "the note on a deal"})


def wordings(competition: Competition) -> list[FreeText]:
    """Return every text in a competition that has not been removed, without repeats (two queries)."""
    texts = [
        kind.rows.exclude(**{name: ""}).order_by().values_list(F(name), Value(what, CharField()))
        for kind in written(competition)
        for name, what in kind.words.items()
    ]
    places: dict[str, list[str]] = {}
    for text, what in texts[0].union(*texts[1:], all=True).order_by():
        if not text.startswith(REDACTED):
            places.setdefault(text, []).append(what)
    for venue in _old_venues(competition):
        places.setdefault(venue, []).append("an old venue of the opening day")
    return [FreeText(text, names) for text, names in places.items()]


def _old_venues(competition: Competition) -> set[str]:
    rows = DetailsCorrection.objects.filter(competition=competition)
    venues = {values.get("opening_place", "") for row in rows for values in (row.before, row.after)}
    return {venue for venue in venues - {"", competition.opening_place} if not venue.startswith(REDACTED)}


def rows_of(name: str) -> QuerySet:
    """Return all rows of the model with this name, including those that its default manager hides."""
    return apps.get_model("competition", name)._base_manager.all()


# All models with rows that belong to one competition, by the lookup for the competition. Rows that refer to others
# come first. Score sheets have no lookup.
_BEFORE_SHEETS = {
    "round__draw__competition": ("RoundConditions",),
    "entry__meeting__upper__competition": ("Reply", "Notice", "Interruption"),
    "offer__meeting__upper__competition": ("OfferedDate",),
    "meeting__upper__competition": ("Offer", "DealsOffer", "PointsLine", "ResultEntry", "HomePair", "NotedPenalty"),
}
_OF_A_SHEET = ("Submission", "DealCorrection", "Deal")
_AFTER_SHEETS = {
    "meeting__upper__competition": ("OwnSheet",),
    "upper__competition": ("Meeting",),
    "round__draw__competition": ("Extension", "FixedDay", "RoundClock", "RoundDraw", "Match"),
    "place__draw__competition": ("PlaceChange",),
    "draw__competition": ("Round", "Place", "Swap", "DrawnElsewhere"),
    "player__pair__competition": ("NameCorrection", "Email"),
    "pair__competition": ("Withdrawal", "Told", "Away", "SignedOutDevice", "Player"),
    "past_season__competition": ("PastPair",),
    "competition": (
        *("Publication", "Draw", "LockedList", "LogEntry", "Pair", "PastSeason", "DetailsCorrection", "Wording"),
        *("Draft", "Organiser", "Conditions", "Cancellation", "RulesPart", "RulesChange"),
    ),
}


def rows_to_remove(competition: Competition) -> Iterator[QuerySet]:
    """Yield all rows of a competition. Rows that refer to others come first."""
    yield from _rows_by_lookup(_BEFORE_SHEETS, competition)
    met = Meeting.objects.filter(upper__competition=competition)
    own = rows_of("OwnSheet").filter(meeting__in=met)
    for name in _OF_A_SHEET:
        rows = apps.get_model("scoring", name)._base_manager
        yield rows.filter(Q(sheet__in=met.values("sheet")) | Q(sheet__in=own.values("sheet")))
    yield from _rows_by_lookup(_AFTER_SHEETS, competition)


def _rows_by_lookup(models: Mapping[str, Sequence[str]], competition: Competition) -> Iterator[QuerySet]:
    for lookup, names in models.items():
        for name in names:
            yield apps.get_model("competition", name)._base_manager.filter(**{lookup: competition})


def sheet_of(row: Model) -> int | None:
    """Return the primary key of the score sheet to delete with this row, or None."""
    return getattr(row, "sheet_id", None) if row._meta.model_name in ("meeting", "ownsheet") else None


def sheets_of_no_match() -> QuerySet[SummarySheet]:
    """Return the score sheets without a match. They come from killed imports, or from one that is still running."""
    own = rows_of("OwnSheet").filter(sheet=OuterRef("pk"))
    running = Competition.with_hidden.exclude(hidden_since=None)
    return SummarySheet.objects.filter(
        ~Exists(running), ~Exists(Meeting.objects.filter(sheet=OuterRef("pk"))), ~Exists(own)
    )
