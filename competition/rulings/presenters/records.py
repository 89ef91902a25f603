"""What the organiser decided beside the results, in words: time, conditions, withdrawals, late pairs, corrections."""

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
    """What a change of who stands at a place says; that it was taken back, for a row that says so."""
    if row.takes_back_id:
        earlier = next(one for one in draw.placings if one.pk == row.takes_back_id)
        return f"Taken back: {placing_sentence(draw, earlier)}"
    match row.kind:
        case PlaceChange.Kind.LATE:
            return f"Pair {_named(draw, row.pair_id)}, entered late, by lot at the place of a bye.{_lot(row)}"
        case PlaceChange.Kind.REPLACEMENT:
            return f"Pair {_named(draw, row.pair_id)}, play in place of pair {_named(draw, row.instead_of_id)}."
        case _:
            return f"Pair {_named(draw, row.instead_of_id)}, were entered twice: their place is a bye."


def standing_placings(draw: PublishedDraw) -> Iterator[tuple[str, str]]:
    """What stands of it, as (code of the match, sentence)."""
    for row in not_revoked(draw.placings):
        yield code_of(draw, row), placing_sentence(draw, row)


def changes_of_pair(draw: PublishedDraw, pair: Pair) -> list[Change]:
    """How a pair came into the draw after it was published, or left it, for those that did."""
    about = (row for row in not_revoked(draw.placings) if pair.pk in (row.pair_id, row.instead_of_id))
    return [Change(row.at, placing_sentence(draw, row), row.reason) for row in about]


def code_of(draw: PublishedDraw, row: PlaceChange) -> str:
    """The match of round 1 that its place belongs to."""
    return first_code(place_of(draw, row))


def _named(draw: PublishedDraw, key: int | None) -> str:
    return next(f"{one.number}, {one.name}" for one in draw.everybody.values() if one.pk == key)


def _lot(row: PlaceChange) -> str:
    """How anybody can check where the lot fell."""
    _, _, *byes = row.lot.split()
    left = lot.share(row.lot, len(byes))
    return (
        f" The lot: the SHA-256 of “{row.lot}”, divided by {len(byes)}, leaves {left}:"
        f" the bye of pair {byes[left]}, number {left + 1} of the {len(byes)} byes named in it."
    )


AS_PUBLISHED = "the conditions as they were published"


def conditions_sentence(name: str, new: Conditions, old: Conditions) -> str:
    """Under what a round is played, as a sentence."""
    return f"{name}: {corrected(new, old) or AS_PUBLISHED}."


def correction(row: RoundConditions, published: Conditions) -> str:
    """What a row says of its round, as a sentence."""
    if row.takes_back_id:
        return f"{row.round}: the correction of the conditions was taken back."
    return conditions_sentence(row.round.name, row.rules(), published)


def standing_conditions(draw: PublishedDraw) -> Iterator[tuple[str, str]]:
    """The corrections that stand, each as a sentence with its day, and its reason."""
    for round in draw.rounds:
        row = round.terms.correction
        if row:
            yield f"{round.name}, as corrected on {day(row.at)}: {round.terms.change or AS_PUBLISHED}.", row.reason


@dataclass(frozen=True, slots=True)
class Recorded:
    """A decision on record, about which match if one alone, and what it says.

    It bears on `matches`, by their codes, and still `counts` in some of them.
    """

    row: OrganisersDecision
    code: str
    text: str
    matches: frozenset[str]
    counts: frozenset[str]


def decisions(draw: PublishedDraw) -> Iterator[Recorded]:
    """Every one of them, those that were taken back too."""
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
    "opening_hour": "Beginning of the opening day",
    "opening_place": "Place of the opening day",
}


class Corrected(NamedTuple):
    """When something was put right, what, and why."""

    at: datetime
    text: str
    reason: str


def written_corrections(competition: Competition) -> Iterator[Corrected]:
    """All that was put right since the draw (two queries)."""
    for spelt in respellings(competition):
        yield Corrected(
            spelt.at,
            f"Pair {spelt.player.pair.number}: “{spelt.after}” is how the name is written, not “{spelt.before}”.",
            spelt.reason,
        )
    for row in corrections(competition):
        yield Corrected(row.at, details_sentence(row.before, row.after), row.reason)


def details_sentence(before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """What of a competition is otherwise, in a line for each."""
    return " ".join(f"{LABELS[name]}: {_in_words(name, after)} instead of {_in_words(name, before)}." for name in after)


def way_back(row: DetailsCorrection) -> str:
    """What taking it back is called."""
    return f"Take back: {', '.join(LABELS[name].lower() for name in row.after)}"


def _in_words(name: str, values: Mapping[str, str]) -> str:
    value = values[name]
    if not value:
        return "none"
    if name == "opening_day":
        return day(date.fromisoformat(value))
    return f"{time.fromisoformat(value):%H:%M}" if name == "opening_hour" else f"“{value}”"
