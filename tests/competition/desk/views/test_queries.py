"""Every page of the desk asks the database a fixed number of questions, and looking at it changes nothing."""

import re

import pytest
from django.db import connection
from django.urls import reverse

from tests import desks, stories

pytestmark = [pytest.mark.django_db, pytest.mark.counts, pytest.mark.usefixtures("without_validation")]
# In mid-season one more than usual: there are late pairs and corrected conditions too.
MOST = 14
SIGN_IN = "/desk/sign-in/"
LATE = "/desk/<slug:competition>/matches/<code:code>/late/"
TAKE_BACK = "/desk/<slug:competition>/draw/take-back/"
PLAY_ON = "/desk/<slug:competition>/play-on/"
NOTED = 'INSERT INTO "competition_logentry"'
LOOKED_AT = "/letters/|/link/|/post/"
WRITING = ("INSERT", "UPDATE", "DELETE")


def looked_at(client, address: str, filled_in: dict | None = None) -> tuple[int, int]:
    """What a page answers, and how much it asked for that."""
    asked: list[str] = []

    # Django's own way of counting has SQLite write out thousands of values for every question.
    def count(execute, sql, *rest):
        asked.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        response = client.get(address) if filled_in is None else client.post(address, filled_in)
    # A page that sends its reader on keeps in the session what the next one says; who looks at links is written down.
    written = [sql for sql in asked if sql.startswith(WRITING) and "competition_session" not in sql]
    assert [sql for sql in written if not (re.search(LOOKED_AT, address) and NOTED in sql)] == [], address
    return response.status_code, len(asked)


def desk(client, competition) -> dict[tuple[str, ...], tuple[int, int]]:
    return {page: looked_at(client, address) for page, address in desks.pages(competition)}


# What the pages of eight pairs answer in each phase, looked at once.
_of_eight: dict[str, dict[tuple[str, ...], tuple[int, int]]] = {}


def desk_of_eight(at_desk, phase: str) -> dict[tuple[str, ...], tuple[int, int]]:
    if phase not in _of_eight:
        competition = desks.PHASES[phase](8)
        _of_eight[phase] = desk(at_desk(competition), competition)
    return _of_eight[phase]


@pytest.fixture
def without_validation(settings):
    """Reading every page as HTML takes longer than making it."""
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("tests.")]


@pytest.mark.parametrize("phase", desks.PHASES)
def test_16_pairs_ask_no_more_than_8_on_any_page(at_desk, phase):
    few, made = desk_of_eight(at_desk, phase), desks.PHASES[phase](16)
    many = desk(at_desk(made), made)

    assert {page: many.get(page) for page in few} == few
    assert {page: answer for page, answer in many.items() if answer[1] > MOST} == {}


def test_8_pairs_ask_no_more_than_4_on_any_consequence_sheet(at_desk):
    few, many = (
        {page: looked_at(at_desk(made), address, filled_in) for page, address, filled_in in desks.sheets(made)}
        for made in map(desks.running, (4, 8))
    )

    assert many == few
    assert {status for status, _ in few.values()} == {200}
    assert max(asked for _, asked in few.values()) <= MOST


@pytest.mark.database
def test_every_page_there_is_has_been_looked_at(at_desk):
    """A new address of the desk that is nowhere shown, or that no phase in `desks` brings about, fails here."""
    answers = {pattern: set() for pattern in desks.patterns()}
    for phase in desks.PHASES:
        for (pattern, *_), (status, _) in desk_of_eight(at_desk, phase).items():
            answers[pattern].add(status)

    # Whoever is signed in already is sent on from the door, and from the page of an unplayed match where there is none.
    # The draw of each phase has begun, so that it cannot be taken back; else there is none. None was cancelled.
    sent_on = {SIGN_IN: {302}, LATE: {302}, TAKE_BACK: {302, 409}, PLAY_ON: {302}}
    assert {pattern: seen for pattern, seen in answers.items() if seen.isdisjoint({200, 405})} == sent_on


def test_three_competitions_ask_no_more_than_one(at_desk):
    first = desks.running(4)
    client, home = at_desk(first), reverse("desk:home")
    one = looked_at(client, home)

    for competition in (stories.published(8), stories.entered(4)):
        competition.organisers.add(first.organisers.first())

    assert looked_at(client, home) == one
