"""The deal recorded last taken back in one press, and its keys pressed again."""

import html
import re

import pytest

from competition.match.actions import play
from tests import stories
from tests.competition.pair_reading import fault, on_the_sheet, pressed, record
from tests.competition.pair_reading import play as address

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    competition = stories.published(2, deals=4)
    stories.open_sheet(competition, "R1-M1")
    return competition


def sends(page) -> dict[str, str]:
    """What Undo sends from this page."""
    found = re.search(r'name="deal" value="([^"]*)"', page.content.decode())
    return {"deal": html.unescape(found[1])} if found else {}


def undo(upper, competition, **sent):
    sent = sent or sends(upper.get(address("match", competition)))
    return upper.post(address("undo", competition), sent, follow=True)


def test_the_last_deal_goes_and_its_keys_are_pressed_again(upper, competition):
    deal = stories.deal("3NTX", 8, "E")
    record(competition, stories.deal(), deal)

    page = undo(upper, competition)

    assert on_the_sheet() == [stories.deal()]
    keys = {"declarer": "E", "level": "3", "denomination": "NT", "doubling": "2", "result": "-1", "honours": ""}
    assert {name: value for name, value in pressed(page).items() if name in keys} == keys
    assert "Deal 2 is taken back. Record it again, as it was or put right." in page.content.decode()


def test_what_was_noted_of_it_is_filled_in_again(upper, competition):
    table = stories.tables(competition, "R1-M1")[0]
    play.record_deal(table, number=1, deal=stories.deal(), misdeals=1, note="Dealt 14 cards.")

    page = undo(upper, competition)

    assert (pressed(page)["misdeals"], pressed(page)["note"]) == ("1", "Dealt 14 cards.")


def test_a_passed_in_deal_is_taken_back_too(upper, competition):
    record(competition, stories.deal("3NT", 9).passed_in())

    assert ("declarer" in pressed(undo(upper, competition)), on_the_sheet()) == (False, [])


def test_the_other_phones_deal_is_not_undone_unseen(upper, competition):
    record(competition, stories.deal())
    seen = sends(upper.get(address("match", competition)))
    record(competition, stories.deal("4S", 10))

    page = undo(upper, competition, **seen)

    assert fault(page) == "Deal 1 is not the last on the sheet any more, or reads otherwise: nothing was undone."
    assert len(on_the_sheet()) == 2


def test_a_deal_that_reads_otherwise_by_now_stays(upper, competition):
    record(competition, stories.deal())
    seen = sends(upper.get(address("match", competition)))
    stories.amend(stories.tables(competition, "R1-M1")[1], number=1, deal=stories.deal("2H", 9))

    undo(upper, competition, **seen)

    assert on_the_sheet() == [stories.deal("2H", 9)]


@pytest.mark.parametrize("sent", ["", "number=1", "number=x&level=9", "%00", "number=1&passed_in=on"])
def test_what_names_no_deal_is_answered_with_a_sentence(upper, competition, sent):
    record(competition, stories.deal())

    page = undo(upper, competition, deal=sent)

    assert (page.status_code, bool(fault(page)), len(on_the_sheet())) == (422, True, 1)


def test_nothing_is_undone_once_the_result_was_sent_in(upper, competition):
    record(competition, *[stories.deal()] * 4)
    seen = sends(upper.get(address("match", competition)))
    play.submit_sheet(stories.tables(competition, "R1-M1")[0])

    assert sends(upper.get(address("match", competition))) == {}
    assert undo(upper, competition, **seen).status_code == 422
    assert len(on_the_sheet()) == 4


def test_whoever_merely_opens_its_address_is_led_to_the_match(upper, competition):
    assert upper.get(address("undo", competition)).url == address("match", competition)
