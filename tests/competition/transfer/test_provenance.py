"""Tests that everything imported says where it came from."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from competition.audit.actions import Actor
from competition.contest.models import Competition
from competition.draw.queries.draw import clear_cache
from competition.management import demo
from competition.match.queries.history import history_of
from competition.transfer.actions.importing import import_competition
from competition.transfer.presenters.file import file_of
from competition.transfer.rules.file import unpacked
from scoring.templatetags.bridge import day
from tests import stories
from tests.caches import clear_caches
from tests.competition.desk_reading import desk
from tests.competition.transfer.test_file import change, emptied
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db
FORGED = "Decided match 1 of Round 1 in favour of Ada."


@pytest.fixture
def opened() -> Competition:
    """Return a finished competition that Olive Vale imported from a file from Lakes, with a forged line in its log."""
    competition = stories.published(2, deals=4)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *[stories.deal()] * 4)
    stories.settle(competition, "R1-M1")
    facts = unpacked(file_of(competition, private=True)) | {"site": "lakes.example"}
    change(facts, "LogEntry", "text", FORGED, row=-1)
    change(facts, "LogEntry", "author_in_file", "Mallory", row=-1)
    emptied(competition)
    olive = OrganiserFactory(username="olive", first_name="Olive", last_name="Vale")
    new = import_competition(facts, by=Actor(organiser=olive))
    clear_caches()
    return Competition.objects.get(pk=new.pk)


def provenance() -> str:
    today = day(timezone.localdate())
    return (
        f"Imported on {today} by Olive Vale from a file of lakes.example. This site did not witness what the file says."
    )


def read(client: Client, address: str) -> str:
    """Return a page's text as readers see it, without tags and line breaks."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


PUBLIC = (
    "",
    "matches/",
    "matches/R1-M1/",
    "pairs/1/",
    "record/",
    "embed/",
    "conditions/",
    "reveal/",
    "matches/R1-M1/print/",
    "matches/R1-M1/pad/",
)
FILES = (
    "draw.json",
    "draw.csv",
    "draw.svg",
    "feed.atom",
    "matches/R1-M1.json",
    "matches/R1-M1.csv",
    "matches/R1-M1.pbn",
    "record/record.json",
)


def test_each_public_page_and_file_says_that_it_was_imported(opened, client):
    for page in PUBLIC + FILES:
        assert provenance() in read(client, f"/{opened.slug}/{page}"), page
    slug = re.search(r"/players/([\w-]+)/", client.get(f"/{opened.slug}/pairs/1/").content.decode())
    for address in (
        "/",
        f"/{opened.slug}/honours/",
        "/archive/",
        "/archive.csv",
        "/archive.json",
        f"/players/{slug[1]}/",
    ):
        assert provenance() in read(client, address), address
    others = re.search(r"/players/([\w-]+)/", client.get(f"/{opened.slug}/pairs/2/").content.decode())
    assert provenance() in read(client, f"/players/{slug[1]}/v/{others[1]}/")
    calendar = client.get(f"/{opened.slug}/calendar.ics").content.decode().replace("\r\n ", "")
    assert "1 of 1 decided. Imported on" in calendar
    for card in ("matches/R1-M1.svg",):
        assert "Imported from a file of lakes.example." in read(client, f"/{opened.slug}/{card}"), card


def test_a_competition_created_here_does_not_say_that_it_was_imported(client):
    competition = stories.published(2)

    assert "mported" not in "".join(
        read(client, f"/{competition.slug}/{page}") for page in ("", "matches/", "draw.json", "draw.csv")
    )


def test_imported_log_entries_are_shown_separately_without_an_account(opened, client):
    OrganiserFactory(username="mallory", first_name="Mallory")
    client.force_login(opened.owner)

    page = client.get(desk("log", opened)).content.decode()

    here, from_file = page.split("data-file", 1)
    assert (FORGED in here, FORGED in from_file) == (False, True)
    assert provenance() in from_file
    assert "As the file says: Mallory" in from_file
    assert "Olive Vale" in here
    assert "Imported " in here
    assert not opened.log.filter(organiser=opened.owner, text=FORGED).exists()


def test_the_desk_and_its_news_say_that_it_was_imported(opened, client):
    client.force_login(opened.owner)

    assert provenance() in read(client, desk("competition", opened))
    assert "As the file says: " in read(client, desk("competition", opened))
    match = read(client, desk("match", opened, "R1-M1"))
    assert provenance() in match
    assert "As the file says: Mallory" in match
    assert FORGED in match


def test_a_pair_sees_who_acted_according_to_the_file(opened):
    [step, *_] = history_of(stories.tables(opened, "R1-M1")[0])

    assert step.who == "As the file says: Mallory"


def test_a_file_contains_the_chain_of_imports(opened, settings):
    settings.SITE_ADDRESS = "https://plains.example"
    facts = unpacked(file_of(opened))
    emptied(opened)
    clear_cache()

    again = import_competition(facts, by=Actor(organiser=OrganiserFactory(first_name="Pam", last_name="Reed")))

    assert [(row[1], row[2]) for row in again.imports] == [
        ("Olive Vale", "lakes.example"),
        ("Pam Reed", "plains.example"),
    ]
    today = day(timezone.localdate())
    assert again.provenance == (
        f"Imported on {today} by Pam Reed from a file of plains.example. This site did not witness what the file says. "
        f"The file says: imported on {today} by Olive Vale from a file of lakes.example."
    )
    assert {line.author_in_file for line in again.log.all()[1:]} >= {"Mallory", "Olive Vale", ""}


def test_the_demo_does_not_count_as_an_import():
    OrganiserFactory()
    competition = demo.load(demo.organiser("a-password"))

    assert (competition.imports, competition.provenance) == ([], "")
    assert {line.organiser for line in competition.log.exclude(organiser=None)} == {competition.owner}
