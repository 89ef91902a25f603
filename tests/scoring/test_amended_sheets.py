"""However a sheet came to its deals, it reads as if they had been recorded afresh."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import actions as pad
from scoring import queries
from scoring.models import SummarySheet
from scoring.rules.amending import Change, Kind
from scoring.rules.conditions import Conditions, TieBreak
from scoring.rules.deal import Deal
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat, Side
from tests.scoring.rules.generated import DEALS

pytestmark = pytest.mark.django_db
COPIES = ("recorded", "due", "total_ns", "total_ew", "standing")

STEPS = st.tuples(
    st.sampled_from(["record", "record", "record", *Kind]),
    st.integers(0, 8),
    st.sampled_from(DEALS),
    st.sampled_from(Side),
    st.sampled_from(["agree", "agree", "decline", "leave"]),
)


def fresh(way: TieBreak) -> SummarySheet:
    return pad.open_sheet(first_dealer=Seat.W, conditions=Conditions(deals=4, extra_deals=2, tie_break=way))


def everything(sheet: SummarySheet) -> tuple:
    """All there is of a sheet in the database."""
    return (
        SummarySheet.objects.filter(pk=sheet.pk).values_list().get(),
        [*sheet.rows.values_list()],
        [*sheet.amendments.order_by("pk").values_list()],
    )


def take(sheet: SummarySheet, step: tuple, expected: list[Deal]) -> None:
    """Take one step; expected is changed by hand as the step should change the deals."""
    kind, number, facts, side, reply = step
    if kind == "record":
        if pad.record(sheet, number=number, deal=facts)[1]:
            expected.append(facts)
        return
    change = Change(kind, number, facts, misdeals=1, note="amended")
    wish = pad.amend(sheet, change, asked_by=side)
    if wish and reply == "leave":
        return
    if wish:
        pad.answer(sheet, amendment=wish, side=side.other, accept=reply == "agree")
    if wish is None or reply == "agree":
        if kind is Kind.CHANGE:
            expected[number - 1] = facts
        elif kind is Kind.INSERT:
            expected.insert(number - 1, facts)
        else:
            del expected[number - 1]


@given(st.lists(STEPS, max_size=16), st.sampled_from(TieBreak))
@settings(max_examples=60)
def test_any_sequence_of_steps_ends_with_the_sheet_of_its_final_deals(steps, way):
    sheet, expected = fresh(way), []
    for step in steps:
        kind, number, *rest = step
        before = everything(sheet)
        try:
            # Most recorded deals are the next one, or the sheet would hardly grow.
            take(sheet, (kind, len(expected) + 1 if kind == "record" and number > 2 else number, *rest), expected)
        except Refused:
            assert everything(sheet) == before

    again = fresh(way)
    pad.record_all(again, dict(enumerate(expected, start=1)))
    assert [row.number for row in sheet.rows.all()] == [*range(1, len(expected) + 1)]
    assert [row.facts() for row in sheet.rows.all()] == expected
    assert queries.read(sheet) == queries.read(again)
    sheet.refresh_from_db()
    again.refresh_from_db()
    assert [getattr(sheet, copy) for copy in COPIES] == [getattr(again, copy) for copy in COPIES]
