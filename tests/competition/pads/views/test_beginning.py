"""Tests for starting, joining and leaving a score pad."""

import logging
from datetime import UTC, datetime, timedelta

from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.config.logs import WithoutKeys
from competition.pads import views
from competition.pads.models import PadDeal, ScorePad
from scoring.pads.papers import PadGame
from scoring.templatetags.bridge import day
from tests.competition.pads.reading import text
from tests.friends import NAMES, begin, page, record

PAGES = ["pad", "share", "players", "print"]


def test_invalid_names_are_refused_with_a_sentence(client):
    for names, sentence in (
        ({"N": ""}, "Scorer: Type a name."),
        ({"N": "x" * 31}, "Scorer: A name can have 30 letters. Use only the first name."),
        ({"S": "ann "}, "Player A: Two players have this name. Add a letter, such as John A. and John B."),
        ({"W": "\u0007\u202e\0"}, "Player C: Type a name."),
        ({"E": "…"}, "Player B: A name needs letters. Correct the name."),
        ({"dealer": "X"}, "First dealer: One of the players deals first."),
    ):
        answer = client.post(reverse("pads:begin", args=["singles"]), {**NAMES, "dealer": "N", **names})

        assert (answer.status_code, text(answer.content.decode()).count(sentence)) == (422, 1)
        assert not ScorePad.objects.exists()


def test_only_chicago_asks_who_is_vulnerable_on_the_middle_deals(client):
    asks = {
        game: "Vulnerable on deals 2 and 3" in client.get(reverse("pads:begin", args=[game])).content.decode()
        for game in ("rubber", "chicago", "singles", "nullos")
    }

    assert [game for game, is_asked in asks.items() if is_asked] == ["chicago"]


def test_an_impossible_vulnerability_is_refused(client):
    said = {**NAMES, "dealer": "N", "vulnerable": "both"}
    answer = client.post(reverse("pads:begin", args=["chicago"]), said)

    assert answer.status_code == 422
    assert "Dealer’s side or the other side is vulnerable." in answer.content.decode()


def test_other_games_have_no_pad(client):
    for game in ("duplicate", "poker", "SINGLES"):
        assert client.get(reverse("pads:begin", args=[game])).status_code == 404


def test_new_pads_are_limited_by_network(client, monkeypatch):
    monkeypatch.setattr(views, "MOST_PADS_IN_AN_HOUR", 3)
    answers = [
        client.post(reverse("pads:begin", args=["rubber"]), {**NAMES, "dealer": "N"}).status_code for _ in range(4)
    ]
    elsewhere = client.post(
        reverse("pads:begin", args=["rubber"]), {**NAMES, "dealer": "N"}, REMOTE_ADDR="192.0.2.7"
    ).status_code

    assert (answers, elsewhere) == ([302] * 3 + [429], 302)


def test_joining_a_pad_requires_post():
    _, pad = begin(PadGame.RUBBER)
    other, link = Client(), reverse("pads:join", args=[pad.key])

    seen = [other.get(link).status_code, other.get(reverse("pads:pad", args=[pad.pk])).status_code]
    joined = other.post(link, follow=True)

    assert (seen, joined.redirect_chain) == ([200, 404], [(reverse("pads:pad", args=[pad.pk]), 302)])


def test_a_pad_is_visible_only_on_devices_that_joined_it():
    _, pad = begin(PadGame.CHICAGO)
    another, _ = begin(PadGame.CHICAGO)

    for name in (*PAGES, "card", "partners", "record", "preview"):
        address = reverse(f"pads:{name}", args=[pad.pk])
        assert [who.get(address).status_code for who in (Client(), another)] == [404, 404], name
    assert Client().get(reverse("pads:join", args=[pad.key[:-1]])).status_code == 404


def test_a_device_that_left_a_pad_needs_its_link_again():
    phone, pad = begin(PadGame.RUBBER)

    phone.post(reverse("pads:leave", args=[pad.pk]))

    assert phone.get(reverse("pads:pad", args=[pad.pk])).status_code == 404
    assert "On this device" not in phone.get(reverse("pads:home")).content.decode()


def test_the_link_is_on_its_own_page_and_in_no_log():
    phone, pad = begin(PadGame.RUBBER)
    link = reverse("pads:join", args=[pad.key])

    assert f"http://testserver{link}" in text(page(phone, pad, "share"))
    assert pad.key not in page(phone, pad)
    assert _logged(f"Not Found: {link}") == "Not Found: /pads/join/…/"


def _logged(line: str) -> str:
    told = logging.LogRecord("django", logging.WARNING, "", 0, line, None, None)
    WithoutKeys().filter(told)
    return told.getMessage()


def test_unused_pads_are_deleted_after_30_days(capsys):
    old, kept = begin(PadGame.RUBBER), begin(PadGame.RUBBER)
    record(*old, "N 3NT 9")
    for (_, pad), days in ((old, 31), (kept, 29)):
        ScorePad.objects.filter(pk=pad.pk).update(used_at=timezone.now() - timedelta(days=days))

    call_command("forget_pads")

    assert (list(ScorePad.objects.all()), PadDeal.objects.count()) == ([kept[1]], 0)
    assert capsys.readouterr().out == "Score pads deleted: 1.\n"


def test_the_page_shows_the_deletion_date():
    phone, pad = begin(PadGame.RUBBER)
    ScorePad.objects.update(used_at="2026-05-01T12:00Z")

    assert (
        f"This pad is deleted with all its names on {day(datetime(2026, 5, 31, 12, tzinfo=UTC))}, thirty days"
        in text(page(phone, pad))
    )
