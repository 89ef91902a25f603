from uuid import uuid4

import pytest
from django.db import IntegrityError

from competition.draw.models.result_entry import ResultEntry
from competition.draw.rules.result import Stage
from competition.match.actions import play
from competition.match.actions import seats as seats_actions
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat
from tests import stories

GAME, PART_SCORE = stories.deal("3NT", 9), stories.deal("2H", 8, "E")


def test_a_second_score_sheet_is_refused(competition, table):
    meeting = table.state.meeting
    seats = dict(zip(Seat, (meeting.north, meeting.east, meeting.south, meeting.west), strict=True))

    with pytest.raises(Refused, match="The score sheet has been started already. Reload the match to see it."):
        seats_actions.open_sheet(table, seats=seats, first_dealer=Seat.E)


def test_no_score_sheet_is_started_after_a_report(competition):
    upper, lower = stories.tables(competition)
    reported = play.submit_totals(upper, ours=1000, theirs=500)

    with pytest.raises(Refused, match="You have reported the result already. Withdraw it"):
        stories.open_sheet(competition, "R1-M1")

    play.confirm(lower, outcome=reported.number)
    with pytest.raises(Refused, match="You cannot play this match. It has a final result"):
        stories.open_sheet(competition, "R1-M1")


def test_deals_and_new_seats_need_a_score_sheet(competition):
    upper, _ = stories.tables(competition)

    with pytest.raises(Refused, match="There is no score sheet yet. Start it first"):
        play.record_deal(upper, number=1, deal=GAME, submission=uuid4())
    with pytest.raises(Refused, match="There is no score sheet yet. Start it first"):
        stories.change_seats(upper)


def test_a_deal_for_other_seats_raises_other_sheet(competition, table):
    with pytest.raises(play.OtherSheet, match="The seats were changed after you entered this deal."):
        play.record_deal(table, number=1, deal=GAME, sheet="another")


def test_a_pair_removed_by_a_correction_cannot_report_the_match():
    competition = stories.published(4)
    stories.settle_round(competition, 1)
    seen, _ = stories.tables(competition, "R2-M1")
    stories.settle(competition, "R1-M1", upper_wins=False)

    with pytest.raises(Refused, match="this is no longer your match"):
        play.submit_totals(seen, ours=1200, theirs=0)


def test_a_deal_recorded_on_both_phones_is_stored_once(competition, table):
    play.record_deal(table, number=1, deal=GAME)
    play.record_deal(stories.tables(competition)[1], number=1, deal=GAME)

    assert [row.facts() for row in stories.tables(competition)[0].opened.deals] == [GAME]
    assert competition.log.filter(event="recorded").count() == 1


def test_a_resent_deal_stays_deleted(competition, table):
    key = uuid4()
    play.record_deal(table, number=1, deal=GAME, submission=key)
    stories.delete(stories.tables(competition)[1], number=1)

    match = play.record_deal(stories.tables(competition)[0], number=1, deal=GAME, submission=key)

    assert (match.sheet.scored.lines, stories.tables(competition)[0].opened.deals) == ((), [])


def test_a_resent_deal_is_accepted_after_the_report(competition, table):
    key = uuid4()
    stories.record(table, GAME)
    play.record_deal(stories.tables(competition)[0], number=2, deal=PART_SCORE, submission=key)
    play.submit_sheet(stories.tables(competition)[1])

    match = play.record_deal(stories.tables(competition)[0], number=2, deal=PART_SCORE, submission=key)

    assert [line.deal for line in match.sheet.scored.lines] == [GAME, PART_SCORE]


def test_a_deal_is_recognised_by_the_key_of_either_phone(competition, table):
    ours, theirs = uuid4(), uuid4()
    play.record_deal(table, number=1, deal=GAME, submission=ours)
    play.record_deal(stories.tables(competition)[1], number=1, deal=GAME, submission=theirs)
    stories.correct_deal(stories.tables(competition)[0], number=1, deal=PART_SCORE)

    for key in (ours, theirs):
        play.record_deal(stories.tables(competition)[0], number=1, deal=GAME, submission=key)
    assert [row.facts() for row in stories.tables(competition)[0].opened.deals] == [PART_SCORE]


def test_the_database_rejects_a_repeated_submission_key(competition, table):
    key = uuid4()
    play.record_deal(table, number=1, deal=GAME, submission=key)

    with pytest.raises(IntegrityError):
        table.opened.row.submissions.create(key=key)


def test_a_sheet_with_an_open_request_cannot_be_reported(competition, table):
    stories.record(table, GAME, PART_SCORE)
    stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("3NT", 10))

    with pytest.raises(Refused, match="The change to deal 1 needs a reply before you report the result."):
        play.submit_sheet(stories.tables(competition)[0])


