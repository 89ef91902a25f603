import pytest
from hypothesis import given, settings, strategies

from scoring.rules.correcting import ChangeKind, DealChange, Effect, effect, with_deals
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet, read_sheet
from scoring.rules.sides import NS, Seat, Tally
from scoring.rules.words import gone_words
from tests.scoring.rules.generated import DEALS, sheets
from tests.scoring.rules.notation import deal, sheet

# Run a quarter of the usual number of examples, even with --thorough.
A_QUARTER = settings(max_examples=settings().max_examples // 4)

GAME, PART_SCORE = "N 3NT 9", "E 2H 8"


def changed(scored: Sheet, number: int, text: str) -> Effect:
    return effect(DealChange(ChangeKind.CHANGE, number, deal(text)), scored)


def inserted(scored: Sheet, number: int, text: str) -> Effect:
    return effect(DealChange(ChangeKind.INSERT, number, deal(text)), scored)


def deleted(scored: Sheet, number: int) -> Effect:
    return effect(DealChange(ChangeKind.DELETE, number, scored.lines[number - 1].deal), scored)


def test_a_changed_deal_changes_the_later_totals():
    found = changed(sheet(GAME, PART_SCORE, "pass"), 2, "E 2H 9")

    assert (found.before.total, found.after.total) == (Tally(400, 160), Tally(400, 190))
    assert [(was.cumulative, would.cumulative) for was, would in found.lines] == [(Tally(100, 60), Tally(100, 90))] * 2


def test_an_inserted_deal_moves_dealers_and_vulnerability():
    found = inserted(sheet(PART_SCORE, GAME, PART_SCORE), 2, GAME)

    assert [line.dealer for line in found.after.lines] == [Seat.N, Seat.E, Seat.S, Seat.W]
    assert [line.vulnerable for line in found.before.lines] == [(), (), (NS,)]
    assert [line.vulnerable for line in found.after.lines] == [(), (), (NS,), ()]
    assert [(was and was.number, would.number) for was, would in found.lines] == [(None, 2), (2, 3), (3, 4)]


def test_a_deleted_deal_moves_dealers_and_vulnerability():
    found = deleted(sheet(GAME, GAME, PART_SCORE), 1)

    assert [line.vulnerable for line in found.before.lines] == [(), (NS,), ()]
    assert [line.vulnerable for line in found.after.lines] == [(), (NS,)]
    assert [(was.dealer, would and would.dealer) for was, would in found.lines] == [
        (Seat.N, None),
        (Seat.E, Seat.N),
        (Seat.S, Seat.E),
    ]
    assert found.line is None


def test_only_rubbers_with_changed_games_are_listed():
    found = changed(sheet(GAME, GAME, PART_SCORE, GAME), 2, "N 3NT 8")

    ((number, was, would),) = found.rubbers
    assert (number, was.games, would) == (2, Tally(1, 0), None)


def test_a_change_of_the_winner_or_the_standing_is_detected():
    for deals, amended, changes in [
        ((GAME, PART_SCORE), "N 3NT 10", False),
        ((GAME, PART_SCORE), "N 3NT 5", True),
        ((GAME, "E 3NT 9"), "N 3NT 10", True),
    ]:
        assert changed(sheet(*deals, deals=2), 1, amended).changes_outcome is changes, deals


def test_a_deal_that_is_not_on_the_sheet_is_refused():
    for number in [0, 3]:
        with pytest.raises(Refused, match=f"There is no deal {number} on this score sheet."):
            changed(sheet(GAME, PART_SCORE), number, GAME)


def test_resolving_a_tie_deletes_later_deals():
    level = sheet("N 1C 6", "E 1C 6", GAME, deals=2)
    last = level.lines[-1]

    found = changed(level, 1, "N 1C 7")

    assert (found.after.standing, found.after.total) == ("decided", Tally(170, 0))
    assert ([*found.gone], found.lines[-1]) == ([3], (last, None))
    assert gone_words(found) == "The match is then over after 2 deals: deal 3 does not count and is deleted."


def test_honours_that_resolve_a_tie_delete_later_deals():
    level = sheet("N 1C 6", "E 1C 6", GAME, PART_SCORE, deals=2)

    found = changed(level, 1, "N 1C 6 NS:100")

    assert [*found.gone] == [3, 4]
    assert gone_words(found) == "The match is then over after 2 deals: deals 3 and 4 do not count and are deleted."


def test_deleting_a_deal_may_end_the_match_earlier():
    found = deleted(sheet("N 1C 6", "E 1C 6", GAME, PART_SCORE, deals=2), 2)

    assert [line.deal for line in found.after.lines] == [deal("N 1C 6"), deal(GAME)]
    assert [*found.gone] == [3]


def test_the_fingerprint_depends_on_the_change_and_the_sheet():
    prints = [
        changed(sheet(GAME, PART_SCORE), 1, "N 3NT 10").fingerprint,
        changed(sheet(GAME, PART_SCORE), 1, "N 3NT 11").fingerprint,
        changed(sheet(GAME, GAME), 1, "N 3NT 10").fingerprint,
        inserted(sheet(GAME, PART_SCORE), 1, "N 3NT 10").fingerprint,
    ]

    assert len({*prints}) == 4
    assert changed(sheet(GAME, PART_SCORE), 1, "N 3NT 10").fingerprint == prints[0]


@A_QUARTER
@given(sheets(), strategies.integers(0, 99), strategies.sampled_from(DEALS))
def test_deleting_an_inserted_deal_restores_the_sheet(scored, where, facts):
    if not scored.lines or scored.winner:
        return
    number = where % len(scored.lines) + 1
    longer = DealChange(ChangeKind.INSERT, number, facts).applied_to([line.deal for line in scored.lines])

    assert longer[number - 1] == facts
    assert DealChange(ChangeKind.DELETE, number, facts).applied_to(longer) == [line.deal for line in scored.lines]


@A_QUARTER
@given(sheets(), strategies.integers(0, 99), strategies.sampled_from(DEALS))
def test_the_effect_is_the_sheet_with_the_changed_deals(scored, where, facts):
    if not scored.lines:
        return
    deals = [line.deal for line in scored.lines]
    deals[where % len(deals)] = facts
    try:
        truth = read_sheet(deals, scored.first_dealer, scored.conditions)
    except Refused:
        return

    assert effect(DealChange(ChangeKind.CHANGE, where % len(deals) + 1, facts), scored).after == truth


def test_several_deals_can_be_changed_and_added_at_once():
    scored = sheet(GAME, PART_SCORE)

    after = with_deals(scored, {1: deal("N 3NT 8"), 3: deal("pass")})

    assert [line.deal for line in after.lines] == [deal("N 3NT 8"), deal(PART_SCORE), deal("pass")]


@pytest.mark.parametrize(
    ("changes", "why"),
    [({4: "pass"}, "There is no deal 4"), ({0: "pass"}, "There is no deal 0"), ({1: GAME}, "Nothing was changed")],
)
def test_deals_that_leave_a_gap_or_change_nothing_are_refused(changes, why):
    with pytest.raises(Refused, match=why):
        with_deals(sheet(GAME, PART_SCORE), {number: deal(text) for number, text in changes.items()})
