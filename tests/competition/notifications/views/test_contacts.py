from datetime import timedelta

import pytest
from django.utils import timezone

from competition.draw.models.draw import Publication
from competition.draw.models.result_entry import ResultEntry
from competition.entries.models import Player
from scoring.templatetags.bridge import day
from tests import stories
from tests.competition.desk_reading import desk, said, text

pytestmark = pytest.mark.published(2)


def contacts(competition) -> set[str]:
    found = Player.objects.filter(competition=competition).values_list("phone", "email")
    return {contact for row in found for contact in row if contact}


def test_the_organiser_confirms_deleting_contact_details(organiser, competition):
    stories.settle(competition, "R1-M1")
    for topic in ("ruled", "over"):
        organiser.post(desk("tell", competition, topic), {"way": "text"})
    last_day = timezone.localdate() + timedelta(days=92)
    said_on_desk = f"Delete the contact details. You can keep them until {day(last_day)} at the latest."
    assert said_on_desk in text(organiser.get(desk("competition", competition)))
    asked = organiser.get(desk("forget-contacts", competition))
    assert ("for good, as the pairs were promised" in text(asked), len(contacts(competition))) == (True, 8)

    answer = organiser.post(desk("forget-contacts", competition), follow=True)

    assert said(answer) == ["The phone numbers and email addresses are deleted."]
    assert contacts(competition) == set()
    assert "Nothing to do today" in text(answer)
    assert competition.log.first().text == "Deleted the contact details of 4 players."


def test_contact_details_cannot_be_deleted_during_the_competition(organiser, competition):
    asked = organiser.get(desk("forget-contacts", competition))
    assert ("cancel the competition first" in text(asked), b"button danger" in asked.content) == (True, False)
    refused = organiser.post(desk("forget-contacts", competition))

    assert (refused.status_code, len(contacts(competition))) == (422, 8)
    assert "You cannot delete contact details during the competition." in text(refused)


def test_contact_details_of_a_cancelled_competition_can_be_deleted(at_desk):
    competition = stories.entered(2)
    stories.cancel(competition)

    answer = at_desk(competition).post(desk("forget-contacts", competition), follow=True)

    assert said(answer) == ["The phone numbers and email addresses are deleted."]
    assert contacts(competition) == set()


def test_the_desk_shows_how_long_contact_details_are_stored(organiser, competition):
    last_day = stories.FIRST_PLAY_BY + timedelta(days=92)

    page = text(organiser.get(desk("more", competition)))

    assert f"They are stored until {day(last_day)} at the latest. You can delete them once" in page


def test_the_desk_reports_contact_details_kept_too_long(organiser, competition):
    stories.settle(competition, "R1-M1")
    then = timezone.now() - timedelta(days=93)
    stories.rewrite(ResultEntry.objects.all(), at=then)
    stories.rewrite(Publication.objects.all(), at=then)

    page = text(organiser.get(desk("competition", competition)))

    last_day = timezone.localdate(then) + timedelta(days=92)
    assert f"They should have been deleted by {day(last_day)}." in page
