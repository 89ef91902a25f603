import json
import os
import random
import secrets
import subprocess
import sys

import pytest

from competition.contest.rules.division import BY_ROUND, WHOLE, Division
from competition.draw.rules.result import ResultKind
from competition.draw.rules.sources import Entrant
from competition.management.commands.rehearse import _possible
from competition.management.rehearsal import MOST_PAIRS, SHAPES, RehearsedSeason, broken_laws
from tests import stories
from tests.house.sources import ROOT


@pytest.mark.database
@pytest.mark.django_db
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("pairs", [2, 3, 9])
def test_every_invariant_holds_in_a_random_season(shape, pairs):
    division = BY_ROUND if shape in ("rounds", "day") else WHOLE
    if shape == "later":
        division = Division(4, 8) if pairs > 4 else Division(1, 2)
    season = RehearsedSeason(shape, pairs, "a seed", division)

    acts = [*season.acts(25)]

    assert len(season.draw.main_pairs) == pairs + division.kept
    assert acts[0] == f"Published the draw of {pairs} pairs."
    assert not any(state.is_open for state in season.draw.matches.values())
    assert bool(season.draw.plate_rounds) == (shape == "plate" and pairs > 2)


@pytest.mark.django_db
def test_a_broken_invariant_is_found():
    competition = stories.published(6, plate="first match")
    stories.settle(competition, "R1-M2", kind=ResultKind.CONCEDED)
    draw = stories.now(competition)
    assert [*broken_laws(draw, random.Random(1))] == []

    winner = Entrant(draw.matches["R1-M2"].through)
    first, *later = draw.bracket.plate[0]
    wrong = first._replace(sides=(winner, winner))
    draw.bracket = type(draw.bracket)(draw.bracket.rounds, ((wrong, *later),), draw.bracket.matches, frozenset())
    draw._facts.plate_places = [(wrong.code, winner), (wrong.code, winner)]

    assert "a pair is alive in two places" in broken_laws(draw, random.Random(1))
    assert "the same facts in another order give another draw" in broken_laws(draw, random.Random(1))


def test_the_command_plays_in_its_own_database(tmp_path):
    answer = run(tmp_path, "--shape", "plate", "--pairs", "3", "--acts", "3", "--json")

    acts = [json.loads(line) for line in answer.stdout.splitlines()]
    assert (answer.returncode, acts[0]["act"]) == (0, "Published the draw of 3 pairs.")
    assert {"rounds", "plate", "champion"} <= acts[-1]["draws"][0].keys()
    assert not (tmp_path / "site.sqlite3").exists()


def test_the_number_of_pairs_is_checked(tmp_path):
    assert f"give a number from 2 to {MOST_PAIRS}" in run(tmp_path, "--pairs", "1").stderr


def run(folder, *arguments: str) -> subprocess.CompletedProcess:
    """Run the command with a site's settings in this folder."""
    environment = {
        "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "DEBUG": "1",
    }
    command = [sys.executable, "-W", "ignore", "manage.py", "rehearse", *arguments]
    return subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("asked", "pairs", "possible"),
    [
        (Division(8, 16), 22, Division(8, 16)),
        (Division(8, 16), 8, Division(4, 8)),
        (Division(8, 16), 2, Division(1, 2)),
        (Division(0, 3, has_final=False), 11, Division(0, 2, has_final=False)),
        (Division(0, 3, has_final=False), 7, WHOLE),
    ],
)
def test_too_few_pairs_are_rehearsed_in_fewer_sections(asked, pairs, possible):
    assert _possible(asked, pairs) == possible


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (("--shape", "plate", "--later", "2"), "Give --later only with --shape later."),
        (("--shape", "plate", "--qualifiers", "2"), "Give --qualifiers only with --shape sections."),
        (("--shape", "later", "--later", "5", "--left", "8"), "5 pairs cannot join when 8 are left."),
        (("--shape", "sections", "--qualifiers", "40"), "A draw cannot have 40 sections."),
    ],
)
def test_impossible_sections_are_refused(tmp_path, options, fault):
    answer = run(tmp_path, *options)

    assert (answer.returncode, fault in answer.stderr) == (1, True)
