"""Presenters for the organiser's decisions on the record."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from competition.audit.models import DecisionRow
from competition.audit.rules import not_revoked
from competition.contest.queries import cancellations
from competition.draw.models.rounds import HomePair, Meeting, PlaceChange, RoundConditions, Slot
from competition.draw.presenters import words
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.places import place_code, place_of
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules import lot
from competition.draw.rules.layout import in_words, with_article
from competition.draw.rules.result import ResultKind
from competition.entries.models import Pair
from competition.entries.presenters import SubstitutionLine, changes
from competition.rulings.models import DetailsCorrection, RulesChange
from competition.rulings.queries import corrections, respellings, rules_changes
from scoring.rules.conditions import ScoringConditions
from scoring.rules.words import corrected
from scoring.templatetags.bridge import day


def placing_sentence(draw: PublishedDraw, row: PlaceChange) -> str:
    """Return a sentence about a change to a place in the draw, or about undoing it."""
    if row.undoes_id:
        earlier = next(placing for placing in draw.placings if placing.pk == row.undoes_id)
        return f"Undone: {placing_sentence(draw, earlier)}"
    match row.kind:
        case PlaceChange.Kind.LATE:
            return f"Pair {_named(draw, row.pair_id)}, entered late, in place of a bye picked at random."
        case PlaceChange.Kind.AWARDED_BYE:
            pair = _named(draw, row.pair_id)
            return f"Pair {pair}, entered late, in place of the bye that was awarded to pair {awarded_to(draw, row)}."
        case PlaceChange.Kind.PLATE:
            return f"Pair {_named(draw, row.pair_id)}, entered the plate directly, at a place picked at random."
        case PlaceChange.Kind.JOINS_LATER:
            round = with_article(draw.matches[place_code(draw, row)].round_name)
            picked = "" if row.lot.startswith(lot.ELSEWHERE) else ", at a place picked at random"
            return f"Pair {_named(draw, row.pair_id)}, join in {round}{picked}."
        case PlaceChange.Kind.REPLACEMENT:
            return f"Pair {_named(draw, row.pair_id)}, play in place of pair {_named(draw, row.instead_of_id)}."
        case _:
            return f"Pair {_named(draw, row.instead_of_id)}, were entered twice, so their place is a bye."


def awarded_to(draw: PublishedDraw, row: PlaceChange) -> str:
    """Return the number and name of the pair with the bye at this place when the draw was published."""
    return _named(draw, draw.places[place_of(draw, row) ^ 1].pair_id)


def _named(draw: PublishedDraw, key: int | None) -> str:
    return next(f"{pair.number}, {pair.name}" for pair in draw.everybody.values() if pair.pk == key)


def _lot(row: PlaceChange) -> str:
    """Return a sentence about how to check the random pick, or "" if nothing was picked here."""
    if not row.lot or row.lot.startswith(lot.ELSEWHERE):
        return ""
    _, _, places = lot.read_ticket_of_late_pair(row.lot)
    left = lot.share(row.lot, len(places))
    picked, picked_from = {
        PlaceChange.Kind.PLATE: (f"place {places[left]} of the plate", "empty places"),
        PlaceChange.Kind.JOINS_LATER: (f"place {places[left]} of the draw", "free places"),
    }.get(PlaceChange.Kind(row.kind), (f"the bye of pair {places[left]}", "byes"))
    return (
        f" The random seed was “{row.lot}”. Its SHA-256, divided by {len(places)}, leaves {left}. This picks {picked},"
        f" number {left + 1} of the {len(places)} {picked_from} in the seed."
    )


AS_PUBLISHED = "the conditions as they were published"


def conditions_sentence(name: str, new: ScoringConditions, old: ScoringConditions) -> str:
    """Return a sentence about the conditions of a round."""
    return f"{name}: {corrected(new, old) or AS_PUBLISHED}."


def correction(name: str, row: RoundConditions, published: ScoringConditions) -> str:
    """Return a sentence about correcting the conditions of this round or match, or about undoing the correction."""
    if row.undoes_id:
        return f"{name}: the correction of the conditions was undone."
    return conditions_sentence(name, row.rules(), published)


def standing_conditions(draw: PublishedDraw) -> Iterator[tuple[str, str]]:
    """Yield the corrections that currently count, each as a sentence with its date, and its reason."""
    for round in draw.rounds:
        if round.correction:
            yield _standing(round.name, round.correction, round.conditions_change), round.correction.reason
        for state in round.matches:
            if state.correction and state.has_own_conditions:
                name = words.capital(state.label)
                yield _standing(name, state.correction, state.conditions_change), state.correction.reason


def _standing(name: str, row: RoundConditions, change: str) -> str:
    return f"{name}, as corrected on {day(row.at)}: {change or AS_PUBLISHED}."


LABELS = {
    "name": "Name",
    "region": "Region",
    "opening_day": "Opening day",
    "opening_hour": "Start time of the opening day",
    "opening_place": "Venue of the opening day",
}


def details_sentence(before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """Return the changed details, each with its old and new values."""
    return " ".join(f"{LABELS[name]}: {_in_words(name, after)} instead of {_in_words(name, before)}." for name in after)


def way_back(row: DetailsCorrection) -> str:
    """Return the text of the link for undoing a correction."""
    return f"Undo the correction: {', '.join(LABELS[name].lower() for name in row.after)}"


def _in_words(name: str, values: Mapping[str, str]) -> str:
    value = values[name]
    if not value:
        return "none"
    if name == "opening_day":
        return day(date.fromisoformat(value))
    return f"{time.fromisoformat(value):%H:%M}" if name == "opening_hour" else f"“{value}”"


def rules_sentence(row: RulesChange) -> str:
    """Return a sentence about a change to the organiser's own rules, with the old and new texts."""
    if not row.before:
        return f"The rules have a new part, “{row.heading}”: “{row.after}”"
    if not row.after:
        return f"The rules no longer have the part “{row.heading}”: “{row.before}”"
    return f"The rules, “{row.heading}”: “{row.after}” instead of “{row.before}”"


