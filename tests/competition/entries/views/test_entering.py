import re
from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.entries.actions import applications
from competition.entries.actions.pairs import remove
from tests import stories
from tests.competition.desk_reading import errors, text

PAIR = {
    "player1": "Ada  Lark",
    "phone1": "07 555 0101",
    "email1": "",
    "player2": "Ben Wren",
    "phone2": "",
    "email2": "",
    "club": "Harbour",
    "area": "North shore",
    "wishes": "Away in June.",
    "trap": "",
}


@pytest.fixture
def competition():
    return stories.taking_entries(2)


@pytest.fixture
def address(competition):
    return reverse("entry:enter", args=[competition.slug])


def test_entering_shows_a_reference(client, competition, address):
    answer = client.post(address, PAIR, follow=True)

    sent = stories.applications(competition).get()
    assert (sent.name, stories.contacts(sent), sent.club, sent.wishes) == (
        "Ada Lark & Ben Wren",
        ["07 555 0101"],
        "Harbour",
        "Away in June.",
    )
    assert answer.redirect_chain == [(reverse("entry:sent", args=[competition.slug, sent.reference]), 302)]
    assert f"Reference {sent.reference}" in text(answer)


def test_an_invalid_application_is_refused(client, competition, address):
    for typed, fault in (
        ({"phone1": ""}, "First player’s phone: Give at least one phone number or email address of the pair."),
        ({"trap": "buy"}, "This form looked as if a program had sent it. If you are a person, send it again."),
    ):
        refused = client.post(address, {**PAIR, **typed})

        assert (refused.status_code, errors(refused)) == (422, [fault])
        assert 'value="North shore"' in refused.content.decode()
        assert 'value="buy"' not in refused.content.decode()
        assert stories.applications(competition).count() == 0


def test_opening_day_is_asked_only_if_there_is_one(client, competition, address):
    assert "opening day" not in text(client.get(address))
    competition.opening_day = date(2030, 5, 4)
    competition.save()

    assert "We want to play on the opening day, Sat 4 May 2030" in text(client.get(address))
    client.post(address, {**PAIR, "opening_day": "on"})
    assert stories.applications(competition).get().attending


def test_applications_are_rate_limited_by_network(client, competition, address, monkeypatch):
    monkeypatch.setattr("competition.entries.views.applications.MOST_ENTRIES_IN_AN_HOUR", 3)
    for number in range(3):
        client.post(address, {**PAIR, "player1": f"Ada {'x' * number}", "player2": f"Ben {'y' * number}"})

    refused = client.post(address, {**PAIR, "player1": "Cy Finch"})

    assert refused.status_code == 429
    assert "Try again in an hour." in text(refused)
    assert 'value="Cy Finch"' in refused.content.decode()
    assert stories.applications(competition).count() == 3
    assert client.post(address, {**PAIR, "player1": "Cy Finch"}, REMOTE_ADDR="198.51.100.9").status_code == 302


def test_entries_are_rate_limited_by_network(client, competition, address, monkeypatch):
    monkeypatch.setattr("competition.entries.views.applications.MOST_ENTRIES_IN_AN_HOUR", 2)

    answers = [
        client.post(address, {**PAIR, "player1": f"Ada {letter}"}, REMOTE_ADDR=f"2001:db8:1:{number}::1").status_code
        for number, letter in enumerate("abcdef")
    ]

    assert answers == [302] * 4 + [429] * 2
    elsewhere = client.post(address, {**PAIR, "player1": "Ada Finch"}, REMOTE_ADDR="2001:db8:2::1")
    assert elsewhere.status_code == 302


def test_refused_applications_are_not_counted(client, competition, address, monkeypatch):
    monkeypatch.setattr("competition.entries.views.applications.MOST_ENTRIES_IN_AN_HOUR", 3)
    for _ in range(3):
        client.post(address, {**PAIR, "player2": ""})

    assert client.post(address, PAIR).status_code == 302


