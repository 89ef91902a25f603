"""Tests for the name of the site on pages, in the manifest and in emails."""

import pytest
from django.db import IntegrityError, transaction

from competition.web.models import Site
from competition.web.site_name import last_known, read_site_name, remember, sender

pytestmark = pytest.mark.django_db


@pytest.fixture
def lakes():
    Site.objects.create(pk=1, name="Lakes & Plains Bridge")
    remember("Lakes & Plains Bridge")


def test_an_unnamed_site_has_the_default_name(client):
    assert (read_site_name(), last_known()) == ("Rubber Knockout", "Rubber Knockout")


def test_the_page_header_and_title_show_the_site_name(client, lakes):
    page = client.get("/").content.decode()

    assert "<title>Competitions – Lakes &amp; Plains Bridge</title>" in page
    assert 'height="28">Lakes &amp; Plains Bridge</a>' in page
    assert '<meta property="og:site_name" content="Lakes &amp; Plains Bridge">' in page


def test_a_cached_page_does_not_show_an_old_name(client):
    assert "Rubber Knockout" in client.get("/").content.decode()

    remember("Lakes")

    assert "Rubber Knockout" not in client.get("/").content.decode()


def test_the_manifest_has_the_site_name(client, lakes):
    told = client.get("/site.webmanifest").json()

    assert (told["name"], told["short_name"]) == ("Lakes & Plains Bridge", "Knockout")


def test_a_new_name_appears_in_other_processes(django_assert_num_queries, lakes):
    remember("Rubber Knockout", 0)

    with django_assert_num_queries(1):
        assert (read_site_name(), read_site_name()) == ("Lakes & Plains Bridge", "Lakes & Plains Bridge")


@pytest.mark.parametrize(
    ("given", "sends"),
    [
        ("desk@k.example", '"Lakes & Plains Bridge" <desk@k.example>'),
        ("Desk <desk@k.example>", "Desk <desk@k.example>"),
    ],
)
def test_the_sender_of_emails_has_the_site_name_by_default(settings, lakes, given, sends):
    settings.EMAIL_FROM = given

    assert sender().replace('"', "") == sends.replace('"', "")


@pytest.mark.parametrize("row", [{"pk": 2, "name": "Second"}, {"pk": 1, "name": ""}])
def test_the_database_refuses_a_second_or_unnamed_site(row):
    with pytest.raises(IntegrityError), transaction.atomic():
        Site.objects.create(**row)
