import json
import resource
from datetime import UTC, timedelta

import pytest
from django.db import OperationalError, ProgrammingError, connection
from django.utils import timezone

from competition.audit.models import UsedFormKey
from competition.draw.actions.publishing import swap_pairs
from competition.draw.rules.result import ResultKind
from competition.notifications.models import Email
from competition.web.models import NightlyTask
from competition.web.version import app_version
from scoring.templatetags.bridge import day, in_fours
from tests import stories
from tests.competition.draw.golden import GOLDEN, stored
from tests.competition.public_reading import public, text
from tests.house.sources import name


def test_the_conditions_are_public_and_the_draw_freezes_them(client):
    assert client.get("/nowhere/conditions/").status_code == 404
    over, going_on, drawn = stories.entered(2, deals=24), stories.taking_entries(2), stories.published(2)

    told, later, frozen = (text(client.get(public("conditions", one))) for one in (over, going_on, drawn))

    assert "The conditions can change until the draw is published." in told
    assert "A match is 24 deals of rubber bridge" in told
    assert "Entries closed on Tue 31 Mar 2026." in told
    assert f"Entries close on {day(going_on.closing_date)}." in later
    assert "The conditions have not changed since the draw was published." in frozen


def test_the_record_shows_how_the_draw_was_made(client):
    competition = stories.entered(3)
    stories.draw_lots(competition, secret="a hat", dice="1 2 3 4 5")
    draw = stories.draw_lots(competition, secret="a hat")
    swap_pairs(draw, one=1, other=2, reason="They share a car.", by=stories.organiser_of(competition))
    stories.publish_attempt(draw)

    page = text(client.get(public("record", competition)))

    assert "2 draws were made, and the organiser saw each one before drawing again. The last one was published." in page
    assert "Random seed a hat/2 Method lots-3" in page
    assert "Byes 3 pairs in 4 places: 1 bye, placed evenly at random." in page
    assert "with the dice 12345" in page
    assert "Every first round was equally likely." in page
    assert "in order of priority" not in page
    assert "pairs 1 and 2 were swapped. Reason: They share a car." in page
    assert in_fours(competition.locked_lists.get().fingerprint) in page


@pytest.mark.database
@pytest.mark.parametrize("golden", GOLDEN, ids=name)
def test_an_old_draw_keeps_its_record(client, golden):
    competition = stored(golden)

    record = client.get(public("record-json", competition)).content

    assert json.loads(record) == json.loads(golden.read_bytes())
    # PostgreSQL stores the names in the locked entry list in its own order.
    assert connection.vendor == "postgresql" or record == golden.read_bytes()


def test_the_record_lists_decisions_with_their_reasons(client):
    competition = stories.published(4)
    upper, lower = stories.now(competition).matches["R1-M1"].pairs
    stories.settle(competition, "R1-M1", kind=ResultKind.RULING, totals=(500, 900))
    pair = stories.now(competition).pairs[1]
    stories.withdraw(pair, reason="Moved away.")
    stories.bring_back(pair)

    page = text(client.get(public("record", competition)))

    ruled = f"match 1 of Round 1 : {upper} go through by a ruling against {lower}, 500 to 900."
    assert f"{ruled} Reason: decided for the test" in page
    assert f": {pair} withdrew. Reason: Moved away." in page
    undone = f": {pair} are back in the draw, because the withdrawal was undone. Reason: brought back for the test"
    assert undone in page
    assert "a note for the test" not in page


def test_a_health_check_accepts_any_host_without_https(client, settings):
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = [".example.org"], True

    for host in ("10.0.0.7:8000", "a b"):
        answer = client.get("/healthz", headers={"host": host})

        assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
        assert answer.content.decode().splitlines() == [
            "ok",
            "reading: ok",
            "writing: ok",
            "email waiting: none",
            "last backup: none",
            f"version: {app_version()}",
        ]


@pytest.mark.parametrize("address", ["/", "/healthz/x", "//healthz"])
def test_only_the_health_check_accepts_an_unknown_host(client, settings, address):
    settings.ALLOWED_HOSTS = ["bridge.example.org"]

    answer = client.get(address, headers={"host": "10.0.0.7"})

    assert answer.status_code == 400
    assert "The site has a different address" in answer.content.decode()
    assert "bridge.example.org" not in answer.content.decode()


@pytest.mark.parametrize("error", [OperationalError("no connection to db.internal"), ProgrammingError("no table")])
def test_a_health_check_fails_without_the_database(client, monkeypatch, caplog, error):
    def fail(*query: object) -> None:
        raise error

    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", fail)

    answer = client.get("/healthz")

    assert (answer.status_code, answer.content) == (503, b"The database is not responding.")
    assert f"The health check failed: {error}" in caplog.text


@pytest.mark.skipif(connection.vendor != "sqlite", reason="needs SQLite")
def test_a_health_check_reports_a_read_only_database(client):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only=ON")
        answer, ready = client.get("/healthz"), client.get("/healthz?ready")
        cursor.execute("PRAGMA query_only=OFF")

    assert answer.status_code == 503
    assert answer.content.decode().splitlines()[:3] == [
        "The database cannot be written to.",
        "reading: ok",
        "writing: failed",
    ]
    assert (ready.status_code, ready.content) == (200, b"ok")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="needs SQLite")
@pytest.mark.files
@pytest.mark.django_db(transaction=True)
def test_a_health_check_reports_a_full_disk(client):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
    try:
        answer, ready = client.get("/healthz"), client.get("/healthz?ready")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    assert (answer.status_code, ready.status_code) == (503, 200)
    assert answer.content.startswith(b"The database cannot be written to.\n")
    assert UsedFormKey.objects.count() == 0


def test_a_health_check_reports_waiting_emails_and_the_last_backup(client, settings):
    settings.HAS_EMAIL = True
    now = timezone.now()
    owner = stories.published(4).owner
    Email.objects.create(user=owner, topic="news", about="today", message_id="<1@example.org>", since=now)
    NightlyTask.objects.update_or_create(name="backup", defaults={"done_at": now - timedelta(hours=5)})

    lines = client.get("/healthz").content.decode().splitlines()

    assert lines[0] == "ok"
    assert lines[3:5] == [
        f"email waiting since: {now.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "last backup: 5 hours ago",
    ]


def test_anybody_can_replay_the_draw_step_by_step(client):
    competition = stories.published(4)
    last = stories.now(competition).row.places.last().pair

    pages = [text(client.get(f"{public('reveal', competition)}?lot={lot}")) for lot in (0, 3, 4)]

    drawn = [page.partition("Still to be drawn")[0] for page in pages]
    assert [str(last) in page for page in drawn] == [False, False, True]
    assert "Their opponents in round 1 are drawn next." in pages[1]
    assert f"They play {stories.now(competition).matches['R1-M2'].pairs[0]} in round 1." in pages[2]


def test_a_large_draw_is_replayed_section_by_section(client):
    competition = stories.published(40)

    first, last, whole = (text(client.get(f"{public('reveal', competition)}?lot={lot}")) for lot in (1, 39, 40))

    assert "Round 1, matches 1 to 8" in first
    assert "And 25 more" in first
    assert "Round 1, matches 25 to 32" in last
    assert "Round 1, matches 17 to 32" in whole


def test_an_unpublished_draw_has_neither_record_nor_replay(client):
    competition = stories.entered(4)
    stories.draw_lots(competition)

    assert [client.get(public(page, competition)).status_code for page in ("reveal", "record")] == [404, 404]
