"""Property-based test of who may change a score: random histories of one match over time (Laws 76 and 78)."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple
from uuid import uuid4

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings, strategies

from competition.draw.rules.result import Stage
from competition.entries.actions import pairs as entries
from competition.entries.models import Pair
from competition.match.actions import pair_sheet, play
from competition.match.presenters.changes import changes_to_check
from competition.match.queries.passing import to_agree
from competition.match.queries.play import PairView
from scoring.models import DealCorrection
from scoring.rules.consent import FREE_FOR, tricks_by_side
from scoring.rules.correcting import ChangeKind, DealChange
from scoring.rules.deal import DealResult, Honours
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet, read_to_the_end
from scoring.rules.sides import Seat, Side
from tests import stories
from tests.scoring.rules.generated import DEALS, changed_over

pytestmark = pytest.mark.django_db
CODE = "R1-M1"
# Each example is slow, so run the same few each time, and many with --thorough.
few = settings(
    max_examples=settings().max_examples // 4,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[*settings().suppress_health_check, HealthCheck.function_scoped_fixture],
)
WAITS = [timedelta(minutes=minutes) for minutes in (1, 5, 11, 60)]


class Card:
    """A deal that keeps its identity when other deals are inserted before it. `typed_by` is a pair, as 0 or 1.

    `at` is the time of entry. `typed_by` is None if the deal was recorded at the table or if both pairs agreed to it.
    """

    def __init__(self, facts: DealResult, at: datetime | None = None, typed_by: int | None = None) -> None:
        self.facts, self.at, self.typed_by = facts, at, typed_by


class Event(NamedTuple):
    """A change of the score sheet, from the deals `before` to the deals `after`. `change` is None for new deals."""

    change: int | None
    before: list[DealResult]
    after: list[DealResult]


class Step(NamedTuple):
    """A step in a history: a pair, as 0 or 1, does what `name` says. `which` selects a deal, counted from the end."""

    name: str
    who: int
    which: int
    deal: DealResult


class History:
    """A match and a model of it: the expected deals, the pairs that have seen them, and the changes so far."""

    def __init__(self, deals: int, patch: pytest.MonkeyPatch) -> None:
        self.moment = timezone.now()
        patch.setattr(timezone, "now", lambda: self.moment)
        self.pairs = [view.pair for view in stories.open_sheet(stories.published(2, deals=deals), CODE)]
        self.looked: list[datetime | None] = [None, None]
        self.cards: list[Card] = []
        self.latest: Card | None = None
        self.events: list[Event] = []
        # Changes that one pair made without a reply on the other pair's phone, each with the pair that made it.
        self.alone: dict[int, int] = {}

    def view(self, who: int) -> PairView:
        """Return the match as this pair sees it now."""
        return stories.table(self.pairs[who], CODE)

    def scored(self, facts: list[DealResult]) -> Sheet:
        """Return the scored sheet with these deals, up to the end of the match."""
        return read_to_the_end(facts, Seat.N, self.view(0).opened.row.rules())

    def figures(self) -> dict[Card, tuple]:
        """Return each side's points and tricks on each deal."""
        lines = self.scored([card.facts for card in self.cards]).lines
        return {
            card: (line.below, line.above, tricks_by_side(line.deal))
            for card, line in zip(self.cards, lines, strict=True)
        }

    def stored(self) -> list[DealResult]:
        """Return the deals on the score sheet."""
        return [row.facts() for row in self.view(0).opened.deals]

    def made(self) -> list[DealCorrection]:
        """Return the changes that were made, in order."""
        return self.view(0).opened.changes_made

    def unmade(self) -> list[DealCorrection]:
        """Return the changes that wait for a reply."""
        return self.view(0).opened.corrections

    def look(self, who: int) -> None:
        """Let a pair open its own page."""
        entries.opened([Pair.objects.get(pk=self.pairs[who].pk)])
        self.looked[who] = self.moment

    def add(self, who: int, *deals: DealResult, is_paper: bool = False) -> None:
        """Add the next deals to the score sheet and to the model."""
        if is_paper:
            pair_sheet.type_in(self.view(who), deals=dict(enumerate(deals, start=len(self.cards) + 1)))
        else:
            stories.record(self.view(who), *deals)
        before = [card.facts for card in self.cards]
        self.cards += [Card(deal, self.moment, who if is_paper else None) for deal in deals]
        self.latest = self.cards[-1]
        self.events.append(Event(None, before, [*before, *deals]))

    def number(self, which: int) -> int:
        """Return the number of a deal, counted from the end. Raises Refused if there are no deals."""
        if not self.cards:
            raise Refused("There are no deals.")
        return len(self.cards) - which % len(self.cards)

    def follow(self, step: Step) -> DealCorrection | None:
        """Apply the change that the step made, if any, to the model. Return the change."""
        made = self.made()
        known = [event.change for event in self.events if event.change]
        assert [change.pk for change in made][: len(known)] == known
        if len(made) == len(known):
            return None
        (change,) = made[len(known) :]
        before = [card.facts for card in self.cards]
        self._apply(change.change(), None if change.answer == "accepted" else step.who)
        self.events.append(Event(change.pk, before, [card.facts for card in self.cards]))
        if change.agreed_here or change.answer == "made at once":
            self.alone[change.pk] = step.who
        return change

    def _apply(self, change: DealChange, alone: int | None) -> None:
        card = self.cards[change.number - 1]
        if change.kind is ChangeKind.INSERT:
            self.cards.insert(change.number - 1, Card(change.deal, card.at, alone))
        elif change.kind is ChangeKind.DELETE:
            self.cards.remove(card)
        else:
            card.facts = change.deal
            card.typed_by = None if alone is None else card.typed_by
        del self.cards[len(self.scored([card.facts for card in self.cards]).lines) :]

    def is_free(self, card: Card, who: int, is_last: bool) -> bool:
        """Return True if a pair may change a deal alone."""
        other = self.looked[1 - who]
        if card.typed_by is not None:
            return card.typed_by == who and (other is None or other < card.at)
        return is_last and card is self.latest and self.moment - card.at < FREE_FOR


