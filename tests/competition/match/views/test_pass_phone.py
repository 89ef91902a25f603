"""Tests for a reply on the opponents' phone with an entry code or a private link."""

import pytest
from django.urls import reverse

from competition.audit.models import LogEntry
from competition.draw.rules.result import Stage
from competition.entries import private_links
from competition.entries.private_links import link_key, reply_code, sealed
from tests import stories
from tests.competition.pair_reading import address, buttons, fault, notices, text

pytestmark = pytest.mark.published(2, deals=2)
CARD = {"Accept": "application/json"}


@pytest.fixture
def said(pairs):
    """Return the form data with which the other pair confirms the result and gives its entry code."""
    return {"ours": 560, "theirs": 0, "answer": "agree", "code": reply_code(pairs[1])}


def state(competition):
    return stories.now(competition).matches["R1-M1"]


def test_a_complete_sheet_asks_for_a_reply_on_this_phone(upper, competition, pairs, decided):
    page = upper.get(address("match", competition))

    assert buttons(page)[:2] == ["Pass the phone to confirm", "Report the result"]
    asked = text(page).partition(f"{pairs[1]}, do you confirm this result?")[2].partition("Give the phone back")[0]
    scan = "You can report it on your own phone. Point the camera at this square: Or confirm on this phone:"
    assert asked.startswith(f" The totals {pairs[1]} 0 {pairs[0]} 560 {scan} Your reply code")
    assert "We " not in asked.replace("We agree", "")
    assert "They" not in asked


def test_a_reported_result_is_confirmed_by_scanning_first(upper, competition, pairs, decided):
    upper.post(address("submit", competition), {"ours": 560, "theirs": 0})

    asked = text(upper.get(address("match", competition))).partition("do you confirm this result?")[2]
    assert "Confirm it on your own phone. Point the camera at this square: Or confirm on this phone: Your" in asked


def test_an_entry_code_confirms_without_signing_in(upper, competition, pairs, decided, said):
    page = upper.post(address("pass", competition), said, follow=True)

    assert notices(page) == [f"{pairs[1]} confirmed the result. It is final."]
    assert (state(competition).stage, state(competition).winner) == (Stage.OFFICIAL, pairs[0])
    assert upper.cookies["pairs"].value.count("~") == 1
    assert [(line.pair, line.event) for line in LogEntry.objects.order_by("-pk")[:3]] == [
        (pairs[1], "confirmed"),
        (pairs[0], "passed"),
        (pairs[0], "submitted"),
    ]


def test_a_dispute_on_this_phone_needs_a_reason(upper, competition, pairs, decided, said):
    page = upper.post(address("pass", competition), said | {"answer": "wrong"})
    assert fault(page) == "What is wrong?: Say what is wrong, for example “deal 17 went two light”."
    assert state(competition).stage is Stage.IN_PLAY

    upper.post(address("pass", competition), said | {"answer": "wrong", "reason": "deal 2 went light"})

    assert (state(competition).stage, state(competition).last.answer_reason) == (Stage.DISPUTED, "deal 2 went light")


def test_a_wrong_code_is_refused_without_contact_details(upper, competition, pairs, decided, said):
    ours = upper.post(address("pass", competition), said | {"code": reply_code(pairs[0])})
    short = upper.post(address("pass", competition), said | {"code": "482"})

    assert fault(ours) == f"Your reply code: This is not the reply code of {pairs[1]}. It is on their page My matches."
    assert (ours.status_code, fault(short)) == (
        422,
        "Your reply code: You typed 3 digits. The code has four. It is on your page My matches, and in your letter.",
    )
    assert 'value="482"' not in short.content.decode()
    assert reverse("play:home") + '"' not in ours.content.decode()
    assert pairs[1].present[0].phone not in ours.content.decode()
    assert state(competition).stage is Stage.IN_PLAY


