"""The other pair answers on the phone that holds the sheet, with the code of its own letter."""

import pytest
from django.urls import reverse

from competition.entries import private_links
from competition.entries.private_links import link_key, pair_code, sealed
from competition.knockout.rules.stages import Stage
from competition.log.models import LogEntry
from competition.match.actions import play
from competition.match.queries.passing import passing
from scoring.models import Deal
from tests import stories
from tests.competition.pair_reading import buttons, fault, notices, text
from tests.competition.pair_reading import play as address

pytestmark = pytest.mark.django_db
CARD = {"Accept": "application/json"}


@pytest.fixture
def competition():
    return stories.published(2, deals=2)


@pytest.fixture
def said(pairs):
    """The other pair agrees to what it is shown, and types its code."""
    return {"ours": 560, "theirs": 0, "answer": "agree", "code": pair_code(pairs[1])}


def state(competition):
    return stories.now(competition).matches["R1-M1"]


def test_once_all_deals_are_played_the_phone_can_be_passed(upper, competition, pairs, decided):
    page = upper.get(address("match", competition))

    assert buttons(page)[:2] == ["Pass the phone to confirm", "Send in the result"]
    asked = text(page).partition(f"{pairs[1]}, do you agree?")[2].partition("Give the phone back")[0]
    assert asked.startswith(f" The totals {pairs[1]} 0 {pairs[0]} 560 The code of your letter")
    assert "We " not in asked.replace("We agree", "")
    assert "They" not in asked


def test_the_other_pair_agrees_on_the_same_phone_and_is_not_signed_in_by_it(upper, competition, pairs, decided, said):
    page = upper.post(address("pass", competition), said, follow=True)

    assert notices(page) == [f"{pairs[1]} agree: the result is official."]
    assert (state(competition).stage, state(competition).winner) == (Stage.OFFICIAL, pairs[0])
    assert upper.cookies["pairs"].value.count("~") == 1
    assert [(line.pair, line.event) for line in LogEntry.objects.order_by("-pk")[:3]] == [
        (pairs[1], "confirmed"),
        (pairs[0], "passed"),
        (pairs[0], "submitted"),
    ]


def test_a_result_that_was_sent_in_before_is_agreed_to_as_well(upper, competition, pairs, said):
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=560, theirs=0)

    assert buttons(upper.get(address("match", competition)))[0] == "Pass the phone to confirm"
    upper.post(address("pass", competition), said)

    assert state(competition).stage is Stage.OFFICIAL


def test_the_other_pair_says_what_is_wrong_for_the_organiser_to_look_at(upper, competition, pairs, decided, said):
    page = upper.post(address("pass", competition), said | {"answer": "wrong"})
    assert fault(page) == "What is wrong?: Say in a few words what is wrong, such as “deal 17 went two light”."
    assert state(competition).stage is Stage.IN_PLAY

    upper.post(address("pass", competition), said | {"answer": "wrong", "reason": "deal 2 went light"})

    assert (state(competition).stage, state(competition).last.answer_reason) == (Stage.DISPUTED, "deal 2 went light")


def test_a_wrong_code_does_nothing_and_shows_nothing_of_the_other_pair(upper, competition, pairs, decided, said):
    ours = upper.post(address("pass", competition), said | {"code": pair_code(pairs[0])})
    short = upper.post(address("pass", competition), said | {"code": "4821"})

    assert fault(ours) == f"Code: This is not the code in the letter of {pairs[1]}. Look at each digit again."
    assert (ours.status_code, fault(short)) == (422, "Code: The code has twelve digits; you typed 4.")
    assert "4821" not in short.content.decode()
    assert "My matches" not in ours.content.decode()
    assert pairs[1].present[0].phone not in ours.content.decode()
    assert state(competition).stage is Stage.IN_PLAY


def test_codes_are_tried_no_more_often_than_at_the_door(upper, client, competition, decided, said, monkeypatch):
    monkeypatch.setattr(private_links, "CODES_IN_TEN_MINUTES", 2)
    client.post("/p/", {"code": "000000000000"})
    upper.post(address("pass", competition), said | {"code": "000000000000"})

    page = upper.post(address("pass", competition), said)

    assert (page.status_code, state(competition).stage) == (429, Stage.IN_PLAY)
    assert "Answer on a phone of your own, or try again in ten minutes." in fault(page)


