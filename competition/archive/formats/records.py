"""Records: the most and the least there has been in matches whose results are official."""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from competition.archive.formats.season import Season, SeasonMatch
from competition.knockout.rules.outcome import Kind
from scoring.rules.sheet import ScoredDeal, Sheet
from scoring.rules.sides import BySide, Side
from scoring.rules.story import Peak, tell
from scoring.rules.words import contract_words, listed, result_words

# So many matches that share a record are all named; of more, the first.
SHARED = 3


class Record(Enum):
    """What there is a record of, as its heading says it."""

    TOTAL = "Highest total"
    SUM = "Highest match, both totals together"
    MARGIN = "Biggest margin"
    CLOSEST = "Closest match"
    COMEBACK = "Biggest comeback"
    SLAMS = "Most slams bid and made in a match"
    DEAL = "Highest score on a deal"


class Mark(NamedTuple):
    """What a match (its code) has to set against a record, in points or slams; `said` goes on from the number."""

    record: Record
    value: int
    code: str
    said: str = ""


class Holder(NamedTuple):
    """A match that holds a record."""

    season: Season
    match: SeasonMatch
    said: str


class Standing(NamedTuple):
    """A record as it stands: who holds it, the earliest season first, and how many more matches share it."""

    title: str
    value: int
    holders: tuple[Holder, ...]
    others: int


def of_totals(season: Season) -> list[Mark]:
    """The marks of a season's matches that were played, as far as their two totals tell."""
    played = ((match, match.outcome) for match in season.matches if match.outcome and match.outcome.kind is Kind.PLAYED)
    return [mark for match, outcome in played if outcome.totals for mark in _totals(match, outcome.totals)]


def of_sheet(match: SeasonMatch, sheet: Sheet, upper: Side) -> Iterator[Mark]:
    """The marks of a match as far as it takes its deals to tell; its upper pair sat here."""
    story, names = tell(sheet), _by_side(match, upper)
    if story.comeback:
        after = listed(map(str, story.comeback.deals))
        yield Mark(Record.COMEBACK, story.comeback.deficit, match.code, f"behind after deal {after} of {match.deals}")
    if made := [line for line in story.slams if line.deal.over >= 0]:
        yield Mark(Record.SLAMS, len(made), match.code, f"in {match.deals} deals ({_slams(made, names)})")
    if story.highest:
        yield Mark(Record.DEAL, story.highest.points, match.code, _highest(story.highest, names))


def standing(marks: Iterable[tuple[Season, Mark]]) -> list[Standing]:
    """Every record there is a mark for."""
    by_record: dict[Record, list[tuple[Season, Mark]]] = {record: [] for record in Record}
    for season, mark in marks:
        by_record[mark.record].append((season, mark))
    return [_stands(record, given) for record, given in by_record.items() if given]


def _stands(record: Record, given: list[tuple[Season, Mark]]) -> Standing:
    best = (min if record is Record.CLOSEST else max)(mark.value for _, mark in given)
    level = [_holder(season, mark) for season, mark in given if mark.value == best]
    level.sort(key=lambda holder: holder.season.year)
    named = level if len(level) <= SHARED else level[:1]
    return Standing(record.value, best, tuple(named), len(level) - len(named))


def _holder(season: Season, mark: Mark) -> Holder:
    return Holder(season, next(match for match in season.matches if match.code == mark.code), mark.said)


def _totals(match: SeasonMatch, totals: tuple[int, int]) -> Iterator[Mark]:
    low, high = sorted(totals)
    said = f"in {match.deals} deals" if match.deals else "by totals only"
    yield Mark(Record.TOTAL, high, match.code, said)
    yield Mark(Record.SUM, high + low, match.code, said)
    yield Mark(Record.MARGIN, high - low, match.code, said)
    yield Mark(Record.CLOSEST, high - low, match.code, said)


def _by_side(match: SeasonMatch, upper: Side) -> BySide[str]:
    one, other = match.names
    return BySide(one, other) if upper is Side.NS else BySide(other, one)


def _slams(made: Sequence[ScoredDeal], names: BySide[str]) -> str:
    by_side = {side: [line for line in made if line.deal.side is side] for side in Side}
    return "; ".join(f"{names[side]}: {listed(map(_slam, lines))}" for side, lines in by_side.items() if lines)


def _slam(line: ScoredDeal) -> str:
    return f"{_contract(line)} on deal {line.number}"


def _contract(line: ScoredDeal) -> str:
    return contract_words(line.deal.contract) if line.deal.contract else "no contract"


def _highest(peak: Peak, names: BySide[str]) -> str:
    return listed(_scored(line, peak.points, names) for line in peak.lines)


def _scored(line: ScoredDeal, points: int, names: BySide[str]) -> str:
    side = next(side for side in Side if line.score[side] == points)
    played = f"{_contract(line)}, {result_words(line.deal)}"
    how = f"with {played}" if side is line.deal.side else f"against {played}"
    return f"to {names[side]} on deal {line.number} {how}{', and the rubber' if line.rubber else ''}"
