import re

from competition.pages import errors
from tests.valid_html import faults


def heading(response) -> str:
    return re.findall(r"<h1>(.*?)</h1>", response.content.decode())[0]


def test_far_too_much_at_once_is_answered_in_plain_words(client):
    response = client.post("/desk/sign-in/", {"username": "a" * 2_000_000})

    assert (response.status_code, heading(response)) == (413, "This could not be taken")
    assert "What you sent is larger than 1.9\xa0MB" in response.content.decode()


def test_an_address_with_nothing_to_see_is_answered_in_plain_words(rf):
    response = errors.not_found(rf.get("/nothing/"), Exception("what a stranger must not read"))

    assert (response.status_code, heading(response)) == (404, "There is nothing at this address")
    assert '<a href="/p/">type the code from your letter</a>' in response.content.decode()
    assert b"stranger" not in response.content


def test_a_form_gone_stale_is_told_that_nothing_was_saved(rf):
    response = errors.csrf_failure(rf.post("/play/"), reason="CSRF cookie not set.")

    assert (response.status_code, heading(response)) == (403, "This page had gone stale")
    assert b"CSRF" not in response.content


def test_our_own_fault_can_be_told_when_nothing_works(rf, settings):
    # No database, no session, and a storage whose list of files is missing.
    manifest = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": manifest}

    response = errors.server_error(rf.get("/"))

    assert (response.status_code, heading(response)) == (500, "Something went wrong")
    assert faults(response.content.decode()) == []
