import re

import pytest

from competition.draw.models.result_entry import ResultEntry
from competition.draw.rules.result import Stage
from competition.match.actions import play
from tests import stories
from tests.competition.pair_reading import address, buttons, fault, notices, part, pressed, text, turn

pytestmark = pytest.mark.published(2, deals=2)
BAD = 422


@pytest.fixture
def sent(competition):
    """Report two totals for the upper pair."""
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=4730, theirs=4280)


def stage(competition) -> Stage:
    return stories.now(competition).matches["R1-M1"].stage


def test_the_report_page_shows_the_result_in_one_sentence(upper, competition, pairs, decided):
    page = text(upper.get(address("submit", competition)))

    assert f"{pairs[0]} win by 560: 560 to 0 after 2 deals." in page
    assert (
        f"{pairs[1]} can confirm or dispute it. If they do not reply within {stories.REPLY_TIME_SAID}, it is final."
        in page
    )
    assert f"The {stories.REPLY_TIME_SAID} start when they open this match" in page
    assert stage(competition) is Stage.IN_PLAY


def test_the_report_page_explains_the_confirmation(phone):
    for confirmation, sentence in (
        ("final", "The result is final as soon as you report it."),
        ("both", "must confirm it. If they do not reply, the organiser decides."),
    ):
        competition = stories.published(2, deals=2, confirmation=confirmation)
        upper, _ = stories.tables(competition, "R1-M1")

        assert sentence in text(phone(upper.pair).get(address("totals", competition)))


def test_both_pairs_see_the_reported_result_of_the_sheet(upper, lower, competition, pairs, decided):
    page = upper.post(address("submit", competition), follow=True)

    assert notices(page) == ["The result has been reported."]
    told = "You reported that you won by 560. They can confirm it. It is final 48 hours after they are told."
    assert told in turn(page)
    assert buttons(page)[:2] == ["Pass the phone to confirm", "Withdraw the result"]
    news = lower.get(address("match", competition))
    assert "Is it right that you lost by 560? Without a reply" in turn(news)
    assert buttons(news)[:4] == ["Confirm the result", "Dispute the result", "See the deals", "Mark as read"]


def test_impossible_totals_are_refused_and_shown_again(upper, competition):
    for ours, theirs, sentence in (
        ("", "4280", "Our total: Give the total in digits, such as 4730."),
        ("-10", "4280", "Our total: Give the total in digits, such as 4730."),
        ("99999999999", "4280", "Our total: A total is at most 99,990 points. Check the score sheet."),
        ("4280", "4280", "The totals are level. Play two more deals, and repeat until they differ."),
    ):
        page = upper.post(address("totals", competition), {"ours": ours, "theirs": theirs})

        assert (page.status_code, fault(page)) == (BAD, sentence)
        assert pressed(page) == {name: value for name, value in (("ours", ours), ("theirs", theirs)) if value}
        assert stage(competition) is Stage.READY


def test_the_other_pair_confirms_the_result(lower, competition, pairs, sent):
    page = lower.get(address("match", competition))
    assert "Is it right that you lost by 450?" in turn(page)

    page = lower.post(address("confirm", competition), {"outcome": pressed(page)["outcome"]}, follow=True)

    assert notices(page) == ["You have confirmed the result. It is final."]
    assert " You 4,280 " in turn(page)
    assert " 4,730 You lost by 450 points. " in turn(page)
    assert re.match(r"Confirmed \w{3} \d+ \w{3} \d{4}, \d\d:\d\d\.$", part(page, "notices"))
    assert stage(competition) is Stage.OFFICIAL


def test_a_dispute_needs_a_reason(lower, competition, sent):
    asked = lower.get(address("dispute", competition))
    shown = pressed(asked)
    # The result has totals but no deals.
    assert "Which deal is it about?" not in text(asked)

    without = lower.post(address("dispute", competition), shown | {"reason": " "})
    assert (without.status_code, fault(without)) == (BAD, "What is wrong?: Say what is wrong.")
    assert stage(competition) is Stage.SUBMITTED

    page = lower.post(address("dispute", competition), shown | {"reason": "Deal 2 went light."}, follow=True)
    assert notices(page) == ["You have disputed the result. The organiser has been asked to look at it."]
    assert stage(competition) is Stage.DISPUTED


def test_a_late_dispute_is_refused_and_shown_again(lower, competition, sent):
    lower.post(address("confirm", competition), {"outcome": 1})

    page = lower.post(address("dispute", competition), {"outcome": 1, "reason": "Deal 2 went light."})

    assert page.status_code == BAD
    assert fault(page).startswith("This result already has a reply. Reload the match to see it.")
    assert "Deal 2 went light.</textarea>" in page.content.decode()


def test_a_pair_cannot_withdraw_its_opponents_report(lower, competition, sent):
    page = lower.post(address("withdraw-result", competition))

    assert (page.status_code, fault(page)) == (
        BAD,
        "The other pair reported this result. Confirm it, or dispute it and say why.",
    )


def test_a_dispute_can_name_a_deal_of_the_sheet(upper, lower, competition, decided):
    upper.post(address("submit", competition))
    page = lower.get(address("dispute", competition))
    assert "No deal in particular Deal 1: 3NT by Ada 2., made Deal 2: 2♥ by Ben 2., made" in text(page)

    wrong = {"outcome": pressed(page)["outcome"], "deal": "2", "reason": "It went two light."}
    page = lower.post(address("dispute", competition), wrong, follow=True)

    assert ResultEntry.objects.get().answer_reason == "Deal 2: It went two light."
    assert "They reported: you 0, they 560. You: “Deal 2: It went two light.” The result does not count" in text(page)


def test_a_dispute_cannot_name_a_missing_deal(upper, lower, competition, decided):
    upper.post(address("submit", competition))

    for deal in ("3", "9" * 30):
        page = lower.post(address("dispute", competition), {"outcome": 1, "deal": deal, "reason": "It went light."})

        assert (page.status_code, fault(page)) == (
            BAD,
            "Which deal is it about?: Choose one of the deals on the score sheet.",
        )
        assert "It went light.</textarea>" in page.content.decode()
        assert stage(competition) is Stage.SUBMITTED


def test_the_page_names_the_organiser_if_nobody_replies(phone):
    competition = stories.published(2, deals=2, confirmation="both")
    upper, lower = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=900, theirs=800)

    for table in (upper, lower):
        page = phone(table.pair).get(address("match", competition))
        assert "Without a reply, the organiser decides." in turn(page)


def test_the_match_page_explains_an_automatic_confirmation(upper, competition, sent):
    stories.let_reply_time_pass()

    assert re.search(
        r"Nobody replied by .*, so it is final\.$", part(upper.get(address("match", competition)), "notices")
    )


def test_the_match_page_says_that_a_report_was_final_at_once(phone):
    competition = stories.published(2, confirmation="final")
    upper, _ = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=900, theirs=800)

    assert part(phone(upper.pair).get(address("match", competition)), "notices").endswith(
        "It was final when it was reported."
    )


def test_the_page_of_a_tie_explains_the_next_rubber(phone):
    competition = stories.published(2, deals=2, tie_break="fresh")
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal(), stories.deal(declarer="E"))

    moment = part(phone(upper.pair).get(address("match", competition)), "moment")
    assert moment.startswith("Level: 60 each Two more deals. A new rubber begins. Nobody vulnerable.")
