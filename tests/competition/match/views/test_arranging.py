import re
from datetime import UTC, date, datetime

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from competition.draw.models.rounds import Meeting
from competition.entries.models import Away
from competition.match.actions import play
from competition.match.models import Offer, OfferedDate
from tests import stories
from tests.competition.desk_reading import filled
from tests.competition.pair_reading import address, buttons, fault, notices, text
from tests.markup import markup

pytestmark = pytest.mark.published(2)
OFFERED = {"days": ["2030-05-25", "2030-05-28"], "hour": "19:30", "venue": "at Ada’s, 12 Lake Road"}


@pytest.fixture
def phones(competition, phone):
    return [phone(table.pair) for table in stories.tables(competition, "R1-M1")]


def offer(competition, phone, **more):
    return phone.post(address("arrange", competition), OFFERED | more, follow=True)


def take(competition, phone, which=0):
    last = Offer.objects.last()
    keys = {"offered": last.pk, "at": last.dates.all()[which].plays_at.isoformat()}
    return phone.post(address("take-date", competition), keys, follow=True)


def agree(competition, phones):
    offer(competition, phones[0])
    return take(competition, phones[1])


def of_draw():
    return Meeting.objects.get()


def test_offered_dates_are_buttons_for_the_other_pair(competition, phones):
    own = offer(competition, phones[0])
    theirs = phones[1].get(address("arrange", competition))

    assert of_draw().plays_at is None
    assert "You offer these dates, at Ada’s, 12 Lake Road . They have not replied yet." in text(own)
    assert "They offer 2 dates, at Ada’s, 12 Lake Road . Choose the one that suits you." in text(theirs)
    assert (" Accept " in text(own), text(theirs).count(" Accept ")) == (False, 2)
    assert "Sat 25 May 19:30" in text(theirs)
    assert "Tue 28 May 19:30" in text(theirs)
    own, theirs = (text(phone.get(address("match", competition))) for phone in phones)
    assert "have your two dates. No reply since " in own
    assert " offer two dates." in theirs
    assert theirs.count(" Accept ") == 2


def test_a_date_on_a_day_away_needs_confirmation(competition, phones):
    day = date(2030, 5, 25)
    Away.objects.create(pair=stories.tables(competition, "R1-M1")[1].pair, first=day, last=day)
    offer(competition, phones[0])

    for page in ("arrange", "match"):
        theirs = phones[1].get(address(page, competition))
        assert buttons(theirs).count("Accept all the same") == 1
        assert "You said that you are away on this day." in text(theirs)


@pytest.mark.database
def test_both_pairs_and_the_organiser_see_an_accepted_date(competition, phones, organiser):
    page = agree(competition, phones)

    assert notices(page) == ["The date is agreed, and it is in the calendars of both pairs."]
    assert "Agreed: Saturday 25 May, 19:30 at Ada’s, 12 Lake Road" in text(page)
    for phone in phones:
        match = text(phone.get(address("match", competition)))
        assert "on Sat 25 May 2030, 19:30." in match
        assert "At Ada’s, 12 Lake Road, " in match
        assert "Agree a date with" not in match
    assert buttons(page)[:2] == ["Add to my calendar", "Cancel this date"]
    desk = text(organiser.get(reverse("desk:match", args=[competition.slug, "R1-M1"])))
    assert "The pairs play Sat 25 May 2030, 19:30, at Ada’s, 12 Lake Road." in desk
    assert "Agreed: Saturday 25 May" in text(take(competition, phones[1]))
    assert competition.log.filter(event="agreed").count() == 1


