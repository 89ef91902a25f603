"""Tests for results without totals and for unlikely scores."""

import re

import pytest

from competition.audit.models import LogEntry
from competition.draw.models.result_entry import ResultEntry
from competition.draw.rules.result import ResultKind, Stage
from competition.entries.private_links import reply_code, sealed
from competition.notifications.models import Topic
from competition.notifications.presenters import message_text
from competition.notifications.queries.emails import messages
from tests import stories
from tests.competition.pair_reading import address, buttons, fault, notices, text, turn

pytestmark = pytest.mark.published(2)
ASKED = (
    "26,100 points in 30 deals is very unlikely. Check the score sheet. "
    "If it is right, tick “The score is right” and send it again."
)


def state(competition):
    return stories.now(competition).matches["R1-M1"]


def report(phone, competition, known: str, **sent):
    return phone.post(address("totals", competition, known=known), sent, follow=True)


def test_a_result_without_totals_is_reported_and_confirmed(upper, lower, competition, pairs):
    page = report(lower, competition, "margin", winner="we", margin="1,110")

    assert notices(page) == ["The result has been reported."]
    assert "You reported that you won by 1,110." in turn(page)
    asked = upper.get(address("match", competition))
    assert "Is it right that you lost by 1,110?" in turn(asked)

    upper.post(address("confirm", competition), {"outcome": 1})

    result = state(competition).result
    assert (result.kind, result.winner, result.totals, result.margin) == ("played", pairs[1].number, None, 1110)
    assert "You lost by 1,110 points." in text(upper.get(address("match", competition)))
    assert "You won by 1,110 points." in text(lower.get(address("match", competition)))
    assert [line.text for line in LogEntry.objects.order_by("-pk")[:2]] == [
        f"Confirmed the result: {pairs[1]} won by 1,110.",
        f"Reported the result: {pairs[1]} won by 1,110.",
    ]


def test_an_invalid_margin_or_winner_is_refused(upper, competition):
    for known, sent, said in (
        ("margin", {"margin": "110"}, "Who won?: Choose who won."),
        ("margin", {"winner": "we"}, "By how many points?: Give the margin in digits, such as 110."),
        ("margin", {"winner": "we", "margin": "115"}, "By how many points?: Give the margin in digits, such as 110."),
        ("margin", {"winner": "we", "margin": "ten"}, "By how many points?: Give the margin in digits, such as 110."),
        ("winner", {}, "Who won?: Choose who won."),
    ):
        page = report(upper, competition, known, **sent)

        assert (page.status_code, fault(page).startswith(said)) == (422, True)
        assert not ResultEntry.objects.exists()
        if "margin" in sent:
            assert f'value="{sent["margin"]}"' in page.content.decode()
        if sent.get("winner") == "we":
            assert re.search(r'<input[^>]*value="we"[^>]* checked', page.content.decode())


def test_a_result_without_totals_is_disputed_and_withdrawn(upper, lower, competition, pairs):
    report(upper, competition, "margin", winner="we", margin="110")
    lower.post(address("dispute", competition), {"outcome": 1, "reason": "It was 1,110."})
    assert state(competition).stage is Stage.DISPUTED
    assert "They reported: they won by 110. You: “It was 1,110.”" in text(lower.get(address("match", competition)))
    assert f"You reported: you won by 110. {pairs[1]}: “It was 1,110.”" in text(
        upper.get(address("match", competition))
    )

    report(upper, competition, "winner", winner="we")
    assert state(competition).stage is Stage.SUBMITTED
    upper.post(address("withdraw-result", competition))
    assert state(competition).stage is Stage.DISPUTED


def test_the_message_and_the_email_say_that_the_score_is_unknown(upper, competition, pairs):
    report(upper, competition, "winner", winner="they")

    said = f"{pairs[1]} won (score not recorded)"
    assert f"we have reported our result. {said}. Please confirm it" in text(upper.get(address("match", competition)))
    [message] = messages(stories.now(competition), Topic.RESULT)
    assert "You won (score not recorded)." in " ".join(message_text(message).paragraphs)


# Replies on the opponents' phone


def test_a_result_without_totals_is_confirmed_on_one_phone(upper, competition, pairs):
    report(upper, competition, "margin", winner="we", margin="110")
    page = upper.get(address("match", competition))

    assert buttons(page)[0] == "Pass the phone to confirm"
    asked = text(page).partition(f"{pairs[1]}, do you confirm this result?")[2].partition("Give the phone back")[0]
    assert asked.startswith(f" {pairs[0]} won by 110. ")
    assert "Your reply code" in asked
    assert 'name="outcome" value="1"' in page.content.decode()

    said = {"ours": "", "theirs": "", "outcome": "1", "answer": "agree", "code": reply_code(pairs[1])}
    for _ in range(2):
        assert notices(upper.post(address("pass", competition), said, follow=True)) == [
            f"{pairs[1]} confirmed the result. It is final."
        ]
    assert (state(competition).stage, state(competition).result.margin) == (Stage.OFFICIAL, 110)
    assert LogEntry.objects.filter(event="confirmed").count() == 1


