"""Tests for entering the results of a whole round."""

import html
import re
from datetime import date

import pytest

from competition.audit.models import LogEntry
from competition.draw.models.result_entry import ResultEntry
from competition.draw.rules.result import ResultKind
from competition.match.actions import play
from tests import stories
from tests.competition.desk_reading import confirmed, desk, said, text
from tests.markup import markup

pytestmark = pytest.mark.published(8)
CODES = ["R1-M1", "R1-M2", "R1-M3", "R1-M4"]


def upper(competition, code: str) -> int:
    return stories.now(competition).matches[code].numbers[0]


def lower(competition, code: str) -> int:
    return stories.now(competition).matches[code].numbers[1]


def shown(page) -> dict[str, str]:
    """Return the fields in the rows, as on the page."""
    found = re.findall(r'<input name="([\w-]+)"[^>]*? value="([^"]*)"', markup(page))
    found += re.findall(r'<input type="hidden" name="(R[\w-]+)" value="([^"]*)"', markup(page))
    found += re.findall(r'<input type="radio" name="([\w-]+)" value="(\d+)" checked', markup(page))
    selects = re.findall(r'<select name="(R[\w-]+)">(.*?)</select>', markup(page), re.DOTALL)
    found += [(name, re.search(r'value="([\w ]+)"[^>]* selected', options)[1]) for name, options in selects]
    return {name: html.unescape(value) for name, value in found}


def row_error(page, code: str) -> str:
    found = re.search(rf'id="error-{code}">([^<]*)<', markup(page))
    return html.unescape(found[1]) if found else ""


def entered(competition, organiser) -> dict[str, str]:
    """Return the form data for a round with a result of each kind."""
    sent = shown(organiser.get(desk("results", competition))) | {"source": "paper"}
    sent |= {"R1-M1-winner": upper(competition, "R1-M1"), "R1-M1-winners": "4,520", "R1-M1-losers": "3310"}
    sent |= {"R1-M1-day": "12 Sep 2025", "R1-M2-winner": lower(competition, "R1-M2"), "R1-M2-how": "winner"}
    sent |= {"R1-M3-winner": upper(competition, "R1-M3"), "R1-M3-how": "walkover"}
    return sent | {"R1-M4-how": "double default"}


def test_all_results_of_a_round_are_saved_together(organiser, competition):
    page = organiser.post(desk("round-results", competition, 1), entered(competition, organiser), follow=True)

    assert said(page) == ["4 results are saved."]
    assert "Semi-finals: who won?" in text(page)
    first, second, third, fourth = (stories.now(competition).matches[code] for code in CODES)
    assert (first.result.totals, first.result.upper_won) == ((4520, 3310), True)
    assert first.last.played_on == date(2025, 9, 12)
    assert (second.result.kind, second.result.totals, second.result.upper_won) == (ResultKind.PLAYED, None, False)
    assert [third.result.kind, fourth.result.kind] == [ResultKind.WALKOVER, ResultKind.DOUBLE_DEFAULT]
    assert sorted(LogEntry.objects.filter(event="ruled").values_list("match", flat=True)) == CODES
    public = text(organiser.get(f"/{competition.slug}/matches/R1-M1/"))
    assert "Entered from paper by the organiser" in public
    assert "Played on Fri 12 Sep 2025" in public


def test_a_disputed_result_leads_to_its_dispute(organiser, competition):
    first, second = stories.tables(competition, "R1-M1")
    play.submit_totals(first, ours=900, theirs=500)
    play.dispute(second, outcome=1, reason="Deal 2 went light.")

    page = markup(organiser.get(desk("round-results", competition, 1)))

    assert f'href="{desk("decide-dispute", competition, "R1-M1")}"' in page
    assert ["R1-M1-winner" in page, "R1-M2-winner" in page] == [False, True]
    assert "<b>0</b> of 3 entered" in page


def test_adding_the_score_later_keeps_the_date_of_play(organiser, competition):
    sent = entered(competition, organiser) | {"R1-M2-day": "13 Sep 2025"}
    organiser.post(desk("round-results", competition, 1), sent)
    decided = organiser.get(desk("round-results", competition, 1))
    address = desk("type-in-totals", competition, "R1-M2")
    assert f'href="{address}">Add the score' in markup(decided)

    why = {"source": "letter", "counts": "at once", "save": "1", "reason": "The sheet was found.", "note": ""}
    confirmed(organiser, address, {"total_upper": "900", "total_lower": "1200", **why})

    last = stories.now(competition).matches["R1-M2"].last
    assert (last.totals, last.played_on) == ((900, 1200), date(2025, 9, 13))


def test_one_wrong_row_saves_nothing_and_all_rows_stay_in_the_form(organiser, competition):
    sent = entered(competition, organiser) | {"R1-M1-winners": "1760", "R1-M1-losers": "5310", "R1-M3-day": "soon"}

    page = organiser.post(desk("round-results", competition, 1), sent)

    assert (page.status_code, ResultEntry.objects.count()) == (422, 0)
    assert row_error(page, "R1-M1").startswith("The winners have fewer points than the losers.")
    assert row_error(page, "R1-M3") == "Enter the day as 12 Sep or 12/9/2026."
    assert not row_error(page, "R1-M2")
    assert {name: str(value) for name, value in sent.items() if name != "source"} == shown(page)


