"""Tests for a reply on the opponents' phone."""

import pytest

from competition.draw.models.result_entry import Reply
from competition.match.actions.play import answer_here
from scoring.rules.refusal import Refused
from tests import stories

TOTALS = (400, 160)
WRONG = "Deal 2 went one light."


@pytest.fixture
def played(competition, table):
    stories.record(table, stories.deal("3NT", 9), stories.deal("2H", 8, "E"))
    return stories.tables(competition)


def answers() -> list[tuple[str, str]]:
    return [*Reply.objects.values_list("kind", "reason")]


@pytest.mark.parametrize(("wrong", "kept"), [("", ("confirmed", "")), (WRONG, ("disputed", WRONG))])
def test_a_repeated_reply_is_stored_once(competition, played, wrong, kept):
    upper, lower = played

    for seen in (upper, upper, stories.tables(competition)[0]):
        answer_here(seen, by=lower.pair, totals=TOTALS, wrong=wrong)

    assert answers() == [kept]
    assert competition.log.filter(event="passed").count() == 1


def test_a_disputed_result_can_be_reported_again_and_confirmed(competition, played):
    upper, lower = played
    answer_here(upper, by=lower.pair, totals=TOTALS, wrong=WRONG)

    answer_here(stories.tables(competition)[0], by=lower.pair, totals=TOTALS)

    assert sorted(answers()) == [("confirmed", ""), ("disputed", WRONG)]


def test_a_reply_to_other_totals_is_refused(played):
    upper, lower = played

    with pytest.raises(
        Refused, match="The totals have changed since they were shown. Check them together, then pass the phone again."
    ):
        answer_here(upper, by=lower.pair, totals=(160, 400))
    assert answers() == []

    answer_here(upper, by=lower.pair, totals=TOTALS)
    with pytest.raises(Refused, match="The totals have changed since they were shown."):
        answer_here(upper, by=lower.pair, totals=(160, 400))
