"""Tests that a pair that reports second sees the first report and can reply to it."""

import pytest

from competition.match.actions import play
from tests import stories
from tests.competition.pair_reading import address, buttons, fault, pressed, text

pytestmark = pytest.mark.published(4)


@pytest.fixture
def tables(competition):
    return stories.tables(competition, "R1-M1")


@pytest.mark.parametrize(
    ("query", "sent", "typed"),
    [
        ("", {"ours": "1980", "theirs": "2600"}, "You typed: we 1980, they 2600."),
        ("?known=margin", {"winner": "they", "margin": "620"}, "You typed: they won by 620."),
        ("?known=winner", {"winner": "we"}, "You typed: we won."),
    ],
)
def test_the_second_report_shows_the_first_report_and_the_typed_values(phone, competition, tables, query, sent, typed):
    upper, lower = tables
    play.submit_totals(upper, ours=2610, theirs=1980)

    page = phone(lower.pair).post(address("totals", competition) + query, sent)

    told = f"Nothing was saved. {upper.pair} have reported the result. Check it, then confirm or dispute it. {typed}"
    assert (page.status_code, fault(page)) == (422, told)
    assert "Is it right that you lost by 630?" in text(page)
    assert {"Confirm the result", "Dispute the result"} <= {*buttons(page)}


def test_a_pair_that_reports_twice_is_reminded_of_its_own_report(phone, competition, tables):
    upper, _ = tables
    play.submit_totals(upper, ours=2610, theirs=1980)

    page = phone(upper.pair).post(address("totals", competition), {"ours": "2600", "theirs": "1980"})

    assert fault(page).startswith("Nothing was saved. You have reported the result already. Withdraw it to change it")


def test_result_forms_redirect_to_the_match_after_a_report(phone, competition, tables):
    upper, lower = tables
    play.submit_totals(upper, ours=2610, theirs=1980)

    for name in ("totals", "paper", "points"):
        assert phone(lower.pair).get(address(name, competition)).url == address("match", competition)


@pytest.mark.parametrize(("form", "field", "typed"), [("points", "we-1", "120"), ("paper", "deal-1", "4s n =")])
def test_values_typed_from_paper_are_shown_again_after_a_report(phone, competition, tables, form, field, typed):
    upper, lower = tables
    play.submit_totals(upper, ours=2610, theirs=1980)

    page = phone(lower.pair).post(address(form, competition), {field: typed, "save": "1"})

    assert (page.status_code, "have reported the result." in fault(page)) == (422, True)
    assert pressed(page)[field] == typed
