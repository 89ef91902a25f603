"""The other pair answers on the phone that holds the sheet, with the code of its own letter."""

import pytest
from django.urls import reverse

from competition.entries import private_links
from competition.entries.private_links import link_key, pair_code, sealed
from competition.knockout.rules.stages import Stage
from competition.log.models import LogEntry
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


def test_the_other_pair_agrees_without_being_signed_in(upper, competition, pairs, decided, said):
    page = upper.post(address("pass", competition), said, follow=True)

    assert notices(page) == [f"{pairs[1]} agree: the result is official."]
    assert (state(competition).stage, state(competition).winner) == (Stage.OFFICIAL, pairs[0])
    assert upper.cookies["pairs"].value.count("~") == 1
    assert [(line.pair, line.event) for line in LogEntry.objects.order_by("-pk")[:3]] == [
        (pairs[1], "confirmed"),
        (pairs[0], "passed"),
        (pairs[0], "submitted"),
    ]


def test_the_other_pair_says_what_is_wrong(upper, competition, pairs, decided, said):
    page = upper.post(address("pass", competition), said | {"answer": "wrong"})
    assert fault(page) == "What is wrong?: Say in a few words what is wrong, such as “deal 17 went two light”."
    assert state(competition).stage is Stage.IN_PLAY

    upper.post(address("pass", competition), said | {"answer": "wrong", "reason": "deal 2 went light"})

    assert (state(competition).stage, state(competition).last.answer_reason) == (Stage.DISPUTED, "deal 2 went light")


def test_a_wrong_code_does_nothing_and_shows_nothing(upper, competition, pairs, decided, said):
    ours = upper.post(address("pass", competition), said | {"code": pair_code(pairs[0])})
    short = upper.post(address("pass", competition), said | {"code": "4821"})

    assert fault(ours) == f"Code: This is not the code in the letter of {pairs[1]}. Look at each digit again."
    assert (ours.status_code, fault(short)) == (422, "Code: The code has twelve digits; you typed 4.")
    assert "4821" not in short.content.decode()
    assert "My matches" not in ours.content.decode()
    assert pairs[1].present[0].phone not in ours.content.decode()
    assert state(competition).stage is Stage.IN_PLAY


def test_codes_are_limited_here_as_at_the_sign_in(upper, client, competition, decided, said, monkeypatch):
    monkeypatch.setattr(private_links, "CODES_IN_TEN_MINUTES", 2)
    client.post("/p/", {"code": "000000000000"})
    upper.post(address("pass", competition), said | {"code": "000000000000"})

    page = upper.post(address("pass", competition), said)

    assert (page.status_code, state(competition).stage) == (429, Stage.IN_PLAY)
    assert "Answer on a phone of your own, or try again in ten minutes." in fault(page)


# Kept on the phone while there was no signal


def kept(pair, **more) -> dict:
    """The answer as a phone keeps it: without the code, sealed with it."""
    said = {"ours": "560", "theirs": "0", "answer": "agree", "reason": ""} | more
    words = [f"{pair.competition.slug} R1-M1", *said.values()]
    return {**said, "sealed": sealed(pair_code(pair), "\n".join(words))}


def test_a_kept_answer_without_the_code_counts_once(upper, competition, pairs, decided):
    for _ in range(2):
        answer = upper.post(address("pass", competition), kept(pairs[1]), headers=CARD)
        assert (answer.status_code, answer.json()["said"]) == (200, "")

    assert state(competition).stage is Stage.OFFICIAL
    assert LogEntry.objects.filter(event="confirmed").count() == 1


@pytest.mark.parametrize("turned", [{"theirs": "10"}, {"answer": "wrong", "reason": "deal 1"}])
def test_what_was_kept_says_nothing_else(upper, competition, pairs, decided, turned):
    answer = upper.post(address("pass", competition), kept(pairs[1]) | turned, headers=CARD)

    assert answer.status_code == 422
    assert answer.json()["said"] == f"This is not the code in the letter of {pairs[1]}. Look at each digit again."
    assert state(competition).stage is Stage.IN_PLAY


# Where it is not offered


def test_opening_the_address_leads_to_the_match(upper, competition, sheet):
    assert upper.get(address("pass", competition)).url == f"{address('match', competition)}#pass"


# With its own link, opened on this phone


@pytest.fixture
def answer(pairs):
    """Where the other pair answers that has shown its own link to this phone."""
    return reverse("link:answer", args=[link_key(pairs[1])])


def test_the_other_pair_answers_with_its_own_link(upper, competition, pairs, decided, answer, said):
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


def test_a_link_answers_only_on_the_phone_with_the_sheet(client, lower, competition, pairs, decided, answer, said):
    for phone in (client, lower):
        assert f"No result waits for the answer of {pairs[1]} on this phone." in text(phone.post(answer, said))

    assert state(competition).stage is Stage.IN_PLAY


def test_a_link_answers_nothing_before_the_last_deal(upper, competition, sheet, answer, said):
    assert "No result waits" in text(upper.post(answer, said))
    assert state(competition).stage is Stage.IN_PLAY
