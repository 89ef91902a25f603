"""Queries for a match as one of its pairs sees it, for its points and public deals, and for replies on one phone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import scoring.queries
from competition.contest.models import Competition, Conditions
from competition.draw.models.rounds import Meeting, Slot
from competition.draw.queries.draw import PublishedDraw, get_draw
from competition.draw.queries.later_rounds import opponents_after
from competition.draw.queries.polling import polling_value
from competition.draw.queries.results import players_of, result_by, stand_in
from competition.draw.queries.sides import MatchSide
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Result, Stage
from competition.entries.models import Pair, Player
from competition.entries.private_links import reply_code
from competition.match.models import DealsOffer, PointsLine
from competition.match.queries.dates import Offers, offers_of
from competition.match.queries.deals import open_deals_offer
from competition.match.queries.offer_days import DueDay, due_day, offer_days
from competition.match.rules.offers import OfferDays
from scoring.models import Deal, DealCorrection, SummarySheet
from scoring.paper.possible import cumulative
from scoring.presenters.score_card import ScoreCard
from scoring.rules.conditions import ScoringConditions
from scoring.rules.correcting import DealChange, Effect
from scoring.rules.deal import DealResult
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet
from scoring.rules.sides import NOTHING, NS, Reader, Seat, Side, Tally, first_names


@dataclass
class PairSheet:
    """A match's score sheet as one pair sees it. `pairs` are both pairs, and `disputed` is a deal number or 0."""

    row: SummarySheet
    meeting: Meeting
    pair: Pair
    pairs: tuple[Pair, ...]
    disputed: int = 0
    names_of_sides: tuple[str, str] = ("We", "They")  # As on paper. After the match, the page says "you".

    @cached_property
    def deals(self) -> list[Deal]:
        """The stored deals."""
        return scoring.queries.deals(self.row)

    @cached_property
    def scored(self) -> Sheet:
        """The score sheet with all its points calculated."""
        return scoring.queries.read(self.row, self.deals)

    @property
    def name(self) -> str:
        """The identifier of the score sheet and its seats. Every submitted deal includes it."""
        return "-".join(map(str, (self.row.pk, *self.meeting.seats)))

    @property
    def side(self) -> Side:
        """This pair's side."""
        return self.meeting.side_of(self.pair)

    @property
    def reader(self) -> Reader:
        """This pair as the reader of the score sheet."""
        return Reader(self.side, self.names_of_sides)

    @cached_property
    def names(self) -> dict[Seat, str]:
        """The name of the player in each seat."""
        players = {player.pk: player.display_name for pair in self.pairs for player in pair.players.all()}
        return {seat: players[key] for seat, key in zip(Seat, self.meeting.seats, strict=False) if key}

    @property
    def seating(self) -> dict:
        """The arguments for the form of a deal."""
        return {"reader": self.reader, "names": self.names}

    @cached_property
    def card(self) -> ScoreCard:
        """This pair's score card."""
        return ScoreCard(self.scored, self.reader, first_names(self.names), self.disputed)

    def pair_on(self, side: Side) -> Pair:
        """Return the pair that sits on this side."""
        return self.pairs[side != self.meeting.upper_side]

    def preview(self, change: DealChange) -> Effect:
        """Return the effect of a change (no query). Raises Refused if the change is impossible."""
        return scoring.queries.preview(self.row, self.deals, change)

    @cached_property
    def wishes(self) -> list[DealCorrection]:
        """The changes requested by both pairs that have no reply or an unread reply (one query)."""
        return list(self.row.corrections.filter(told=False).order_by("number"))

    @property
    def corrections(self) -> list[DealCorrection]:
        """The requested changes that are waiting for a pair's consent."""
        return [wish for wish in self.wishes if not wish.answer]

    @cached_property
    def proposals(self) -> list[scoring.queries.Proposal]:
        """The effects of all changes that are waiting for consent."""
        return [scoring.queries.proposal(self.row, self.deals, wish) for wish in self.corrections]

    @property
    def news(self) -> list[DealCorrection]:
        """The changes with news for this pair: replies to its requests, and the other pair's changes."""
        return [change for change in self.wishes if change.is_news_for(self.side)]

    @cached_property
    def changes_made(self) -> list[DealCorrection]:
        """All changes made to recorded deals, in order (one query)."""
        made = (DealCorrection.Answer.AT_ONCE, DealCorrection.Answer.ACCEPTED)
        return list(self.row.corrections.filter(answer__in=made).order_by("answered_at", "pk"))

    @property
    def doubtful(self) -> DealResult | None:
        """The next deal as typed on the other pair's phone, if the app questioned it and has not recorded it."""
        next_deal = self.row.doubtful
        return self.row.facts_of_doubtful() if next_deal and next_deal["side"] != self.side else None

    def changes_to_check(self) -> list[DealCorrection]:
        """Return the changes to read before confirming: those that this pair did not agree on its own phone.

        Changes agreed on the other pair's phone come first.
        """
        theirs = [change for change in self.changes_made if change.asked_by != self.side]
        to_check = [change for change in theirs if change.agreed_here or change.answer == DealCorrection.Answer.AT_ONCE]
        return sorted(to_check, key=lambda change: not change.agreed_here)


