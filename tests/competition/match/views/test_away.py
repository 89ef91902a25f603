import re
from datetime import UTC, date, datetime

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from competition.entries.actions import applications
from competition.entries.models import Away
from tests import stories
from tests.competition.pair_reading import address, fault, text
from tests.markup import markup

pytestmark = pytest.mark.published(2)
JUNE = {"from1": "2030-05-20", "to1": "2030-05-24", "from2": "2030-05-28"}


@pytest.fixture
def phones(competition, phone):
    return [phone(table.pair) for table in stories.tables(competition, "R1-M1")]


def spans():
    return list(Away.objects.values_list("first", "last"))


def test_opponents_see_when_a_pair_is_away(competition, phones):
    phones[0].post(address("away", competition), JUNE)

    told = "Mon 20 May 2030 to Fri 24 May 2030; Tue 28 May 2030"
    assert f"You: {told}" in text(phones[0].get(address("arrange", competition)))
    assert f": {told}" in text(phones[1].get(address("arrange", competition)))
    assert 'value="2030-05-24"' in markup(phones[0].get(address("away", competition)))
    phones[0].post(address("away", competition), {"from1": "2030-05-21"})
    assert spans() == [(date(2030, 5, 21), date(2030, 5, 21))]


def test_impossible_days_away_are_refused(competition, phones):
    for typed, said in (
        ({"to1": "2030-05-19"}, "The last day comes before the first."),
        ({"to3": "2030-05-19"}, "Give the first day."),
        ({"from1": "soon"}, "Give the day as 30/05/2026."),
    ):
        response = phones[0].post(address("away", competition), JUNE | typed)

        assert (response.status_code, spans()) == (422, [])
        assert said in fault(response)


def test_the_calendar_marks_the_days_when_a_pair_is_away(competition, phones, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: datetime(2030, 5, 18, tzinfo=UTC))
    phones[0].post(address("away", competition), {"from1": "2030-05-21", "to1": "2030-05-22"})
    phones[1].post(address("away", competition), {"from1": "2030-05-22", "to1": "2030-05-23"})

    named = re.findall(r'name="days"[^>]* aria-label="([^"]*)"', markup(phones[0].get(address("arrange", competition))))

    assert (named[0], named[-1], len(named)) == ("Saturday 18 May", "Friday 31 May", 14)
    assert named[3:6] == [
        "Tuesday 21 May, you are away",
        "Wednesday 22 May, both pairs are away",
        "Thursday 23 May, they are away",
    ]


def test_the_calendar_of_an_overdue_match_shows_four_weeks(competition, phones, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: datetime(2030, 6, 3, tzinfo=UTC))

    page = markup(phones[0].get(address("arrange", competition)))

    assert page.count('name="days"') == 28


def test_a_pair_sees_that_a_date_it_accepts_is_on_a_day_away(competition, phones):
    phones[1].post(address("away", competition), JUNE)
    phones[0].post(address("arrange", competition), {"days": ["2030-05-22"], "hour": "19:30"})

    page = phones[1].get(address("arrange", competition))
    assert "you said you are away Accept" in text(page)
    assert re.search(r'class="date[^"]*" data-away', markup(page))


def test_a_date_outside_the_calendar_needs_confirmation_if_the_opponents_are_away(competition, phones):
    phones[1].post(address("away", competition), JUNE)

    response = phones[0].post(address("arrange", competition), {"another": "2030-05-22", "hour": "19:30"})

    assert fault(response) == "The other pair is away on Wed 22 May 2030. Press again to offer it."


@pytest.mark.database
def test_the_database_rejects_days_away_that_end_too_early(competition, phones):
    phones[0].post(address("away", competition), JUNE)

    with pytest.raises(IntegrityError), transaction.atomic():
        Away.objects.update(last=date(2030, 1, 1))


ENTRY = {"player1": "Ada Lark", "phone1": "07 555 0101", "player2": "Ben Wren"} | JUNE


@pytest.fixture
def entering(client):
    competition = stories.taking_entries(2)
    client.post(f"/{competition.slug}/enter/", ENTRY)
    return competition


def test_an_accepted_pair_keeps_the_days_away_from_its_entry(entering):
    application = stories.applications(entering).get()
    assert [*application.away.values_list("first", flat=True)] == [date(2030, 5, 20), date(2030, 5, 28)]

    pair = applications.accept(application, by=stories.organiser_of(entering))

    assert [*pair.away.values_list("first", "last")] == [
        (date(2030, 5, 20), date(2030, 5, 24)),
        (date(2030, 5, 28), date(2030, 5, 28)),
    ]


def test_a_declined_entry_loses_its_days_away(entering):
    applications.decline(stories.applications(entering).get(), reason="full", by=stories.organiser_of(entering))

    assert Away.objects.count() == 0


def test_the_organiser_enters_days_away_for_a_pair(competition, at_desk):
    pair, client = stories.place(competition).pair, at_desk(competition)

    client.post(reverse("desk:pair-away", args=[competition.slug, pair.number]), JUNE)

    assert [*pair.away.values_list("first", flat=True)] == [date(2030, 5, 20), date(2030, 5, 28)]
    entry = competition.log.first()
    assert (entry.event, entry.organiser, entry.pair) == ("away", competition.organisers.get(), None)
