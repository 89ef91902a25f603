"""Tests for writing to a score sheet: the effects, the refusals and the version that notifies open pages."""

from uuid import uuid4

import pytest

from scoring import actions, queries
from scoring.models import DealCorrection, SummarySheet
from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.consent import Circumstances
from scoring.rules.correcting import ChangeKind, DealChange
from scoring.rules.deal import Noted
from scoring.rules.refusal import Refused
from scoring.rules.sides import EW, NS, Seat
from tests import stories

pytestmark = pytest.mark.django_db
UNSEEN = Circumstances(unseen=range(1, 10))
GAME, PART, OTHER = stories.deal("3NT", 9), stories.deal("2H", 8, "E"), stories.deal("1C", 7, "S")


@pytest.fixture
def sheet() -> SummarySheet:
    return opened(GAME, PART, OTHER)


def opened(*deals, most: int = 6) -> SummarySheet:
    sheet = actions.open_sheet(first_dealer=Seat.E, conditions=ScoringConditions(deals=most))
    actions.record_all(sheet, dict(enumerate(deals, start=1)))
    return sheet


def rows(sheet: SummarySheet) -> list[tuple]:
    return [(row.number, row.facts(), row.misdeals, row.note) for row in queries.deals(sheet)]


def facts(sheet: SummarySheet) -> list:
    assert [number for number, *_ in rows(sheet)] == [*range(1, len(rows(sheet)) + 1)]
    return [deal for _, deal, *_ in rows(sheet)]


def version(sheet: SummarySheet) -> int:
    return SummarySheet.objects.get(pk=sheet.pk).version


def wish(number: int, deal, kind: ChangeKind = ChangeKind.CHANGE, **more) -> DealChange:
    return DealChange(kind, number, deal, **more)


def test_a_new_sheet_has_the_given_conditions():
    conditions = ScoringConditions(deals=20, extra_deals=4, tie_break=TieBreak.FRESH, only_partscore=50)

    sheet = actions.open_sheet(first_dealer=Seat.W, conditions=conditions)

    stored = SummarySheet.objects.get(pk=sheet.pk)
    assert (stored.rules(), stored.first_dealer, stored.due, stored.recorded) == (conditions, "W", 20, 0)


def test_a_submission_key_is_stored_once_per_sheet(sheet):
    key, other = uuid4(), opened()

    assert [actions.remember_submission(one, key) for one in (sheet, sheet, other)] == [True, False, True]


def test_recording_a_deal_twice_stores_it_once(sheet):
    stand, before = queries.deals(sheet), version(sheet)
    for _ in range(2):
        after, is_new = actions.record(sheet, stand, number=4, deal=PART, misdeals=2, note="late")
    assert (is_new, len(after.lines), version(sheet)) == (False, 4, before + 1)
    assert rows(sheet)[3] == (4, PART, 2, "late")
    assert actions.record(sheet, stand, number=1, deal=GAME)[1] is False
    assert sheet.recorded == 4

    with pytest.raises(actions.Clash) as fault:
        actions.record(sheet, stand, number=1, deal=PART)
    assert (fault.value.number, fault.value.stands, fault.value.sent) == (1, GAME, PART)
    for number in (0, -1, 6):
        with pytest.raises(Refused, match=f"You cannot record deal {number} yet. Deal 5 is next."):
            actions.record(sheet, stand, number=number, deal=OTHER)
    assert version(sheet) == before + 1


def test_several_deals_are_all_stored_or_none(sheet):
    before = version(sheet)
    after, new = actions.record_all(sheet, {5: PART, 3: OTHER, 4: GAME}, {4: Noted(3, "hot")})
    assert (len(after.lines), new, version(sheet)) == (5, [4, 5], before + 1)
    assert rows(sheet)[3:] == [(4, GAME, 3, "hot"), (5, PART, 0, "")]
    assert actions.record_all(sheet, {1: GAME})[1] == []
    assert version(sheet) == before + 1

    with pytest.raises(Refused, match="You cannot record deal 7 yet. Deal 6 is next."):
        actions.record_all(sheet, {7: GAME})
    with pytest.raises(actions.Clash) as fault:
        actions.record_all(sheet, {2: GAME, 6: GAME})
    assert (fault.value.number, fault.value.stands, fault.value.sent) == (2, PART, GAME)
    assert len(facts(sheet)) == 5


def test_rewriting_replaces_the_whole_of_only_one_sheet(sheet):
    other = opened(GAME)
    for one in (sheet, other):
        actions.ask(one, wish(1, PART), NS)

    after = actions.rewrite(sheet, [OTHER, GAME])

    assert (len(after.lines), facts(sheet), sheet.recorded) == (2, [OTHER, GAME], 2)
    assert (facts(other), DealCorrection.objects.get().sheet) == ([GAME], other)


@pytest.mark.parametrize(
    ("change", "left"),
    [
        (wish(3, GAME, misdeals=1, note="n"), [GAME, PART, GAME]),
        (wish(2, stories.deal("2S", 8, "E")), [GAME, stories.deal("2S", 8, "E"), OTHER]),
        (wish(3, OTHER, ChangeKind.DELETE), [GAME, PART]),
    ],
)
def test_a_change_that_needs_no_consent_applies_at_once(sheet, change, left):
    other, before = opened(GAME, PART, OTHER), version(sheet)

    made = actions.correct_deal(sheet, change, asked_by=NS, match=UNSEEN)

    assert (made.answer, made.facts_before(), made.totals[:2]) == (
        "made at once",
        [GAME, PART, OTHER][change.number - 1],
        [*queries.read(other).written],
    )
    assert made.totals[2:] == [*queries.read(sheet).written]
    assert (made.is_news_for(EW), made.is_news_for(NS)) == (True, False)
    assert (facts(sheet), facts(other)) == (left, [GAME, PART, OTHER])
    assert version(sheet) == before + 1
    if change.kind is ChangeKind.CHANGE:
        assert rows(sheet)[change.number - 1][2:] == (change.misdeals, change.note)
    assert SummarySheet.objects.get(pk=sheet.pk).recorded == len(left)


