"""Presenters for the progress of a match: the scores, the report, the charts and the deals."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.safestring import SafeString

from competition.draw.presenters.match_line import LineSide, match_line
from competition.draw.queries.states import PublishedMatch
from competition.match.queries.play import PairView
from scoring.presenters import chart_svg
from scoring.presenters.sheet_rows import RubberRows, sheet_rows
from scoring.rules.sheet import Sheet
from scoring.rules.sides import BySide, Side
from scoring.story import headline, report
from scoring.story.story import SheetStory, Turn, make_story, turns
from scoring.templatetags.bridge import points

SEATS = BySide("N–S", "E–W")


class SideScore(NamedTuple):
    """One side of a match in large type, with its seats, margin and Law 80 credit.

    `is_ahead` is True for the leader of a match in play.
    """

    line: LineSide
    side: Side | None
    margin: int | None
    credit: int
    is_ahead: bool
    ended: str = ""

    @property
    def shown(self) -> str:
        """The total. If the match was played without known totals, "won" or "lost"."""
        return points(self.line.points) or self.ended

    @property
    def seats(self) -> str:
        """The seats as "N–S" or "E–W". Empty if the match has no score sheet."""
        return SEATS[self.side] if self.side else ""


@dataclass(frozen=True)
class Course:
    """The progress of a match with at least one recorded deal. `address` is the URL of the match page.

    `end` is the final lead of North-South in points, or None before the end. `disputed` is the number of the disputed
    deal, or 0. `up` is the side above the line in the chart.
    """

    story: SheetStory
    names: BySide[str]
    address: str = ""
    end: int | None = None
    disputed: int = 0
    up: Side = Side.NS

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The deals that decided the match."""
        return turns(self.story)

    @property
    def headline(self) -> str:
        """The headline of the match report."""
        return headline.story_headline(self.story, self.names).text

    @property
    def report(self) -> tuple[report.Sentence, ...]:
        """The match report in three sentences."""
        return report.report(self.story, self.names)

    @property
    def rubbers(self) -> list[RubberRows]:
        """The rows of the score sheet, grouped by rubber."""
        return sheet_rows(self.story, self.turns, self.names)

    @property
    def charts(self) -> list[SafeString]:
        """The chart of the lead for a wide page and for a narrow page."""
        # These SVG texts are safe, because the chart module escapes all special characters.
        return [
            SafeString(
                chart_svg.chart(
                    self.story, self.turns, size, self.address, end=self.end, disputed=self.disputed, up=self.up
                )
            )
            for size in (chart_svg.WIDE, chart_svg.NARROW)
        ]

    @property
    def sides(self) -> list[tuple[Side, str]]:
        """The sides above and below the line in the chart, with their names."""
        return [(side, self.names[side]) for side in (self.up, self.up.other)]


def course(match: PairView, names: tuple[str, str], address: str = "", *, is_over: bool = False) -> Course:
    """Return the progress of a match. `names` are the short names of the upper and lower pairs."""
    state, opened = match.state, match.opened
    story = make_story(opened.scored, is_over=is_over)
    return Course(story, opened.meeting.by_side(*names), address, _final_lead(match), state.disputed_deal)


def _final_lead(match: PairView) -> int | None:
    """Return the lead of North-South in the result or on a complete score sheet. None without either."""
    result, sheet = match.state.result, match.opened.scored
    if result and result.totals:
        final = match.opened.meeting.by_side(*result.totals)
        return final.ns - final.ew
    return sheet.total.ns - sheet.total.ew if sheet.winner else None


def scores(state: PublishedMatch, match: PairView | None) -> list[SideScore]:
    """Return both sides of a match. North-South come first once the seats are known."""
    sheet, upper = (match.opened.scored, Side(match.opened.meeting.upper_side)) if match else (None, None)
    places = (upper, upper.other) if upper else (None, None)
    both = [_score(state, side, place, sheet) for side, place in zip(match_line(state).sides, places, strict=True)]
    return sorted(both, key=lambda score: score.side is Side.EW)


def _score(state: PublishedMatch, side: LineSide, place: Side | None, sheet: Sheet | None) -> SideScore:
    ended = ""
    if state.result and state.result.was_played and side.points is None:
        ended = "won" if side.won else "lost"
    is_played = sheet is not None and sheet.winner is None and not state.result
    credit = sheet.credits[place] if sheet and place and is_played else 0
    is_ahead = bool(is_played and sheet and sheet.shown.ahead is place)
    return SideScore(side, place, state.margin if side.won else None, credit, is_ahead, ended)
