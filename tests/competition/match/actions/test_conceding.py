"""Tests for conceding a match."""

import pytest
from django.db import IntegrityError, transaction

from competition.audit.models import LogEntry
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Meeting
from competition.draw.rules.result import Stage
from competition.match.actions import play
from competition.match.actions import seats as seats_actions
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat
from tests import stories
from tests.competition.match.actions.test_eight_phones import at_once

GAME = stories.deal("3NT", 9)


@pytest.fixture
def competition():
    return stories.published(4)


def conceded(pair) -> tuple:
    """Return the stored columns of the only concession."""
    row = ResultEntry.objects.get()
    assert (row.kind, row.by, row.reply_deadline, row.answer) == ("conceded", pair, None, "")
    return row.winner, row.total_upper, row.total_lower, row.from_sheet


def test_a_pair_concedes_before_the_first_deal(competition):
    upper, lower = stories.tables(competition)

    play.concede(upper)

    assert conceded(upper.pair) == ("lower", None, None, False)
    assert ResultEntry.objects.get().reason == f"conceded by {upper.pair} before the first deal"
    state = stories.now(competition).matches["R1-M1"]
    assert (state.stage, state.winner) == (Stage.OFFICIAL, lower.pair)


def test_a_leading_pair_that_concedes_still_loses_the_match(competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, GAME, GAME)

    play.concede(upper)

    assert conceded(upper.pair) == ("lower", 900, 0, True)
    assert ResultEntry.objects.get().reason == f"conceded by {upper.pair} after 2 deals"
    now = stories.tables(competition)[0]
    assert (now.state.winner, now.totals, len(now.opened.deals)) == (lower.pair, (900, 0), 2)


def test_a_concession_stores_the_totals_of_both_pairs(competition):
    upper, lower = stories.tables(competition)
    north, south = lower.pair.players.all()
    east, west = upper.pair.players.all()
    seats = dict(zip(Seat, (north, east, south, west), strict=True))
    seats_actions.open_sheet(lower, seats=seats, first_dealer=Seat.N)
    stories.record(stories.tables(competition)[1], GAME)

    play.concede(stories.tables(competition)[0])

    assert conceded(upper.pair) == ("lower", 0, 400, True)


def test_a_pair_can_concede_after_a_dispute(competition):
    upper, _ = stories.tables(competition)
    play.submit_totals(upper, ours=900, theirs=800)
    play.dispute(stories.tables(competition)[1], outcome=1, reason="The sums are wrong.")

    play.concede(stories.tables(competition)[1])

    assert stories.now(competition).matches["R1-M1"].winner == upper.pair
    assert ResultEntry.objects.last().number == 2


def test_conceding_is_refused_while_a_result_waits_for_a_reply(competition):
    play.submit_totals(stories.tables(competition)[0], ours=900, theirs=800)

    sentences = (
        "You have reported the result already.",
        "have reported the result. Check it, then confirm or dispute it.",
    )
    for table, sentence in zip(stories.tables(competition), sentences, strict=True):
        with pytest.raises(Refused, match=sentence):
            play.concede(table)
    assert ResultEntry.objects.get().kind == "played"


def test_a_second_concession_of_a_pair_changes_nothing(competition):
    upper, _ = stories.tables(competition)

    first = play.concede(upper)

    assert play.concede(upper) == first
    assert play.concede(stories.tables(competition)[0]) == first
    assert LogEntry.objects.filter(event="conceded").count() == 1


def test_a_match_with_an_official_result_cannot_be_conceded(competition):
    upper, _ = stories.tables(competition)
    play.submit_totals(upper, ours=900, theirs=800)
    play.confirm(stories.tables(competition)[1], outcome=1)

    with pytest.raises(Refused, match="You cannot play this match. It has a final result, one pair is not known yet"):
        play.concede(upper)


def test_a_conceded_match_is_closed_until_it_is_reopened(competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    play.concede(upper)
    with pytest.raises(Refused, match="You cannot play this match. It has a final result"):
        play.record_deal(stories.tables(competition)[0], number=1, deal=GAME)
    with pytest.raises(Refused, match="This result already has a reply. Reload the match to see it."):
        play.withdraw_result(stories.tables(competition)[0])

    stories.settle(competition, "R1-M1", kind=None)
    play.record_deal(stories.tables(competition)[0], number=1, deal=GAME)
    play.concede(stories.tables(competition)[0])

    assert [row.kind for row in ResultEntry.objects.all()] == ["conceded", "reopened", "conceded"]


def test_the_database_rejects_an_invalid_concession(competition):
    upper, _ = stories.tables(competition)
    play.concede(upper)
    row = ResultEntry.objects.get()

    for impossible in ({"reason": ""}, {"reply_hours": 48}, {"kind": "ruling"}):
        with pytest.raises(IntegrityError, match="result_entry_"), transaction.atomic():
            stories.rewrite(ResultEntry.objects.filter(pk=row.pk), **impossible)


@pytest.mark.django_db(transaction=True)
def test_only_one_of_two_simultaneous_concessions_counts():
    competition = stories.published(2)
    tables = stories.tables(competition)

    told = at_once(lambda phone: play.concede(tables[phone % 2]))

    assert told == {"done": 4, "Refused": 4}
    assert (ResultEntry.objects.count(), Meeting.objects.count()) == (1, 1)


def test_a_match_without_opponents_cannot_be_conceded(competition):
    play.concede(stories.tables(competition)[0])
    winner = stories.now(competition).matches["R1-M1"].winner

    with pytest.raises(Refused, match="You cannot play this match. It has a final result, one pair is not known yet"):
        play.concede(stories.table(winner, "R2-M1"))
