"""Property-based test that a corrected score sheet equals one recorded with the corrected deals from the start."""

import pytest
from hypothesis import given, settings, strategies

import scoring.actions
from scoring import queries
from scoring.models import SummarySheet
from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.correcting import ChangeKind, DealChange
from scoring.rules.deal import DealResult
from scoring.rules.refusal import Refused
from scoring.rules.sheet import read_sheet
from scoring.rules.sides import Seat, Side
from tests.scoring.rules.generated import DEALS

pytestmark = pytest.mark.django_db
COPIES = ("recorded", "due", "total_ns", "total_ew", "standing")

STEPS = strategies.tuples(
    strategies.sampled_from(["record", "record", "answer", *ChangeKind]),
    strategies.integers(0, 8),
    strategies.sampled_from(DEALS),
    strategies.sampled_from(Side),
    strategies.sampled_from(["agree", "agree", "decline", "leave", "leave"]),
)


class Card:
    """A deal that keeps its identity when other deals are inserted before it."""

    def __init__(self, facts: DealResult) -> None:
        self.facts = facts


class Model:
    """A model of a score sheet: its expected deals, and the deals with open corrections."""

    def __init__(self, sheet: SummarySheet) -> None:
        self.sheet = sheet
        self.cards: list[Card] = []
        self.about: dict[int, Card] = {}

    def apply(self, kind: str, number: int, facts: DealResult, side: Side, reply: str) -> None:
        """Apply one step to the score sheet and to the model. Raises Refused if the score sheet refuses it."""
        if kind == "record":
            self._record(number, facts)
        elif kind == "answer":
            self._answer(number, side, reply == "agree")
        else:
            self._correct(DealChange(kind, number, facts, misdeals=1, note="corrected_deals"), side, reply)

    def _record(self, number: int, facts: DealResult) -> None:
        # Most recorded deals use the next number, because otherwise the score sheet would hardly grow.
        if scoring.actions.record(
            self.sheet, queries.deals(self.sheet), number=len(self.cards) + 1 if number > 2 else number, deal=facts
        )[1]:
            self.cards.append(Card(facts))

    def _correct(self, change: DealChange, side: Side, reply: str) -> None:
        wish = scoring.actions.correct_deal(self.sheet, change, asked_by=side)
        card = self.cards[change.number - 1]
        if wish.was_made:
            self._do(change, card)
        elif reply == "leave":
            self.about[wish.pk] = card
        else:
            scoring.actions.answer(self.sheet, correction=wish, side=side.other, accept=reply == "agree")
            if reply == "agree":
                self._do(change, card)

    def _answer(self, number: int, side: Side, accept: bool) -> None:
        waiting = [*self.sheet.corrections.filter(answer="").order_by("pk")]
        if waiting:
            wish = waiting[number % len(waiting)]
            asked_by = Side(wish.asked_by)
            scoring.actions.answer(
                self.sheet, correction=wish, side=side if number > 6 else asked_by.other, accept=accept
            )
            if accept:
                self._do(wish.change(), self.about[wish.pk])

    def _do(self, change: DealChange, card: Card) -> None:
        if change.kind is ChangeKind.CHANGE:
            card.facts = change.deal
        elif change.kind is ChangeKind.INSERT:
            self.cards.insert(self.cards.index(card), Card(change.deal))
        else:
            self.cards.remove(card)
        while self._is_too_long():
            self.cards.pop()

    def _is_too_long(self) -> bool:
        try:
            read_sheet([card.facts for card in self.cards], Seat(self.sheet.first_dealer), self.sheet.rules())
        except Refused:
            return True
        return False


def fresh(way: TieBreak) -> SummarySheet:
    return scoring.actions.open_sheet(
        first_dealer=Seat.W, conditions=ScoringConditions(deals=4, extra_deals=2, tie_break=way)
    )


def everything(sheet: SummarySheet) -> tuple:
    """Return all database rows of a score sheet."""
    return (
        SummarySheet.objects.filter(pk=sheet.pk).values_list().get(),
        [*sheet.rows.values_list()],
        [*sheet.corrections.order_by("pk").values_list()],
    )


@given(strategies.lists(STEPS, min_size=6, max_size=20), strategies.sampled_from(TieBreak))
@settings(max_examples=10, deadline=None)
def test_a_corrected_sheet_equals_a_new_sheet_with_its_final_deals(steps, way):
    sheet = fresh(way)
    model = Model(sheet)
    for step in steps:
        before = everything(sheet)
        try:
            model.apply(*step)
        except Refused:
            assert everything(sheet) == before

    expected = [card.facts for card in model.cards]
    again = fresh(way)
    scoring.actions.record_all(again, dict(enumerate(expected, start=1)))
    assert [row.number for row in sheet.rows.all()] == [*range(1, len(expected) + 1)]
    assert [row.facts() for row in sheet.rows.all()] == expected
    assert queries.read(sheet) == queries.read(again)
    sheet.refresh_from_db()
    again.refresh_from_db()
    assert [getattr(sheet, copy) for copy in COPIES] == [getattr(again, copy) for copy in COPIES]
