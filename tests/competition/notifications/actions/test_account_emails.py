"""Tests for links for lost passwords and for emails about account changes."""

import logging
import re
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.accounts.models import AccountChange
from competition.audit.models import LogEntry
from competition.config.logs import WithoutKeys
from competition.contest.access import invitation_key, lost_password_key
from competition.contest.models import Organiser
from tests import stories
from tests.competition.desk_reading import desk, errors, text
from tests.factories import OrganiserFactory
from tests.mailboxes import body

OLD, NEW = "winifred@k.example", "thief@k.example"
PASSWORD, CHOSEN = "a-good-long-password", "quite-another-one"
LOST = reverse("desk:lost-password")


@pytest.fixture
def competition(boxes):
    competition = stories.entered(2)
    User.objects.filter(pk=competition.owner_id).update(email=OLD)
    Organiser.objects.filter(competition=competition).update(name="Winifred Tansley", news="none")
    competition.refresh_from_db()
    return competition


def give(organiser, competition, **said):
    known = {"name": "Winifred Tansley", "phone": "", "email": "", "own_email": OLD}
    return organiser.post(desk("contact", competition), known | said)


def account(competition) -> User:
    return User.objects.get(pk=competition.owner_id)


def test_changing_the_account_email_needs_the_password(organiser, competition):
    organiser.post(reverse("desk:password-again"), {"password": PASSWORD})

    for address, password in ((NEW, ""), (NEW, "wrong"), (NEW, PASSWORD.upper()), ("", "")):
        answer = give(organiser, competition, own_email=address, password=password)

        assert answer.status_code == 422
        assert [error.partition(":")[0] for error in errors(answer)] == ["Your password"]
        # The form keeps the typed values, except the password.
        assert f'value="{address}"' in answer.content.decode() or not address
        assert 'value="wrong"' not in answer.content.decode()
    said = {"name": "Winifred Tansley", "phone": "", "email": ""}
    assert organiser.post(desk("contact", competition), said).status_code == 422
    assert account(competition).email == OLD


def test_wrong_passwords_for_a_new_email_are_limited(organiser, competition):
    answers = [give(organiser, competition, own_email=NEW, password="wrong").status_code for _ in range(11)]

    assert answers == [422] * 10 + [429]
    assert give(organiser, competition, own_email=NEW, password=PASSWORD).status_code == 429


def test_the_old_address_gets_an_email_about_the_new_one(organiser, competition, boxes):
    assert give(organiser, competition, own_email=NEW, password=PASSWORD).status_code == 302
    for _ in range(2):
        call_command("send_emails")

    [email] = boxes.emails
    assert (email["To"], account(competition).email) == (OLD, NEW)
    assert email["Subject"] == "The email address of your account at k.example was changed"
    words = body(email).replace("\r\n", "\n")
    assert words.startswith("Dear Winifred Tansley,\n\nThe email address of your account at k.example was changed on ")
    assert "If it was not you, sign in and change your password at once." in words
    assert f"https://k.example{reverse('desk:password')}" in words
    assert NEW not in words
    lines = [*competition.log.all(), *LogEntry.objects.filter(competition=None)]
    assert [line.event for line in lines].count("changed email address") == 2
    assert [line for line in lines if "@" in line.text] == []
    # The old address is deleted once its email is sent.
    assert AccountChange.objects.get().address == ""
    assert "Changed the email address of the account." in text(organiser.get(reverse("desk:sign-ins")))


def test_adding_a_first_address_sends_no_email(organiser, competition, boxes):
    User.objects.update(email="")

    give(organiser, competition, own_email=NEW, password=PASSWORD)
    call_command("send_emails")

    assert (account(competition).email, boxes.emails) == (NEW, [])


def test_an_old_address_is_deleted_after_a_week(organiser, competition):
    give(organiser, competition, own_email=NEW, password=PASSWORD)
    AccountChange.objects.update(at=timezone.now() - timedelta(days=8))

    call_command("forget_contacts")

    assert AccountChange.objects.get().address == ""


def test_setting_the_first_password_of_an_account_sends_no_email(competition, boxes):
    deputy = User.objects.create(username="deputy", email="deputy@k.example")
    deputy.set_unusable_password()
    deputy.save()
    competition.organisers.add(deputy)
    said = {"new_password1": CHOSEN, "new_password2": CHOSEN}
    Client().post(reverse("desk:welcome", args=[invitation_key(deputy)]), said)
    call_command("send_emails")
    assert boxes.emails == []

    Client().post(reverse("desk:welcome", args=[invitation_key(account(competition))]), said)
    call_command("send_emails")

    assert boxes.recipients == [OLD]