def test_closed_entry_page_names_the_organiser(client, competition, address):
    competition.closing_date = date(2026, 3, 31)
    competition.save()
    competition.organisers.update(first_name="Olga", last_name="Quill")

    page, refused = client.get(address), client.post(address, PAIR)

    assert (page.status_code, refused.status_code) == (200, 422)
    assert "Entries closed on Tue 31 Mar 2026." in text(page)
    assert "Ask Olga Quill if you can still enter" in text(page)
    assert stories.applications(competition).count() == 0


def test_closed_entry_page_lists_the_open_competitions(client, competition, address, django_assert_max_num_queries):
    stories.publish(competition)
    assert "No competition on this site is open for entries now." in text(client.get(address))
    others = [stories.taking_entries(2) for _ in range(3)]

    with django_assert_max_num_queries(6):
        page = client.get(address)

    assert re.findall(r'href="/([^"/]+)/enter/"', page.content.decode()) == [other.slug for other in others]
    assert "Enter by the end of" in text(page)


def test_entry_page_is_closed_after_the_draw(client, competition, address):
    stories.publish(competition)

    assert "The draw is published. Can you still enter?" in text(client.get(address))
    assert client.post(address, PAIR).status_code == 422


def test_entry_pages_never_show_a_username(client, competition, address):
    name = competition.organisers.get().username

    client.post(address, PAIR)
    pages = [client.get(address), client.get(f"{address}{stories.applications(competition).get().reference}/")]
    competition.closing_date = date(2026, 3, 31)
    competition.save()

    assert [name in page.content.decode() for page in (*pages, client.get(address))] == [False] * 3


def test_reference_page_shows_the_answer_without_contact_details(client, competition, address):
    client.post(address, PAIR)
    sent, by = stories.applications(competition).get(), stories.organiser_of(competition)
    page = f"{address}{sent.reference}/"
    waiting = client.get(page)

    pair = applications.accept(sent, by=by)
    accepted = client.get(page)
    remove(pair, fingerprint=pair.fingerprint, by=by)
    taken_off = client.get(page)

    assert "if it is not accepted or declined in a few days" in text(waiting)
    assert "07 555 0101" not in waiting.content.decode()
    assert "You are entered as pair 3." in text(accepted)
    assert "was accepted and later removed" in text(taken_off)


def test_reference_page_shows_the_reason_for_declining(client, competition, address):
    client.post(address, PAIR)
    sent = stories.applications(competition).get()

    applications.decline(sent, reason="The draw is full.", by=stories.organiser_of(competition))

    assert "Your entry was not accepted. The reason: The draw is full." in text(
        client.get(f"{address}{sent.reference}/")
    )


def test_public_list_shows_accepted_pairs_without_contact_details(client, competition, address):
    client.post(address, PAIR)
    page = reverse("public:draw", args=[competition.slug])
    before = text(client.get(page))

    applications.accept(stories.applications(competition).get(), by=stories.organiser_of(competition))
    after = client.get(page)

    assert "Ada Lark" not in before
    assert "Ada Lark & Ben Wren Harbour" in text(after)
    assert "Enter as a pair" in text(after)
    assert re.findall(r"07 555|example\.org", after.content.decode()) == []


def test_entries_are_open_on_the_closing_date(client, competition, address):
    competition.closing_date = timezone.localdate()
    competition.save()

    assert client.post(address, PAIR).status_code == 302


def test_pages_refer_to_the_organiser_if_there_is_no_entry_form(client, competition, address):
    competition.entry_form = False
    competition.save()

    page, refused = client.get(address), client.post(address, PAIR)
    front = client.get(reverse("public:draw", args=[competition.slug]))

    assert (page.status_code, refused.status_code) == (200, 422)
    assert "How to enter Entries are open until" in text(page)
    assert "Enter through the organiser" in text(front)
    assert "Enter as a pair" not in text(front)
    assert not stories.applications(competition).exists()
