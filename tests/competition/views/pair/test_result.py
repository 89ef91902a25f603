import re

import pytest

from competition.actions import play
from competition.models import Outcome
from competition.rules.stages import Stage
from tests import stories
from tests.competition.views.pair.reading import buttons, fault, notices, part, pressed, text
from tests.competition.views.pair.reading import play as address

pytestmark = pytest.mark.django_db
BAD = 422


@pytest.fixture
def competition():
    return stories.published(2, deals=2)


@pytest.fixture
def pairs(competition):
    return [table.pair for table in stories.tables(competition, "R1-M1")]


@pytest.fixture
def upper(phone, pairs):
    return phone(pairs[0])


@pytest.fixture
def lower(phone, pairs):
    return phone(pairs[1])


@pytest.fixture
def decided(competition):
    """A sheet on which the upper pair has won 540 to nothing."""
    seen, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(seen, stories.deal("3NT", 9), stories.deal("2H", 8, "S"))


@pytest.fixture
def sent(competition):
    """Two totals sent in by the upper pair."""
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=4730, theirs=4280)


def stage(competition) -> Stage:
    return stories.now(competition).by_code["R1-M1"].stage


def test_before_it_is_sent_the_whole_result_stands_in_one_sentence(upper, competition, pairs, decided):
    page = text(upper.get(address("submit", competition)))

    assert f"{pairs[0]} win by 560: 560 to 0 after 2 deals." in page
    assert f"{pairs[1]} can confirm or dispute it. If nobody answers within 48 hours, by" in page
    assert re.search(r"hours, by \w{3} \d+ \w{3} \d{4}, \d\d:\d\d, it stands\.", page)
    assert stage(competition) is Stage.IN_PLAY


@pytest.mark.parametrize(
    ("confirmation", "sentence"),
    [
        ("final", "What you send in is final at once."),
        ("both", "must confirm it. If they do not answer, the organiser settles it."),
    ],
)
def test_the_conditions_say_what_becomes_of_a_result(phone, confirmation, sentence):
    competition = stories.published(2, deals=2, confirmation=confirmation)
    upper, _ = stories.tables(competition, "R1-M1")

    assert sentence in text(phone(upper.pair).get(address("totals", competition)))


def test_the_result_of_the_sheet_is_sent_in(upper, competition, decided):
    page = upper.post(address("submit", competition), follow=True)

    assert notices(page) == ["The result has been sent to the other pair."]
    assert part(page, "state").startswith("You sent in: we 560, they 0. The other pair has not answered yet.")
    assert "If nobody answers, it stands from" in part(page, "state")
    assert buttons(page) == ["Take the result back", "Compare two sheets"]


def test_a_sheet_that_is_not_decided_is_not_sent_in(upper, competition):
    stories.open_sheet(competition, "R1-M1")

    assert upper.get(address("submit", competition)).url == address("match", competition)
    page = upper.post(address("submit", competition))
    assert (page.status_code, fault(page)) == (BAD, "Not all deals are on the sheet yet: 2 to play.")
    assert stage(competition) is Stage.IN_PLAY


def test_a_result_sent_twice_is_one_result(upper, competition, decided):
    upper.post(address("submit", competition))

    page = upper.post(address("submit", competition))

    assert page.status_code == BAD
    assert fault(page) == "The result has been sent in. Take it back, or wait for the other pair’s answer."
    assert Outcome.objects.count() == 1


def test_two_totals_are_sent_in_as_people_write_them(lower, competition):
    page = lower.post(address("totals", competition), {"ours": "4,730", "theirs": " 4 280 "}, follow=True)

    assert part(page, "state").startswith("You sent in: we 4,730, they 4,280 (totals only).")
    assert (Outcome.objects.get().total_first, Outcome.objects.get().total_second) == (4280, 4730)


