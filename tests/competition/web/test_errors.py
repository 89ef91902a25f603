import re

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from django.urls import reverse

from competition.web import errors
from tests import stories
from tests.markup import markup
from tests.valid_html import faults


def heading(response) -> str:
    return re.findall(r"<h1>(.*?)</h1>", markup(response))[0]


def test_a_large_request_gets_an_explanation(client):
    response = client.post("/desk/sign-in/", {"username": "a" * 2_000_000})

    assert (response.status_code, heading(response)) == (413, "The request was not accepted")
    assert "The limit is 2 MB." in markup(response)


def test_an_unknown_address_gets_an_explanation(rf):
    response = errors.not_found(rf.get("/nothing/"), Exception("what a stranger must not read"))

    assert (response.status_code, heading(response)) == (404, "Page not found")
    assert '<a href="/p/lost/">how to get your link again</a>' in markup(response)
    assert b"stranger" not in response.content


def test_a_form_without_a_csrf_token_gets_an_explanation(rf):
    response = errors.csrf_failure(rf.post("/play/"), reason="CSRF cookie not set.")

    assert (response.status_code, heading(response)) == (403, "The page had expired")
    assert b"CSRF" not in response.content


def test_the_error_page_needs_no_database_session_or_static_files(rf, settings):
    # The page has no database, no session and no list of static files.
    manifest = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": manifest}

    response = errors.server_error(rf.get("/"))

    assert (response.status_code, heading(response)) == (500, "Something went wrong")
    assert faults(markup(response)) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fault", "title"),
    [
        (OperationalError("connection to server failed: Connection refused\nIs it running?"), "not available"),
        (InterfaceError("the connection is closed"), "not available"),
        (OperationalError("database or disk is full"), "cannot save"),
        (OperationalError('could not extend file "base/1": No space left on device'), "cannot save"),
    ],
)
def test_a_database_failure_gets_an_explanation(monkeypatch, caplog, fault, title):
    def fails(*args, **kwargs):
        raise fault

    address = f"/{stories.published(2).slug}/matches/"
    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", fails)
    answer = Client(raise_request_exception=False).get(address)
    monkeypatch.undo()

    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert title in heading(answer)
    assert faults(markup(answer)) == []
    assert b"Connection refused" not in answer.content
    (line,) = caplog.records
    assert (str(fault).partition("\n")[0] in line.getMessage(), line.exc_info) == (True, None)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite is given a limit")
def test_the_site_can_save_again_after_the_disk_was_full():
    competition, client = stories.entered(0), Client(raise_request_exception=False)
    client.force_login(competition.owner)

    def enter(number: int):
        pair = {"player1": f"Ada North{number}", "player2": f"Ben South{number}", "way": "letter"}
        return client.post(reverse("desk:new-pair", args=[competition.slug]), pair)

    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute(f"PRAGMA max_page_count={cursor.execute('PRAGMA page_count').fetchone()[0]}")
        try:
            answers = [enter(number) for number in range(40)]
        finally:
            cursor.execute("PRAGMA max_page_count=1073741823")

    statuses = [answer.status_code for answer in answers]
    assert set(statuses) == {302, 503}
    assert heading(answers[-1]) == "The site cannot save"
    assert competition.pairs.count() == statuses.count(302)
    assert enter(99).status_code == 302
