"""Random seasons in a real database: actions of pairs and organisers, with time passing between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from hypothesis import strategies

from competition.audit.actions import DecisionReason
from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.places import can_be_replaced
from competition.draw.queries.results import stand_in
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import ResultKind, Stage
from competition.entries.models import Pair
from competition.entries.queries.pairs import PlayerEntry
from competition.management import demo
from competition.match.actions import pair_sheet, play, results
from competition.match.actions.arranging import (
    PairInMatch,
    accept_date,
    cancel_date,
    cancel_offer,
    decline_dates,
    offer_dates,
)
from competition.match.queries.dates import moments, offers_of
from competition.match.queries.play import PairView
from competition.notifications.actions.delivery import erase_contacts
from competition.rulings.actions import Why, redact
from competition.rulings.decisions import rounds
from competition.rulings.decisions.competition import PlayOn
from competition.rulings.decisions.results import Confirm
from competition.rulings.forms.decisions import LOT
from competition.rulings.queries import standing_correction, standing_respellings, wordings
from competition.transfer.actions.importing import import_competition
from competition.transfer.presenters.file import file_of
from competition.transfer.rules.file import unpacked
from scoring.rules.conditions import ScoringConditions
from scoring.rules.deal import DealResult
from scoring.rules.refusal import Refused
from scoring.rules.sides import NOTHING, Tally
from tests import stories

Move = tuple[str, int]
SCORES = ((4730, 3980), (50, 0), (0, 9990), (3000, 3010))


class Season:
    """A published draw in which moves are made. `which` selects a possible move. Only `wait` lets time pass."""

    def __init__(self, pairs: int, patch: pytest.MonkeyPatch) -> None:
        self.moment = timezone.now()
        patch.setattr(timezone, "now", lambda: self.moment)
        # A match has only two deals, so that score sheets are often complete.
        self.competition = stories.published(pairs, deals=2)

    @property
    def draw(self) -> PublishedDraw:
        """The current draw."""
        return stories.now(self.competition)

    def make(self, moves: Iterable[Move]) -> Iterator[str]:
        """Make these moves and yield the name of each. A refused move changes nothing."""
        for name, which in moves:
            with suppress(Refused):
                MOVES[name](self, which)
            yield name

    def wait(self, which: int) -> None:
        """Let time pass: an hour, half the reply time, the reply time or more."""
        self.moment += (timedelta(hours=1), stories.REPLY_TIME / 2, stories.REPLY_TIME, stories.AFTER_REPLY_TIME)[
            which % 4
        ]

    def send_in(self, which: int) -> None:
        """Report two totals as a pair."""
        if state := self._one(which, Stage.READY, Stage.IN_PLAY, Stage.DISPUTED):
            ours, theirs = SCORES[which % len(SCORES)]
            play.submit_totals(self._table(state, which), ours=ours, theirs=theirs)

    def send_in_the_winner(self, which: int) -> None:
        """Report the winner as a pair, with the margin or without a score."""
        if state := self._one(which, Stage.READY, Stage.IN_PLAY, Stage.DISPUTED):
            margin = (110, None)[which % 2]
            play.submit_winner(self._table(state, which), we_won=bool(which // 4 % 2), margin=margin)

    def answer(self, which: int) -> None:
        """Confirm or dispute the report as the other pair, or undo it as the reporting pair."""
        if state := self._one(which, Stage.SUBMITTED):
            last, tables = state.last, stories.tables(self.competition, state.code)
            sender, other = sorted(tables, key=lambda table: table.pair.pk != last.by_id)
            if which % 4 == 0:
                play.withdraw_result(sender)
            elif which % 4 == 1:
                play.dispute(other, outcome=last.number, reason="deal 17 went two light")
            else:
                play.confirm(other, outcome=last.number)

    def tell(self, which: int) -> None:
        """Notify the pair that must reply to a report."""
        if state := self._one(which, Stage.SUBMITTED):
            stories.notify(self.competition, state.code)

    def record(self, which: int) -> None:
        """Start the score sheet as a pair, or record the next deal on it."""
        if state := self._one(which, Stage.READY, Stage.IN_PLAY):
            if state.sheet is None:
                stories.open_sheet(self.competition, state.code)
            else:
                stories.record(self._table(state, which), self._deal(which))

    def correct_deal(self, which: int) -> None:
        """Ask for a change or deletion of a deal, or reply to such a request, as a pair."""
        if state := self._one(which, Stage.IN_PLAY):
            table = self._table(state, which)
            if table.opened.corrections:
                play.answer(table, correction=table.opened.corrections[0], accept=bool(which % 3))
            elif table.opened.deals and which % 5:
                stories.correct_deal(table, number=1, deal=self._deal(which + 1))
            elif table.opened.deals:
                stories.delete(table, number=len(table.opened.deals))
            elif which % 4 == 0:
                stories.change_seats(table)

    def send_in_the_sheet(self, which: int) -> None:
        """Report the totals of the score sheet, or the points of a paper sheet, as a pair."""
        if state := self._one(which, Stage.READY, Stage.IN_PLAY):
            table = self._table(state, which)
            if state.sheet:
                play.submit_sheet(table)
            else:
                pair_sheet.keep_points(table, lines=[Tally(90, 0), Tally(0, 100 * (which % 4))], credits=NOTHING)
                pair_sheet.send_points(self._table(state, which))

    def find_a_date(self, which: int) -> None:
        """Reply to offered dates, cancel the agreed date or offer dates, as a pair."""
        if state := self._one(which, Stage.READY, Stage.IN_PLAY):
            place, stands = PairInMatch(state.pairs[which // 2 % 2], state.code), offers_of(state).open
            if state.meeting and state.meeting.plays_at and which % 3 == 0:
                cancel_date(place, reason="the car broke down")
            elif stands and which % 4 == 1:
                accept_date(place, offered=stands.pk, at=moments(stands)[which % len(moments(stands))])
            elif stands and which % 4 == 2:
                decline_dates(place, reason="we are away")
            elif stands and which % 4 == 3:
                cancel_offer(place, offered=stands.pk)
            else:
                days = [3, 5, 8, 13][: 1 + which % 4]
                offer_dates(place, dates=[self.moment + timedelta(days=day) for day in days], venue="At home")

    def keep_private(self, which: int) -> None:
        """Make a pair's deals private or public."""
        if state := self._one(which, Stage.READY, Stage.IN_PLAY):
            play.keep_deals(self._table(state, which), private=bool(which % 2))

    def type_in(self, which: int) -> None:
        """Type in two totals, a margin or a winner from a letter, as the organiser."""
        draw = self.draw
        known = [state for state in draw.matches.values() if state.has_two_pairs]
        if known:
            state = known[which % len(known)]
            won = results.Won(bool(which % 2), (110, None)[which // 2 % 2])
            content = won if which // 5 % 2 else results.Sums(*SCORES[which % len(SCORES)])
            sender = state.pairs[which // 2 % 2]
            report = results.Report(content, sender, "letter", bool(which % 3))
            stories.decide(results.KeyIn, self.competition, state.code, report)

    def penalise(self, which: int) -> None:
        """Deduct points from a result, as the organiser."""
        if state := self._one(which, Stage.OFFICIAL, Stage.SUBMITTED, Stage.DISPUTED):
            stories.penalise(self.competition, state.code, -100 * (which % 3), -60)

    def substitute(self, which: int) -> None:
        """Enter a substitute for a player as the organiser."""
        stories.substitute(self.pair(which), PlayerEntry(f"Sub Stitute {which}"), leaving=1 + which % 2)

    def concede(self, which: int) -> None:
        """Concede a match as a pair."""
        if state := self._one(which, Stage.READY, Stage.IN_PLAY, Stage.DISPUTED):
            play.concede(self._table(state, which))

    def rule(self, which: int) -> None:
        """Decide a match, reopen it or order a replay as the organiser."""
        known = [state for state in self.draw.matches.values() if state.has_two_pairs]
        if known:
            code = known[which % len(known)].code
            kind = (*ResultKind, None, "replay")[which // 3 % (len(ResultKind) + 2)]
            if kind == "replay":
                stories.replay(self.competition, code)
            else:
                upper_wins, known = bool(which % 2), which // 30 % 3 if kind is ResultKind.PLAYED else 0
                totals = SCORES[0][:: 1 if upper_wins else -1] if kind is ResultKind.PLAYED and not known else None
                margin = 110 if known == 1 else None
                stories.settle(self.competition, code, upper_wins=upper_wins, kind=kind, totals=totals, margin=margin)

    def keep_progress(self, which: int) -> None:
        """Correct a score sheet so that the losers win, but keep the later rounds, as the organiser."""
        decided = [code for code, state in self.draw.matches.items() if state.goes_on]
        if decided:
            stories.keep_progress(self.competition, decided[which % len(decided)])

    def correct_conditions(self, which: int) -> None:
        """Correct the conditions of the last round as the organiser, or undo that."""
        last = self.draw.rounds[-1]
        if which % 3 == 0 and last.correction:
            stories.undo_conditions(self.competition, last.number)
        else:
            stories.correct_conditions(self.competition, last.number, ScoringConditions(deals=2 + which % 3))

    def redact(self, which: int) -> None:
        """Remove text as the organiser. After this it is stored nowhere."""
        if found := wordings(self.competition):
            chosen = found[which % len(found)]
            redact(self.competition, chosen.key, [*Why][which % len(Why)], by=stories.organiser_of(self.competition))
            assert chosen.key not in {one.key for one in wordings(self.competition)}

    def undo(self, which: int) -> None:
        """Undo the last ruling of a match as the organiser."""
        ruled = [state for state in self.draw.matches.values() if state.last and not state.last.by_id]
        if ruled:
            stories.undo(self.competition, ruled[which % len(ruled)].code)

    def confirm_all(self, which: int) -> None:
        """Confirm all pending results as the organiser."""
        draw = self.draw
        codes = [state.code for state in draw.matches.values() if state.stage is Stage.SUBMITTED]
        stories.decide(Confirm, self.competition, codes)

    def withdraw(self, which: int) -> None:
        """Withdraw a pair as the organiser."""
        stories.withdraw(self.pair(which))

    def bring_back(self, which: int) -> None:
        """Undo a withdrawal as the organiser."""
        gone = self.draw.withdrawn
        if gone:
            stories.bring_back(self.competition.pairs.get(number=gone[which % len(gone)]))

    def extend(self, which: int) -> None:
        """Extend the play-by date of a match or round as the organiser, or undo that."""
        codes = [*self.draw.matches]
        where = 1 + which % 2 if which % 3 else codes[which % len(codes)]
        if which % 4:
            stories.extend(self.competition, where)
        elif rounds.own(self.draw, [where]):
            stories.undo_extension(self.competition, where)

    def set_a_day(self, which: int) -> None:
        """Set the day of play of a match or round as the organiser, or undo that."""
        codes = [*self.draw.matches]
        where = 1 + which % 2 if which % 3 else codes[which % len(codes)]
        set_day = rounds.scheduled(self.draw, where).set_day
        if which % 4 == 0 and set_day and set_day.row and set_day.is_of_one_match == isinstance(where, str):
            stories.undo_fixed_day(self.competition, where)
        else:
            day = timezone.localdate(self.moment) + timedelta(days=which % 30)
            stories.fix_day(self.competition, where, day=day, place=("", "12 Lake Road")[which % 2])

    def name_home_pair(self, which: int) -> None:
        """Name the home pair of a match as the organiser, pick it at random, or undo that."""
        if state := self._one(which, Stage.READY, Stage.IN_PLAY):
            if which % 4 == 0 and state.named_home:
                stories.undo_home_pair(self.competition, state.code)
            else:
                stories.name_home_pair(self.competition, ("upper", "lower", LOT)[which % 3], state.code)

    def change_deals(self, which: int) -> None:
        """Change the number of deals in a match: as the organiser, as both pairs, or undo that."""
        if state := self._one(which, Stage.READY, Stage.WAITING):
            if which % 4 == 0 and state.has_own_conditions:
                stories.undo_deals(self.competition, state.code)
            elif which % 4 == 1 and state.has_two_pairs:
                stories.agree_number(self.competition, 2 + which % 5, state.code)
            else:
                stories.change_deals(self.competition, 2 + which % 5, state.code)

    def stand_in(self, which: int) -> None:
        """Name a substitute for one match as the organiser, or undo that."""
        if state := self._one(which, Stage.READY):
            pair = state.pairs[which % 2]
            if which % 4 == 0 and stand_in(state, pair):
                stories.remove_stand_in(self.competition, pair, state.code)
            else:
                name = f"Stan Din {which} {pair.number}"
                stories.name_stand_in(self.competition, pair, name, state.code, leaving=1 + which % 2)

    def come_late(self, which: int) -> None:
        """Add a late entry to the draw, at a random bye or in place of another pair, as the organiser."""
        number = self.competition.pairs.count() + 1
        late = stories.enter_late(self.competition, f"Lou Late {number}", f"Max Later {number}")
        others = can_be_replaced(self.draw)
        stories.put_in(late, others[which % len(others)].number if others and which % 2 else None)

    def take_out(self, which: int) -> None:
        """Remove a pair that was entered twice from the draw, as the organiser."""
        drawn = [*self.draw.pairs.values()]
        stories.take_out(drawn[which % len(drawn)])

    def undo_placing(self, which: int) -> None:
        """Undo the last change of places as the organiser."""
        if not_revoked(self.draw.placings):
            stories.undo_placing(self.competition)

    def move_a_round(self, which: int) -> None:
        """Bring the play-by date of a round forward as the organiser."""
        stories.extend(self.competition, 1 + which % len(self.draw.rounds), days=-(1 + which % 20))

    def respell(self, which: int) -> None:
        """Correct a name as the organiser, or undo that."""
        pair = self.pair(which)
        if which % 3 == 0 and standing_respellings(pair):
            stories.undo_spelling(pair)
        else:
            stories.respell(pair, f"Ada Northe {which} {pair.number}")

    def put_right(self, which: int) -> None:
        """Correct the details of the competition as the organiser, or undo that."""
        if which % 3 == 0 and standing_correction(self.competition):
            stories.undo_details(self.competition)
        else:
            stories.correct_details(self.competition, name=f"Lakes Cup {which}", opening_day="2030-05-01")

    def erase_contacts(self, which: int) -> None:
        """Cancel the competition, delete the contact details, and undo the cancellation, as the organiser."""
        stories.cancel(self.competition)
        # The second time, there are no contact details to delete.
        for _ in range(1 + which % 2):
            erase_contacts(self.competition, by=stories.organiser_of(self.competition))
        stories.decide(PlayOn, self.competition, grounds=DecisionReason("it goes on"))

    def move_here(self, which: int) -> None:
        """Delete the competition, and import its file at the same address and with the same versions."""
        facts, by = unpacked(file_of(self.competition, private=True)), stories.organiser_of(self.competition)
        Competition.objects.filter(pk=self.competition.pk).update(is_demo=True)
        demo.remove()
        self.competition = import_competition(facts, by=by)

    def _one(self, which: int, *stages: Stage) -> PublishedMatch | None:
        """Return one of the matches at these stages, or None."""
        found = [state for state in self.draw.matches.values() if state.stage in stages]
        return found[which % len(found)] if found else None

    @staticmethod
    def _deal(which: int) -> DealResult:
        contract, tricks = (("3NT", 9), ("2H", 6), ("6S", 12))[which % 3]
        return stories.deal(contract, tricks, "NESW"[which % 4])

    def _table(self, state: PublishedMatch, which: int) -> PairView:
        return stories.tables(self.competition, state.code)[which // 2 % 2]

    def pair(self, which: int) -> Pair:
        """Return one of the pairs."""
        pairs = [*self.competition.pairs.order_by("number")]
        return pairs[which % len(pairs)]


MOVES: dict[str, Callable[[Season, int], None]] = {
    "wait": Season.wait,
    "send in": Season.send_in,
    "send in the winner": Season.send_in_the_winner,
    "answer": Season.answer,
    "tell": Season.tell,
    "record": Season.record,
    "correct_deal": Season.correct_deal,
    "send in the sheet": Season.send_in_the_sheet,
    "find a date": Season.find_a_date,
    "keep private": Season.keep_private,
    "key in": Season.type_in,
    "penalise": Season.penalise,
    "substitute": Season.substitute,
    "concede": Season.concede,
    "rule": Season.rule,
    "let stand": Season.keep_progress,
    "correct conditions": Season.correct_conditions,
    "redact": Season.redact,
    "undo": Season.undo,
    "confirm all": Season.confirm_all,
    "withdraw": Season.withdraw,
    "bring back": Season.bring_back,
    "extend": Season.extend,
    "set a day": Season.set_a_day,
    "name the home pair": Season.name_home_pair,
    "change the deals": Season.change_deals,
    "stand in": Season.stand_in,
    "come late": Season.come_late,
    "take out": Season.take_out,
    "take back a placing": Season.undo_placing,
    "move a round": Season.move_a_round,
    "respell": Season.respell,
    "put right": Season.put_right,
    "erase contacts": Season.erase_contacts,
    "move here": Season.move_here,
}
# Common moves have the largest weights. Rare moves must still meet every stage of a match.
_WEIGHTS = {
    "send in": 6,
    "send in the winner": 3,
    "wait": 4,
    "answer": 3,
    "tell": 4,
    "rule": 3,
    "undo": 3,
    "withdraw": 2,
    "bring back": 2,
    "record": 8,
    "correct_deal": 3,
    "find a date": 3,
    "come late": 2,
}

NAMES = [name for name in MOVES for _ in range(_WEIGHTS.get(name, 1))]
moves = strategies.tuples(strategies.sampled_from(NAMES), strategies.integers(0, 99))


def histories(least: int, most: int) -> strategies.SearchStrategy[list[Move]]:
    """Return lists of moves. Leave out the first that Hypothesis tries, in which nothing happens."""
    return strategies.lists(moves, min_size=least, max_size=most).filter(lambda made: len(set(made)) > 1)


def winners(draw: PublishedDraw) -> dict[str, int | None]:
    """Return the number of the winner of each decided match, or None after a double default."""
    decided = ((state.code, state.result) for state in draw.matches.values() if state.result)
    return {code: outcome.winner for code, outcome in decided}


def later(season: Season) -> tuple[datetime, datetime]:
    """Return a time after the reply time, and a time a year later."""
    return season.moment + stories.AFTER_REPLY_TIME, season.moment + timedelta(days=400)
