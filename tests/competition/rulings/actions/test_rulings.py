from hashlib import sha256

import pytest

from competition.audit.actions import DecisionReason
from competition.draw.models.result_entry import ResultEntry
from competition.draw.rules.result import ResultKind, Stage
from competition.match.actions import play
from competition.match.actions import seats as seats_actions
from competition.rulings.decisions.results import RULES, Lots, Reopen, Walkover, ways
from competition.rulings.rules import Ruling
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat
from tests import stories


def sides(competition, code):
    return [side.text for side in stories.now(competition).matches[code].sides]


def pairs(competition, code):
    return stories.now(competition).matches[code].pairs


def test_every_ruling_needs_a_reason(competition):
    ruling = Ruling(pairs(competition, "R1-M1")[0].number)

    for rule in RULES.values():
        with pytest.raises(Refused, match="Enter the reason"):
            stories.decide(rule, competition, "R1-M1", ruling, grounds=DecisionReason("  "), shown="")


def test_a_match_without_two_pairs_cannot_be_decided(competition):
    with pytest.raises(Refused, match="One pair in this match is not known yet. Decide the earlier match first."):
        stories.preview(Walkover, competition, "R2-M1", Ruling(1))


def test_a_match_without_a_result_cannot_be_reopened(competition):
    stories.settle(competition, "R1-M2")
    stories.settle(competition, "R1-M2", kind=None)

    for code in ("R1-M1", "R1-M2"):
        with pytest.raises(Refused, match="This match has no result, so you cannot reopen it."):
            stories.preview(Reopen, competition, code, Ruling())


def test_undoing_a_ruling_closes_reports_in_later_rounds(competition):
    stories.settle_round(competition, 1)
    play.submit_totals(stories.tables(competition, "R2-M1")[0], ours=1000, theirs=900)

    stories.undo(competition, "R1-M1")

    assert competition.log.get(event="interrupted").match == "R2-M1"


def test_a_ruling_from_an_outdated_page_is_refused(competition):
    ruling = Ruling(pairs(competition, "R1-M1")[0].number)
    shown = stories.preview(Walkover, competition, "R1-M1", ruling).fingerprint
    stories.settle(competition, "R1-M1", upper_wins=False)

    with pytest.raises(
        Refused, match="Something has changed since you opened this page. Check again what this would change."
    ):
        stories.decide(Walkover, competition, "R1-M1", ruling, shown=shown)
    assert ResultEntry.objects.count() == 1


def test_a_reopened_match_can_be_reported_again(competition):
    upper, _ = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=1000, theirs=500)
    play.confirm(stories.tables(competition, "R1-M1")[1], outcome=1)
    stories.decide(Reopen, competition, "R1-M1", Ruling())

    play.submit_totals(stories.tables(competition, "R1-M1")[1], ours=1200, theirs=1000)

    assert stories.now(competition).matches["R1-M1"].stage is Stage.SUBMITTED


def test_anybody_can_verify_a_random_decision(competition):
    upper, lower = (pair.number for pair in pairs(competition, "R1-M1"))

    stories.settle(competition, "R1-M1", kind=ResultKind.LOTS)

    state = stories.now(competition).matches["R1-M1"]
    even = int(sha256(state.last.seed.encode()).hexdigest(), 16) % 2 == 0
    assert state.last.seed.split(" ")[1:] == ["R1-M1", str(upper), str(lower)]
    assert state.winner.number == (upper if even else lower)


def test_the_preview_of_a_random_choice_shows_both_outcomes(competition):
    numbers = [pair.number for pair in pairs(competition, "R1-M1")]
    ahead = stories.preview(Lots, competition, "R1-M1", Ruling())

    assert [case for case, _ in ahead.cases] == numbers
    assert [change.goes_on[0].after.number for _, change in ahead.cases] == numbers


def test_the_organiser_cannot_choose_the_winner_of_a_random_decision(competition):
    with pytest.raises(Refused, match="The app picks the winner at random, so do not choose a pair."):
        stories.preview(Lots, competition, "R1-M1", Ruling(1))


def test_a_replay_starts_with_an_empty_score_sheet(competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())

    stories.replay(competition, "R1-M1")

    state = stories.now(competition).matches["R1-M1"]
    assert (state.stage, state.recorded, [met.sheet.recorded for met in state.earlier]) == (Stage.READY, 0, [1])


def test_a_replay_is_played_and_counts(competition):
    upper, _ = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=1000, theirs=500)
    stories.replay(competition, "R1-M1")

    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=400, theirs=500)
    with pytest.raises(Refused, match="A newer result"):
        play.confirm(stories.tables(competition, "R1-M1")[1], outcome=1)
    play.confirm(stories.tables(competition, "R1-M1")[1], outcome=3)

    assert stories.now(competition).matches["R1-M1"].winner == pairs(competition, "R1-M1")[1]