@dataclass
class PairView:
    """A match as one of its pairs sees it: the opponents, the score sheet and the possible next steps."""

    draw: PublishedDraw
    code: str
    pair: Pair

    @property
    def state(self) -> PublishedMatch:
        """The match in the draw (no query)."""
        return self.draw.matches[self.code]

    @property
    def competition(self) -> Competition:
        """The competition of the match."""
        return self.draw.competition

    @property
    def opponents(self) -> Pair | None:
        """The other pair, or None if it is not yet known."""
        return self.others.pair

    @property
    def players(self) -> tuple[list[Player], list[Player]]:
        """The players of both pairs in this match, ours first. Raises Refused if the opponents are not known."""
        if self.opponents is None:
            raise Refused("You cannot choose seats yet. Wait until both pairs are known.")
        return players_of(self.state, self.pair), players_of(self.state, self.opponents)

    @property
    def stand_ins(self) -> list[Player]:
        """The substitutes who play only in this match."""
        return [player for pair in self.state.pairs if (player := stand_in(self.state, pair))]

    @property
    def others(self) -> MatchSide:
        """The other side of the match: the opponents, or the reason why they are not yet known."""
        return self.state.sides[1 - self._place]

    @property
    def _place(self) -> int:
        return 0 if self.state.sides[0].pair == self.pair else 1

    @property
    def after(self) -> MatchSide | None:
        """The winners' opponents in their next match, as a side of it. None if there is none, or it is not drawn."""
        return opponents_after(self.draw, self.state)

    @property
    def totals(self) -> tuple[int | None, int | None]:
        """The totals in points, ours first."""
        return self.state.sides[self._place].total, self.others.total

    @property
    def others_report(self) -> bool:
        """True if the conditions require the other pair to report the result from the finished score sheet."""
        reporter = self.competition.conditions.reporter
        if reporter == Conditions.Reporter.UPPER:
            return self._place == 1
        return reporter == Conditions.Reporter.WINNERS and bool(self.result and self.result.winner != self.pair.number)

    @cached_property
    def offers(self) -> Offers:
        """The dates that the pairs have offered each other (at most two queries)."""
        return offers_of(self.state)

    @cached_property
    def due(self) -> DueDay | None:
        """The day by which a pair must offer dates, answer or report, or None (at most two queries)."""
        days = offer_days(self.competition.conditions)
        return due_day(self.draw, self.offers) if days != OfferDays() else None

    @cached_property
    def deals_offer(self) -> DealsOffer | None:
        """The unanswered offer of a number of deals, or None (at most one query)."""
        return open_deals_offer(self.state)

    @cached_property
    def sheet(self) -> PairSheet | None:
        """The score sheet, or None before a pair has started it."""
        if not ((meeting := self.state.meeting) and meeting.sheet):
            return None
        names = ("You" if self.state.result or self.state.stage is Stage.DISPUTED else "We", "They")
        return PairSheet(meeting.sheet, meeting, self.pair, self.state.pairs, self.state.disputed_deal, names)

    @property
    def opened(self) -> PairSheet:
        """The score sheet. Raises Refused if there is none."""
        if self.sheet is None:
            raise Refused("There is no score sheet yet. Start it first: choose the seats and the first dealer.")
        return self.sheet

    def with_deals(self, deals: list[Deal], scored: Sheet) -> "PairView":
        """Return a copy of this match with these deals and the score sheet calculated from them (no query)."""
        match = PairView(self.draw, self.code, self.pair)
        match.opened.deals, match.opened.scored = deals, scored
        return match

    @property
    def seats_are_news(self) -> bool:
        """True if the other pair has corrected the seats and this pair has not read the correction."""
        by = self.state.meeting.reseated_by if self.state.meeting else ""
        return bool(by) and (by == Slot.LOWER) == (self._place == 0)

    @property
    def is_playable(self) -> bool:
        """True if both pairs are known, the match is open and no result waits for a reply."""
        return self.state.is_open and self.state.stage is not Stage.SUBMITTED

    @property
    def why_closed(self) -> str:
        """The reason why an unplayable match cannot be changed, and what this pair can do."""
        if self.sent_by_us and self.state.stage is Stage.SUBMITTED:
            return "You have reported the result already. Withdraw it to change it, or wait for the other pair’s reply."
        if self.state.stage is Stage.SUBMITTED:
            return f"{self.opponents} have reported the result. Check it, then confirm or dispute it."
        return (
            "You cannot play this match. It has a final result, one pair is not known yet, or it was cancelled. "
            "See My matches."
        )

    @property
    def is_writable(self) -> bool:
        """True if this pair can record and correct deals."""
        return self.sheet is not None and self.is_playable

    @property
    def next_deal(self) -> int | None:
        """The number of the next deal, or None if deals cannot be recorded."""
        return self.sheet.scored.next_number if self.sheet and self.is_playable else None

    @property
    def result(self) -> Result | None:
        """The result according to the score sheet, or None while it is not decided."""
        return result_by(self.state, self.sheet.scored) if self.sheet else None

    @property
    def version(self) -> str:
        """The version of all facts on the pairs' pages of this match. A page sends the version when it polls."""
        return polling_value(self.draw, self.code)

    @property
    def awaits_us(self) -> bool:
        """True if the other pair has reported a result and this pair has not replied."""
        return self.state.stage is Stage.SUBMITTED and not self.sent_by_us

    @property
    def may_object(self) -> bool:
        """True if this pair can object to a result that was final as soon as the other pair reported it.

        It can do so until the winners begin their next match. After the final, there is no time limit.
        """
        state = self.state
        last = self.state.last
        if last is None or state.stage is not Stage.OFFICIAL or self.sent_by_us or not last.asks_for_answer:
            return False
        following = self.draw.matches[state.feeds] if state.feeds else None
        has_begun = following is not None and following.stage not in (Stage.WAITING, Stage.READY)
        return last.reply_hours == 0 and not last.answer and not has_begun

    @property
    def sent_by_us(self) -> bool:
        """True if this pair was the last to report a result."""
        return bool(self.state.last and self.state.last.by_id == self.pair.pk)


