"""Tests for security headers and for well-known URLs."""

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.audit.models import LogEntry
from competition.config import parsing
from competition.config.parsing import SettingError
from tests import stories
from tests.caches import clear_caches
from tests.competition.public_reading import public

pytestmark = pytest.mark.published(4)
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
SHARED = ("embed", "draw-json", "draw-csv", "draw-svg", "feed", "calendar", "record-json")


def origin(answer) -> str:
    return answer["Cross-Origin-Resource-Policy"]


def test_other_sites_may_use_files_and_the_embedded_draw(client, competition):
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal())
    addresses = [public(name, competition) for name in SHARED]
    addresses += [public(f"match-{kind}", competition, "R1-M1") for kind in ("json", "csv", "svg", "pbn")]

    answers = {address: client.get(address) for address in (*addresses, "/archive.json")}

    shared = {address: (answer.status_code, origin(answer)) for address, answer in answers.items()}
    assert shared == dict.fromkeys(answers, (200, "cross-origin"))
    readable = {answer.get("Access-Control-Allow-Origin") for at, answer in answers.items() if at.endswith("json")}
    assert readable == {"*"}


PAGES = ("/", "/archive/", "/pads/", "/desk/sign-in/", "/p/", "/nothing/here/", "/play/sw.js")


def test_other_sites_may_not_use_pages_and_private_calendars(client):
    addresses = (*PAGES, "/p/1~nothing/calendar.ics")

    assert {address: origin(client.get(address)) for address in addresses} == dict.fromkeys(addresses, "same-origin")


def test_an_unchanged_response_has_the_same_headers(client, competition):
    first = client.get(public("draw-json", competition))

    again = client.get(public("draw-json", competition), headers={"if-none-match": first["ETag"]})

    assert (again.status_code, origin(again)) == (304, "cross-origin")


def test_no_page_may_use_the_camera(client):
    policy = client.get("/")["Permissions-Policy"]

    assert {"camera=()", "geolocation=()", "microphone=()"} <= set(policy.split(", "))
    # The score pad keeps the screen on, and pages have share and copy buttons.
    assert not any(feature in policy for feature in ("wake-lock", "share", "clipboard"))


def test_static_files_have_the_security_headers(settings, tmp_path):
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "a.css").write_text("a {}")
    (tmp_path / "preview.png").write_bytes(b"picture")
    settings.STATIC_ROOT, settings.WHITENOISE_AUTOREFRESH = tmp_path, True

    found = {name: Client().get(f"/static/{name}") for name in ("css/a.css", "preview.png")}

    assert {answer.status_code for answer in found.values()} == {200}
    for answer in found.values():
        answer.close()
        assert answer["Content-Security-Policy"] == settings.CONTENT_SECURITY_POLICY
        assert answer["Permissions-Policy"] == settings.PERMISSIONS_POLICY
    assert [origin(answer) for answer in found.values()] == ["same-origin", "cross-origin"]


def test_there_is_no_security_txt_without_a_contact(client, settings):
    settings.SECURITY_CONTACT = []

    assert client.get("/.well-known/security.txt").status_code == 404


def test_security_txt_has_the_contact_and_an_expiry_date(client, settings):
    settings.SECURITY_CONTACT = ["mailto:security@example.org", "https://example.org/report"]

    answer = client.get("/.well-known/security.txt")
    fields = [line.split(": ", 1) for line in answer.content.decode().splitlines()]

    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert [value for name, value in fields if name == "Contact"] == settings.SECURITY_CONTACT
    [expires] = [datetime.fromisoformat(value) for name, value in fields if name == "Expires"]
    assert timezone.now() + timedelta(days=90) < expires < timezone.now() + timedelta(days=365)
    assert ["Canonical", "http://testserver/.well-known/security.txt"] in fields


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("", []),
        ("security@example.org", ["mailto:security@example.org"]),
        ("mailto:a@example.org, https://example.org/x", ["mailto:a@example.org", "https://example.org/x"]),
        ("tel:+64-7-555-0100", ["tel:+64-7-555-0100"]),
    ],
)
def test_the_security_contact_comes_from_the_environment(given, read):
    assert parsing.contact_addresses(given) == read


@pytest.mark.parametrize("given", ["nobody", "https:", "javascript:alert(1)"])
def test_an_invalid_contact_stops_the_site(given):
    with pytest.raises(SettingError, match="which is not a contact"):
        parsing.contact_addresses(given)


def test_a_password_manager_is_redirected_to_the_password_page(client, organiser, competition):
    answer = organiser.get("/.well-known/change-password")

    assert (answer.status_code, answer.url) == (302, reverse("desk:password"))


def changes(client) -> dict[str, str | None]:
    """Return the time of the last change to each page in the sitemap, by path."""
    root = ElementTree.fromstring(client.get("/sitemap.xml").content)
    return {
        place.findtext(f"{SITEMAP}loc").removeprefix("http://testserver"): place.findtext(f"{SITEMAP}lastmod")
        for place in root.iter(f"{SITEMAP}url")
    }


def test_the_sitemap_has_the_time_of_the_last_change_to_each_page(client, competition):
    then, later = datetime(2026, 3, 1, 9, 5, 7, 123, tzinfo=UTC), datetime(2026, 3, 9, 20, 0, tzinfo=UTC)
    stories.settle(competition, "R1-M1")
    stories.rewrite(LogEntry.objects.filter(match=""), at=then)
    stories.rewrite(LogEntry.objects.filter(match="R1-M1"), at=later)
    clear_caches()

    found = changes(client)

    assert found[public("match", competition, "R1-M2")] == "2026-03-01T09:05:07+00:00"
    assert found[public("match", competition, "R1-M1")] == "2026-03-09T20:00:00+00:00"
    assert found[public("draw", competition)] == found["/"] == "2026-03-09T20:00:00+00:00"
    assert found["/tables/"] is None


def test_viewing_private_links_does_not_change_the_sitemap(client, competition):
    before = changes(client)
    LogEntry.objects.create(competition=competition, event="looked at links", at=timezone.now() + timedelta(days=1))
    clear_caches()

    assert changes(client) == before
