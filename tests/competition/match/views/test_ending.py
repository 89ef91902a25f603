"""Tests for the messages about a result, a dispute and the end of a match."""

from urllib.parse import unquote

import pytest
from django.urls import reverse

from competition.draw.rules.result import Stage
from competition.entries.private_links import calendar_key, pair_code
from competition.match.actions import play
from tests import stories
from tests.competition.pair_reading import address, buttons, fault, notices, record, text, turn
from tests.competition.worlds import agree

pytestmark = pytest.mark.published(4, deals=2)


@pytest.fixture
def decided(competition):
    """Report the score sheet of a match that the upper pair won by 560 to 0."""
    stories.open_sheet(competition, "R1-M1")
    record(competition, stories.deal("3NT", 9), stories.deal("2H", 8, "S"))
    play.submit_sheet(stories.tables(competition, "R1-M1")[0])


def test_the_message_has_links_for_sms_whatsapp_and_email(upper, competition, pairs, decided):
    page = upper.get(address("match", competition)).content.decode()

    told = f"we have reported our result. {pairs[0]} won by 560 after 2 deals, 560 to 0. "
    told += "Please confirm it, or say what is wrong: http://testserver/play/"
    for player in pairs[1].present:
        assert f'href="sms:{player.phone.replace(" ", "")}?&amp;body=' in page
    assert 'href="https://wa.me/?text=' in page
    assert f'href="mailto:{",".join(player.email for player in pairs[1].present)}?' in page
    assert unquote(page).replace("&amp;", "&").count(told) == 4 + 2


def test_the_qr_code_leads_to_the_result_to_confirm(client, pairs, decided):
    door = client.get("/play/").url
    link = client.post(door, {"code": pair_code(pairs[1])}).url

    assert buttons(client.post(link, follow=True))[:2] == ["Confirm the result", "Dispute the result"]


def test_a_dispute_says_who_can_change_the_deal_it_names(upper, lower, competition, pairs, decided):
    play.dispute(stories.tables(competition, "R1-M1")[1], outcome=1, reason="Deal 2: it went one light")

    for phone in (upper, lower):
        page = text(phone.get(address("match", competition)))
        assert "If deal 2 is wrong, the organiser corrects it. You can change other deals if both pairs agree." in page


def test_the_winner_sees_the_result_and_the_next_match(upper, lower, competition, pairs, decided):
    agree(competition, "R1-M1")

    page = upper.get(address("match", competition))

    assert "You won by 560 points. Next: " in turn(page)
    assert "Open your next match" in turn(page)
    assert "The lead after each deal" in text(page)
    found = page.content.decode()
    for link in ("matches/R1-M1.svg", "matches/R1-M1/"):
        assert f'/{competition.slug}/{link}"' in found
    assert f'href="{reverse("link:calendar", args=[calendar_key(pairs[0])])}"' in found
    assert f'href="{address("match", competition, code="R2-M1")}">Open your next match' in found
    assert f'data-url="http://testserver/{competition.slug}/matches/R1-M1/"' in found

    loser = text(lower.get(address("match", competition)))
    assert f"You lost by 560 points. Against {pairs[0]}. Thank you for playing." in loser
    assert "The lead after each deal" in loser
    assert "Well played" not in loser


def test_the_losers_can_object_to_a_result_that_was_final_at_once(phone):
    competition = stories.published(4, deals=2, confirmation="final")
    seen, other = stories.open_sheet(competition, "R1-M1")
    stories.record(seen, stories.deal("3NT", 9), stories.deal("2H", 8, "S"))
    stories.correct_deal(stories.tables(competition, "R1-M1")[0], number=2, deal=stories.deal("2H", 9, "S"))
    play.submit_sheet(stories.tables(competition, "R1-M1")[0])
    winners, losers = phone(seen.pair), phone(other.pair)
    assert "Object to the result" not in buttons(winners.get(address("match", competition)))
    page = losers.get(address("match", competition))
    assert "1 deal changed after recording" in text(page)

    after = losers.post(address("object", competition), {"reason": "Deal 2 made 8 tricks."}, follow=True)

    assert notices(after) == ["You have objected to the result. The organiser has been asked to decide."]
    state = stories.now(competition).matches["R1-M1"]
    assert (state.stage, state.winner, state.last.answer_reason) == (Stage.DISPUTED, None, "Deal 2 made 8 tricks.")


def test_no_objection_is_possible_after_the_winners_start_their_next_match(phone):
    competition = stories.published(4, deals=2, confirmation="final")
    for code in ("R1-M1", "R1-M2"):
        seen, other = stories.open_sheet(competition, code)
        stories.record(seen, stories.deal("3NT", 9), stories.deal("2H", 8, "S"))
        play.submit_sheet(stories.tables(competition, code)[0])
    stories.open_sheet(competition, "R2-M1")

    page = phone(other.pair).post(address("object", competition, code="R1-M2"), {})

    assert fault(page) == "You can no longer object to this result here. Ask the organiser."