def change(history: History, step: Step, **asks: bool) -> None:
    row = history.view(0).opened.deals[history.number(step.which) - 1]
    play.correct_deal(history.view(step.who), row.to_read(step.deal), **asks)


def change_later(history: History, step: Step) -> None:
    """Send a correction that a phone stored offline, because the other pair may have changed the deal since."""
    number, sheet = history.number(step.which), history.view(step.who).opened
    stood = step.deal if step.which % 3 == 2 else history.cards[number - 1].facts
    new = changed_over(step.deal)
    play.correct_stored(
        history.view(step.who), number=number, stood=stood, deal=new, submission=uuid4(), sheet=sheet.name
    )


def add_honours(history: History, step: Step) -> None:
    number = history.number(step.which)
    deal = history.cards[number - 1].facts
    if not deal.is_passed_in:
        claimed = replace(deal, honours=Honours(list(Side)[step.which % 2], 100))
        play.correct_deal(history.view(step.who), DealChange(ChangeKind.CHANGE, number, claimed))


def insert(history: History, step: Step) -> None:
    wish = DealChange(ChangeKind.INSERT, history.number(step.which), step.deal)
    play.correct_deal(history.view(step.who), wish)


def delete(history: History, step: Step) -> None:
    row = history.view(0).opened.deals[history.number(step.which) - 1]
    play.correct_deal(history.view(step.who), row.to_go())


def undo(history: History, step: Step) -> None:
    number = history.number(0)
    play.undo(history.view(step.who), number=number, deal=history.cards[-1].facts)


def answer(history: History, step: Step, *, accept: bool) -> None:
    for wish in history.unmade()[:1]:
        play.answer(history.view(step.who), correction=wish, accept=accept)


def accept_here(history: History, step: Step) -> None:
    for wish in history.unmade()[:1]:
        play.answer_change_here(history.view(step.who), correction=wish, accept=True)


def mark_as_read(history: History, step: Step) -> None:
    for wish in history.made()[-1:]:
        play.put_away(history.view(step.who), until=wish)


def play_on(history: History, step: Step) -> None:
    """Record all remaining deals, so that often both pairs score the same and play on."""
    for turn in range(history.view(0).opened.scored.deals_left):
        history.add(step.who, changed_over(step.deal) if turn % 2 else step.deal)


def dispute(history: History, step: Step) -> None:
    play.dispute(history.view(step.who), outcome=history.view(0).state.last.number, reason=reason(step))


def reason(step: Step) -> str:
    return f"deal {step.which} is wrong" if step.which else "the totals are wrong"


def reply_here(history: History, step: Step, *, wrong: str) -> None:
    view = history.view(step.who)
    play.answer_here(view, by=history.pairs[1 - step.who], totals=to_agree(view), wrong=wrong)


def confirm(history: History, step: Step) -> None:
    if last := history.view(0).state.last:
        play.confirm(history.view(step.who), outcome=last.number)


def wait(history: History, step: Step) -> None:
    history.moment += WAITS[step.which % len(WAITS)]