def test_wrong_codes_are_limited_and_logged(upper, competition, pairs, decided, said, monkeypatch):
    monkeypatch.setattr(private_links, "MOST_REPLIES_IN_TEN_MINUTES", 2)
    wrong = said | {"code": f"{(int(said['code']) + 1) % 10**4:04}"}
    for _ in range(2):
        upper.post(address("pass", competition), wrong)

    page = upper.post(address("pass", competition), said)

    assert (page.status_code, state(competition).stage) == (429, Stage.IN_PLAY)
    assert "Too many wrong codes. Reply on your own phone, or try again in an hour." in fault(page)
    logged = LogEntry.objects.filter(event="wrong reply code")
    assert [line.text for line in logged] == [f"A wrong reply code of {pairs[1]} was typed on this phone."] * 2


def test_a_pair_can_change_its_reply_code(upper, competition, pairs):
    old = reply_code(pairs[0])
    assert f"Your reply code is {old}" in text(upper.get("/play/"))

    page = upper.post(reverse("play:reply-code", args=[competition.slug]), follow=True)

    pairs[0].refresh_from_db()
    assert reply_code(pairs[0]) != old
    assert f"Your reply code is {reply_code(pairs[0])}" in text(page)


# Replies stored on the phone while it had no connection


def kept(pair, **more) -> dict:
    """Return the reply as a phone stores it offline: sealed with the code, but without it."""
    said = {"ours": "560", "theirs": "0", "answer": "agree", "reason": ""} | more
    words = [f"{pair.competition.slug} R1-M1", *said.values()]
    return {**said, "sealed": sealed(reply_code(pair), "\n".join(words))}


def test_a_sealed_reply_counts_once(upper, competition, pairs, decided):
    for _ in range(2):
        answer = upper.post(address("pass", competition), kept(pairs[1]), headers=CARD)
        assert (answer.status_code, answer.json()["said"]) == (200, "")

    assert state(competition).stage is Stage.OFFICIAL
    assert LogEntry.objects.filter(event="confirmed").count() == 1


def test_a_changed_sealed_reply_is_refused(upper, competition, pairs, decided):
    for turned in ({"theirs": "10"}, {"answer": "wrong", "reason": "deal 1"}, {"ours": "0", "theirs": "560"}):
        answer = upper.post(address("pass", competition), kept(pairs[1]) | turned, headers=CARD)

        assert answer.status_code == 422
        assert answer.json()["said"] == f"This is not the reply code of {pairs[1]}. It is on their page My matches."
        assert state(competition).stage is Stage.IN_PLAY


# Matches without a request for a reply


def test_a_final_report_asks_for_no_reply(phone):
    competition = stories.published(2, deals=2, confirmation="final")
    seen, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(seen, stories.deal("3NT", 9), stories.deal("2H", 8, "S"))

    assert buttons(phone(seen.pair).get(address("match", competition)))[:1] == ["Report the result"]


def test_get_of_the_reply_page_redirects_to_the_match(upper, competition, sheet):
    assert upper.get(address("pass", competition)).url == f"{address('match', competition)}#pass"


# Replies by private link


@pytest.fixture
def answer(pairs):
    """Return the URL for a reply by private link."""
    return reverse("link:answer", args=[link_key(pairs[1])])


def test_a_private_link_confirms_without_signing_in(upper, competition, pairs, decided, answer, said):
    assert (
        f'href="{answer.rsplit("/", 2)[1]}/">confirm or dispute a result'
        in upper.get(answer.removesuffix("answer/")).content.decode()
    )
    page = upper.get(answer)
    assert f"{pairs[1]}, do you confirm this result?" in text(page)
    assert b'name="code"' not in page.content

    del said["code"]
    page = upper.post(answer, said, follow=True)

    assert notices(page) == [f"{pairs[1]} confirmed the result. It is final."]
    assert state(competition).stage is Stage.OFFICIAL
    assert upper.cookies["pairs"].value.count("~") == 1


def test_a_private_link_confirms_only_on_the_opponents_phone(client, lower, competition, pairs, decided, answer, said):
    for phone in (client, lower):
        assert f"There is no result on this phone for {pairs[1]} to confirm." in text(phone.post(answer, said))

    assert state(competition).stage is Stage.IN_PLAY
