"""Tests for typing in a sheet that has only points."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Meeting
from competition.match.actions import play
from competition.match.models import PointsLine
from tests import stories
from tests.competition.pair_reading import HTMX, address, buttons, fault, notices, part, pressed, text

EXAMPLE = [("90", ""), ("", "100"), ("", "820"), ("0", "")]


def lines(*typed: tuple[str, str], **more) -> dict:
    cells = {f"we-{number}": we for number, (we, _) in enumerate(typed, 1)}
    return cells | {f"they-{number}": they for number, (_, they) in enumerate(typed, 1)} | more


def kept() -> list[tuple]:
    return list(PointsLine.objects.values_list("number", "upper", "lower"))


def test_the_page_has_a_line_for_every_deal_and_the_credits(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")

    page = phone(upper.pair).get(address("points", competition)).content.decode()

    assert [f'name="we-{key}"' in page for key in (1, 4, 5, "credits")] == [True, True, False, True]
    assert not Meeting.objects.exists()


def test_checking_shows_the_sums_and_stores_nothing(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")

    page = phone(upper.pair).post(address("points", competition), lines(*EXAMPLE, check="1"), headers=HTMX)

    assert page.status_code == 200
    assert part(page, "said-3") == "Total: We 90, They 920"
    assert part(page, "paper-sum") == "4 deals: We 90, They 920."
    assert kept() == []


def test_points_are_stored_for_each_pair(phone, competition):
    _, lower = stories.tables(competition, "R1-M1")
    at_home = phone(lower.pair)

    page = at_home.post(address("points", competition), lines(*EXAMPLE, save="1"), follow=True)

    assert notices(page) == ["The points of 4 deals are saved."]
    assert kept() == [(1, 0, 90), (2, 100, 0), (3, 820, 0), (4, 0, 0)]
    assert (pressed(page)["we-1"], pressed(page)["they-3"]) == ("90", "820")


@pytest.mark.database
def test_new_points_replace_the_earlier_ones(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")
    at_home = phone(upper.pair)
    at_home.post(address("points", competition), lines(*EXAMPLE, save="1"))

    at_home.post(address("points", competition), lines(("60", ""), save="1", **{"we-credits": "100"}))

    assert kept() == [(1, 60, 0), (None, 100, 0)]


def test_an_impossible_line_shows_its_error(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")

    page = phone(upper.pair).post(address("points", competition), lines(("90", ""), ("85", ""), save="1"))

    assert page.status_code == 422
    assert part(page, "said-2").endswith("No deal scores 85. Points must end in 0.")
    assert fault(page) == "Nothing was saved. Correct deal 2."
    assert (pressed(page)["we-2"], kept()) == ("85", [])


def test_impossible_credits_show_an_error(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")

    page = phone(upper.pair).post(address("points", competition), lines(("60", ""), save="1"))

    assert fault(page) == "Nothing was saved. Correct the credits."
    assert part(page, "said-credits") == "According to these points, the unfinished rubber scores We 100."


def test_no_lines_and_too_many_lines_are_refused(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")
    at_home = phone(upper.pair)

    assert (
        fault(at_home.post(address("points", competition), {"save": "1"}))
        == "Nothing was saved. Type in the points of a deal first."
    )
    answer = at_home.post(address("points", competition), {"we-100": "90", "save": "1"})
    assert fault(answer).startswith("A score sheet has at most 99 lines. You sent 1 more.")


def test_points_are_reported_and_shown_with_the_result(phone, competition, client):
    upper, lower = stories.tables(competition, "R1-M1")
    at_home = phone(upper.pair)
    at_home.post(address("points", competition), lines(*EXAMPLE, save="1"))

    assert "Report the result" in buttons(at_home.get(address("points", competition)))
    page = at_home.post(address("send-points", competition), follow=True)

    assert notices(page)[-1] == "The result has been reported."
    sent = ResultEntry.objects.get()
    assert (sent.total_upper, sent.total_lower, sent.from_sheet) == (90, 920, False)
    for reader in (page, phone(lower.pair).get(address("match", competition))):
        assert "Points only, because the paper score sheet has no contracts" in text(reader)
    public = text(client.get(reverse("public:match", args=[competition.slug, "R1-M1"])))
    assert "Points only, because the paper score sheet has no contracts" in public
    assert "Totals only" not in public


def test_points_are_hidden_if_the_totals_differ(phone, competition, client):
    upper, _ = stories.tables(competition, "R1-M1")
    phone(upper.pair).post(address("points", competition), lines(*EXAMPLE, save="1"))
    play.submit_totals(stories.table(upper.pair, "R1-M1"), ours=500, theirs=400)

    public = text(client.get(reverse("public:match", args=[competition.slug, "R1-M1"])))

    assert "The pairs reported only their totals" in public
    assert "Points only" not in public


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ([], "There are no points to report. Type them in first."),
        (EXAMPLE[:3], "Some deals are missing. Deals still to type in: 1."),
        ([("0", "")] * 4, "The totals are level. Play two more deals, and repeat until they differ."),
    ],
)
def test_points_without_a_result_cannot_be_reported(phone, competition, typed, sentence):
    upper, _ = stories.tables(competition, "R1-M1")
    at_home = phone(upper.pair)
    at_home.post(address("points", competition), lines(*typed, save="1"))

    assert "Report the result" not in buttons(at_home.get(address("points", competition)))
    page = at_home.post(address("send-points", competition))

    assert (page.status_code, fault(page)) == (422, sentence)
    assert not ResultEntry.objects.exists()


def test_a_match_with_recorded_deals_refuses_points(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())
    at_home = phone(upper.pair)

    for name in ("points", "send-points"):
        at_home.post(address(name, competition), lines(*EXAMPLE, save="1"))

    assert at_home.get(address("points", competition)).url == address("match", competition)
    assert (kept(), ResultEntry.objects.count()) == ([], 0)


@pytest.mark.database
def test_the_database_rejects_impossible_points(competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    meeting = upper.state.meeting or Meeting.objects.get()
    PointsLine.objects.create(meeting=meeting, number=None, upper=100, lower=0)

    for number, first in ((None, 100), (1, 85), (0, 100)):
        with pytest.raises(IntegrityError), transaction.atomic():
            PointsLine.objects.create(meeting=meeting, number=number, upper=first, lower=0)


def test_more_lines_take_no_more_queries(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")
    at_home, counts = phone(upper.pair), []

    for typed in (EXAMPLE[:2], EXAMPLE):
        at_home.post(address("points", competition), lines(*typed, save="1"))
        with CaptureQueriesContext(connection) as queries:
            at_home.get(address("points", competition))
        counts.append(len(queries))

    few, many = counts
    assert many <= few
