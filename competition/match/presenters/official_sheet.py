"""Presenter for a score sheet printed on one page, filled in or blank."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from competition.contest.models import Competition
from competition.contest.presenters import conditions_in_words
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.results import lineup
from competition.draw.queries.states import PublishedMatch
from competition.entries.models import together
from competition.match.presenters.story import MatchStory, make_story, penalty
from competition.match.queries.play import PairView
from scoring.presenters import scoring_table
from scoring.rules.deal import DealResult
from scoring.rules.pad import deals_to_come
from scoring.rules.sheet import Sheet
from scoring.rules.sides import BySide, Reader, Seat, Side
from scoring.templatetags.bridge import points

Cells = tuple[str, str]
NOTHING_YET = ("", "")


class PrintedDeal(NamedTuple):
    """A deal on the printed score sheet. Its cells are empty until the deal is played."""

    number: int
    dealer: str
    deal: DealResult | None = None
    honours: str = ""
    score: Cells = NOTHING_YET
    cumulative: Cells = NOTHING_YET


@dataclass(frozen=True, slots=True)
class Official:
    """A printed score sheet. `players` and `seats` are empty on a blank score sheet."""

    competition: Competition
    match: PublishedMatch
    columns: Cells
    players: Cells
    seats: list[tuple[str, str]]
    lines: list[PrintedDeal]
    sums: list[tuple[str, Cells]]
    story: MatchStory | None = None

    @property
    def tie_break_after(self) -> int:
        """The number of the last deal before a tie-break."""
        return self.match.conditions.deals

    @property
    def terms(self) -> list[str]:
        """The conditions of contest about level totals, the unfinished rubber and the result."""
        said = dict(conditions_in_words(self.competition, self.match.conditions))
        return [*said["Level totals"], *said["The unfinished rubber"], said["The result"][0]]

    @property
    def prices(self) -> tuple[scoring_table.TableSection, ...]:
        """The scoring table printed next to the deals."""
        return scoring_table.sections(self.match.conditions.only_partscore)


def filled(match: PairView, reader: Reader) -> Official:
    """Return the printed score sheet of a match, seen from the side of `reader`. Raises Refused if there is none."""
    sheet = match.opened.scored
    return Official(
        match.competition,
        match.state,
        reader.names,
        _players(match, reader.side),
        _seats(match, reader),
        [*_played_lines(sheet, reader), *(PrintedDeal(number, dealer) for number, dealer in deals_to_come(sheet))],
        list(_total_lines(match, reader.side)),
        make_story(match.draw, match.state, match),
    )


def blank(draw: PublishedDraw, state: PublishedMatch, match: PairView | None = None) -> Official:
    """Return a blank score sheet with one tie-break. `match` adds both pairs' names, from the side of its pair."""
    conditions, seated = state.conditions, match if match and match.sheet else None
    first = Seat(seated.opened.row.first_dealer) if seated else None
    deals = range(1, conditions.deals + conditions.extra_deals + 1)
    return Official(
        draw.competition,
        state,
        ("We", "They"),
        _players(seated, seated.opened.side)
        if seated
        else (str(match.pair), match.others.text)
        if match
        else NOTHING_YET,
        _seats(seated, seated.opened.reader) if seated else [(seat.word, "") for seat in Seat],
        [PrintedDeal(number, first.after(number - 1) if first else "") for number in deals],
        [("Law 80, unfinished rubber", NOTHING_YET), ("Total", NOTHING_YET)],
    )


def _players(match: PairView, side: Side) -> Cells:
    we, they = (lineup(match.state, match.opened.pair_on(one)) for one in (side, side.other))
    return together(we), together(they)


def _seats(match: PairView, reader: Reader) -> list[tuple[str, str]]:
    return [(f"{seat.word}, {reader.name(seat.side)}", name) for seat, name in match.opened.names.items()]


def _played_lines(sheet: Sheet, reader: Reader) -> Iterator[PrintedDeal]:
    for line in sheet.lines:
        we, they = line.score.seen_from(reader.side)
        score = points(we or None), points(they or None)
        held = line.deal.honours
        honours = f"h{held.points} {reader.name(held.side)}" if held else ""
        yield PrintedDeal(
            line.number, line.dealer, line.deal, honours, score, _point_cells(line.cumulative, reader.side)
        )


def _total_lines(match: PairView, side: Side) -> Iterator[tuple[str, Cells]]:
    sheet = match.opened.scored
    for stage in sheet.banked:
        yield "Unfinished rubber before the tie-break", _point_cells(stage, side)
    yield "Law 80, unfinished rubber", _point_cells(sheet.credits, side)
    yield "Total", _point_cells(sheet.total, side)
    for label, sums in penalty(match.state, sheet):
        yield label, _point_cells(sums, side)


def _point_cells(values: BySide[int], side: Side) -> Cells:
    we, they = values.seen_from(side)
    return points(we), points(they)