@pytest.mark.parametrize(
    ("ours", "theirs", "sentence"),
    [
        ("", "4280", "Our total: Give the total in figures, such as 4730."),
        ("lots", "4280", "Our total: Give the total in figures, such as 4730."),
        ("-10", "4280", "Our total: Give the total in figures, such as 4730."),
        ("99999999999", "4280", "Our total: Give the total in figures, such as 4730."),
        ("4735", "4280", "A total is 0 or more and ends in 0: please check the sums."),
        ("4280", "4280", "The totals are level: play two further deals, and two more, until they differ."),
    ],
)
def test_impossible_totals_are_refused_and_kept(upper, competition, ours, theirs, sentence):
    page = upper.post(address("totals", competition), {"ours": ours, "theirs": theirs})

    assert (page.status_code, fault(page)) == (BAD, sentence)
    assert pressed(page) == {name: value for name, value in (("ours", ours), ("theirs", theirs)) if value}
    assert stage(competition) is Stage.READY


def test_the_other_pair_confirms_with_one_press(lower, competition, sent):
    page = lower.get(address("match", competition))
    assert part(page, "state").startswith("The other pair has sent in: we 4,280, they 4,730 (totals only).")

    page = lower.post(address("confirm", competition), {"outcome": pressed(page)["outcome"]}, follow=True)

    assert notices(page) == ["Confirmed: the result is official."]
    assert stage(competition) is Stage.OFFICIAL


def test_nobody_confirms_a_result_of_their_own(upper, competition, sent):
    page = upper.post(address("confirm", competition), {"outcome": 1})

    assert (page.status_code, fault(page)) == (
        BAD,
        "You sent this result yourselves; the other pair must confirm it.",
    )
    assert stage(competition) is Stage.SUBMITTED


def test_a_newer_result_than_the_one_shown_is_not_confirmed_unseen(upper, lower, competition, sent):
    upper.post(address("take-back", competition))
    upper.post(address("totals", competition), {"ours": 9000, "theirs": 0})

    page = lower.post(address("confirm", competition), {"outcome": 1})

    assert page.status_code == BAD
    assert fault(page).startswith("A newer result has been sent in meanwhile")
    assert stage(competition) is Stage.SUBMITTED


def test_confirming_nothing_in_particular_is_refused(lower, competition, sent):
    page = lower.post(address("confirm", competition))

    assert page.status_code == BAD
    assert stage(competition) is Stage.SUBMITTED


def test_a_dispute_needs_a_reason_and_reaches_the_organiser(lower, competition, sent):
    shown = pressed(lower.get(address("dispute", competition)))

    without = lower.post(address("dispute", competition), shown | {"reason": " "})
    assert (without.status_code, fault(without)) == (BAD, "What is wrong?: Say in a few words what is wrong.")
    assert stage(competition) is Stage.SUBMITTED

    page = lower.post(address("dispute", competition), shown | {"reason": "Deal 2 went light."}, follow=True)
    assert notices(page) == ["The organiser has been asked to look at the result."]
    assert stage(competition) is Stage.DISPUTED


def test_a_dispute_that_comes_too_late_is_refused_and_its_reason_kept(lower, competition, sent):
    lower.post(address("confirm", competition), {"outcome": 1})

    page = lower.post(address("dispute", competition), {"outcome": 1, "reason": "Deal 2 went light."})

    assert page.status_code == BAD
    assert fault(page).startswith("There is no result waiting for an answer")
    assert "Deal 2 went light.</textarea>" in page.content.decode()


def test_there_is_nothing_to_dispute_before_a_result_is_sent(lower, competition):
    assert lower.get(address("dispute", competition)).url == address("match", competition)


def test_a_result_is_taken_back(upper, competition, decided):
    upper.post(address("submit", competition))

    page = upper.post(address("take-back", competition), follow=True)

    assert notices(page)[-1] == "The result has been taken back."
    assert stage(competition) is Stage.IN_PLAY


def test_nobody_takes_back_what_the_others_sent(lower, competition, sent):
    page = lower.post(address("take-back", competition))

    assert (page.status_code, fault(page)) == (
        BAD,
        "The other pair sent this result. Confirm it, or dispute it and say why.",
    )