def test_undoing_a_replay_restores_the_earlier_score_sheet(competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())
    stories.replay(competition, "R1-M1")
    stories.open_sheet(competition, "R1-M1")

    stories.undo(competition, "R1-M1")

    state = stories.now(competition).matches["R1-M1"]
    assert (state.stage, state.recorded, state.earlier) == (Stage.IN_PLAY, 1, ())


def test_a_ruling_sent_twice_is_stored_once(competition):
    for code, rule, ruling in (
        ("R1-M1", Lots, Ruling()),
        ("R1-M2", Walkover, Ruling(pairs(competition, "R1-M2")[1].number)),
    ):
        stories.record(stories.open_sheet(competition, code)[0], stories.deal())
        shown = stories.preview(rule, competition, code, ruling).fingerprint

        for _ in range(2):
            stories.decide(rule, competition, code, ruling, grounds=DecisionReason(" Why. "), shown=shown)

        [row] = ResultEntry.objects.filter(meeting=stories.now(competition).matches[code].meeting)
        assert (row.kind, row.from_sheet, row.reason) == (rule.kind, False, "Why.")
        assert ": Why." in competition.log.filter(event="ruled").latest("pk").text


def test_an_unplayed_match_cannot_be_replayed(competition):
    with pytest.raises(Refused, match="There is nothing to replay. This match has not been played or decided yet."):
        stories.replay(competition, "R1-M1")


def test_penalty_points_add_up_and_can_be_undone_one_by_one(competition):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(1000, 900))
    stories.penalise(competition, "R1-M1", upper=-200)
    state = stories.now(competition).matches["R1-M1"]
    assert (state.winner, state.result.totals) == (state.pairs[1], (800, 900))
    assert (state.last.penalty_upper, state.last.penalty_lower) == (-200, 0)
    stories.penalise(competition, "R1-M1", lower=-300)

    state = stories.now(competition).matches["R1-M1"]
    assert (state.result.totals, state.last.penalty_upper, state.last.penalty_lower) == ((800, 600), -200, -300)

    stories.undo(competition, "R1-M1")
    assert stories.now(competition).matches["R1-M1"].result.totals == (800, 900)


def test_a_penalty_cannot_exceed_the_total(competition):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(1000, 900))

    for upper, fault in ((-100, "would make the totals level"), (-1001, "A total cannot fall below 0")):
        with pytest.raises(Refused, match=fault):
            stories.penalise(competition, "R1-M1", upper=upper)
    stories.penalise(competition, "R1-M1", upper=-1000)

    assert stories.now(competition).matches["R1-M1"].result.totals == (0, 900)


def test_penalty_points_go_to_the_right_seats():
    competition = stories.published(2, deals=2)
    upper, lower = stories.tables(competition, "R1-M1")
    (north, south), (east, west) = lower.pair.present, upper.pair.present
    seats = {Seat.N: north, Seat.E: east, Seat.S: south, Seat.W: west}
    seats_actions.open_sheet(upper, seats=seats, first_dealer=Seat.N)
    stories.record(stories.tables(competition, "R1-M1")[0], stories.deal(), stories.deal("2S"))

    stories.penalise(competition, "R1-M1", lower=-100)

    state = stories.now(competition).matches["R1-M1"]
    assert (state.result.totals, state.last.from_sheet) == ((0, 320), True)


def test_penalty_points_require_two_totals(competition):
    stories.settle(competition, "R1-M1")

    with pytest.raises(Refused, match="Penalty points change a total. Type in the totals of the match first."):
        stories.penalise(competition, "R1-M1", upper=-100)


def test_a_beaten_pair_can_replace_winners_who_cannot_continue(competition):
    upper, lower = pairs(competition, "R1-M1")
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(2100, 900))

    stories.decide(RULES["takes place"], competition, "R1-M1", Ruling(lower.number, (2100, 900)))

    state = stories.now(competition).matches["R1-M1"]
    assert state.result.sentence(str(upper), str(lower)) == (
        f"{lower} take the place of {upper}, who won 2,100 to 900 but cannot continue."
    )
    assert state.result.margin is None
    assert lower in pairs(competition, state.feeds)


def test_only_a_beaten_pair_can_replace_the_winners(competition):
    assert "takes place" not in [way for way, _, _ in ways(stories.now(competition).matches["R1-M1"])]

    stories.settle(competition, "R1-M1", kind=ResultKind.DOUBLE_DEFAULT)

    assert "takes place" not in [way for way, _, _ in ways(stories.now(competition).matches["R1-M1"])]