def lost_link(boxes) -> str:
    call_command("send_emails")
    return re.search(r"https://k\.example(/desk/password/lost/\S+)", body(boxes.emails[-1]))[1]


def choose(link: str, password: str = CHOSEN):
    return Client().post(link, {"new_password1": password, "new_password2": password})


def test_the_email_names_the_site_and_the_lifetime_of_the_link(competition, boxes):
    Client().post(LOST, {"name": OLD})

    link = lost_link(boxes)

    words = body(boxes.emails[-1])
    assert boxes.emails[-1]["Subject"] == "Choose a new password for k.example"
    assert "your account at k.example" in words
    assert f"Your username is {account(competition).username}." in words
    assert "This link works once, for 1 hour: until " in words
    assert Client().get(link).status_code == 200


def test_a_link_for_a_lost_password_works_once(competition, boxes, organiser):
    Client().post(LOST, {"name": OLD})
    link = lost_link(boxes)

    assert [choose(link).status_code, choose(link, "a-third-long-password").status_code] == [302, 404]

    assert account(competition).check_password(CHOSEN)
    # Every other device is signed out.
    assert organiser.get(desk("competition", competition)).status_code == 302


def test_a_lost_password_link_expires_before_an_invitation(competition, monkeypatch):
    user, now = account(competition), datetime.now()  # noqa: DTZ005 - Django compares times without a zone
    links = [reverse("desk:new-password", args=[lost_password_key(user)])]
    links += [reverse("desk:welcome", args=[invitation_key(user)])]
    for minutes, lost, invited in ((0, 200, 200), (59, 200, 200), (61, 404, 200), (60 * 24 * 15, 404, 404)):
        later = now + timedelta(minutes=minutes)
        monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda self, later=later: later)

        assert [Client().get(link).status_code for link in links] == [lost, invited]


def test_a_link_for_another_purpose_is_refused(competition):
    user = account(competition)
    wrong = [
        reverse("desk:welcome", args=[lost_password_key(user)]),
        reverse("desk:new-password", args=[invitation_key(user)]),
        reverse("desk:new-password", args=[lost_password_key(user).replace(f"{user.pk}-", "999999-")]),
        reverse("desk:new-password", args=["x"]),
        reverse("desk:new-password", args=["1-"]),
    ]

    assert {Client().get(link).status_code for link in wrong} == {404}
    page = text(Client().get(wrong[1]))
    assert "This link does not work" in page
    assert "Get a new link" in page


def test_a_link_fails_once_the_account_has_changed(competition):
    user = account(competition)
    link = reverse("desk:new-password", args=[lost_password_key(user)])
    for columns in ({"is_active": False}, {"email": NEW}, {"password": "!"}):
        User.objects.filter(pk=user.pk).update(**columns)
        assert choose(link).status_code == 404, columns
        user.save()
    assert [choose(link, "short").status_code, choose(link).status_code] == [422, 302]


def test_the_log_contains_no_link_keys(competition, caplog):
    link = reverse("desk:new-password", args=[lost_password_key(account(competition))])
    caplog.handler.addFilter(WithoutKeys())

    Client().get(link)
    try:
        raise ValueError(link)
    except ValueError:
        logging.getLogger("competition").exception("Failed at %s", link)

    assert "/desk/password/lost/…" in caplog.text
    assert link not in caplog.text


def test_strangers_who_ask_for_a_new_password_do_not_block_the_organiser(competition, boxes):
    for number in range(12):
        stranger = Client(REMOTE_ADDR=f"192.0.2.{number}")
        assert [stranger.post(LOST, {"name": OLD}).status_code for _ in range(3)] == [200] * 3
    link = lost_link(boxes)

    assert Client(REMOTE_ADDR="198.51.100.7").post(LOST, {"name": OLD}).status_code == 200
    assert len(boxes.emails) <= 2
    assert choose(link).status_code == 302


def test_a_changed_permission_is_emailed_to_the_account(boxes):
    owner, client = OrganiserFactory(is_superuser=True), Client()
    deputy = OrganiserFactory(creates=False, email="deputy@k.example", first_name="Erin Vale")
    client.force_login(owner)
    for change in ({"is_allowed": "on"}, {"is_allowed": "on"}, {}):
        client.post(reverse("desk:site-accounts"), {"account": deputy.pk, **change})
        call_command("send_emails")

    assert boxes.recipients == ["deputy@k.example"] * 2
    assert [email["Subject"] for email in boxes.emails] == [
        "You may now create competitions at k.example",
        "You can no longer create competitions at k.example",
    ]
    assert f"https://k.example{reverse('desk:home')}" in body(boxes.emails[0])
    assert "Ask them if you need to create one." in body(boxes.emails[1]).replace("\r\n", " ")
