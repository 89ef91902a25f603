"""Records in matches with official results, such as the highest total."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from operator import sub
from typing import NamedTuple

from competition.archive.presenters.season import ArchivedSeason, official_sheet, played_line
from competition.draw.presenters.match_line import MatchLine
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from scoring.models import SummarySheet
from scoring.rules.sheet import ScoredDeal, Sheet
from scoring.rules.sides import Side
from scoring.rules.words import contract_words, listed, result_words
from scoring.story.story import make_story

# Maximum number of matches named for a record. If more matches share the record, only the first is named.
SHARED = 3


class RecordKind(Enum):
    """The kinds of records, with their headings."""

    TOTAL = "Highest total"
    SUM = "Highest sum of both totals"
    MARGIN = "Biggest margin"
    CLOSEST = "Closest match"
    COMEBACK = "Biggest comeback"
    SLAMS = "Most slams bid and made in a match"
    DEAL = "Highest score on a deal"
    SWING = "Largest swing on a deal"
    # Used if one deal holds both records.
    DEAL_AND_SWING = "Highest score and largest swing on a deal"
    HONOURS = "Most honours in a match"

    # The default hash of an Enum is slow, and every match is compared with every record.
    __hash__ = object.__hash__


# The records that need the deals of a match.
FROM_DEALS = (RecordKind.COMEBACK, RecordKind.DEAL, RecordKind.SWING)


class SeasonBest(NamedTuple):
    """The matches of a season that come closest to a record, in the order of the draw.

    `value` is in points or slams.
    """

    record: RecordKind
    value: int
    matches: list[PublishedMatch]

    @property
    def named(self) -> list[PublishedMatch]:
        """The matches to name: all if few share the record, otherwise the first."""
        return self.matches if len(self.matches) <= SHARED else self.matches[:1]

    @property
    def sheets(self) -> list[SummarySheet]:
        """The score sheets needed to describe the named matches."""
        return [state.sheet for state in self.named if state.sheet] if self.record in FROM_DEALS else []


class Holder(NamedTuple):
    """A match that holds a record. `said` describes the deal, or is "" for a record about a whole match."""

    season: ArchivedSeason
    match: MatchLine
    said: str


class RecordStanding(NamedTuple):
    """A record with its holders, earliest season first, and the number of further matches that share it."""

    record: RecordKind
    value: int
    holders: tuple[Holder, ...]
    others: int

    @property
    def number(self) -> int:
        """The number of matches that share the record."""
        return len(self.holders) + self.others


def best(draw: PublishedDraw) -> list[SeasonBest]:
    """Return the best value in a draw for each record, with its matches."""
    by_record: dict[RecordKind, dict[int, list[PublishedMatch]]] = {record: defaultdict(list) for record in RecordKind}
    for state in draw.matches.values():
        for record, value in _values(state):
            by_record[record][value].append(state)
    return [
        SeasonBest(kind, value := _best(kind, states), states[value]) for kind, states in by_record.items() if states
    ]


def standings(season: ArchivedSeason, best: Iterable[SeasonBest], sheets: Mapping[int, Sheet]) -> list[RecordStanding]:
    """Return a season's records as texts. `sheets` are the score sheets of the named matches by primary key."""
    return [
        RecordStanding(
            record.record,
            record.value,
            tuple(
                Holder(season, played_line(state), _record_text(record.record, state, sheets)) for state in record.named
            ),
            len(record.matches) - len(record.named),
        )
        for record in best
    ]


def overall(standings: Iterable[RecordStanding]) -> list[RecordStanding]:
    """Return the records across all seasons."""
    by_record: dict[RecordKind, list[RecordStanding]] = {record: [] for record in RecordKind}
    for standing in standings:
        by_record[standing.record].append(standing)
    records = {record: _overall(record, rows) for record, rows in by_record.items() if rows}
    deal, swing = records.get(RecordKind.DEAL), records.get(RecordKind.SWING)
    if deal and swing and deal[1:] == swing[1:]:
        records[RecordKind.DEAL] = deal._replace(record=RecordKind.DEAL_AND_SWING)
        del records[RecordKind.SWING]
    return list(records.values())


def _overall(record: RecordKind, standings: list[RecordStanding]) -> RecordStanding:
    value = _best(record, (standing.value for standing in standings))
    level = [standing for standing in standings if standing.value == value]
    holders = sorted(
        (holder for standing in level for holder in standing.holders),
        key=lambda holder: (holder.season.year, holder.season.over_two_years),
    )
    number = sum(standing.number for standing in level)
    named = holders if number <= SHARED else holders[:1]
    return RecordStanding(record, value, tuple(named), number - len(named))


def _best(record: RecordKind, values: Iterable[int]) -> int:
    return min(values) if record is RecordKind.CLOSEST else max(values)


def _values(state: PublishedMatch) -> Iterator[tuple[RecordKind, int]]:
    result = state.result
    if result is None or not result.was_played:
        return
    if result.totals:
        yield RecordKind.TOTAL, max(result.totals)
        yield RecordKind.SUM, sum(result.totals)
    if margin := result.margin:
        yield RecordKind.MARGIN, margin
        yield RecordKind.CLOSEST, margin
    if sheet := official_sheet(state):
        copies = {
            RecordKind.COMEBACK: sheet.comeback,
            RecordKind.SLAMS: sheet.slams,
            RecordKind.DEAL: sheet.highest,
            RecordKind.SWING: _swing(sheet),
            RecordKind.HONOURS: sheet.honours,
        }
        yield from ((record, value) for record, value in copies.items() if value)


def _swing(sheet: SummarySheet) -> int:
    """Return the largest gain of one side over the other on a deal."""
    return max(map(abs, map(sub, sheet.leads, [0, *sheet.leads])), default=0)


def _record_text(record: RecordKind, state: PublishedMatch, sheets: Mapping[int, Sheet]) -> str:
    row = official_sheet(state)
    if row is None or record not in FROM_DEALS:
        return ""
    story = make_story(sheets[row.pk])
    if record is RecordKind.COMEBACK and story.comeback:
        return f"behind after deal {listed(map(str, story.comeback.deals))} of {row.recorded}"
    if record is RecordKind.SWING and story.swing:
        return listed(_deal_text(line, max(line.score)) for line in story.swing.lines)
    return listed(_deal_text(line, story.highest.points) for line in story.highest.lines) if story.highest else ""


def _contract(line: ScoredDeal) -> str:
    return contract_words(line.deal.contract) if line.deal.contract else "no contract"


def _deal_text(line: ScoredDeal, points: int) -> str:
    side = next(side for side in Side if line.score[side] == points)
    how = "with" if side is line.deal.side else "against"
    bonus = ", with the rubber bonus" if line.rubber else ""
    return f"on deal {line.number} {how} {_contract(line)}, {result_words(line.deal)}{bonus}"