def test_a_reply_to_an_earlier_result_is_refused(upper, competition, pairs):
    report(upper, competition, "margin", winner="we", margin="110")
    upper.post(address("withdraw-result", competition))
    report(upper, competition, "margin", winner="we", margin="1110")

    said = {"ours": "", "theirs": "", "outcome": "1", "answer": "agree", "code": reply_code(pairs[1])}
    page = upper.post(address("pass", competition), said)

    assert "The result has changed since it was shown. Check it together, then pass the phone again." in fault(page)
    assert state(competition).stage is Stage.SUBMITTED


def test_totals_do_not_confirm_a_result_without_totals(upper, competition, pairs):
    report(upper, competition, "margin", winner="we", margin="110")

    said = {"ours": "110", "theirs": "0", "answer": "agree", "code": reply_code(pairs[1])}
    assert "The totals have changed since" in fault(upper.post(address("pass", competition), said))
    said = {"ours": "", "theirs": "", "answer": "agree", "code": reply_code(pairs[1])}
    assert "The app could not tell which totals you meant. Check them together, then pass the phone again." in fault(
        upper.post(address("pass", competition), said)
    )
    assert state(competition).stage is Stage.SUBMITTED


def test_a_sealed_reply_confirms_only_its_own_result(upper, competition, pairs):
    report(upper, competition, "winner", winner="we")
    said = {"ours": "", "theirs": "", "outcome": "1", "answer": "agree", "reason": ""}
    seal = sealed(reply_code(pairs[1]), "\n".join([f"{competition.slug} R1-M1", *said.values()]))

    forged = upper.post(address("pass", competition), {**said, "answer": "wrong", "reason": "No.", "sealed": seal})
    assert (forged.status_code, state(competition).stage) == (422, Stage.SUBMITTED)
    upper.post(address("pass", competition), {**said, "sealed": seal})

    assert state(competition).stage is Stage.OFFICIAL


# Unlikely scores


def test_an_unlikely_total_needs_one_confirmation(upper, competition):
    page = report(upper, competition, "totals", ours="26,100", theirs="1980")

    assert (page.status_code, fault(page)) == (422, ASKED)
    markup = page.content.decode()
    assert 'value="26,100"' in markup
    assert 'value="1980"' in markup
    assert re.search(r'<input type="checkbox" name="certain" value="26100 1980"', markup)
    assert " checked" not in markup
    # Another unlikely total needs a new confirmation.
    page = report(upper, competition, "totals", ours="27,100", theirs="1980", certain="26100 1980")
    assert "27,100 points in 30 deals is very unlikely." in fault(page)
    assert " checked" not in page.content.decode()
    assert not ResultEntry.objects.exists()

    report(upper, competition, "totals", ours="26,100", theirs="1980", certain="26100 1980")

    assert ResultEntry.objects.get().totals == (26_100, 1980)


def test_an_impossible_total_cannot_be_confirmed(upper, competition):
    for ours, error in (
        ("261,000", "Our total: A total is at most 99,990 points. Check the score sheet."),
        ("10", "No deals make a total of 10 points. Check the score sheet."),
    ):
        page = report(upper, competition, "totals", ours=ours, theirs="1980", certain=f"{ours} 1980")

        assert (page.status_code, fault(page)) == (422, error)
        assert f'value="{ours}"' in page.content.decode()
        assert not ResultEntry.objects.exists()


def test_an_unlikely_margin_needs_one_confirmation(upper, competition):
    page = report(upper, competition, "margin", winner="we", margin="11,100")
    assert "A margin of 11,100 in 30 deals is very unlikely." in fault(page)
    assert not ResultEntry.objects.exists()

    report(upper, competition, "margin", winner="we", margin="11,100", certain="11100")

    assert ResultEntry.objects.get().margin == 11_100


def test_a_margin_above_the_record_needs_confirmation(phone, monkeypatch):
    monkeypatch.setattr("competition.draw.rules.result.ENOUGH", 2)
    competition = stories.published(8)
    for code, margin in (("R1-M2", 110), ("R1-M3", 2000)):
        stories.settle(competition, code, kind=ResultKind.PLAYED, margin=margin)
    upper = phone(stories.tables(competition)[0].pair)

    asked = report(upper, competition, "totals", ours="2500", theirs="490")
    sent = report(upper, competition, "totals", ours="2500", theirs="500")

    assert "A margin of 2,010 is very unlikely: in 2 matches it was never more than 2,000." in fault(asked)
    assert notices(sent) == ["The result has been reported."]


def test_points_with_an_unlikely_total_need_one_confirmation(upper, competition):
    lines = {f"we-{number}": "1000" for number in range(1, 15)} | {f"they-{number}": "0" for number in range(1, 15)}

    page = upper.post(address("points", competition), lines | {"save": "1"})
    if "points in 30 deals is very unlikely" not in text(page):
        pytest.fail(fault(page))
    kept = upper.post(address("points", competition), lines | {"save": "1", "certain": "14000 0"}, follow=True)

    assert notices(kept) == ["The points of 14 deals are saved."]
