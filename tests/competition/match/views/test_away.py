import re
from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

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


def test_a_date_when_the_opponents_are_away_needs_confirmation(competition, phones):
    phones[1].post(address("away", competition), JUNE)
    sent = {"day1": "2030-05-22", "hour1": "19:30"}

    response = phones[0].post(address("arrange", competition), sent)
    assert fault(response) == "The other pair is away on Wed 22 May 2030."

    phones[0].post(address("arrange", competition), sent | {"sure": "on"})
    page = phones[1].get(address("arrange", competition))
    assert "you said you are away Accept" in text(page)
    assert re.search(r'class="date[^"]*" data-away', markup(page))


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


def test_an_accepted_pair_keeps_the_days_away_of_its_entry(entering):
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