def match_in(draw: PublishedDraw, pair: Pair, code: str) -> PairView | None:
    """Return the match with this code as `pair` sees it, or None if the pair is not in it."""
    return PairView(draw, code, draw.pairs[pair.number]) if code in draw.codes_of(pair) else None


@dataclass(frozen=True, slots=True)
class Path:
    """The matches of a pair, first round first. `tables` is empty before the draw is published.

    It is also empty for a late entry without a place in the published draw. In that case, `is_drawn` is True.
    """

    pair: Pair
    tables: list[PairView]
    is_drawn: bool = False

    @property
    def current(self) -> PairView | None:
        """The pair's next match, or None if there is none."""
        last = self.tables[-1] if self.tables else None
        return last if last and last.state.is_to_be_decided else None

    @property
    def past(self) -> list[PairView]:
        """The pair's earlier matches, latest first."""
        return [match for match in reversed(self.tables) if match is not self.current]

    @property
    def reply_code(self) -> str:
        """The code with which the pair replies on its opponents' phone."""
        return reply_code(self.pair)

    @property
    def is_champion(self) -> bool:
        """True if the pair has won the final."""
        return bool(self.tables) and self.tables[0].draw.champion == self.pair


def path_of(pair: Pair) -> Path:
    """Return this pair's matches so far."""
    if (draw := get_draw(pair.competition)) is None:
        return Path(pair, [])
    tables = [PairView(draw, code, draw.pairs[pair.number]) for code in draw.codes_of(pair)]
    return Path(pair, tables, is_drawn=True)