@pytest.mark.parametrize(
    ("change", "left"),
    [
        (wish(1, stories.deal("3NT", 10)), [stories.deal("3NT", 10), PART, OTHER]),
        (wish(2, PART, ChangeKind.DELETE), [GAME, OTHER]),
        (wish(2, OTHER, ChangeKind.INSERT, misdeals=1, note="n"), [GAME, OTHER, PART, OTHER]),
    ],
)
def test_a_change_that_needs_consent_waits_for_a_reply(sheet, change, left):
    before = version(sheet)
    asked = actions.correct_deal(sheet, change, asked_by=EW)
    assert (asked.change(), asked.asked_by, asked.answer, facts(sheet)) == (change, EW, "", [GAME, PART, OTHER])
    assert version(sheet) == before + 1
    assert actions.correct_deal(sheet, change, asked_by=EW) == asked
    with pytest.raises(Refused, match="You asked for this change. The other pair must accept it."):
        actions.answer(sheet, correction=asked, side=EW, accept=True)

    actions.answer(sheet, correction=asked, side=NS, accept=True)

    assert (facts(sheet), version(sheet)) == (left, before + 2)
    asked.refresh_from_db()
    assert (asked.answer, asked.told) == ("accepted", False)
    with pytest.raises(Refused, match="It was accepted"):
        actions.answer(sheet, correction=asked, side=NS, accept=False)


@pytest.mark.parametrize(("side", "answer", "told"), [(NS, "declined", False), (EW, "taken back", True)])
def test_a_correction_can_be_declined_or_cancelled(sheet, side, answer, told):
    asked = actions.correct_deal(sheet, wish(2, PART, ChangeKind.DELETE), asked_by=EW)
    before = version(sheet)

    actions.answer(sheet, correction=asked, side=side, accept=False)

    asked.refresh_from_db()
    assert (asked.answer, asked.told, version(sheet)) == (answer, told, before + 1)
    for reader, knows in ((NS, told), (EW, True)):
        actions.mark_told(sheet, until=asked, side=reader)
        asked.refresh_from_db()
        assert asked.told is knows
    assert version(sheet) == before + (1 if told else 2)
    assert facts(sheet) == [GAME, PART, OTHER]


def test_an_open_correction_cannot_be_marked_as_read(sheet):
    asked = actions.correct_deal(sheet, wish(2, PART, ChangeKind.DELETE), asked_by=EW)
    before = version(sheet)

    actions.mark_told(sheet, until=asked, side=EW)

    asked.refresh_from_db()
    assert (asked.told, version(sheet)) == (False, before)


def test_a_new_correction_of_a_deal_replaces_the_old_one(sheet):
    first = actions.ask(sheet, wish(1, PART), NS)
    elsewhere = actions.ask(sheet, wish(2, GAME), NS)
    second = actions.ask(sheet, wish(1, PART), EW)
    third = actions.ask(sheet, wish(1, OTHER), EW)

    for row in (first, second, third, elsewhere):
        row.refresh_from_db()
    assert [row.answer for row in (first, second, third, elsewhere)] == ["lapsed", "taken back", "", ""]
    assert [row.told for row in (first, second)] == [False, True]


@pytest.mark.parametrize(
    ("waits", "asked"),
    [(wish(1, OTHER), wish(2, PART, ChangeKind.DELETE)), (wish(1, OTHER, ChangeKind.INSERT), wish(2, GAME))],
)
def test_corrections_that_would_renumber_others_are_refused(sheet, waits, asked):
    actions.ask(sheet, waits, NS)

    with pytest.raises(Refused, match="The change to deal 1 needs a reply first."):
        actions.ask(sheet, asked, NS)


def test_a_change_is_applied_only_with_the_effect_shown(sheet):
    change = wish(3, GAME)
    shown = queries.preview(sheet, queries.deals(sheet), change).fingerprint
    with pytest.raises(Refused, match="The effect of this change is different now. Check it again, then save."):
        actions.correct_deal(sheet, change, asked_by=NS, fingerprint=f"{shown}x")
    with pytest.raises(Refused, match="Nothing was changed. Deal 3 already has this score"):
        actions.correct_deal(sheet, wish(3, OTHER), asked_by=NS)
    assert queries.preview(sheet, queries.deals(sheet), wish(3, OTHER, note="n")).after.lines

    actions.correct_deal(sheet, change, asked_by=NS, match=UNSEEN, fingerprint=shown)

    assert facts(sheet) == [GAME, PART, GAME]


def test_several_sheets_are_read_with_their_own_deals(monkeypatch):
    monkeypatch.setattr(queries, "SHEETS_AT_ONCE", 2)
    first, empty, second, third = opened(GAME), opened(), opened(PART, OTHER), opened(OTHER)

    found = dict(queries.read_all([third, first, empty, second]))

    assert {key: [line.deal for line in read.lines] for key, read in found.items()} == {
        first.pk: [GAME],
        second.pk: [PART, OTHER],
        third.pk: [OTHER],
    }
    assert found[second.pk].total == queries.read(second).total
    asked = actions.ask(first, wish(1, PART), NS)
    assert queries.correction(first, asked.pk) == asked
    assert [queries.correction(one, asked.pk) for one in (second, None)] == [None, None]
    assert queries.proposal(first, queries.deals(first), asked).stands == GAME
