"""Tests for the number of database queries on the pages of the desk."""

import re
from collections.abc import Container

import pytest
from django.db import connection
from django.urls import reverse

from tests import desks, stories

pytestmark = [pytest.mark.django_db, pytest.mark.counts, pytest.mark.usefixtures("without_validation")]
# Pages in mid-season take one query more, because they have overdue matches and corrected conditions.
MOST = 14
SIGN_IN = "/desk/sign-in/"
LATE = "/desk/<slug:competition>/matches/<code:code>/late/"
UNDO = "/desk/<slug:competition>/draw/undo/"
PLAY_ON = "/desk/<slug:competition>/play-on/"
NOTED = 'INSERT INTO "competition_logentry"'
LOOKED_AT = "/letters/|/link/|/messages/"
WRITING = ("INSERT", "UPDATE", "DELETE")


def looked_at(client, address: str, filled_in: dict | None = None) -> tuple[int, int]:
    """Return the status of a page and its number of queries. Fail if the page writes to the database."""
    asked: list[str] = []

    # Do not use CaptureQueriesContext: SQLite then formats thousands of values for each query.
    def count(execute, sql, *rest):
        asked.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        response = client.get(address) if filled_in is None else client.post(address, filled_in)
    # Ignore two expected writes: the session stores messages for the next page, and the log stores views of links.
    written = [sql for sql in asked if sql.startswith(WRITING) and "competition_session" not in sql]
    assert [sql for sql in written if not (re.search(LOOKED_AT, address) and NOTED in sql)] == [], address
    return response.status_code, len(asked)


def desk(client, competition, known: Container = ()) -> dict[tuple[str, ...], tuple[int, int]]:
    """Return the answer of every page of the desk, except the known ones."""
    # Fill the cache of the draw, so that no page pays for it.
    client.get(reverse("desk:competition", args=[competition.slug]))
    return {page: looked_at(client, address) for page, address in desks.pages(competition) if page not in known}


# The smallest size with every page, by phase. In mid-season, fewer matches have fewer states.
FEW = {"taking entries": 4, "drawn": 4, "running": 8, "over": 4}
# Cache of the results for few pairs, by phase.
_of_few: dict[str, dict[tuple[str, ...], tuple[int, int]]] = {}


def desk_of_few(at_desk, phase: str) -> dict[tuple[str, ...], tuple[int, int]]:
    if phase not in _of_few:
        competition = desks.PHASES[phase](FEW[phase])
        _of_few[phase] = desk(at_desk(competition), competition)
    return _of_few[phase]


@pytest.fixture
def without_validation(settings):
    """Turn off HTML validation, because it takes longer than the pages."""
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("tests.")]


def test_no_page_takes_more_queries_for_twice_as_many_pairs(at_desk):
    compared: set[tuple] = set()
    for phase, make in desks.PHASES.items():
        few = desk_of_few(at_desk, phase)
        # A page with the same answer as in an earlier phase does the same work.
        known = {page for page, answer in few.items() if (page, answer) in compared}
        compared |= few.items()
        made = make(2 * FEW[phase])
        many = desk(at_desk(made), made, known)

        assert {page: many.get(page) for page in few if page not in known} == {
            page: answer for page, answer in few.items() if page not in known
        }
        assert {page: answer for page, answer in (few | many).items() if answer[1] > MOST} == {}


def test_no_preview_takes_more_queries_for_8_pairs_than_for_4(at_desk):
    few, many = (
        {page: looked_at(at_desk(made), address, filled_in) for page, address, filled_in in desks.sheets(made)}
        for made in map(desks.running, (4, 8))
    )

    assert many == few
    assert {status for status, _ in few.values()} == {200}
    assert max(asked for _, asked in few.values()) <= MOST


def test_every_page_of_the_desk_is_tested(at_desk):
    """Fail if a new URL of the desk does not answer 200 in any phase of `desks`."""
    answers = {pattern: set() for pattern in desks.patterns()}
    for phase in desks.PHASES:
        for (pattern, *_), (status, _) in desk_of_few(at_desk, phase).items():
            answers[pattern].add(status)

    # Four pages only redirect: the sign-in page for a signed-in organiser, the page of an overdue match (none is
    # overdue), the page for withdrawing a draw (each has started), and the page for undoing a cancellation (there is
    # none).
    sent_on = {SIGN_IN: {302}, LATE: {302}, UNDO: {302, 409}, PLAY_ON: {302}}
    assert {pattern: seen for pattern, seen in answers.items() if seen.isdisjoint({200, 405})} == sent_on


def test_three_competitions_take_no_more_queries_than_one(at_desk):
    first = desks.running(4)
    client, home = at_desk(first), reverse("desk:home")
    one = looked_at(client, home)

    for competition in (stories.published(8), stories.entered(4)):
        competition.organisers.add(first.organisers.first())

    assert looked_at(client, home) == one