def open_pair_match(draw: PublishedDraw, state: PublishedMatch) -> PairView | None:
    """Return the match as its upper pair sees it, or None if it has no score sheet."""
    return PairView(draw, state.code, state.pairs[0]) if state.meeting and state.meeting.sheet else None


def privacy_field(match: PairView) -> str:
    """Return the name of the model field that stores this pair's request for private deals."""
    return "upper_private" if match.pair == match.state.sides[0].pair else "lower_private"


def wishes_privacy(match: PairView) -> bool:
    """Return True if this pair asked to keep the deals private until the match is over."""
    return match.state.meeting is not None and getattr(match.state.meeting, privacy_field(match))


def keeps_deals(draw: PublishedDraw, state: PublishedMatch) -> bool:
    """Return True if the deals are hidden from the public by the conditions of contest or at a pair's request."""
    conditions = draw.competition.conditions
    wished = state.meeting is not None and (state.meeting.upper_private or state.meeting.lower_private)
    is_never_public = conditions.spectators == Conditions.Spectators.RESULTS
    return is_never_public or (state.is_open and (wished or not conditions.deals_public))


def public_table(draw: PublishedDraw, state: PublishedMatch) -> PairView | None:
    """Return the match with its public score sheet, or None if the sheet is missing or private."""
    return None if keeps_deals(draw, state) else open_pair_match(draw, state)


def earlier_sheets(state: PublishedMatch) -> list[Sheet]:
    """Return the earlier score sheets of a match that have deals, first sheet first (one query each).

    They have been replaced by a replay or by a sheet that the organiser typed in.
    """
    sheets = (meeting.sheet for meeting in state.earlier)
    return [scoring.queries.read(sheet) for sheet in sheets if sheet and sheet.recorded]


@dataclass(frozen=True, slots=True)
class PointsSheet:
    """The points of each deal and the Law 80 credits. The upper pair is North-South."""

    lines: tuple[Tally, ...]
    credits: Tally
    conditions: ScoringConditions

    @property
    def rows(self) -> list[tuple[int, Tally, Tally]]:
        """The number, points and running total of each deal."""
        numbers = range(1, len(self.lines) + 1)
        return list(zip(numbers, self.lines, cumulative(self.lines), strict=True))

    @property
    def total(self) -> Tally:
        """The points of all deals, including the credits."""
        return sum(self.lines, start=self.credits)

    @property
    def deals_left(self) -> int:
        """The number of missing deals. A tie-break counts from its first deal."""
        played = len(self.lines)
        conditions = self.conditions
        if played <= conditions.deals:
            return conditions.deals - played
        return (conditions.deals - played) % conditions.extra_deals

    @property
    def is_decided(self) -> bool:
        """True if all deals are present and the totals differ."""
        return self.deals_left == 0 and self.total.ahead is not None


def reader_of(pair: Pair, pairs: Sequence[Pair]) -> Reader:
    """Return this pair as the reader of a points sheet. `pairs` are the pairs of the match, upper pair first."""
    return Reader.at_the_table(NS if pair == pairs[0] else NS.other)


def points_sheet(meeting: Meeting | None, conditions: ScoringConditions) -> PointsSheet | None:
    """Return the points typed in for this match, or None (one query)."""
    rows = list(PointsLine.objects.filter(meeting=meeting)) if meeting else []
    if not rows:
        return None
    lines = tuple(Tally(row.upper, row.lower) for row in rows if row.number)
    credits = next((Tally(row.upper, row.lower) for row in rows if row.number is None), NOTHING)
    return PointsSheet(lines, credits, conditions)


def sent_points(draw: PublishedDraw, state: PublishedMatch) -> PointsSheet | None:
    """Return the points of each deal behind the reported totals.

    Return None if the totals have another source or if the deals are private.
    """
    if keeps_deals(draw, state) or not state.meeting or not state.last or state.last.from_sheet:
        return None
    points = points_sheet(state.meeting, state.conditions)
    return points if points and points.total == tuple(side.total for side in state.sides) else None


def reader_of_numbers(state: PublishedMatch) -> Reader:
    """Return the public reader of a points sheet. It names pairs by number, because names need too much space."""
    upper, lower = (f"Pair {side.pair.number}" if side.pair else side.text for side in state.sides)
    return Reader(NS, (upper, lower))
