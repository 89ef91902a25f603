"""One match as its page and its line in a table tell it."""

from collections.abc import Iterator
from dataclasses import dataclass

from competition.formats import words
from competition.queries import Knockout, MatchState, Table
from competition.rules.stages import Stage
from scoring.formats import csv_sheet
from scoring.rules.pad import Reader
from scoring.rules.sheet import Sheet
from scoring.rules.words import explain
from scoring.templatetags.bridge import day, points


@dataclass(frozen=True, slots=True)
class Row:
    """A match in a table of matches, every cell in words."""

    code: str
    round: str
    upper: str
    lower: str
    totals: str
    state: str
    play_by: str


def row(state: MatchState) -> Row:
    """The match as a line of the table of all matches."""
    upper, lower = state.sides
    totals = f"{points(upper.total)} to {points(lower.total)}" if upper.total is not None else ""
    return Row(state.code, state.round_name, upper.text, lower.text, totals, words.label(state), day(state.play_by))


@dataclass(frozen=True, slots=True)
class Story:
    """A match as everybody may read it; `seats`, `sheet` and `deals` are empty while no sheet is open."""

    match: MatchState
    title: str
    sentence: str
    label: str
    standing: str
    set_aside: list[str]
    seats: list[tuple[str, str]]
    sheet: Sheet | None
    deals: list[str]
    reader: Reader

    @property
    def is_provisional(self) -> bool:
        """Whether a result is there that does not count yet."""
        return self.match.stage in (Stage.SUBMITTED, Stage.DISPUTED)

    @property
    def totals_only(self) -> bool:
        """Whether the two totals are all that the pairs sent in."""
        last = self.match.last
        return bool(last and last.by_id and not last.from_sheet and self.match.sides[0].total is not None)


def tell(now: Knockout, state: MatchState, table: Table | None) -> Story:
    """The story of a match, with its sheet if one is open."""
    sheet = table.sheet if table else None
    return Story(
        match=state,
        title=" v ".join(side.text for side in state.sides),
        sentence=words.sentence(state),
        label=words.label(state),
        standing=words.standing(state),
        set_aside=[words.set_aside(outcome, now.names) for outcome in state.set_aside],
        seats=[(seat.word, player) for seat, player in table.names.items()] if table else [],
        sheet=sheet,
        deals=[explain(line) for line in sheet.lines] if sheet else [],
        reader=Reader(),
    )


def rows(table: Table) -> Iterator[csv_sheet.Row]:
    """The deals of a match as the rows of a file; what the players noted beside them stays theirs."""
    for line, deal in zip(table.sheet.lines, table.deals, strict=True):
        yield csv_sheet.Row(line.number, line.dealer, line.deal, deal.misdeals)