def sent(competition, table):
    stories.record(table, GAME, PART_SCORE)
    play.submit_sheet(stories.tables(competition)[0])
    return stories.tables(competition)


def test_confirmation_of_the_final_makes_the_winner_champion(competition, table):
    upper, lower = sent(competition, table)
    assert upper.state.stage is Stage.SUBMITTED
    assert competition.log.get(event="submitted").text == "Reported the result: 400 to 160."

    play.confirm(lower, outcome=1)

    assert stories.now(competition).champion == upper.pair


def test_a_pair_cannot_reply_to_its_own_report(competition, table):
    upper, _ = sent(competition, table)

    with pytest.raises(Refused, match="You reported this result. The other pair must confirm it."):
        play.confirm(upper, outcome=1)
    with pytest.raises(Refused, match="You reported this result. The other pair must confirm it."):
        play.dispute(upper, outcome=1, reason="no")
    assert ResultEntry.objects.get().answer == ""


def test_a_dispute_needs_a_reason(competition, table):
    _, lower = sent(competition, table)

    with pytest.raises(Refused, match="Say what is wrong, for example “deal 17 went two light”."):
        play.dispute(lower, outcome=1, reason="  ")
    play.dispute(lower, outcome=1, reason=" Deal 2 went light. ")

    assert stories.tables(competition)[0].state.stage is Stage.DISPUTED
    assert ResultEntry.objects.get().answer_reason == "Deal 2 went light."
    assert competition.log.get(event="disputed").text == "Disputed the result: Deal 2 went light."


def test_only_the_organiser_changes_a_disputed_deal(competition, table):
    _, lower = sent(competition, table)
    play.dispute(lower, outcome=1, reason="Deal 2 went light.")

    for pair in stories.tables(competition):
        with pytest.raises(Refused, match="This deal is disputed, so only the organiser can change it"):
            stories.correct_deal(pair, number=2, deal=stories.deal("2H", 7, "E"))


def test_a_disputed_sheet_is_corrected_by_both_pairs_and_reported_again(competition, table):
    _, lower = sent(competition, table)
    play.dispute(lower, outcome=1, reason="The sums are wrong.")

    wish = stories.correct_deal(stories.tables(competition)[0], number=2, deal=stories.deal("2H", 7, "E"))
    assert not wish.was_made
    play.answer(stories.tables(competition)[1], correction=wish, accept=True)
    play.submit_sheet(stories.tables(competition)[0])

    assert ResultEntry.objects.count() == 2
    assert stories.tables(competition)[0].state.stage is Stage.SUBMITTED


def test_deals_cannot_change_while_a_result_waits_for_a_reply(competition, table):
    upper, _ = sent(competition, table)

    with pytest.raises(Refused, match="You have reported the result already. Withdraw it"):
        stories.correct_deal(upper, number=2, deal=GAME)
    play.withdraw_result(upper)
    stories.correct_deal(stories.tables(competition)[0], number=2, deal=GAME)


def test_confirmation_of_an_outdated_result_is_refused(competition, table):
    upper, lower = sent(competition, table)
    play.withdraw_result(upper)
    play.submit_sheet(stories.tables(competition)[0])

    with pytest.raises(Refused, match="A newer result has been reported. Check it before you reply."):
        play.confirm(lower, outcome=1)


def test_a_result_becomes_final_after_the_reply_time(competition, table):
    upper, _ = sent(competition, table)
    stories.let_reply_time_pass()

    assert stories.tables(competition)[0].state.stage is Stage.OFFICIAL
    with pytest.raises(Refused, match="This result already has a reply. Reload the match to see it."):
        play.dispute(stories.tables(competition)[1], outcome=1, reason="too late")
    assert stories.now(competition).champion == upper.pair


def test_confirmation_by_both_pairs_is_never_automatic():
    competition = stories.published(2, confirmation="both")
    play.submit_totals(stories.tables(competition)[0], ours=1000, theirs=900)

    assert (ResultEntry.objects.get().reply_hours, stories.notify(competition).reply_deadline) == (None, None)


def test_a_report_is_official_at_once_without_confirmation():
    competition = stories.published(2, confirmation="final")
    upper, _ = stories.tables(competition)

    play.submit_totals(upper, ours=1000, theirs=900)

    assert stories.now(competition).champion == upper.pair


def test_totals_are_stored_from_the_reporting_pairs_side(competition):
    _, lower = stories.tables(competition)

    play.submit_totals(lower, ours=1200, theirs=0)

    row = ResultEntry.objects.get()
    assert (row.total_upper, row.total_lower, row.winner, row.from_sheet) == (0, 1200, "lower", False)
    assert competition.log.get(event="submitted").text == "Reported the result: 0 to 1,200, totals only."
