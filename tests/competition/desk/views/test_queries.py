"""Tests for the number of database queries on the pages of the desk."""

import re

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client, override_settings
from django.urls import reverse

from competition.contest.models import Competition
from competition.entries import private_links
from tests import desks, stories
from tests.queries import asked, in_a_loop

pytestmark = pytest.mark.counts
# Pages in mid-season take one more query, because they have overdue matches and corrected conditions.
MOST = 15
# The desk reads the state of every message, so that it can show each one that waits.
DESK = "/desk/<slug:competition>/"
MOST_ON_THE_DESK = 21
# A query for each pair, match or waiting entry runs at least four times, which is too often.
PAIRS = 8
SIGN_IN = "/desk/sign-in/"
ROUNDS, UNDO_ROUND = "/desk/<slug:competition>/rounds/", "/desk/<slug:competition>/rounds/undo/<number:round_draw>/"
TODAY, TODAY_LIVE = "/desk/<slug:competition>/today/", "/desk/<slug:competition>/today/live/"
OVERDUE = "/desk/<slug:competition>/matches/<code:code>/overdue/"
UNDO = "/desk/<slug:competition>/draw/undo/"
PLAY_ON = "/desk/<slug:competition>/play-on/"
UNDO_HOME = "/desk/<slug:competition>/matches/<code:code>/home/undo/"
UNDO_DEALS = "/desk/<slug:competition>/matches/<code:code>/deals/undo/"
UNDO_PENALTY = "/desk/<slug:competition>/matches/<code:code>/penalty/undo/"
UNDO_STAND_IN = "/desk/<slug:competition>/matches/<code:code>/substitute/<number:number>/undo/"
NOTED = 'INSERT INTO "competition_logentry"'
LOOKED_AT = "/letters/|/link/|/messages/"
WRITING = ("INSERT", "UPDATE", "DELETE")


def looked_at(client: Client, address: str, filled_in: dict | None = None) -> tuple[int, int]:
    """Return the status of a page and its number of queries.

    Fail if the page writes to the database or runs a query in a loop.
    """
    get = client.get if filled_in is None else client.post
    response, statements = asked(get, address, filled_in or {})
    # Ignore two expected writes: the session stores messages for the next page, and the log stores views of links.
    written = [sql for sql in statements if sql.startswith(WRITING) and "competition_session" not in sql]
    assert [sql for sql in written if not (re.search(LOOKED_AT, address) and NOTED in sql)] == [], address
    assert in_a_loop(statements) == [], address
    return response.status_code, len(statements)


def at_desk_of(competition: Competition) -> Client:
    """Return the organiser's browser."""
    client = Client()
    client.force_login(competition.organisers.first())
    # Fill the draw cache, so that no page has to do it.
    client.get(reverse("desk:competition", args=[competition.slug]))
    return client


# Validating the pages takes longer than rendering them.
unvalidated = override_settings(MIDDLEWARE=settings.MIDDLEWARE[1:])


@pytest.fixture(scope="module")
def answers(django_db_setup, django_db_blocker) -> dict[str, dict[tuple[str, ...], tuple[int, int]]]:
    """Return the status and the number of queries for every page of the desk, by phase of the competition."""
    found = {}
    for phase, make in desks.PHASES.items():
        with django_db_blocker.unblock(), transaction.atomic(), unvalidated, pytest.MonkeyPatch.context() as patch:
            patch.setattr(private_links, "SEALING", 1)
            stories.clear_cache()
            competition = make(PAIRS)
            client = at_desk_of(competition)
            found[phase] = {page: looked_at(client, address) for page, address in desks.pages(competition)}
            transaction.set_rollback(True)
    return found


def test_no_page_takes_more_than_fifteen_queries(answers):
    most = {(DESK, "", ""): MOST_ON_THE_DESK}
    pages = {(phase, page): found for phase in answers for page, found in answers[phase].items()}
    many = {key: found for key, found in pages.items() if found[1] > most.get(key[1], MOST)}

    assert many == {}


@unvalidated
def test_no_preview_takes_more_than_fifteen_queries():
    competition = desks.running(PAIRS)
    client = at_desk_of(competition)

    found = {page: looked_at(client, address, filled) for page, address, filled in desks.sheets(competition)}

    assert {status for status, _ in found.values()} == {200}
    assert max(count for _, count in found.values()) <= MOST


def test_every_page_of_the_desk_is_tested(answers):
    """Fail if a URL of the desk does not answer 200 in any phase in `desks`."""
    statuses = {pattern: set() for pattern in desks.patterns()}
    for found in answers.values():
        for (pattern, *_), (status, _) in found.items():
            statuses[pattern].add(status)

    # Some pages only redirect: the sign-in page for a signed-in organiser, the page of an overdue match (none is
    # overdue), the page for undoing a draw (each has started), and the pages for undoing a cancellation, a named home
    # pair, a number of deals, noted penalty points or a substitute in one match (there are none).
    sent_on = {SIGN_IN: {302}, OVERDUE: {302}, UNDO: {302, 409}, PLAY_ON: {302}, UNDO_HOME: {409}}
    # The competitions are not played on one day.
    sent_on |= {TODAY: {404}, TODAY_LIVE: {404}}
    # All rounds of these competitions were drawn at once.
    sent_on |= {ROUNDS: {404}, UNDO_ROUND: set()}
    sent_on |= {UNDO_DEALS: {409}, UNDO_PENALTY: {409}, UNDO_STAND_IN: {404, 409}}
    assert {pattern: seen for pattern, seen in statuses.items() if seen.isdisjoint({200, 405})} == sent_on


@unvalidated
def test_three_competitions_take_no_more_queries_than_one():
    first = stories.published(4)
    client, home = at_desk_of(first), reverse("desk:home")
    one = looked_at(client, home)

    for competition in (stories.published(8), stories.entered(4)):
        competition.organisers.add(first.organisers.first())

    assert looked_at(client, home) == one
