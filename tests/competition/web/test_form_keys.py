"""Tests for pressing a button twice, which sends its form again unchanged."""

import re
from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.audit.form_keys import use_form_key
from competition.audit.models import UsedFormKey
from competition.contest.models import Competition
from competition.entries.models import Pair
from competition.pads.models import ScorePad
from competition.transfer.presenters.file import file_of
from competition.web import form_keys
from scoring.templatetags.bridge import moment
from tests import stories
from tests.competition.desk_reading import desk, said
from tests.competition.transfer.test_starting import filled_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return stories.entered(4)


@pytest.fixture
def client(competition, at_desk) -> Client:
    return at_desk(competition)


def key_on(client: Client, address: str) -> str:
    """Open a page and return the key of its last form."""
    return re.findall(r'name="form_key" value="([\w-]+)"', client.get(address).content.decode())[-1]


def press_twice(client: Client, address: str, form_data: dict) -> tuple[HttpResponse, HttpResponse]:
    """Open a page and send its form twice. The browser loses the first response with its cookies."""
    form_data = form_data | {"form_key": key_on(client, address)}
    before = client.cookies.copy()
    first = client.post(address, form_data)
    client.cookies = before
    return first, client.post(address, form_data)


def test_two_presses_swap_two_pairs_once(client, competition):
    draw = stories.draw_lots(competition)

    first, second = press_twice(
        client, desk("swap", competition), {"one": 1, "other": 2, "reason": "They share a car.", "attempt": 1}
    )

    assert draw.swaps.count() == 1
    assert (second.status_code, second.url) == (302, first.url)
    assert said(client.get(second.url)) == ["The two pairs are swapped. The swap and its reason are on the record."]


def test_both_presses_tell_the_browser_which_form_was_saved(client, competition):
    first, second = press_twice(client, desk("invite", competition), {"name": "Erin Vale"})

    assert first.cookies["saved_form"].value == second.cookies["saved_form"].value
    assert unquote(first.cookies["saved_form"].value).endswith(f" {desk('invite', competition)}")


def test_two_presses_invite_one_deputy(client, competition):
    first, second = press_twice(client, desk("invite", competition), {"name": "Erin Vale"})

    assert second.url == first.url
    assert User.objects.filter(first_name="Erin Vale").count() == 1


def test_two_presses_create_one_new_link(client, competition):
    address = desk("pair-link", competition, 1)
    press_twice(client, address, {})

    assert competition.log.filter(event="renewed link").count() == 1


def test_two_presses_copy_a_competition_once(client, competition):
    address = desk("start-from", competition)
    form_data = filled_in(client.get(address))

    first, second = press_twice(client, address, form_data)

    assert second.url == first.url
    assert Competition.objects.count() == 2


def test_two_presses_start_one_score_pad_that_the_phone_can_open():
    phone = Client()
    players = {"N": "Ann", "S": "Bob", "E": "Cyd", "W": "Dan", "dealer": "N", "vulnerable": "dealer"}

    _, second = press_twice(phone, reverse("pads:begin", args=["rubber"]), players)

    assert ScorePad.objects.count() == 1
    assert phone.get(second.url).status_code == 200


def test_two_presses_tick_a_pair_once_and_show_the_list(client, competition):
    key = key_on(client, desk("attendance", competition))
    sent = {"here": "1", "find": "Ada", "form_key": key}

    answers = [client.post(desk("tick", competition, 4), sent, headers={"HX-Request": "true"}) for _ in range(2)]

    assert competition.log.filter(event="ticked").count() == 1
    assert [answers[0].status_code, answers[1].url] == [200, f"{desk('attendance', competition)}?find=Ada"]


def test_a_second_press_of_a_button_with_different_data_counts(client, competition):
    address = desk("invite", competition)
    key = key_on(client, address)

    for name in ("Erin Vale", "Sam Reed"):
        client.post(address, {"name": name, "form_key": key})

    assert competition.organisers.filter(first_name__in=["Erin Vale", "Sam Reed"]).count() == 2


