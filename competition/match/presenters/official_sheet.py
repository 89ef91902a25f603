"""Presenter for a score sheet printed on one page, filled in or blank."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from competition.contest.models import Competition
from competition.contest.presenters.conditions import conditions_in_words
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.results import lineup
from competition.draw.queries.states import PublishedMatch
from competition.entries.models import together
from competition.match.presenters.story import MatchStory, decided_points, make_story
from competition.match.queries.play import PairView
from scoring.presenters import scoring_table
from scoring.rules.deal import DealResult
from scoring.rules.pad import deals_to_come
from scoring.rules.sheet import Sheet
from scoring.rules.sides import BySide, Reader, Seat, Side
from scoring.rules.words import rubber_words
from scoring.templatetags.bridge import points

Cells = tuple[str, str]
NOTHING_YET = ("", "")
# A blank score sheet has a whole number of tie-breaks, taking up at least this many lines.
TIE_BREAK_LINES = 4
# Above these numbers, the lines are less high, so that the sheet still fits on one page.
MOST_HIGH_LINES = 44
MOST_BLANK_LINES = 34
UNFINISHED = "Law 80, unfinished rubber"


class PrintedDeal(NamedTuple):
    """A deal on the printed score sheet. Its cells are empty until the deal is played."""

    number: int
    dealer: str
    deal: DealResult | None = None
    honours: str = ""
    score: Cells = NOTHING_YET
    cumulative: Cells = NOTHING_YET


class PrintedPart(NamedTuple):
    """The deals of the match or of its tie-breaks, with the sums below them."""

    lines: list[PrintedDeal]
    sums: list[tuple[str, Cells]]


@dataclass(frozen=True, slots=True)
class Official:
    """A printed score sheet. `players` and `seats` are empty on a blank score sheet."""

    competition: Competition
    match: PublishedMatch
    reader: Reader
    players: Cells
    seats: list[tuple[str, str]]
    deals: PrintedPart
    tie_break: PrintedPart
    story: MatchStory | None = None

    @property
    def has_low_lines(self) -> bool:
        """True if there are too many lines for their usual height."""
        lines = len(self.deals.lines) + len(self.tie_break.lines)
        return lines > (MOST_HIGH_LINES if self.story else MOST_BLANK_LINES)

    @property
    def tie_break_heading(self) -> str:
        """The heading above the deals of the tie-breaks."""
        return "Tie-break" if self.story else "Only if the totals are level"

    @property
    def rubbers(self) -> list[str]:
        """The winner and margin of each finished rubber (Law 74)."""
        sheet = self.story.sheet if self.story else None
        if sheet is None:
            return []
        return [
            f"Rubber {rubber.number}: {rubber_words(sheet.points_of(rubber), self.reader.name)}."
            for rubber in sheet.rubbers
            if rubber.finished
        ]

    @property
    def terms(self) -> list[str]:
        """The conditions of contest about level totals, the unfinished rubber and the result."""
        paragraphs = dict(conditions_in_words(self.competition, self.match.conditions))
        return [*paragraphs["Level totals"], *paragraphs["The unfinished rubber"], paragraphs["The result"][0]]

    @property
    def prices(self) -> tuple[scoring_table.TableSection, ...]:
        """The scoring table printed next to the deals."""
        return scoring_table.sections(self.match.conditions.only_partscore)


def filled(match: PairView, reader: Reader) -> Official:
    """Return the printed score sheet of a match from the side of `reader`. Raises Refused if there is none."""
    sheet = match.opened.scored
    last = match.state.conditions.deals
    lines = [*_played_lines(sheet, reader), *(PrintedDeal(number, dealer) for number, dealer in deals_to_come(sheet))]
    sums = list(_total_lines(match, reader.side))
    has_tie_break = len(lines) > last
    return Official(
        match.competition,
        match.state,
        reader,
        _players(match, reader.side),
        _seats(match, reader),
        PrintedPart(lines[:last], [] if has_tie_break else sums),
        PrintedPart(lines[last:], sums if has_tie_break else []),
        make_story(match.draw, match.state, match),
    )


def blank(draw: PublishedDraw, state: PublishedMatch, match: PairView | None = None) -> Official:
    """Return a blank score sheet. `match` adds both pairs' names, from the side of its pair."""
    last, extra = state.conditions.deals, state.conditions.extra_deals
    seated = match if match and match.sheet else None
    first = Seat(seated.opened.row.first_dealer) if seated else None
    lines = [
        PrintedDeal(number, first.after(number - 1) if first else "")
        for number in range(1, last + ceil(TIE_BREAK_LINES / extra) * extra + 1)
    ]
    return Official(
        draw.competition,
        state,
        Reader.at_the_table(Side.NS),
        _players(seated, seated.opened.side)
        if seated
        else (str(match.pair), match.others.text)
        if match
        else NOTHING_YET,
        _seats(seated, seated.opened.reader) if seated else [(seat.word, "") for seat in Seat],
        PrintedPart(lines[:last], [(UNFINISHED, NOTHING_YET), (f"Total after {last} deals", NOTHING_YET)]),
        PrintedPart(lines[last:], [(UNFINISHED, NOTHING_YET), ("Total", NOTHING_YET)]),
    )


def _players(match: PairView, side: Side) -> Cells:
    we, they = (lineup(match.state, match.opened.pair_on(player_side)) for player_side in (side, side.other))
    return together(we), together(they)


def _seats(match: PairView, reader: Reader) -> list[tuple[str, str]]:
    return [(f"{seat.word}, {reader.name(seat.side)}", name) for seat, name in match.opened.names.items()]


def _played_lines(sheet: Sheet, reader: Reader) -> Iterator[PrintedDeal]:
    for line in sheet.lines:
        we, they = line.score.seen_from(reader.side)
        score = points(we or None), points(they or None)
        bonus = line.deal.honours
        honours = f"h{bonus.points} {reader.name(bonus.side)}" if bonus else ""
        yield PrintedDeal(
            line.number, line.dealer, line.deal, honours, score, _point_cells(line.cumulative, reader.side)
        )


def _total_lines(match: PairView, side: Side) -> Iterator[tuple[str, Cells]]:
    sheet = match.opened.scored
    for stage in sheet.banked:
        yield "Unfinished rubber before the tie-break", _point_cells(stage, side)
    if sheet.winner or match.state.result:
        yield UNFINISHED, _point_cells(sheet.credits, side)
        yield "Total", _point_cells(sheet.total, side)
    else:
        yield f"{UNFINISHED}, if play stopped now", _point_cells(sheet.credits, side)
        yield "Points so far", _point_cells(sheet.shown, side)
    for label, sums in decided_points(match.state, sheet):
        yield label, _point_cells(sums, side)


def _point_cells(values: BySide[int], side: Side) -> Cells:
    we, they = values.seen_from(side)
    return points(we), points(they)
