"""How a match went by its sheet, and how it stands: what its page draws, tells and adds up."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.safestring import SafeString

from competition.entries.models.pair import Pair
from competition.knockout.queries.states import MatchState, SideState
from competition.match.queries.pair_match import PairMatch
from scoring.formats import chart_svg
from scoring.formats.sheet_rows import RubberRows, sheet_rows
from scoring.rules.sheet import Sheet
from scoring.rules.sides import BySide, Side
from scoring.story import headline, report
from scoring.story.telling import Story, tell
from scoring.story.turns import Turn, turns
from scoring.templatetags.bridge import points

SEATS = BySide("N–S", "E–W")


class Score(NamedTuple):
    """One side of a match in large: who, where it sits, its points, by how many it has won, and what hangs on it."""

    name: str
    pair: Pair | None
    side: Side | None
    total: int | None
    wins: bool
    margin: int | None
    credit: int
    ended: str = ""

    @property
    def shown(self) -> str:
        """The total; "won" or "lost" where the match was played and its totals are not known."""
        return points(self.total) or self.ended

    @property
    def seats(self) -> str:
        """N–S or E–W; nothing before a sheet is open."""
        return SEATS[self.side] if self.side else ""


@dataclass(frozen=True)
class Course:
    """A match by a sheet with deals on it, with short names for the two sides; `address` is that of its page."""

    story: Story
    names: BySide[str]
    address: str = ""

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The deals that it hung on."""
        return turns(self.story)

    @property
    def headline(self) -> str:
        """What stands above it."""
        return headline.headline(self.story, self.names).text

    @property
    def report(self) -> tuple[report.Sentence, ...]:
        """It in three sentences."""
        return report.report(self.story, self.names)

    @property
    def rubbers(self) -> list[RubberRows]:
        """Its sheet, rubber by rubber."""
        return sheet_rows(self.story, self.turns, self.names)

    @property
    def charts(self) -> list[SafeString]:
        """The lead drawn, for a wide page and for a narrow one."""
        # The pictures write out their words with every sign that means something in markup escaped.
        return [
            SafeString(chart_svg.chart(self.story, self.turns, size, self.address))
            for size in (chart_svg.WIDE, chart_svg.NARROW)
        ]


def course(match: PairMatch, names: tuple[str, str], address: str = "", *, is_over: bool = False) -> Course:
    """The course of a match seen by its upper pair, with the short names of both as the draw has them."""
    return Course(tell(match.scored, is_over=is_over), match.seated.by_side(*names), address)


def scores(state: MatchState, match: PairMatch | None) -> list[Score]:
    """Both sides of a match, North-South first once they sit."""
    sheet, upper = (match.sheet, Side(match.seated.upper_side)) if match else (None, None)
    places = (upper, upper.other) if upper else (None, None)
    both = [_score(state, side, place, sheet) for side, place in zip(state.sides, places, strict=True)]
    return sorted(both, key=lambda score: score.side is Side.EW)


def _score(state: MatchState, side: SideState, place: Side | None, sheet: Sheet | None) -> Score:
    ended = ""
    if state.result and state.result.was_played and side.total is None:
        ended = "won" if side.wins else "lost"
    is_played = sheet is not None and sheet.winner is None and not state.result
    credit = sheet.credits[place] if sheet and place and is_played else 0
    return Score(side.text, side.pair, place, side.total, side.wins, state.margin if side.wins else None, credit, ended)
