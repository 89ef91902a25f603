"""Tests for undoing the last recorded deal."""

import html
import re

import pytest

from competition.match.actions import play
from tests import stories
from tests.competition.pair_reading import address, fault, on_the_sheet, pressed, record


@pytest.fixture
def competition():
    competition = stories.published(2, deals=4)
    stories.open_sheet(competition, "R1-M1")
    return competition


def sends(page) -> dict[str, str]:
    """Return the form data for the Undo button on this page."""
    found = re.search(r'name="deal" value="([^"]*)"', page.content.decode())
    return {"deal": html.unescape(found[1])} if found else {}


def undo(upper, competition, **sent):
    sent = sent or sends(upper.get(address("match", competition)))
    return upper.post(address("undo", competition), sent, follow=True)


def test_undo_fills_in_the_form_with_the_removed_deal(upper, competition):
    record(competition, stories.deal())
    table = stories.tables(competition, "R1-M1")[0]
    deal = stories.deal("3NTX", 8, "E")
    play.record_deal(table, number=2, deal=deal, misdeals=1, note="Dealt 14 cards.")

    page = undo(upper, competition)

    assert on_the_sheet() == [stories.deal()]
    keys = {"declarer": "E", "level": "3", "denomination": "NT", "doubling": "2", "result": "-1", "honours": ""}
    assert {name: value for name, value in pressed(page).items() if name in keys} == keys
    assert (pressed(page)["misdeals"], pressed(page)["note"]) == ("1", "Dealt 14 cards.")
    assert "Deal 2 is undone. Correct it, then record it again." in page.content.decode()


def test_undo_does_not_remove_a_newer_deal(upper, competition):
    record(competition, stories.deal())
    seen = sends(upper.get(address("match", competition)))
    record(competition, stories.deal("4S", 10))

    page = undo(upper, competition, **seen)

    assert (
        fault(page) == "Deal 1 has changed or is no longer the last deal, so nothing was undone. Check the score sheet."
    )
    assert len(on_the_sheet()) == 2


def test_undo_without_a_valid_deal_is_refused(upper, competition):
    record(competition, stories.deal())

    for sent in ("", "number=x&level=9", "number=1&passed_in=on"):
        page = undo(upper, competition, deal=sent)

        assert (page.status_code, bool(fault(page)), len(on_the_sheet())) == (422, True, 1)


def test_undo_after_a_report_is_refused(upper, competition):
    record(competition, *[stories.deal()] * 4)
    seen = sends(upper.get(address("match", competition)))
    play.submit_sheet(stories.tables(competition, "R1-M1")[0])

    assert sends(upper.get(address("match", competition))) == {}
    assert undo(upper, competition, **seen).status_code == 422
    assert len(on_the_sheet()) == 4