def test_a_second_press_of_a_button_with_a_different_file_counts(client, competition):
    files = [file_of(row, private=False) for row in (competition, stories.entered(2))]
    for row in Competition.objects.all():
        Competition.objects.filter(pk=row.pk).update(slug=f"old-{row.pk}")
    sent = {"form_key": key_on(client, reverse("desk:open-file"))}

    for content in [*files, *files]:
        client.post(reverse("desk:open-file"), sent | {"file": SimpleUploadedFile("season.json.gz", content)})

    assert Competition.objects.exclude(slug__startswith="old-").count() == 2


def test_a_refused_form_can_be_pressed_again(client, competition):
    stories.draw_lots(competition)
    address = desk("swap", competition)
    sent = {"one": 1, "other": 1, "reason": "They share a car.", "form_key": key_on(client, address)}

    answers = [client.post(address, sent) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [422, 422]
    assert not UsedFormKey.objects.exists()


def test_a_key_from_another_browser_has_no_effect(client, competition, organiser):
    address = desk("invite", competition)
    sent = {"name": "Erin Vale", "form_key": key_on(client, address)}
    other = organiser
    key_on(other, address)

    answers = [browser.post(address, sent) for browser in (client, other)]

    assert answers[0].url != answers[1].url


def test_a_late_second_press_says_when_the_form_was_sent(client, competition, monkeypatch):
    address = desk("pair-link", competition, 1)
    sent = {"form_key": key_on(client, address)}
    client.post(address, sent)
    client.get(address)
    used = UsedFormKey.objects.get()
    later = timezone.now() + timedelta(minutes=2)
    monkeypatch.setattr(timezone, "now", lambda: later)

    answer = client.post(address, sent, follow=True)

    assert said(answer) == [f"You sent this form already, at {moment(used.at)}. This is how things stand now."]
    assert competition.log.filter(event="renewed link").count() == 1


def test_a_press_is_not_repeated_if_its_server_was_killed(client, competition, monkeypatch):
    monkeypatch.setattr(form_keys, "_PATIENCE", 0)
    address = desk("invite", competition)
    sent = {"name": "Erin Vale", "form_key": key_on(client, address)}
    client.post(address, sent)
    UsedFormKey.objects.update(answer=None)

    answer = client.post(address, sent, headers={"Referer": f"http://testserver{address}"})

    assert answer.url == f"http://testserver{address}"
    assert User.objects.filter(first_name="Erin Vale").count() == 1


def test_a_second_press_that_finds_the_change_made_gets_the_first_response(client, competition, monkeypatch):
    # The second request reads the used keys before the first is saved, but reads the pair afterwards.
    address = desk("remove-pair", competition, 4)
    sent = {"shown": competition.pairs.get(number=4).fingerprint, "form_key": key_on(client, address)}
    first = client.post(address, sent)
    found = iter([None])
    wait = form_keys._wait_for_response
    monkeypatch.setattr(form_keys, "_wait_for_response", lambda digest: next(found, None) or wait(digest))
    assert not Pair.objects.filter(number=4).exists()

    second = client.post(address, sent)

    assert (second.status_code, second.url) == (302, first.url)


def test_used_keys_are_deleted_after_a_day():
    for hours in (23, 25):
        UsedFormKey.objects.create(digest=hours, at=timezone.now() - timedelta(hours=hours))

    form_keys.forget_form_keys()

    assert [key.digest for key in UsedFormKey.objects.all()] == ["23"]


def test_messages_are_stored_whether_or_not_they_are_shown(rf):
    for is_shown in (True, False):
        request = rf.post("/", {"form_key": f"shown {is_shown}"})
        storage = request._messages = CookieStorage(request)

        def view(request, storage=storage, is_shown=is_shown) -> HttpResponse:
            use_form_key()
            messages.success(request, "Saved.")
            return HttpResponse(storage if is_shown else "")

        middleware = form_keys.FormKeys(view)
        middleware.process_view(request)
        middleware(request)

        assert UsedFormKey.objects.latest("pk").answer["messages"] == [[messages.SUCCESS, "Saved."]]
        assert storage.used is is_shown
