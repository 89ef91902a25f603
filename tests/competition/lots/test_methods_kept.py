"""A draw is worked out, shown and proved for ever by the method it was made with."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from competition.contest.models import Competition
from competition.lots import actions as lots_actions
from competition.lots.queries import places_of
from competition.lots.rules.methods import METHODS
from tests import stories
from tests.competition.lots import by_number
from tests.competition.lots.golden import GOLDEN, stored
from tests.house.sources import name

pytestmark = pytest.mark.django_db
PAGES = ("", "record/", "record/record.json", "record/committed.txt", "reveal/?lot=7", "draw.json", "draw.svg")


@pytest.fixture(params=GOLDEN, ids=name)
def golden(request) -> Path:
    return request.param


@pytest.fixture
def newer(monkeypatch) -> None:
    monkeypatch.setitem(METHODS, by_number.NAME, by_number)


@pytest.fixture
def forgotten(monkeypatch) -> Iterator[None]:
    """A program that has never heard of the method of the draws that are there."""
    monkeypatch.setitem(METHODS, by_number.NAME, by_number)
    monkeypatch.delitem(METHODS, "lots-2")


@pytest.fixture(autouse=True)
def one_moment(monkeypatch) -> None:
    """Pages name the minute they are made in, and a minute may end between two of them."""
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)


def shown(client, competition: Competition) -> dict[str, bytes]:
    """What everybody sees of a competition's draw, made anew."""
    caches["pages"].clear()
    return {page: client.get(f"/{competition.slug}/{page}").content for page in PAGES}


@pytest.mark.database
def test_a_draw_made_long_ago_has_the_record_it_had(client, golden):
    competition = stored(golden)

    record = client.get(f"/{competition.slug}/record/record.json").content

    assert json.loads(record) == json.loads(golden.read_bytes())
    # PostgreSQL keeps the names of what was committed to in an order of its own.
    assert connection.vendor == "postgresql" or record == golden.read_bytes()


def test_a_record_made_long_ago_is_proved_by_the_method_it_names(newer, golden, capsys):
    call_command("verify_draw", str(golden))

    assert capsys.readouterr().out.splitlines()[-1].startswith("Every step agrees")


def test_a_newer_method_changes_nothing_that_was_shown_of_an_earlier_draw(client, golden, monkeypatch):
    competition = stored(golden)
    before = shown(client, competition)

    monkeypatch.setitem(METHODS, by_number.NAME, by_number)

    assert shown(client, competition) == before


def test_a_list_is_fixed_for_the_newest_method_and_drawn_by_it(client, newer, tmp_path, capsys):
    competition = stories.published(5)
    record = tmp_path / "record.json"
    record.write_bytes(client.get(f"/{competition.slug}/record/record.json").content)

    call_command("verify_draw", str(record))

    assert places_of(competition.draws.get()) == (1, 5, 2, None, 3, None, 4, None)
    assert capsys.readouterr().out.splitlines()[0] == "agrees  numbers: in their order."
    assert b"No lots at all: who enters first stands first." in client.get(f"/{competition.slug}/record/").content


def test_a_list_that_everybody_was_shown_is_drawn_by_the_method_it_was_fixed_for(monkeypatch):
    competition = stories.entered(5)
    fixed = lots_actions.commit(competition, by=stories.organiser_of(competition))
    monkeypatch.setitem(METHODS, by_number.NAME, by_number)

    draw = stories.draw_lots(competition)
    stories.publish_attempt(draw)

    assert (draw.commitment, fixed.algorithm) == (fixed, "lots-2")


def test_draws_of_two_methods_agree_with_their_lots(newer, capsys):
    stored(GOLDEN[0])
    stories.published(5)

    call_command("check_integrity")

    assert capsys.readouterr().out == "Every copy agrees with the facts.\n"


@pytest.mark.django_db(transaction=True)
def test_a_copy_with_draws_of_two_methods_comes_back_as_it_was(client, newer, tmp_path):
    old, new = stored(GOLDEN[0]), stories.published(5)
    before = shown(client, old), shown(client, new)
    call_command("backup", tmp_path / "copy.sqlite3")

    call_command("flush", interactive=False, verbosity=0)
    call_command("restore", tmp_path / "copy.sqlite3", verbosity=0)

    assert (shown(client, old), shown(client, new)) == before


UNKNOWN = (
    "These lots were cast by the method “lots-2”, which this version of the program does not know: use a later one."
)


def test_a_record_of_an_unknown_method_is_refused_in_a_sentence(forgotten, capsys):
    with pytest.raises(SystemExit) as end:
        call_command("verify_draw", str(GOLDEN[0]))

    assert (end.value.code, *capsys.readouterr()) == (2, "", f"{UNKNOWN}\n")


def test_a_draw_of_an_unknown_method_is_named_by_the_check(forgotten, capsys):
    competition = stored(GOLDEN[0])

    with pytest.raises(SystemExit):
        call_command("check_integrity")

    assert capsys.readouterr().err == f"draw of {competition.slug}: {UNKNOWN}\n"


@pytest.mark.parametrize("page", ["record/", "record/record.json", "record/committed.txt", "reveal/"])
def test_a_page_that_needs_an_unknown_method_says_so(client, forgotten, page):
    competition = stored(GOLDEN[0])

    answer = client.get(f"/{competition.slug}/{page}")

    assert (answer.status_code, UNKNOWN in answer.content.decode()) == (409, True)


@pytest.mark.files
@pytest.mark.django_db(transaction=True)
def test_a_copy_with_a_draw_of_an_unknown_method_is_refused(tmp_path, monkeypatch):
    competition = stored(GOLDEN[0])
    call_command("backup", tmp_path / "copy.sqlite3")
    call_command("flush", interactive=False, verbosity=0)
    monkeypatch.setitem(METHODS, by_number.NAME, by_number)
    monkeypatch.delitem(METHODS, "lots-2")

    with pytest.raises(CommandError) as refused:
        call_command("restore", tmp_path / "copy.sqlite3", verbosity=0)

    assert str(refused.value).splitlines()[-1] == f"draw of {competition.slug}: {UNKNOWN}"
    assert Competition.objects.count() == 0
