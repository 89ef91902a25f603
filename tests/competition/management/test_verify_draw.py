"""Tests for `manage.py verify_draw`, which checks a downloaded draw record."""

import json
from hashlib import sha256

import pytest
from django.core.management import call_command

from competition.draw.actions.publishing import swap_pairs
from competition.draw.actions.rounds import draw_round
from tests import stories
from tests.competition.draw.golden import GOLDEN
from tests.house.sources import name

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    """Return a competition of six pairs from two clubs, drawn again with dice, with two pairs swapped."""
    competition = stories.entered(6, clubs_apart=True)
    stories.draw_lots(competition, secret="kowhai")
    draw = stories.draw_lots(competition, dice="4 1 6 2 3")
    by = stories.organiser_of(competition)
    swap_pairs(draw, one=1, other=4, reason="They share a car.", by=by)
    stories.publish_attempt(draw)
    return competition


def download(client, competition, path):
    path.write_bytes(client.get(f"/{competition.slug}/record/record.json").content)
    return path


def verify(path, capsys) -> tuple[int, str, str]:
    """Return the exit status, the output and the error output."""
    try:
        call_command("verify_draw", str(path))
        status = 0
    except SystemExit as end:
        status = end.code
    return (status, *capsys.readouterr())


def test_a_downloaded_record_is_accepted(client, competition, tmp_path, capsys):
    status, printed, faults = verify(download(client, competition, tmp_path / "record.json"), capsys)

    assert (status, faults) == (0, "")
    assert [line.split(":")[0] for line in printed.splitlines()] == [
        "agrees  format",
        "agrees  fingerprint",
        "agrees  entries",
        "agrees  attempts",
        "agrees  seed",
        "agrees  lots",
        "agrees  swaps",
        "agrees  places",
        "agrees  preferences",
        "agrees  byes",
        "agrees  rounds",
        "agrees  whole record",
        "Every step agrees. These pairs and this random seed give this draw.",
    ]


def test_a_downloaded_record_of_a_draw_round_by_round_is_accepted(client, tmp_path, capsys):
    competition = stories.published(9, drawn_by_round=True)
    draw_round(competition, 2, by=stories.organiser_of(competition))

    status, printed, faults = verify(download(client, competition, tmp_path / "record.json"), capsys)

    assert (status, faults) == (0, "")
    assert "agrees  later rounds: 1 draw, of which 1 counts. Each secret number gives the one" in printed


def test_a_changed_record_is_refused_with_the_step(client, competition, tmp_path, capsys):
    path = download(client, competition, tmp_path / "record.json")
    record = json.loads(path.read_text())
    record["swaps"][0]["reason"] = "They share a bus."
    path.write_text(json.dumps(record))

    status, printed, faults = verify(path, capsys)

    assert (status, faults) == (1, "This record is wrong. It fails at the step “whole record”.\n")
    assert printed.splitlines()[-1].startswith("FAILS   whole record: The fingerprint of the record is ")


@pytest.mark.parametrize("content", ["", "{", "[1, 2]", "{}", "\x00", "[" * 100_000])
def test_a_file_that_is_not_a_record_gets_an_error_message(tmp_path, capsys, content):
    path = tmp_path / "record.json"
    path.write_text(content)

    status, printed, faults = verify(path, capsys)

    assert (status, printed) == (2, "")
    assert faults.startswith(f"{path} is not ")
    assert faults.endswith("record page.\n")


def test_a_record_with_an_unknown_draw_method_is_refused(client, competition, tmp_path, capsys):
    path = download(client, competition, tmp_path / "record.json")
    path.write_text(path.read_text().replace('"algorithm": "lots-3"', '"algorithm": "lots-9"'))

    assert verify(path, capsys) == (
        2,
        "",
        "This draw was made by the method “lots-9”, which this version of the program does not know. "
        "Use a later version.\n",
    )


@pytest.mark.parametrize("path", GOLDEN, ids=name)
def test_every_downloaded_record_is_accepted(path, capsys):
    assert verify(path, capsys)[0] == 0


def test_a_missing_file_gets_an_error_message(tmp_path, capsys):
    assert verify(tmp_path / "nothing.json", capsys) == (
        2,
        "",
        f"{tmp_path / 'nothing.json'} cannot be read: No such file or directory.\n",
    )


def test_the_record_contains_no_contact_details(client, competition, tmp_path):
    written = download(client, competition, tmp_path / "record.json").read_text()
    players = [player for pair in competition.pairs.all() for player in pair.players.all()]

    assert [contact for player in players for contact in (player.phone, player.email) if contact in written] == []


def test_the_locked_list_has_the_published_fingerprint(client, competition):
    text = client.get(f"/{competition.slug}/record/locked-list.txt").content

    assert sha256(text).hexdigest() == competition.locked_lists.get().fingerprint