MOVES: dict[str, Callable[[History, Step], None]] = {
    "record": lambda history, step: history.add(step.who, step.deal),
    "play on": play_on,
    "type in": lambda history, step: history.add(step.who, step.deal, changed_over(step.deal), is_paper=True),
    "change": change,
    "ask": lambda history, step: change(history, step, asks=True),
    "change later": change_later,
    "add honours": add_honours,
    "insert": insert,
    "delete": delete,
    "undo": undo,
    "accept": lambda history, step: answer(history, step, accept=True),
    "decline or cancel": lambda history, step: answer(history, step, accept=False),
    "accept here": accept_here,
    "mark as read": mark_as_read,
    "report": lambda history, step: play.submit_sheet(history.view(step.who)),
    "withdraw": lambda history, step: play.withdraw_result(history.view(step.who)),
    "dispute": lambda history, step: history.view(0).state.last and dispute(history, step),
    "dispute here": lambda history, step: reply_here(history, step, wrong=reason(step)),
    "confirm": confirm,
    "confirm here": lambda history, step: reply_here(history, step, wrong=""),
    "wait": wait,
}
# Moves that are likely in each state of the match. Without them, few histories would reach a reply or a full sheet.
CHANGES = ["change", "change later", "ask", "add honours", "insert", "delete", "undo"]
REPLIES = ["accept", "accept", "accept here", "decline or cancel"]
REPORTS = ["report", "report", "confirm here", "dispute here"]
ANSWERS = ["confirm", "dispute", "dispute", "dispute here", "withdraw", "withdraw", "confirm here"]


def likely(history: History) -> list[str]:
    """Return the moves that are likely now."""
    view = history.view(0)
    if not view.is_playable:
        return ANSWERS
    if view.opened.corrections:
        return REPLIES
    return CHANGES + (REPORTS if view.result else ["record", "record", "record", "play on", "type in"])


def steps(history: History, chance: Random, length: int) -> Iterator[Step]:
    """Yield this many steps, advancing the clock to the time of each."""
    has_two_phones = chance.random() < 0.5
    for _ in range(length):
        name = chance.choice(likely(history) if chance.random() < 0.75 else [*MOVES])
        who = int(has_two_phones and chance.random() < 0.4)
        # Most changes affect the last deal or two.
        which = chance.choice([0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7])
        history.moment += timedelta(seconds=10)
        history.look(who)
        yield Step(name, who, which, chance.choice(DEALS))


def check_consent(step: Step, before: list[Card], was: dict[Card, tuple], history: History) -> None:
    """Assert that the step changed only deals that the pair may change alone, or that the other pair agreed."""
    disputed = history.view(0).state.stage is Stage.DISPUTED
    change = history.follow(step)
    assert history.stored() == [card.facts for card in history.cards]
    if change and change.answer == "accepted":
        is_theirs = history.view(step.who).opened.side != change.asked_by
        assert (step.name, change.agreed_here) == (("accept", False) if is_theirs else ("accept here", True))
        assert is_theirs or history.looked[1 - step.who] is None
        return
    now = history.figures()
    for card in before:
        if now.get(card) != was[card]:
            assert not disputed
            assert history.is_free(card, step.who, card is before[-1])


def check_list(history: History) -> None:
    """Assert that the pair that must reply sees every change that it has not accepted on its own phone."""
    for who in range(2):
        view = history.view(who)
        if view.awaits_us:
            assert {line.key for line in changes_to_check(view)} == {
                change for change, made_by in history.alone.items() if made_by != who
            }


def check_changes(history: History) -> None:
    """Assert that the stored changes lead back from the last score sheet to every earlier one."""
    made = {change.pk: change for change in history.made()}
    deals = history.stored()
    for event in reversed(history.events):
        assert deals == event.after
        if event.change is None:
            deals = event.before
        else:
            change = made[event.change]
            earlier, later = history.scored(event.before), history.scored(event.after)
            assert change.totals == [*earlier.written, *later.written]
            deals = undone(change, deals)
            # Only the log has the deals after the end of the match, which a change deletes.
            assert deals == event.before[: len(deals)]
            assert later.winner or len(deals) == len(event.before)
            deals = event.before


def undone(change: DealCorrection, deals: list[DealResult]) -> list[DealResult]:
    """Return the deals as they were before this change."""
    here = change.number - 1
    was = [change.facts_before()] if change.was else []
    rest = here if change.kind == ChangeKind.DELETE else here + 1
    return [*deals[:here], *was, *deals[rest:]]


def standing(history: History) -> tuple:
    """Return everything that counts in the match."""
    result = history.view(0).state.result
    return history.stored(), [(change.pk, change.answer) for change in history.made()], result and result.totals


@pytest.fixture
def start():
    """Return a function that starts a match of this many deals."""
    with pytest.MonkeyPatch.context() as patch:
        yield lambda deals: History(deals, patch)


@given(strategies.integers(4, 8), strategies.integers(0, 2**32), strategies.integers(10, 40))
@few
def test_no_pair_changes_a_score_alone_unless_the_rules_allow_it(start, deals, seed, length):
    history = start(deals)
    for step in steps(history, Random(seed), length):
        stood, before, was = standing(history), list(history.cards), history.figures()
        was_closed = not history.view(0).is_playable
        with suppress(Refused):
            MOVES[step.name](history, step)
        check_consent(step, before, was, history)
        check_list(history)
        assert not was_closed or standing(history)[:2] == stood[:2]
        assert not stood[2] or standing(history) == stood
    check_changes(history)
