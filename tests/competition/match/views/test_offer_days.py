"""Tests for the deadlines in the conditions for offers, replies and reports."""

from datetime import UTC, date, datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.draw.rules.result import ResultKind
from competition.match.actions import arranging
from competition.match.models import Offer
from tests import stories
from tests.competition.desk_reading import desk, short
from tests.competition.pair_reading import address, notices, text

DAYS = {"first_offer_days": 7, "offer_dates": 3, "answer_days": 5, "send_days": 2}


@pytest.fixture
def strike(monkeypatch):
    """Return a function that sets the clock to noon on a day in 2030."""
    return lambda month, day: monkeypatch.setattr(timezone, "now", lambda: datetime(2030, month, day, tzinfo=UTC))


@pytest.fixture
def competition(strike):
    strike(5, 1)
    return stories.published(4, **DAYS)


def evening(month, day):
    return datetime(2030, month, day, 7, 30, tzinfo=UTC)


def both(competition, phone, page="match", code="R1-M1"):
    """Return the texts of this page for the upper and the lower pair."""
    tables = stories.tables(competition, code)
    url = reverse(f"play:{page}", args=[competition.slug, code])
    return [text(phone(table.pair).get(url)) for table in tables]


@pytest.mark.parametrize("page", ["match", "arrange"])
def test_both_pairs_see_the_deadline_for_the_first_offer(competition, phone, page):
    own, theirs = both(competition, phone, page)

    assert " Offer at least 3 dates by Wed 8 May 2030." in own
    assert " They offer at least 3 dates by Wed 8 May 2030." in theirs


def test_deadlines_in_a_later_round_count_from_the_day_when_both_opponents_are_known(competition, phone, strike):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4000, 3000))
    strike(5, 20)
    stories.settle(competition, "R1-M2", kind=ResultKind.PLAYED, totals=(4000, 3000))

    own, _ = both(competition, phone, code="R2-M1")

    assert "Offer at least 3 dates by Mon 27 May 2030." in own


def test_both_pairs_see_the_deadline_for_a_reply(competition, phone):
    stories.offer(competition, dates=[evening(5, 20)])

    own, theirs = both(competition, phone)

    assert " They answer by Mon 6 May 2030." in own
    assert " Answer by Mon 6 May 2030." in theirs


def test_both_pairs_see_the_deadline_for_a_report_after_the_agreed_date(competition, phone, strike):
    stories.agree(competition, at=evening(5, 20))
    assert "Report the result by" not in both(competition, phone)[0]

    strike(5, 21)

    assert all("Report the result by Wed 22 May 2030." in page for page in both(competition, phone))


def test_no_page_shows_a_deadline_that_the_conditions_do_not_set(strike, phone):
    strike(5, 1)
    own, _ = both(stories.published(4), phone)

    assert "Offer dates by" not in own


def test_an_offer_with_too_few_dates_is_saved_with_a_remark(competition, phone):
    own = phone(stories.place(competition).pair)

    page = own.post(address("arrange", competition), {"days": ["2030-05-20"], "hour": "19:30"}, follow=True)

    assert notices(page) == [
        "Saved. The other pair can see it now. According to the conditions, an offer has 3 dates. "
        "Add 2 more if you can."
    ]
    more = {"offered": Offer.objects.get().pk, "days": ["2030-05-21", "2030-05-22"], "hour": "19:30"}
    page = own.post(address("arrange", competition), more, follow=True)
    assert notices(page) == ["Saved. The other pair can see it now."]


def test_the_overdue_page_lists_missed_deadlines_of_both_pairs(competition, at_desk, strike):
    strike(5, 12)
    stories.offer(competition, dates=[evening(5, 20)])
    strike(6, 8)
    upper, lower = (short(pair) for pair in stories.now(competition).matches["R1-M1"].pairs)

    page = text(at_desk(competition).get(desk("overdue", competition, "R1-M1")))

    assert f"{upper}: offered 1 of 3 dates, nothing in the first 7 days." in page
    assert f"{lower}: the offer was not answered within 5 days." in page


def test_no_pair_is_blamed_for_not_answering_an_offer_closed_by_a_set_day(competition, at_desk, strike):
    stories.offer(competition, dates=[evening(5, day) for day in (20, 21, 22)])
    strike(5, 3)
    stories.fix_day(competition, day=date(2030, 6, 20))
    strike(6, 8)

    page = text(at_desk(competition).get(desk("overdue", competition, "R1-M1")))

    assert "Not as the conditions say" not in page


def test_the_overdue_page_lists_a_missing_report(competition, at_desk, strike):
    offered = stories.offer(competition, dates=[evening(5, day) for day in (20, 21, 22)])
    arranging.accept_date(stories.place(competition, which=1), offered=offered.pk, at=evening(5, 20))
    strike(6, 8)

    page = text(at_desk(competition).get(desk("overdue", competition, "R1-M1")))

    assert "No result was reported within 2 days of the day of play." in page
    assert "Not as the conditions say No result" in page


def test_the_home_pair_is_asked_for_the_venue_and_the_other_pair_is_told(phone):
    competition = stories.published(2, home="lot", first_offer="away")
    state = stories.now(competition).matches["R1-M1"]
    guest = next(pair for pair in state.pairs if pair != state.home)

    host_page, guest_page = (text(phone(pair).get(address("arrange", competition))) for pair in (state.home, guest))

    assert "Enter a venue only if you want to play elsewhere." in guest_page
    assert "Enter a venue only if" not in host_page