def test_an_empty_row_is_ignored_and_an_empty_page_is_refused(organiser, competition):
    sent = shown(organiser.get(desk("results", competition))) | {"source": "telephone"}
    address = desk("round-results", competition, 1)
    assert "Enter at least one result." in text(organiser.post(address, sent))

    sent |= {"R1-M1-winner": upper(competition, "R1-M1"), "R1-M1-how": "none"}
    sent |= {"R1-M2-winner": upper(competition, "R1-M2"), "R1-M2-winners": "26100", "R1-M2-losers": "900"}
    assert row_error(organiser.post(address, sent), "R1-M2").startswith("26,100 points in 30 deals is very unlikely.")
    organiser.post(address, sent | {"R1-M2-certain": "26100 900"})

    assert [row.meeting.match.code for row in ResultEntry.objects.all()] == ["R1-M2"]

    # A result in this round is saved already, but this form contains none.
    again = shown(organiser.get(address)) | {"source": "telephone"}
    assert "Enter at least one result." in text(organiser.post(address, again))


def test_the_limit_for_an_unlikely_total_depends_on_the_number_of_deals(organiser, competition):
    stories.change_deals(competition, 60, "R1-M1")
    sent = shown(organiser.get(desk("round-results", competition, 1))) | {"source": "paper"}
    for code in ("R1-M1", "R1-M2"):
        sent |= {f"{code}-winner": upper(competition, code), f"{code}-winners": "13000", f"{code}-losers": "12000"}

    refused = organiser.post(desk("round-results", competition, 1), sent)

    assert row_error(refused, "R1-M1") == ""
    assert row_error(refused, "R1-M2").startswith("13,000 points in 30 deals is very unlikely.")


def test_a_conflict_is_named_and_no_typed_result_is_lost(organiser, competition):
    sent = entered(competition, organiser)
    stories.settle(competition, "R1-M3", kind=ResultKind.PLAYED, totals=(900, 800))
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=4520, theirs=3310)
    address = desk("round-results", competition, 1)

    page = organiser.post(address, sent)
    assert (page.status_code, ResultEntry.objects.count()) == (409, 2)
    name = stories.now(competition).forms[upper(competition, "R1-M3")].short
    assert f"You typed: {name}, Walkover." in text(page)

    again = organiser.post(address, shown(page) | {"source": "paper"}, follow=True)
    assert said(again) == ["3 results are saved."]
    assert stories.now(competition).matches["R1-M3"].result.kind is ResultKind.PLAYED

    # Pressing the button on the first page again changes nothing.
    same = {name: value for name, value in sent.items() if not name.startswith("R1-M3")}
    assert said(organiser.post(address, same, follow=True)) == ["These results are saved already."]


def test_a_newer_report_is_shown_beside_its_row(organiser, competition):
    sent = entered(competition, organiser)
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=4520, theirs=3310)
    address = desk("round-results", competition, 1)

    page = organiser.post(address, sent)

    assert (page.status_code, ResultEntry.objects.count()) == (422, 1)
    assert row_error(page, "R1-M1").startswith("This match has changed since you opened the page. Ada North")
    assert organiser.post(address, shown(page) | {"source": "paper"}).status_code == 302


def test_pasted_results_fill_the_rows(organiser, competition):
    draw = stories.now(competition)
    names = {code: [draw.names[number] for number in draw.matches[code].numbers] for code in CODES}
    lines = [f"{names['R1-M1'][0]} 900 {names['R1-M1'][1]} 1,200", "Nemo & Nobody 900 Neither & None 800"]
    sent = shown(organiser.get(desk("results", competition))) | {"R1-M2-winners": "4000", "source": "paper"}

    page = organiser.post(desk("round-results", competition, 1), sent | {"text": "\n".join(lines), "paste": "1"})

    filled = shown(page)
    assert [filled[f"R1-M1-{name}"] for name in ("winner", "winners", "losers")] == [
        str(lower(competition, "R1-M1")),
        "1200",
        "900",
    ]
    assert filled["R1-M2-winners"] == "4000"
    assert "Line 2 : Nemo & Nobody 900 Neither & None 800 – No pair in this round is called" in text(page)
    assert not ResultEntry.objects.exists()


def test_a_contradictory_pasted_line_stays_in_the_box_with_its_heading(organiser, competition):
    draw = stories.now(competition)
    names = {code: [draw.names[number] for number in draw.matches[code].numbers] for code in CODES}
    lines = ["Losers;Winners;Score;Score", *(f"{';'.join(names[code])};900;1200" for code in CODES[:1])]
    lines += [f"{names['R1-M2'][0]};{names['R1-M2'][1]};1200;900"]
    sent = shown(organiser.get(desk("results", competition))) | {"source": "paper"}

    page = organiser.post(desk("round-results", competition, 1), sent | {"text": "\n".join(lines), "paste": "1"})

    filled = shown(page)
    assert filled["R1-M1-winner"] == str(lower(competition, "R1-M1"))
    assert filled["R1-M2-winners"] == ""
    assert f"Line 3 : {lines[2]} – The words and the totals on this line name different winners." in text(page)
    box = re.search(r"<textarea[^>]*>(.*?)</textarea>", markup(page), re.DOTALL)[1]
    assert html.unescape(box).split() == f"{lines[0]} {lines[2]}".split()
