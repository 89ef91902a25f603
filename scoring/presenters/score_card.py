"""Score card for a quick look during play: first names and facts, no advice."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scoring.rules.deal import DealResult, ScorePart
from scoring.rules.pad import Pad, pads
from scoring.rules.sheet import ScoredDeal, Sheet, Standing
from scoring.rules.sides import Reader, Seat, Side
from scoring.rules.words import BRIEFLY, TIE_BREAKS, contract_words, few, plural, quantity

_SLAMS = {6: "Small slam and ", 7: "Grand slam and "}


class Moment(NamedTuple):
    """A game, a rubber, a tie or the end of the match. `side` is its winner, or None."""

    side: Side | None
    title: str
    words: str


class Strip(NamedTuple):
    """The strip above the keypad: the next deal, and the points in both columns.

    `of` follows the number of the deal. A tally is a name, points and True if vulnerable. A row of the `miniature` is
    the contents of both columns below the line, and True if a game is won. `below` is the same in words.
    """

    number: int
    of: str
    dealer: str
    vulnerable: str
    is_exposed: bool
    tallies: list[tuple[str, int, bool]]
    miniature: list[tuple[str, str, bool]]
    below: str
    is_over: bool = False
    unit: str = ""


def miniature(pad: Pad, side: Side) -> list[tuple[str, str, bool]]:
    """Return a row for each game won below the line, followed by the current part-scores, for this side."""
    rows = []
    for game in pad.games:
        figures = game.below.seen_from(side)
        if game.winner:
            ours = game.winner is side
            rows.append(("Game" if ours else "", "" if ours else "Game", True))
        else:
            we, they = (f"{sum(figure.points for figure in column) or '–'}" for column in figures)
            rows.append((we, they, False))
    return rows


@dataclass(frozen=True)
class ScoreCard:
    """A score sheet as one side reads it during play. `names` has first names. `marked` is a disputed deal, or 0."""

    sheet: Sheet
    reader: Reader
    names: Mapping[Seat, str]
    marked: int = 0

    @property
    def dealer(self) -> str:
        """The first name of the next dealer, or "" once the match is decided."""
        seat = self.sheet.next_dealer
        return self.names[seat] if seat else ""

    @property
    def vulnerable(self) -> str:
        """The vulnerable side: We, They, Both or Nobody."""
        return self.reader.called(self.sheet.vulnerable).capitalize()

    @property
    def tallies(self) -> list[tuple[str, int, bool]]:
        """The name, points and vulnerability for each column. Points are the total once the match is decided."""
        sheet = self.sheet
        points = sheet.total if sheet.winner else sheet.written
        exposed = () if sheet.winner else sheet.vulnerable
        return [(self.reader.name(side), points[side], side in exposed) for side in self._columns]

    @property
    def strip(self) -> Strip:
        """The strip above the keypad."""
        sheet, over = self.sheet, self.sheet.winner is not None
        return Strip(
            number=sheet.next_number or sheet.stage_end,
            of="played" if over else f"of {sheet.stage_end}",
            dealer=self.dealer,
            vulnerable=self.vulnerable,
            is_exposed=bool(sheet.vulnerable),
            tallies=self.tallies,
            miniature=self.miniature,
            below=f"This rubber: {self.rubber_words}",
            is_over=over,
        )

    @property
    def miniature(self) -> list[tuple[str, str, bool]]:
        """The rubber below the line."""
        return miniature(self._pads[-1], self.reader.side)

    @property
    def rubber_words(self) -> str:
        """The miniature in words for screen readers: "games, We 0, They 1; part-scores, We 90, They 0"."""
        parts = {"games": self.sheet.games, "part-scores": self.sheet.part_scores}
        return "; ".join(
            ", ".join([what, *(f"{self.reader.name(side)} {count[side]}" for side in self._columns)])
            for what, count in parts.items()
        )

    @property
    def last(self) -> ScoredDeal | None:
        """The last deal recorded, or None."""
        return self.sheet.lines[-1] if self.sheet.lines else None

    @property
    def shown(self) -> ScoredDeal | None:
        """The disputed deal, otherwise the last deal, or None."""
        return self.sheet.lines[self.marked - 1] if self._has_marked else self.last

    @property
    def _has_marked(self) -> bool:
        return 0 < self.marked <= len(self.sheet.lines)

    @property
    def shown_words(self) -> str:
        """The shown deal in words, such as "3♥ by Flora, 1 over"."""
        return self.deal(self.shown.deal) if self.shown else ""

    @property
    def may_have_honours(self) -> bool:
        """True if the last deal ended a rubber or the match, was played and does not yet have honours."""
        last = self.last
        ended = last is not None and (last.rubber is not None or self.sheet.winner is not None)
        return last is not None and ended and not last.deal.is_passed_in and last.deal.honours is None

    @property
    def wrote(self) -> str:
        """The points for the shown deal, such as "We 90 below, 730 above (30 over, 700 rubber)"."""
        columns = [(self.reader.name(side), self._column(side)) for side in self._columns]
        return "; ".join(f"{name} {figures}" for name, figures in columns if figures)

    @property
    def pad(self) -> Pad:
        """The pad with the shown deal, or a blank pad before the first deal."""
        if not self._has_marked:
            return self._begun[-1]
        places = enumerate(self.sheet.rubbers)
        return self._begun[next(place for place, one in places if one.first_deal <= self.marked <= one.last_deal)]

    @property
    def earlier(self) -> tuple[Pad, ...]:
        """The pads for the other rubbers, newest first."""
        return tuple(pad for pad in reversed(self._begun) if pad is not self.pad)

    @property
    def moment(self) -> Moment | None:
        """The game, rubber, tie or end of the match reached with the last deal, or None."""
        last, sheet = self.last, self.sheet
        if last is None:
            return None
        if sheet.winner:
            return self._end(sheet.winner)
        if sheet.standing is Standing.TIED:
            return self._level()
        return self._won(last, last.game) if last.game else None

    @cached_property
    def _pads(self) -> tuple[Pad, ...]:
        return pads(self.sheet)

    @property
    def _begun(self) -> tuple[Pad, ...]:
        """The pads with a deal. A blank pad would hide the deal that has just ended a rubber."""
        return self._pads[: len(self.sheet.rubbers)] or self._pads

    @property
    def _columns(self) -> tuple[Side, Side]:
        return self.reader.side, self.reader.side.other

    def _pair(self, side: Side) -> str:
        return " & ".join(self.names[seat] for seat in Seat if seat.side is side)

    def deal(self, deal: DealResult) -> str:
        """Return a deal in words, such as "3♥ by Flora, 1 over"."""
        if deal.contract is None or deal.declarer is None:
            return "passed in"
        word = "over" if deal.over > 0 else "light"
        fared = f"{abs(deal.over)}\u00a0{word}" if deal.over else "made"
        honours = f", {self.reader.name(deal.honours.side)} {deal.honours.points} honours" if deal.honours else ""
        return f"{contract_words(deal.contract)} by {self.names[deal.declarer]}, {fared}{honours}"

    def _column(self, side: Side) -> str:
        """Return one side's points for the shown deal: the sums above and below the line, and their parts."""
        places = []
        for where in ScorePart:
            entries = self.shown.entries if self.shown else ()
            own = [entry for entry in entries if (entry.side, entry.line) == (side, where)]
            parts = ", ".join(f"{entry.points:,} {BRIEFLY.get(entry.reason, entry.reason)}" for entry in own)
            if own:
                total = sum(entry.points for entry in own)
                places.append(f"{total:,} {where} ({parts})" if len(own) > 1 else f"{total:,} {where}")
        return ", ".join(places)

    def _end(self, winner: Side) -> Moment:
        total, played = self.sheet.total, self.sheet.lines
        margin = abs(total.ns - total.ew)
        won = f"{self._pair(winner)} win by {margin:,}"
        return Moment(winner, won, f"{quantity(len(played), 'deal')}.{self._due()}")

    def _level(self) -> Moment:
        sheet = self.sheet
        more = f"{few(sheet.deals_left, most=7).capitalize()} {plural(sheet.deals_left, 'more deal')}."
        words = f"{self._due()} {more} {TIE_BREAKS[sheet.conditions.tie_break]}. {self._next()}"
        return Moment(None, f"Level: {sheet.total.ns:,} each", words.strip())

    def _due(self) -> str:
        """Return a sentence about the credits for the unfinished rubber, or "" if there are none."""
        so_far = self.sheet.written
        due = [
            f"{self.reader.name(side)} {so_far[side]:,} and {self.sheet.total[side] - so_far[side]:,}"
            for side in self._columns
            if self.sheet.total[side] != so_far[side]
        ]
        return f" {', '.join(due)} for the unfinished rubber." if due else ""

    def _won(self, last: ScoredDeal, side: Side) -> Moment:
        slam = _SLAMS.get(last.deal.slam or 0, "")
        if last.rubber:
            rubber = self.sheet.rubbers[-1]
            lost = few(rubber.games[side.other]) if rubber.games[side.other] else "none"
            words = f"Two games to {lost}: {self.reader.name(side)} {rubber.bonus[side]}. New rubber. {self._next()}"
            return Moment(side, _headline(f"{slam}rubber to {self._pair(side)}"), words)
        games = "One game all" if min(self.sheet.games) else "One game to none"
        return Moment(side, _headline(f"{slam}game to {self._pair(side)}"), f"{games}. {self._next()}")

    def _next(self) -> str:
        return f"{self.vulnerable} vulnerable. {self.dealer} deals."


def _headline(words: str) -> str:
    return words[0].upper() + words[1:]
