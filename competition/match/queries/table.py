"""Queries for a match as one of its two pairs sees it."""

from dataclasses import dataclass
from functools import cached_property
from typing import cast

from competition.contest.models import Competition
from competition.entries.models.pair import Pair
from competition.knockout.models.meeting import Meeting
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.polling import holding
from competition.knockout.queries.results import result_by
from competition.knockout.queries.states import MatchState, SideState
from competition.knockout.rules.result import Result
from competition.knockout.rules.stages import Stage
from competition.scheduling.queries import Offers, offers_of
from scoring import queries as sheets
from scoring.models import Amendment, Deal, SummarySheet
from scoring.presenters.score_card import ScoreCard
from scoring.rules.amending import Change, Effect
from scoring.rules.fingerprint import fingerprint
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet
from scoring.rules.sides import Reader, Seat, Side, first_names


@dataclass
class Table:
    """A match as one of its pairs sees it: the opponents, the score sheet and the possible next steps."""

    draw: PublishedDraw
    code: str
    pair: Pair

    @property
    def state(self) -> MatchState:
        """The match in the draw (no query)."""
        return self.draw.matches[self.code]

    @property
    def competition(self) -> Competition:
        """The competition of the match."""
        return self.draw.competition

    @property
    def meeting(self) -> Meeting | None:
        """The stored record of this match between these two pairs, or None (no query)."""
        return self.state.meeting

    @property
    def opponents(self) -> Pair | None:
        """The other pair, or None if it is not yet known."""
        return next((pair for pair in self.state.pairs if pair != self.pair), None)

    @property
    def _place(self) -> int:
        return 0 if self.state.sides[0].pair == self.pair else 1

    @property
    def others(self) -> SideState:
        """The other side of the match: the opponents, or the reason why they are not yet known."""
        return self.state.sides[1 - self._place]

    @property
    def after(self) -> SideState | None:
        """The side that the winner of this match plays next. None after the final."""
        feeds = self.state.feeds
        return self.draw.matches[feeds].sides[self.state.position % 2] if feeds else None

    @property
    def totals(self) -> tuple[int | None, int | None]:
        """The totals in points, ours first."""
        return self.state.sides[self._place].total, self.others.total

    @property
    def may_be_arranged(self) -> bool:
        """Return True if the pairs can still agree a date and a venue."""
        return self.state.stage in (Stage.READY, Stage.IN_PLAY)

    @cached_property
    def offers(self) -> Offers:
        """The dates that the pairs have offered each other (at most two queries)."""
        return offers_of(self.state)

    @property
    def row(self) -> SummarySheet | None:
        """The stored score sheet, or None."""
        return self.state.sheet

    @property
    def side(self) -> Side:
        """The side of this pair on the score sheet. Raise Refused if there is no sheet."""
        return self.seated.side_of(self.pair)

    @property
    def seated(self) -> Meeting:
        """The stored record of the match with its score sheet. Raise Refused if there is no sheet."""
        if self.meeting is None or self.meeting.sheet is None:
            raise Refused("There is no score sheet yet. Start it first: choose the seats and the first dealer.")
        return self.meeting

    @property
    def sheet_name(self) -> str:
        """The identifier of the score sheet and its seats, which every submitted deal carries."""
        return "-".join(map(str, (self.seated.sheet_id, *self.seated.seats)))

    @property
    def opened(self) -> SummarySheet:
        """The stored score sheet. Raise Refused if there is none."""
        return cast(SummarySheet, self.seated and self.row)

    @cached_property
    def deals(self) -> list[Deal]:
        """The stored deals of the score sheet."""
        return sheets.deals(self.row) if self.row else []

    @cached_property
    def sheet(self) -> Sheet | None:
        """The score sheet with all points calculated, or None."""
        return sheets.read(self.row, self.deals) if self.row else None

    @property
    def scored(self) -> Sheet:
        """The score sheet with all points calculated. Raise Refused if there is none."""
        return self.sheet or sheets.read(self.opened, self.deals)

    def with_deals(self, deals: list[Deal], sheet: Sheet) -> "Table":
        """Return a copy of this match with these deals and the sheet calculated from them (no query)."""
        match = Table(self.draw, self.code, self.pair)
        match.deals, match.sheet = deals, sheet
        return match

    @cached_property
    def names(self) -> dict[Seat, str]:
        """The player in each seat. Empty if there is no score sheet."""
        met, pairs = self.meeting, self.state.pairs
        players = {player.pk: player.display_name for pair in pairs for player in pair.players.all()}
        return {seat: players[key] for seat, key in zip(Seat, met.seats if met else (), strict=False) if key}

    @property
    def reader(self) -> Reader:
        """This pair as the reader of the score sheet. Raise Refused if there is no sheet."""
        return Reader.at_the_table(self.side)

    @property
    def seating(self) -> dict:
        """The arguments for the form of a deal. Raise Refused if there is no score sheet."""
        return {"reader": self.reader, "names": self.names}

    @property
    def is_writable(self) -> bool:
        """Return True if deals can be recorded and corrected."""
        return self.row is not None and self.is_playable

    @property
    def is_playable(self) -> bool:
        """Return True if both pairs are known, the match is open and no result waits for a reply."""
        return self.state.is_open and self.state.stage is not Stage.SUBMITTED

    @property
    def wish(self) -> str:
        """The field of the stored record that holds this pair's request for private deals."""
        return ("upper_private", "lower_private")[self._place]

    @property
    def wishes_privacy(self) -> bool:
        """Return True if this pair asked to keep the deals private until the match is over."""
        return self.meeting is not None and getattr(self.meeting, self.wish)

    @property
    def next_deal(self) -> int | None:
        """The number of the next deal, or None if no deal can be recorded."""
        return self.sheet.next_number if self.sheet and self.is_writable else None

    @cached_property
    def card(self) -> ScoreCard | None:
        """The score card of this pair, or None if there is no score sheet."""
        return ScoreCard(self.sheet, self.reader, first_names(self.names)) if self.sheet else None

    @property
    def result(self) -> Result | None:
        """The result by the score sheet, or None while the sheet is not decided."""
        return result_by(self.state, self.sheet) if self.sheet else None

    @property
    def pair_names(self) -> tuple[str, str]:
        """The names of both pairs, the upper pair's first. Both pairs must be known."""
        upper, lower = self.state.pairs
        return upper.name, lower.name

    def pair_on(self, side: Side) -> Pair:
        """Return the pair on this side of the score sheet."""
        return cast(Pair, self.pair if side == self.side else self.opponents)

    def look_ahead(self, change: Change) -> Effect:
        """Return the effect of a change on the score sheet (no query). Raise Refused if the change is impossible."""
        return sheets.look_ahead(self.opened, self.deals, change)

    @cached_property
    def proposals(self) -> list[sheets.Proposal]:
        """The effects of all changes that wait for consent."""
        return [sheets.proposal(self.opened, self.deals, wish) for wish in self.amendments]

    @property
    def news(self) -> list[Amendment]:
        """This pair's requests to which the other pair has replied and whose reply is unread."""
        return [wish for wish in self.wishes if wish.answer and wish.asked_by == self.side]

    @property
    def version(self) -> str:
        """The version of everything the pairs see of their match. A page sends it to ask for changes."""
        seen = fingerprint(self.state.beside_deals, self.row and self.row.version)
        return holding(self.draw, self.state, seen)

    @property
    def amendments(self) -> list[Amendment]:
        """The requested changes that wait for the consent of one pair."""
        return [wish for wish in self.wishes if not wish.answer]

    @cached_property
    def wishes(self) -> list[Amendment]:
        """The requested changes of both pairs whose reply is missing or unread (one query)."""
        return list(self.row.amendments.filter(told=False).order_by("number")) if self.row else []

    @property
    def awaits_us(self) -> bool:
        """Return True if the other pair has reported a result and this pair has not replied."""
        return self.state.stage is Stage.SUBMITTED and not self.sent_by_us

    @property
    def sent_by_us(self) -> bool:
        """Return True if this pair made the latest report of a result."""
        return bool(self.state.last and self.state.last.by_id == self.pair.pk)


def match_in(draw: PublishedDraw, pair: Pair, code: str) -> Table | None:
    """Return the match with this code as `pair` sees it, or None if the pair is not in that match."""
    return Table(draw, code, draw.pairs[pair.number]) if code in draw.codes_of(pair) else None
