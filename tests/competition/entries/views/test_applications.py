import pytest
from django.urls import reverse

from competition.entries.actions import applications
from competition.entries.actions import pairs as actions
from competition.entries.queries.pairs import Entry, PlayerEntry
from tests import stories
from tests.competition.desk_reading import desk, errors, said, text


@pytest.fixture
def competition():
    return stories.taking_entries(2)


@pytest.fixture
def sent(competition):
    players = PlayerEntry("Ada Lark", "07 555 0101", "ada@example.org"), PlayerEntry("Ben Wren")
    return applications.apply(competition, Entry(players, "Harbour"), wishes="Away in June.")


@pytest.fixture
def address(competition, sent):
    return desk("application", competition, sent.reference)


def test_waiting_applications_are_listed_and_counted(organiser, competition, sent):
    assert "1 entry is waiting for your decision" in text(organiser.get(desk("competition", competition)))
    assert "1 entry waits for your reply" in text(organiser.get(desk("draw", competition)))
    assert "1 entry to accept or decline" in text(organiser.get(reverse("desk:home")))
    assert "Entries to accept or decline Ada Lark & Ben Wren Harbour, entered" in text(
        organiser.get(desk("pairs", competition))
    )


def test_application_page_shows_all_details(organiser, competition, sent, address):
    page = organiser.get(address)

    assert all(part in text(page) for part in ("07 555 0101", "ada@example.org", "Harbour", "Away in June."))
    assert competition.pairs.count() == 2


def test_post_accepts_an_application(organiser, competition, sent, address):
    answer = organiser.post(address, {"accept": "1"}, follow=True)

    assert answer.redirect_chain == [(address, 302)]
    assert said(answer) == ["Ada Lark & Ben Wren are entered as pair 3."]
    assert "Accepted as pair 3 . Show messages to this pair" in text(answer)
    assert "Entries to accept or decline" not in text(organiser.get(desk("pairs", competition)))


def test_post_declines_an_application_with_a_reason(organiser, competition, sent, address):
    refused = organiser.post(address, {"word": ""})
    answer = organiser.post(address, {"word": "The draw is full."}, follow=True)

    assert (refused.status_code, errors(refused)) == (
        422,
        ["Reason for declining: The reason is missing. Give it for the pair."],
    )
    assert "Declined: The draw is full." in text(answer)
    assert competition.pairs.count() == 2


def test_a_similar_name_shows_a_warning(organiser, competition, sent, address):
    other = Entry((PlayerEntry("Ada Larke"), PlayerEntry("Cy Finch")))
    actions.enter(competition, other, by=stories.organiser_of(competition))

    assert "Ada Larke (pair 3) and Ada Lark (this entry) may be one player." in text(organiser.get(address))


def test_the_same_name_in_two_applications_shows_a_warning(organiser, competition, sent, address):
    second = applications.apply(
        competition, Entry((PlayerEntry("Ada Lark", "07 555 0999"), PlayerEntry("Cy Finch"))), wishes=""
    )
    third = applications.apply(
        competition, Entry((PlayerEntry("Di Crow", "07 555 0998"), PlayerEntry("Ed Dove"))), wishes=""
    )

    page, listed = text(organiser.get(address)), text(organiser.get(desk("pairs", competition)))

    assert f"Ada Lark (this entry) and Ada Lark (another entry, {second.reference}) may be one player." in page
    assert third.reference not in page
    assert listed.count("entered twice?") == 2
    assert "Di Crow & Ed Dove entered twice?" not in listed
