"""Queries for the organiser's decisions: places that can change hands, corrections, what was played and written."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from django.apps import apps
from django.db.models import CharField, Exists, F, Model, OuterRef, Q, QuerySet, Value

from competition.audit.append_only import REDACTED
from competition.audit.models import OrganisersDecision
from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.drawing.models import PUBLISHED, Draw
from competition.drawing.rules.layout import code
from competition.entries.models.pair import Pair
from competition.knockout.models.draw import PlaceChange
from competition.knockout.models.meeting import Meeting
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.results import counted_totals
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.consequences import Consequences, consequences
from competition.knockout.rules.result import Kind
from competition.rulings.models import DetailsCorrection, NameCorrection
from competition.rulings.rules import NO_PENALTY, Ruling
from scoring.models import Amendment, Deal
from scoring.rules.fingerprint import fingerprint
from scoring.rules.refusal import Refused

D = TypeVar("D", bound=OrganisersDecision)

# The details of a competition that can be corrected once its draw is published.
FIELDS = ("name", "region", "opening_day", "opening_hour", "opening_place")
# A match that was only given to one of the two, or to neither, was never played.
_NOT_PLAYED = (Kind.WALKOVER, Kind.DOUBLE_DEFAULT)
# The models with words in them, by name: how their rows are found in a competition, and what each column of words is.
# Some of them stand in packages that use this one, so that it cannot import them.
_DECIDED = {"reason": "the reason of a decision", "note": "the private note on a decision"}
_OF_A_DRAW = "draw__competition"
_OF_A_MATCH = "match__round__draw__competition"
_WORDS: dict[str, tuple[str, dict[str, str]]] = {
    "ResultEntry": (f"meeting__{_OF_A_MATCH}", _DECIDED),
    "Reply": (f"entry__meeting__{_OF_A_MATCH}", {"reason": "why a result was disputed"}),
    "Extension": (f"round__{_OF_A_DRAW}", _DECIDED),
    "RoundConditions": (f"round__{_OF_A_DRAW}", _DECIDED),
    "PlaceChange": (f"place__{_OF_A_DRAW}", _DECIDED),
    "Withdrawal": ("pair__competition", _DECIDED),
    "NameCorrection": ("player__competition", _DECIDED),
    "DetailsCorrection": ("competition", _DECIDED),
    "Cancellation": ("competition", _DECIDED),
    "Swap": (_OF_A_DRAW, {"reason": "why two pairs changed places"}),
    "UndonePublication": (f"publication__{_OF_A_DRAW}", {"reason": "why the draw was taken back"}),
    "Player": ("competition", {"left_because": "why somebody was replaced"}),
    "Offer": (
        f"meeting__{_OF_A_MATCH}",
        {"reason": "why a date was declined", "called_off_because": "why a date was called off"},
    ),
}


def free_byes(draw: PublishedDraw) -> dict[int, Pair]:
    """The byes that a late pair can have, as nobody from there has begun a later match: who has it, by its place."""
    byes = [index for index, pair in enumerate(draw.holders) if pair is None]
    found = [(index, draw.matches[first_code(index)]) for index in byes]
    return {index: state.pairs[0] for index, state in found if not _begun(draw, state)}


def can_be_replaced(draw: PublishedDraw) -> list[Pair]:
    """The pairs in the draw whose place another pair can have, by number."""
    return [pair for _, pair in sorted(draw.pairs.items()) if not objection(draw, pair.number)]


def objection(draw: PublishedDraw, number: int) -> str:
    """Why the place of this pair cannot change hands any more, as a sentence; empty when it can."""
    state = draw.matches[first_code(index_of(draw, number))]
    if _was_played(state):
        return f"{state.code} has been played or decided: nobody can come into it any more."
    if begun := _begun(draw, state):
        return f"{begun} has begun, to which {state.code} leads: nobody can come in there any more."
    return ""


def index_of(draw: PublishedDraw, number: int) -> int:
    """Which place (from 0 at the top) this pair stands at."""
    return next(index for index, pair in enumerate(draw.holders) if pair and pair.number == number)


def place_of(draw: PublishedDraw, row: PlaceChange) -> int:
    """Which place (from 0 at the top) this row is about."""
    return next(index for index, place in enumerate(draw.places) if place.pk == row.place_id)


def first_code(index: int) -> str:
    """The match of round 1 that this place (from 0 at the top) belongs to."""
    return code(1, index // 2 + 1)


def stand_nowhere(draw: PublishedDraw, entries: list[Pair]) -> list[Pair]:
    """Those of the entries that are not in the draw, and were not replaced in it."""
    gone = {row.instead_of_id for row in not_revoked(draw.placings)}
    return [pair for pair in entries if pair.number not in draw.pairs and pair.pk not in gone]


def _was_played(state: MatchState) -> bool:
    return bool(state.recorded or (state.last and state.last.kind not in _NOT_PLAYED))


def _begun(draw: PublishedDraw, state: MatchState) -> str:
    """The first match on the way from this one in which anything was played, sent in or decided; empty for none."""
    while state.feeds:
        state = draw.matches[state.feeds]
        if state.has_begun:
            return state.code
    return ""


def respellings(competition: Competition) -> list[NameCorrection]:
    """Every name that was spelt otherwise, or again as before, in order (one query)."""
    rows = _since_the_draw(NameCorrection.objects.filter(player__competition=competition), competition)
    return list(rows.select_related("player__pair"))


def standing_respellings(pair: Pair) -> list[NameCorrection]:
    """The last spelling of each of the two that can be taken back."""
    rows = NameCorrection.objects.filter(player__pair=pair, player__left_at=None).select_related("player")
    standing = not_revoked(_since_the_draw(rows, pair.competition))
    return [*{row.player_id: row for row in standing}.values()]


def corrections(competition: Competition) -> list[DetailsCorrection]:
    """Every correction of the particulars, in order (one query)."""
    return list(_since_the_draw(DetailsCorrection.objects.filter(competition=competition), competition))


def standing_correction(competition: Competition) -> DetailsCorrection | None:
    """The correction of the particulars that can be taken back: the last."""
    return next(reversed(not_revoked(corrections(competition))), None)


def columns(competition: Competition) -> dict[str, str]:
    """Return the details that can be corrected, as they are kept with a correction."""
    values = {name: getattr(competition, name) for name in FIELDS}
    return {name: "" if value is None else str(value) for name, value in values.items()}


def _since_the_draw(rows: QuerySet[D], competition: Competition) -> QuerySet[D]:
    """Those since the draw that stands: what was put right in one that was taken back is how it was drawn anew."""
    return rows.filter(
        Exists(Draw.objects.filter(PUBLISHED, competition=competition, publication__at__lte=OuterRef("at")))
    )


def begun(draw: PublishedDraw) -> str:
    """What has been played or decided in a draw, in a sentence; empty while nothing has (two queries)."""
    kept = {meeting.pk: meeting.match.code for meeting in draw.meetings}
    played = {meeting.pk for meeting in draw.meetings if meeting.sheet_id or meeting.result_entries.all()}
    for name in ("OwnSheet", "PointsLine"):
        played |= {*_rows(name).filter(meeting__in=kept).values_list("meeting", flat=True)}
    if played:
        return f"{min(kept[key] for key in played)} has begun."
    if left := [name for number, name in draw.names.items() if draw.everybody[number].withdrawals.all()]:
        return f"{left[0]} have withdrawn."
    if draw.placings:
        return "A pair has come into the draw late, or left its place."
    decided = draw.extensions or any(round.terms.rows for round in draw.rounds)
    return "A match or a round has been given more time, or other conditions." if decided else ""


def was_played(competition: Competition) -> bool:
    """Whether anything was ever played, sent in or decided in a match of it (one query)."""
    met = Meeting.objects.filter(upper__competition=competition)
    keyed = _rows("PointsLine").filter(meeting__in=met).values("meeting")
    return met.filter(Q(sheet__isnull=False) | Q(result_entries__isnull=False) | Q(pk__in=keyed)).exists()


@dataclass(frozen=True, slots=True)
class Preview:
    """What a decision would change further on, and the fingerprint by which it is known later that it is still so.

    A case for each pair that a lot may send on, by its number; otherwise there is one case, for None, or none where
    nobody would meet or go on differently.
    """

    cases: Sequence[tuple[int | None, Consequences]]
    fingerprint: str

    @property
    def consequences(self) -> Consequences:
        """What is changed in the first case."""
        return self.cases[0][1]

    def if_won_by(self, winner: int | None) -> Consequences:
        """What is changed when a lot sends this pair on; the only case where no lot is drawn."""
        return dict(self.cases).get(winner, self.consequences)


def preview(draw: PublishedDraw, cases: Iterable[tuple[int | None, Sequence[Model]]], *seen: object) -> Preview:
    """Return the difference that unsaved rows would make to a draw, in each case; `seen` is what else was looked at."""
    differences = [(winner, _difference(draw, rows)) for winner, rows in cases]
    return Preview(differences, fingerprint(differences, *seen))


def _difference(draw: PublishedDraw, rows: Sequence[Model]) -> Consequences:
    after = draw.with_rows(rows)
    return consequences(draw.bracket, after.bracket, after.unanswered)


def seen_in(state: MatchState) -> object:
    """Return what tells a match from the same one after something more was said in it."""
    return state.last and (state.last.number, state.last.answer)


def before(state: MatchState) -> dict[str, Any]:
    """Return what stood in a match, for the log to keep beside what was decided."""
    if state.result is None:
        return {"stage": str(state.stage)}
    result = state.result
    margin = {"margin": result.only_margin} if result.only_margin else {}
    return {"kind": str(result.kind), "winner": result.winner, "totals": result.totals, **margin}


def penalised(state: MatchState, points: tuple[int, int]) -> Ruling:
    """Return the result that stands with these penalty points put in, below nought for a deduction.

    Refused where there are no two totals to put them in, and where they would leave the totals level.
    """
    totals = counted_totals(state)
    if totals is None:
        raise Refused("Penalty points change a total: first key in the totals of the match as it was played.")
    upper, lower = (total + change for total, change in zip(totals, points, strict=True))
    if min(upper, lower) < 0:
        raise Refused("No total can fall below 0: award points to the other pair instead.")
    if upper == lower:
        raise Refused("With these points the totals would be level: choose others, or award the match by a ruling.")
    given = (state.last.penalty_upper, state.last.penalty_lower) if state.last else NO_PENALTY
    penalty = (given[0] + points[0], given[1] + points[1])
    return Ruling(state.numbers[upper < lower], (upper, lower), penalty)


class Written(NamedTuple):
    """The rows of one kind in a competition that hold words, and what these are in each column."""

    rows: QuerySet
    words: dict[str, str]


class Wording(NamedTuple):
    """What somebody wrote, where it stands, and what it is known by without being told."""

    text: str
    places: list[str]

    @property
    def key(self) -> str:
        """What the wording is known by in an address."""
        return fingerprint(self.text)


def written(competition: Competition) -> Iterator[Written]:
    """Whatever in this competition holds words."""
    for name, (lookup, words) in _WORDS.items():
        yield Written(_rows(name).filter(**{lookup: competition}), words)
    met, own = Meeting.objects.filter(**{_OF_A_MATCH: competition}), {f"meeting__{_OF_A_MATCH}": competition}
    sheets = Q(sheet__in=met.values("sheet")) | Q(sheet__in=_rows("OwnSheet").filter(**own).values("sheet"))
    for deals in (Deal, Amendment):
        yield Written(deals._default_manager.filter(sheets), {"note": "the note on a deal"})


def wordings(competition: Competition) -> list[Wording]:
    """Everything somebody wrote in a competition that has not been taken out, each wording once (one query)."""
    texts = [
        kind.rows.exclude(**{name: ""}).order_by().values_list(F(name), Value(what, CharField()))
        for kind in written(competition)
        for name, what in kind.words.items()
    ]
    found: dict[str, list[str]] = {}
    for text, what in texts[0].union(*texts[1:], all=True):
        if not text.startswith(REDACTED):
            found.setdefault(text, []).append(what)
    return [Wording(text, places) for text, places in found.items()]


def _rows(name: str) -> QuerySet:
    """All rows of the model of this name."""
    return apps.get_model("competition", name)._default_manager.all()
