"""A score sheet for a page, by rubber. Each deal has its premiums and the lead after it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.rules.deal import PointsReason
from scoring.rules.sheet import PlayedRubber, ScoredDeal, Sheet
from scoring.rules.sides import BySide, Side
from scoring.rules.words import ordinal, rubber_words
from scoring.story.story import SheetStory, Turn

# Reasons shown next to a contract. The contract explains all other points.
_TOLD = (PointsReason.SMALL_SLAM, PointsReason.GRAND_SLAM, PointsReason.HONOURS, PointsReason.RUBBER)
_HALF = 50


class SheetRow(NamedTuple):
    """A deal with the lead after it. `start` and `length` place the bar for the lead, in per cent."""

    line: ScoredDeal
    extras: tuple[str, ...]
    lead: BySide[int]
    start: float
    length: float
    turn: int | None

    @property
    def ahead(self) -> Side | None:
        """The side that leads after the deal."""
        return (self.lead.ns and Side.NS) or (self.lead.ew and Side.EW) or None


class RubberRows(NamedTuple):
    """A rubber with its title, ending and deals."""

    title: str
    ended: str
    rows: tuple[SheetRow, ...]


def sheet_rows(story: SheetStory, turns: Sequence[Turn], names: BySide[str]) -> list[RubberRows]:
    """Return the rubbers of a match, using these names for the sides."""
    rows = tuple(_rows(story, turns))
    return [
        RubberRows(
            f"{ordinal(rubber.number).capitalize()} rubber",
            _ended(story.sheet, rubber, names),
            rows[rubber.first_deal - 1 : rubber.last_deal],
        )
        for rubber in story.sheet.rubbers
    ]


def _rows(story: SheetStory, turns: Sequence[Turn]) -> Iterator[SheetRow]:
    numbers = {turn.deal: number for number, turn in enumerate(turns, start=1)}
    leads = story.leads(Side.NS)[1:]
    widest = max([1, *map(abs, leads)])
    for line, lead in zip(story.sheet.lines, leads, strict=True):
        length = round(_HALF * abs(lead) / widest, 1)
        start = _HALF if lead > 0 else _HALF - length
        yield SheetRow(
            line, _extras(line), BySide(max(lead, 0), max(-lead, 0)), start, length, numbers.get(line.number)
        )


def _extras(line: ScoredDeal) -> tuple[str, ...]:
    return tuple(
        f"{entry.reason} {entry.points:,}{_receiver(line, entry.side)}"
        for entry in line.entries
        if entry.reason in _TOLD
    )


def _receiver(line: ScoredDeal, side: Side) -> str:
    """Return " to N–S" or " to E–W" if the defenders score, or ""."""
    if side is line.deal.side:
        return ""
    return " to N–S" if side is Side.NS else " to E–W"


def _ended(sheet: Sheet, rubber: PlayedRubber, names: BySide[str]) -> str:
    if (winner := rubber.bonus.ahead) is None:
        return "unfinished" if sheet.winner or rubber.number < len(sheet.rubbers) else "being played"
    games = rubber.games[winner.other]
    won = rubber_words(sheet.points_of(rubber), names.__getitem__)
    return f"{names[winner]}, 2 games to {games}: {rubber.bonus[winner]:,}. {won}"