@pytest.mark.database
def test_the_database_rejects_a_date_agreed_by_one_pair(competition, phones):
    offer(competition, phones[0])
    now, upper = timezone.now(), of_draw().upper

    for sides in ({}, {"offered_by": upper}, {"offered_by": upper, "taken_by": upper}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Meeting.objects.update(plays_at=now, **sides)
    with pytest.raises(IntegrityError), transaction.atomic():
        Offer.objects.update(answer="taken", takes=now, answered_at=now, answered_by=upper)


def test_the_other_pair_sees_which_dates_are_new(competition, phones):
    offer(competition, phones[0])
    own = phones[0].get(address("arrange", competition))
    assert "Add these days" in buttons(own)

    added = {"offered": Offer.objects.get().pk, "days": ["2030-05-29"], "hour": "other", "clock": "19:00"}
    own = text(phones[0].post(address("arrange", competition), added, follow=True))

    assert "You also offered Wed 29 May, 19:00." in own
    theirs = text(phones[1].get(address("arrange", competition)))
    assert theirs.count(", new") == 1
    assert "They offer 3 dates, at Ada’s, 12 Lake Road ." in theirs
    assert ", new" not in own


def test_a_counter_offer_declines_the_open_offer(competition, phones):
    offer(competition, phones[0])

    page = offer(competition, phones[1], days=["2030-05-20"], reason="we are away that week")

    theirs = text(phones[0].get(address("arrange", competition)))
    assert "They offer 1 date" in theirs
    assert "could not play then: “we are away that week”" in theirs
    assert "You offered Mon 20 May, 19:30." in text(page)


def test_a_reply_needs_a_date_or_a_reason(competition, phones):
    offer(competition, phones[0])

    response = phones[1].post(address("arrange", competition), {"hour": "19:30"})

    assert (response.status_code, Offer.objects.get().answer) == (422, "")
    assert fault(response) == "Offer a date, or give a reason why no date suits you."
    phones[1].post(address("arrange", competition), {"hour": "19:30", "reason": "we are away all May"})
    assert "could not play then: “we are away all May”" in text(phones[0].get(address("arrange", competition)))
    assert Offer.objects.get().answer == "declined"


def test_a_cancelled_date_needs_a_reason(competition, phones):
    agree(competition, phones)
    refused = offer(competition, phones[1], days=["2030-05-20"])
    assert "You have agreed to play on Sat 25 May 2030, 19:30. Cancel that date first" in fault(refused)

    silent = phones[0].post(address("cancel", competition), {"reason": " "})
    assert (silent.status_code, of_draw().plays_at is None) == (422, False)
    phones[0].post(address("cancel", competition), {"reason": "Ben has a cold"})

    page = text(phones[1].get(address("arrange", competition)))
    assert "cancelled Sat 25 May, 19:30: “Ben has a cold”" in page
    assert "Offer up to eight days" in page
    lines = list(competition.log.filter(match="R1-M1").order_by("pk").values_list("text", flat=True))
    assert lines == [
        "Offered to play on Sat 25 May 2030, 19:30; Tue 28 May 2030, 19:30.",
        "Accepted Sat 25 May 2030, 19:30.",
        "Cancelled Sat 25 May 2030, 19:30.",
    ]


def test_the_offering_pair_cannot_see_that_its_offer_was_read(competition, phones):
    offer(competition, phones[0])

    read = phones[1].post(address("read-dates", competition), {"offered": Offer.objects.get().pk})

    assert read.url == address("arrange", competition)
    told = "You opened the page with these dates. (Only you and the organiser can see this.)"
    assert told in text(phones[1].get(address("arrange", competition)))
    assert "opened the page" not in text(phones[0].get(address("arrange", competition)))


def test_an_impossible_date_is_refused(competition, phones):
    for typed, said in (
        ({"days": []}, "Tap a day when you can play."),
        ({"days": ["31/31/2030"]}, "Give the day as 30/05/2026."),
        ({"hour": "other"}, "Enter the time when you can play."),
        ({"hour": "other", "clock": "half seven"}, "Enter the time as 19:30."),
        ({"days": ["2026-01-05"]}, "Mon 5 Jan 2026, 19:30 is in the past. Offer later dates."),
    ):
        response = phones[0].post(address("arrange", competition), OFFERED | typed)

        assert (response.status_code, Offer.objects.count()) == (422, 0)
        assert said in fault(response)


@pytest.mark.parametrize(
    ("typed", "question"),
    [
        ({"hour": "other", "clock": "07:30"}, "07:30 in the morning?"),
        ({"hour": "other", "clock": "08:59"}, "08:59 in the morning?"),
        ({"hour": "other", "clock": "23:00"}, "23:00 at night?"),
        ({"another": "2030-06-02"}, "Sun 2 Jun 2030 is after the play-by date, Fri 31 May 2030."),
    ],
)
def test_an_unusual_date_needs_one_confirmation(competition, phones, typed, question):
    asked = phones[0].post(address("arrange", competition), OFFERED | typed)

    assert fault(asked) == f"{question} Press again to offer it."
    assert Offer.objects.count() == 0
    phones[0].post(address("arrange", competition), OFFERED | typed | {"asked": filled(asked)["asked"]})
    assert Offer.objects.get().dates.count() == 2 + ("another" in typed)


@pytest.mark.parametrize("clock", ["09:00", "22:59"])
def test_a_usual_time_needs_no_confirmation(competition, phones, clock):
    offer(competition, phones[0], hour="other", clock=clock)

    assert Offer.objects.get().dates.count() == 2


def test_the_next_offer_starts_with_the_last_time_and_venue(competition, phones):
    offer(competition, phones[0], hour="other", clock="13:30")
    offer(competition, phones[1], days=["2030-05-20"])

    page = markup(phones[0].get(address("arrange", competition)))

    assert re.search(r'<input[^>]*value="other"[^>]* checked', page)
    assert re.search(r'name="clock" value="13:30"', page)
    assert 'value="at Ada’s, 12 Lake Road"' in page


def test_another_unusual_time_needs_another_confirmation(competition, phones):
    early = OFFERED | {"hour": "other", "clock": "07:30"}
    asked = filled(phones[0].post(address("arrange", competition), early))["asked"]

    response = phones[0].post(address("arrange", competition), early | {"clock": "03:00", "asked": asked})

    assert fault(response) == "03:00 in the morning? Press again to offer it."


def test_a_past_date_cannot_be_accepted(competition, phones):
    offer(competition, phones[0])
    first = Offer.objects.get().dates.first()
    OfferedDate.objects.filter(pk=first.pk).update(plays_at=datetime(2026, 1, 5, 19, tzinfo=UTC))

    page = text(phones[1].get(address("arrange", competition)))

    assert page.count(" Accept ") == 1
    refused = take(competition, phones[1])
    assert (refused.status_code, "is in the past." in fault(refused)) == (422, True)


def test_a_later_match_does_not_show_earlier_offers(phone):
    competition = stories.published(4)
    stories.agree(competition, at=datetime(2030, 5, 25, 19, tzinfo=UTC), venue="at Ada’s")
    stories.settle(competition, "R1-M1")
    stories.settle(competition, "R1-M2")
    table = stories.tables(competition, "R2-M1")[0]

    page = text(phone(table.pair).get(address("arrange", competition, code="R2-M1")))

    assert ("So far" in page, "Ada’s" in page) == (False, False)


def test_public_pages_do_not_show_the_venue(competition, phones, client):
    agree(competition, phones)

    for page in ("draw", "feed", "calendar", "draw-json"):
        assert "Lake Road" not in client.get(reverse(f"public:{page}", args=[competition.slug])).content.decode()
    pair = reverse("public:pair-calendar", args=[competition.slug, 1])
    assert "Lake Road" not in client.get(pair).content.decode()


def test_a_reported_match_accepts_no_offers(competition, phones):
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=500, theirs=400)

    response = phones[0].post(address("arrange", competition), OFFERED)

    assert (response.status_code, Offer.objects.count()) == (422, 0)
