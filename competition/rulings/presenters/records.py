"""Presenters for decisions other than results: dates, conditions, withdrawals, late pairs and corrections."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import NamedTuple

from competition.audit.models import OrganisersDecision
from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.entries.models.pair import Pair
from competition.entries.presenters.substitutes import Change
from competition.knockout.models.draw import PlaceChange, RoundConditions
from competition.knockout.presenters import words
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.knockout.rules import lot
from competition.rulings.models import DetailsCorrection
from competition.rulings.queries import corrections, first_code, place_of, respellings
from scoring.rules.conditions import Conditions
from scoring.rules.words import corrected
from scoring.templatetags.bridge import day


def placing_sentence(draw: PublishedDraw, row: PlaceChange) -> str:
    """Return a sentence about a change of a place in the draw, or about undoing it."""
    if row.takes_back_id:
        earlier = next(one for one in draw.placings if one.pk == row.takes_back_id)
        return f"Undone: {placing_sentence(draw, earlier)}"
    match row.kind:
        case PlaceChange.Kind.LATE:
            return f"Pair {_named(draw, row.pair_id)}, entered late, in place of a bye picked at random.{_lot(row)}"
        case PlaceChange.Kind.REPLACEMENT:
            return f"Pair {_named(draw, row.pair_id)}, play in place of pair {_named(draw, row.instead_of_id)}."
        case _:
            return f"Pair {_named(draw, row.instead_of_id)}, were entered twice, so their place is a bye."


def standing_placings(draw: PublishedDraw) -> Iterator[tuple[str, str]]:
    """Yield the changes that still count, as (match code, sentence)."""
    for row in not_revoked(draw.placings):
        yield code_of(draw, row), placing_sentence(draw, row)


def changes_of_pair(draw: PublishedDraw, pair: Pair) -> list[Change]:
    """Return the changes by which this pair joined or left the published draw."""
    about = (row for row in not_revoked(draw.placings) if pair.pk in (row.pair_id, row.instead_of_id))
    return [Change(row.at, placing_sentence(draw, row), row.reason) for row in about]


def code_of(draw: PublishedDraw, row: PlaceChange) -> str:
    """Return the code of the round 1 match of its place."""
    return first_code(place_of(draw, row))


def _named(draw: PublishedDraw, key: int | None) -> str:
    return next(f"{one.number}, {one.name}" for one in draw.everybody.values() if one.pk == key)


def _lot(row: PlaceChange) -> str:
    """Return how to check the random pick."""
    _, _, *byes = row.lot.split()
    left = lot.share(row.lot, len(byes))
    return (
        f" The random seed was “{row.lot}”. Its SHA-256, divided by {len(byes)}, leaves {left}."
        f" This picks the bye of pair {byes[left]}, number {left + 1} of the {len(byes)} byes in the seed."
    )


AS_PUBLISHED = "the conditions as they were published"


def conditions_sentence(name: str, new: Conditions, old: Conditions) -> str:
    """Return a sentence about the conditions of a round."""
    return f"{name}: {corrected(new, old) or AS_PUBLISHED}."


def correction(row: RoundConditions, published: Conditions) -> str:
    """Return a sentence about a correction of the conditions, or about undoing it."""
    if row.takes_back_id:
        return f"{row.round}: the correction of the conditions was undone."
    return conditions_sentence(row.round.name, row.rules(), published)


def standing_conditions(draw: PublishedDraw) -> Iterator[tuple[str, str]]:
    """Yield the corrections that count now, each as a sentence with its date, and its reason."""
    for round in draw.rounds:
        row = round.terms.correction
        if row:
            yield f"{round.name}, as corrected on {day(row.at)}: {round.terms.change or AS_PUBLISHED}.", row.reason


@dataclass(frozen=True, slots=True)
class Recorded:
    """A decision on the record, with its match code if it concerns only one, and its text.

    `matches` are the codes of the matches that it concerns. `counts` are those for which it still counts.
    """

    row: OrganisersDecision
    code: str
    text: str
    matches: frozenset[str]
    counts: frozenset[str]


def decisions(draw: PublishedDraw) -> Iterator[Recorded]:
    """Yield all decisions, including the undone ones."""
    yield from _extensions(draw)
    yield from _conditions(draw)
    yield from _withdrawals(draw)
    yield from _placings(draw)


def _extensions(draw: PublishedDraw) -> Iterator[Recorded]:
    for row in draw.extensions:
        states = [draw.matches[row.code]] if row.code else draw.rounds[row.round.number - 1].matches
        counts = _codes(state for state in states if state.deadline.extension == row)
        yield Recorded(row, row.code, words.extension(row), _codes(states), counts)


def _conditions(draw: PublishedDraw) -> Iterator[Recorded]:
    for round in draw.rounds:
        matches = _codes(round.matches)
        for row in round.terms.rows:
            counts = matches if row == round.terms.correction else frozenset[str]()
            yield Recorded(row, "", correction(row, round.terms.published), matches, counts)


def _withdrawals(draw: PublishedDraw) -> Iterator[Recorded]:
    for pair in draw.everybody.values():
        for row in pair.withdrawals.all():
            matches = frozenset(draw.codes_of(pair))
            counts = matches if row == pair.withdrawal else frozenset[str]()
            yield Recorded(row, "", f"{pair.name} {row}.", matches, counts)


def _placings(draw: PublishedDraw) -> Iterator[Recorded]:
    stand = not_revoked(draw.placings)
    for row in draw.placings:
        code = code_of(draw, row)
        counts = frozenset({code} if row in stand else ())
        yield Recorded(row, code, placing_sentence(draw, row), frozenset({code}), counts)


def _codes(states: Iterable[MatchState]) -> frozenset[str]:
    return frozenset(state.code for state in states)


LABELS = {
    "name": "Name",
    "region": "Region",
    "opening_day": "Opening day",
    "opening_hour": "Start time of the opening day",
    "opening_place": "Venue of the opening day",
}


class Corrected(NamedTuple):
    """A correction: its time, text and reason."""

    at: datetime
    text: str
    reason: str


def written_corrections(competition: Competition) -> Iterator[Corrected]:
    """Yield all corrections since the draw (two queries)."""
    for spelt in respellings(competition):
        yield Corrected(
            spelt.at,
            f"Pair {spelt.player.pair.number}: the name is “{spelt.after}”, not “{spelt.before}”.",
            spelt.reason,
        )
    for row in corrections(competition):
        yield Corrected(row.at, details_sentence(row.before, row.after), row.reason)


def details_sentence(before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """Return the details that change, each with its old and new value."""
    return " ".join(f"{LABELS[name]}: {_in_words(name, after)} instead of {_in_words(name, before)}." for name in after)


def way_back(row: DetailsCorrection) -> str:
    """Return the text of the link that undoes a correction."""
    return f"Undo the correction: {', '.join(LABELS[name].lower() for name in row.after)}"


def _in_words(name: str, values: Mapping[str, str]) -> str:
    value = values[name]
    if not value:
        return "none"
    if name == "opening_day":
        return day(date.fromisoformat(value))
    return f"{time.fromisoformat(value):%H:%M}" if name == "opening_hour" else f"“{value}”"