def test_totals_that_are_not_those_that_were_shown_are_not_agreed_to(upper, competition, decided, said):
    page = upper.post(address("pass", competition), said | {"ours": 500})

    assert "The totals are not the ones that were shown" in fault(page)
    assert state(competition).stage is Stage.IN_PLAY


# Kept on the phone while there was no signal


def kept(pair, **more) -> dict:
    """The answer as a phone keeps it: without the code, sealed with it."""
    said = {"ours": "560", "theirs": "0", "answer": "agree", "reason": ""} | more
    words = [f"{pair.competition.slug} R1-M1", *said.values()]
    return {**said, "sealed": sealed(pair_code(pair), "\n".join(words))}


def test_an_answer_that_was_kept_without_the_code_counts_once(upper, competition, pairs, decided):
    for _ in range(2):
        answer = upper.post(address("pass", competition), kept(pairs[1]), headers=CARD)
        assert (answer.status_code, answer.json()["said"]) == (200, "")

    assert state(competition).stage is Stage.OFFICIAL
    assert LogEntry.objects.filter(event="confirmed").count() == 1


@pytest.mark.parametrize(
    "turned", [{"theirs": "10"}, {"answer": "wrong", "reason": "deal 1"}, {"ours": "0", "theirs": "560"}]
)
def test_what_was_kept_says_nothing_else(upper, competition, pairs, decided, turned):
    answer = upper.post(address("pass", competition), kept(pairs[1]) | turned, headers=CARD)

    assert answer.status_code == 422
    assert answer.json()["said"] == f"This is not the code in the letter of {pairs[1]}. Look at each digit again."
    assert state(competition).stage is Stage.IN_PLAY


def test_what_was_kept_does_not_hold_for_a_sheet_that_reads_otherwise_by_now(upper, competition, pairs, decided):
    Deal.objects.filter(number=2).update(tricks=9)

    answer = upper.post(address("pass", competition), kept(pairs[1]), headers=CARD)

    assert (answer.status_code, state(competition).stage) == (422, Stage.IN_PLAY)


# Where it is not offered


def test_nobody_is_asked_where_what_is_sent_in_is_final(phone):
    competition = stories.published(2, deals=2, confirmation="final")
    seen, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(seen, stories.deal("3NT", 9), stories.deal("2H", 8, "S"))

    assert buttons(phone(seen.pair).get(address("match", competition)))[0] == "Send in the result"


def test_whoever_is_to_answer_does_so_on_the_page_itself(lower, competition):
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=560, theirs=0)

    page = lower.get(address("match", competition))

    assert buttons(page)[:2] == ["Confirm the result", "Dispute it"]
    assert "do you agree?" not in text(page)


def test_nobody_is_asked_once_the_result_is_official(upper, competition, decided, said):
    upper.post(address("pass", competition), said)

    assert [passing(table) for table in stories.tables(competition, "R1-M1")] == [None, None]


def test_opening_the_address_leads_to_the_match(upper, competition, sheet):
    assert upper.get(address("pass", competition)).url == f"{address('match', competition)}#pass"


# With its own link, opened on this phone


@pytest.fixture
def answer(pairs):
    """Where the other pair answers that has shown its own link to this phone."""
    return reverse("link:answer", args=[link_key(pairs[1])])


def test_the_other_pair_shows_its_own_link_and_answers_without_being_signed_in(
    upper, competition, pairs, decided, answer, said
):
    assert (
        f'href="{answer.rsplit("/", 2)[1]}/">Only answer its result'
        in upper.get(answer.removesuffix("answer/")).content.decode()
    )
    page = upper.get(answer)
    assert f"{pairs[1]}, do you agree?" in text(page)
    assert b'name="code"' not in page.content

    del said["code"]
    page = upper.post(answer, said, follow=True)

    assert notices(page) == [f"{pairs[1]} agree: the result is official."]
    assert state(competition).stage is Stage.OFFICIAL
    assert upper.cookies["pairs"].value.count("~") == 1


def test_a_link_answers_nothing_on_a_phone_that_holds_no_sheet(
    client, lower, competition, pairs, decided, answer, said
):
    for phone in (client, lower):
        assert f"No result waits for the answer of {pairs[1]} on this phone." in text(phone.post(answer, said))

    assert state(competition).stage is Stage.IN_PLAY


def test_a_link_answers_nothing_before_the_last_deal(upper, competition, sheet, answer, said):
    assert "No result waits" in text(upper.post(answer, said))
    assert state(competition).stage is Stage.IN_PLAY