@dataclass(frozen=True, slots=True)
class Recorded:
    """A decision on the record: its public text and reason, its time, and the private note for organisers.

    `key` is the primary key of its row. `code` is set if the decision concerns only one match. `matches` are the codes
    of all matches that it concerns. `counts` are the codes of the matches for which it still counts. `pairs` are the
    primary keys of the pairs that it adds to the draw or removes from it.
    """

    key: int
    at: datetime
    text: str
    reason: str
    note: str = ""
    code: str = ""
    matches: frozenset[str] = frozenset()
    counts: frozenset[str] = frozenset()
    pairs: tuple[int | None, ...] = ()
    who: str = "The organiser"

    @property
    def label(self) -> str:
        """The match in words, for use within a sentence."""
        return in_words(self.code)

    @classmethod
    def of(cls, row: DecisionRow, text: str, **more: Any) -> "Recorded":
        """Return the record entry for a row."""
        return cls(row.pk, row.at, text, row.reason, row.note, **more)


def extensions(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield the changes to play-by dates."""
    for row in draw.extensions:
        states = [draw.matches[row.code]] if row.code else draw.rounds[row.round.number - 1].matches
        counts = _codes(state for state in states if state.extension == row)
        yield Recorded.of(row, words.extension(row), code=row.code, matches=_codes(states), counts=counts)


def fixed_days(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield the days of play that the organiser set for rounds and matches."""
    for row in draw.fixed_days:
        states = [draw.matches[row.code]] if row.code else draw.rounds[row.round.number - 1].matches
        counts = _codes(state for state in states if state.set_day and state.set_day.row == row)
        yield Recorded.of(row, words.fixed_day(row), code=row.code, matches=_codes(states), counts=counts)


def conditions(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield the corrections to the conditions of rounds."""
    for round in draw.rounds:
        for row in round.corrections:
            states = [draw.matches[row.code]] if row.match else round.matches
            counts = _codes(state for state in states if state.correction == row)
            name = words.capital(draw.matches[row.code].label) if row.match else round.name
            text = correction(name, row, round.published_conditions)
            who = "The organiser" if row.is_by_organiser else "Both pairs"
            yield Recorded.of(row, text, code=row.code, matches=_codes(states), counts=counts, who=who)


def home_pairs(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield the decisions about the home pairs of matches."""
    names = {pair.pk: pair.name for pair in draw.everybody.values()}
    for meeting in draw.meetings:
        code = meeting.match.code
        here = frozenset({code})
        for row in meeting.given("home_pairs"):
            counts = here if row == draw.matches[code].named_home else frozenset[str]()
            yield Recorded.of(row, _home(meeting, row, names), code=code, matches=here, counts=counts)


def _home(meeting: Meeting, row: HomePair, names: Mapping[int, str]) -> str:
    if row.undoes_id:
        return "The decision about the home pair was undone."
    home = meeting.upper_id if row.home == Slot.UPPER else meeting.lower_id
    return f"{names[home]} play at home.{words.lot_of_home(row)}"


def noted_penalties(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield the penalty points noted before a result."""
    names = {pair.pk: pair.name for pair in draw.everybody.values()}
    for meeting in draw.meetings:
        code = meeting.match.code
        here = frozenset({code})
        for row in meeting.given("noted_penalties"):
            counts = here if row == draw.matches[code].noted_penalty else frozenset[str]()
            yield Recorded.of(row, words.noted_penalty(meeting, row, names), code=code, matches=here, counts=counts)


def withdrawals(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield the withdrawals of pairs."""
    for pair in draw.everybody.values():
        for row in pair.withdrawals.all():
            matches = frozenset(draw.codes_of(pair))
            counts = matches if row == pair.withdrawal else frozenset[str]()
            yield Recorded.of(row, f"{pair.name} {row}.", matches=matches, counts=counts)


def placings(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield the changes to places in the draw."""
    stand = not_revoked(draw.placings)
    for row in draw.placings:
        code = place_code(draw, row)
        here = frozenset({code})
        counts = here if row in stand else frozenset[str]()
        pairs = (row.pair_id, row.instead_of_id)
        text = f"{placing_sentence(draw, row)}{_lot(row)}"
        yield Recorded.of(row, text, code=code, matches=here, counts=counts, pairs=pairs)


def rulings(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield the rulings about matches."""
    names = {pair.pk: pair.name for pair in draw.everybody.values()}
    for meeting in draw.meetings:
        for row in meeting.result_entries.all():
            # Typing in a pair's report is not a decision by the organiser.
            if row.is_by_organiser and (row.keep_progress or not (row.source and row.kind == ResultKind.PLAYED)):
                yield Recorded.of(row, words.decision(meeting, row, names), code=meeting.match.code)


def substitutions(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield the substitutions of players."""
    for pair in draw.everybody.values():
        for change in changes(pair):
            yield Recorded(pair.pk, change.at, f"Pair {pair.number}: {change.text}", change.reason)


def whole_competition(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield the decisions to cancel or resume the competition (one query)."""
    for row in cancellations(draw.competition):
        yield Recorded.of(row, f"The competition {row}.")


def name_corrections(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield the corrections to players' names since the draw (one query)."""
    for row in respellings(draw.competition):
        text = f"Pair {row.player.pair.number}: the name is “{row.after}”, not “{row.before}”."
        yield Recorded.of(row, text)


def details_corrections(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield the corrections to the details of the competition since the draw (one query)."""
    for row in corrections(draw.competition):
        yield Recorded.of(row, details_sentence(row.before, row.after))


def changed_rules(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield the changes to the organiser's own rules since the draw (one query)."""
    for row in rules_changes(draw.competition):
        yield Recorded.of(row, rules_sentence(row))


# The kinds of decision that are read with the draw (no query).
IN_THE_DRAW = (extensions, fixed_days, conditions, home_pairs, noted_penalties, withdrawals, placings)
KINDS = (rulings, *IN_THE_DRAW, substitutions, whole_competition, name_corrections, details_corrections, changed_rules)


def decisions(
    draw: PublishedDraw, kinds: Iterable[Callable[[PublishedDraw], Iterator[Recorded]]] = KINDS
) -> Iterator[Recorded]:
    """Yield all decisions of these kinds, including undone decisions."""
    for kind in kinds:
        yield from kind(draw)


def standing_placings(draw: PublishedDraw) -> Iterator[tuple[str, str]]:
    """Yield the place changes that still count, as (match code, sentence)."""
    return ((change.code, change.text) for change in placings(draw) if change.counts)


def changes_of_pair(draw: PublishedDraw, pair: Pair) -> list[SubstitutionLine]:
    """Return the place changes through which this pair joined or left the published draw."""
    return [
        SubstitutionLine(change.at, change.text, change.reason)
        for change in placings(draw)
        if change.counts and pair.pk in change.pairs
    ]


def _codes(states: Iterable[PublishedMatch]) -> frozenset[str]:
    return frozenset(state.code for state in states)
