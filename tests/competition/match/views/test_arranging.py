import pytest
from django.urls import reverse
from django.utils import timezone

from competition.knockout.models.meeting import Meeting
from competition.match.actions import play as actions
from scoring.models import SummarySheet
from tests import stories
from tests.competition.pair_reading import fault, text
from tests.competition.pair_reading import play as address

pytestmark = [pytest.mark.django_db, pytest.mark.database]
AGREED = {"day": "2030-05-25", "hour": "19:30", "venue": "at Ada’s, 12 Lake Road"}


@pytest.fixture
def competition():
    return stories.published(2)


@pytest.fixture
def phones(competition, phone):
    return [phone(table.pair) for table in stories.tables(competition, "R1-M1")]


def test_both_pairs_see_what_one_of_them_kept(competition, phones):
    upper, lower = phones

    upper.post(address("arrange", competition), AGREED)

    for seen in (upper, lower):
        assert "You play Sat 25 May 2030, 19:30, at Ada’s, 12 Lake Road" in text(
            seen.get(address("match", competition))
        )


def test_the_moment_is_that_of_the_place_where_people_play(competition, phones):
    phones[0].post(address("arrange", competition), AGREED)

    at = timezone.localtime(Meeting.objects.get().plays_at)
    assert f"{at:%Y-%m-%d %H:%M}" == "2030-05-25 19:30"


def test_an_appointment_can_be_taken_back(competition, phones):
    phones[0].post(address("arrange", competition), AGREED)

    phones[1].post(address("arrange", competition), {"off": "1"})

    meeting = Meeting.objects.get()
    assert (meeting.plays_at, meeting.venue) == (None, "")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"day": ""}, "Say on which day you play."),
        ({"day": "31/31/2030"}, "Give the day as 30/05/2026."),
        ({"hour": "half seven"}, "Give the time as 19:30."),
    ],
)
def test_what_is_not_a_day_or_an_hour_is_said_and_nothing_is_kept(competition, phones, typed, said):
    response = phones[0].post(address("arrange", competition), AGREED | typed)

    assert (response.status_code, Meeting.objects.count()) == (422, 0)
    assert said in fault(response)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"day": "2026-01-05"}, "Mon 5 Jan 2026, 19:30 is over already."),
        ({"hour": "03:00"}, "03:00 is in the night."),
        ({"day": "2030-06-02"}, "The match is to be played by Fri 31 May 2030."),
    ],
)
def test_an_odd_moment_is_pointed_out_and_kept_if_they_are_sure(competition, phones, typed, said):
    response = phones[0].post(address("arrange", competition), AGREED | typed)
    assert (response.status_code, Meeting.objects.count()) == (422, 0)
    assert fault(response) == said

    phones[0].post(address("arrange", competition), AGREED | typed | {"sure": "on"})

    assert Meeting.objects.get().plays_at is not None


def test_once_a_day_is_set_the_page_names_it_and_does_not_ask_for_one(competition, phones):
    phones[0].post(address("arrange", competition), AGREED)

    page = text(phones[1].get(address("match", competition)))

    assert "You play on Sat 25 May 2030, 19:30, at Ada’s, 12 Lake Road." in page
    assert "Agree with your opponents" not in page


def test_a_match_in_play_is_not_called_not_arranged(competition, phones):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())

    assert "not arranged yet" not in text(phones[0].get(address("match", competition)))


def test_a_match_that_was_reported_is_not_arranged_any_more(competition, phones):
    actions.submit_totals(stories.tables(competition, "R1-M1")[0], ours=500, theirs=400)

    response = phones[0].post(address("arrange", competition), AGREED)

    assert (response.status_code, Meeting.objects.get().plays_at) == (422, None)


def test_the_place_is_nobody_elses_business(competition, phones, client):
    phones[0].post(address("arrange", competition), AGREED)

    for page in ("draw", "matches", "feed", "calendar", "draw-json"):
        assert "Lake Road" not in client.get(reverse(f"public:{page}", args=[competition.slug])).content.decode()
    pair = reverse("public:pair-calendar", args=[competition.slug, 1])
    assert "Lake Road" not in client.get(pair).content.decode()


def test_the_organiser_sees_when_and_where(competition, phones, client):
    phones[0].post(address("arrange", competition), AGREED)
    client.force_login(competition.organisers.get())

    page = client.get(reverse("desk:match", args=[competition.slug, "R1-M1"])).content.decode()

    assert "The pairs play Sat 25 May 2030, 19:30, at Ada’s, 12 Lake Road." in page


def test_seats_taken_wrongly_are_taken_again_while_no_deal_is_written(competition, phones):
    stories.open_sheet(competition, "R1-M1")

    response = phones[0].post(address("start-over", competition))

    assert response.url == address("open", competition)
    assert (Meeting.objects.get().sheet, SummarySheet.objects.count()) == (None, 0)


def test_a_sheet_with_a_deal_is_not_put_away(competition, phones):
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal())

    response = phones[0].post(address("start-over", competition))

    assert (response.status_code, SummarySheet.objects.get().recorded) == (422, 1)
    assert "There are deals on the sheet" in fault(response)
