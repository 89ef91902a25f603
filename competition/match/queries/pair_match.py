"""One match as one of its two pairs sees it."""

from dataclasses import dataclass
from functools import cached_property
from typing import cast

from competition.arranging.queries import Offers, offers_of
from competition.contest.models import Competition
from competition.entries.models.pair import Pair
from competition.knockout.models.meeting import Meeting
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.polling import holding
from competition.knockout.queries.results import result_by
from competition.knockout.queries.states import MatchState, SideState
from competition.knockout.rules.result import Result
from competition.knockout.rules.stages import Stage
from scoring import queries as sheets
from scoring.formats.score_card import ScoreCard
from scoring.models import Amendment, Deal, SummarySheet
from scoring.rules.amending import Change, Effect
from scoring.rules.fingerprint import fingerprint
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet
from scoring.rules.sides import Reader, Seat, Side, first_names


@dataclass
class PairMatch:
    """A pair's own match: the match, the opponents, the sheet and what may be done next."""

    draw: PublishedDraw
    code: str
    pair: Pair

    @property
    def state(self) -> MatchState:
        """The match as it stood when the draw was read (no query)."""
        return self.draw.matches[self.code]

    @property
    def competition(self) -> Competition:
        """The competition it is played in."""
        return self.draw.competition

    @property
    def meeting(self) -> Meeting | None:
        """What the two pairs have on record in this match, once there is anything (no query)."""
        return self.state.meeting

    @property
    def opponents(self) -> Pair | None:
        """The other pair, once it is known."""
        return next((pair for pair in self.state.pairs if pair != self.pair), None)

    @property
    def _place(self) -> int:
        return 0 if self.state.sides[0].pair == self.pair else 1

    @property
    def others(self) -> SideState:
        """The other side of the match: the opponents, or why there are none yet."""
        return self.state.sides[1 - self._place]

    @property
    def after(self) -> SideState | None:
        """Whom the winner of this match meets; None after the final."""
        feeds = self.state.feeds
        return self.draw.matches[feeds].sides[self.state.position % 2] if feeds else None

    @property
    def totals(self) -> tuple[int | None, int | None]:
        """Ours and theirs as the draw shows them, in points."""
        return self.state.sides[self._place].total, self.others.total

    @property
    def may_be_arranged(self) -> bool:
        """Whether the two pairs may still say when and where they play."""
        return self.state.stage in (Stage.READY, Stage.IN_PLAY)

    @cached_property
    def offers(self) -> Offers:
        """What the two pairs have offered each other (two queries, once there is anything)."""
        return offers_of(self.state)

    @property
    def row(self) -> SummarySheet | None:
        """The sheet as stored, once it has been opened."""
        return self.state.sheet

    @property
    def side(self) -> Side:
        """The side of the sheet this pair sits on; only with an open sheet."""
        return self.seated.side_of(self.pair)

    @property
    def seated(self) -> Meeting:
        """The meeting of the two pairs with its sheet open; Refused without one."""
        if self.meeting is None or self.meeting.sheet is None:
            raise Refused("Open the sheet first: say who sits where and who deals first.")
        return self.meeting

    @property
    def sheet_name(self) -> str:
        """How a deal names the open sheet it was made for: by its key, and by who sits North, East, South and West."""
        return "-".join(map(str, (self.seated.sheet_id, *self.seated.seats)))

    @property
    def opened(self) -> SummarySheet:
        """The open sheet as stored; Refused without one."""
        return cast(SummarySheet, self.seated and self.row)

    @cached_property
    def deals(self) -> list[Deal]:
        """The deals on the sheet, as stored."""
        return sheets.deals(self.row) if self.row else []

    @cached_property
    def sheet(self) -> Sheet | None:
        """The sheet with every point worked out."""
        return sheets.read(self.row, self.deals) if self.row else None

    @property
    def scored(self) -> Sheet:
        """The open sheet with every point worked out; Refused without one."""
        return self.sheet or sheets.read(self.opened, self.deals)

    def with_deals(self, deals: list[Deal], sheet: Sheet) -> "PairMatch":
        """The same match once these deals have been written on its sheet, which reads like this (no query)."""
        match = PairMatch(self.draw, self.code, self.pair)
        match.deals, match.sheet = deals, sheet
        return match

    @cached_property
    def names(self) -> dict[Seat, str]:
        """Who sits where; only with an open sheet."""
        met, pairs = self.meeting, self.state.pairs
        players = {player.pk: player.display_name for pair in pairs for player in pair.players.all()}
        return {seat: players[key] for seat, key in zip(Seat, met.seats if met else (), strict=False) if key}

    @property
    def reader(self) -> Reader:
        """The pair as the reader of the pad; only with an open sheet."""
        return Reader.at_the_table(self.side)

    @property
    def seating(self) -> dict:
        """What the form for a deal needs to know; Refused without an open sheet."""
        return {"reader": self.reader, "names": self.names}

    @property
    def is_writable(self) -> bool:
        """Whether deals may be written and amended."""
        return self.row is not None and self.is_playable

    @property
    def is_playable(self) -> bool:
        """Whether it may be played, keyed in or given up: two pairs are known and no result is on the table."""
        return self.state.is_open and self.state.stage is not Stage.SUBMITTED

    @property
    def wish(self) -> str:
        """The field of the meeting that says whether this pair wishes the deals to stay private."""
        return ("upper_private", "lower_private")[self._place]

    @property
    def wishes_privacy(self) -> bool:
        """Whether this pair wishes the deals to stay private until the match is over."""
        return self.meeting is not None and getattr(self.meeting, self.wish)

    @property
    def next_deal(self) -> int | None:
        """The number of the deal that may be written now; None when none may."""
        return self.sheet.next_number if self.sheet and self.is_writable else None

    @cached_property
    def card(self) -> ScoreCard | None:
        """The sheet as this pair reads it at the table, once there is one."""
        return ScoreCard(self.sheet, self.reader, first_names(self.names)) if self.sheet else None

    @property
    def result(self) -> Result | None:
        """The result by the sheet, once it is decided."""
        return result_by(self.state, self.sheet) if self.sheet else None

    @property
    def pair_names(self) -> tuple[str, str]:
        """The names of the two pairs, the upper one first; only while there are two."""
        upper, lower = self.state.pairs
        return upper.name, lower.name

    def pair_on(self, side: Side) -> Pair:
        """The pair that sits on this side of the sheet."""
        return cast(Pair, self.pair if side == self.side else self.opponents)

    def look_ahead(self, change: Change) -> Effect:
        """What a change would do to the sheet (no query); Refused when it would do nothing or cannot be made."""
        return sheets.look_ahead(self.opened, self.deals, change)

    @cached_property
    def proposals(self) -> list[sheets.Proposal]:
        """What the amendments that wait for consent would change."""
        return [sheets.proposal(self.opened, self.deals, wish) for wish in self.amendments]

    @property
    def news(self) -> list[Amendment]:
        """What this pair wished to amend and the other has answered since, as far as it is not known to be read."""
        return [wish for wish in self.wishes if wish.answer and wish.asked_by == self.side]

    @property
    def version(self) -> str:
        """What a page holds that shows this; its end changes with everything the two pairs see of their match."""
        seen = fingerprint(self.state.beside_deals, self.row and self.row.version)
        return holding(self.draw, self.state, seen)

    @property
    def amendments(self) -> list[Amendment]:
        """Changes that wait for one pair's consent."""
        return [wish for wish in self.wishes if not wish.answer]

    @cached_property
    def wishes(self) -> list[Amendment]:
        """What either pair wishes to amend, until the answer is known to be read."""
        return list(self.row.amendments.filter(told=False).order_by("number")) if self.row else []

    @property
    def awaits_us(self) -> bool:
        """Whether the other pair has sent in a result that this pair has not answered."""
        return self.state.stage is Stage.SUBMITTED and not self.sent_by_us

    @property
    def sent_by_us(self) -> bool:
        """Whether the result that is on the table is this pair's own."""
        return bool(self.state.last and self.state.last.by_id == self.pair.pk)


def match_in(draw: PublishedDraw, pair: Pair, code: str) -> PairMatch | None:
    """The match of this code in a draw if this pair is in it."""
    return PairMatch(draw, code, draw.pairs[pair.number]) if code in draw.codes_of(pair) else None
