"""Tests that `manage.py adopt` brings over a draw of each shape from its `draw.csv`."""

import json

import pytest

from competition.audit.actions import Actor
from competition.contest.models import Competition
from competition.draw.rules.proof import prove
from competition.draw.rules.result import ResultKind
from competition.rulings.actions import remove
from competition.transfer.actions.importing import import_competition
from competition.transfer.presenters.file import file_of
from competition.transfer.queries.integrity import differences
from competition.transfer.rules.file import unpacked
from tests import stories
from tests.competition.management.test_adopt import adopt, official
from tests.competition.public_reading import public
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db
PAGES = ("", "matches/", "record/", "conditions/", "record/record.json", "draw.svg", "draw.csv", "feed.atom")


@pytest.fixture(autouse=True)
def ada():
    return OrganiserFactory(username="ada")


def played(competition: Competition, decisions: int) -> Competition:
    """Decide this many matches, in the order of the draw, and return the competition."""
    for at in range(decisions):
        draw = stories.now(competition)
        code = next(code for code, state in draw.matches.items() if state.is_to_be_decided and state.has_two_pairs)
        kind = (ResultKind.PLAYED, ResultKind.WALKOVER, ResultKind.CONCEDED)[at % 3]
        totals = (4000 + 10 * at, 3000) if kind is ResultKind.PLAYED else None
        stories.settle(competition, code, kind=kind, upper_wins=bool(at % 4) or totals is not None, totals=totals)
    return competition


def round_trip(client, tmp_path, capsys, competition: Competition) -> Competition:
    """Adopt the draw of this competition, and return the new competition. Both must have the same results."""
    table = tmp_path / "draw.csv"
    table.write_bytes(client.get(public("draw-csv", competition)).content)
    before = json.loads(client.get(public("draw-json", competition)).content)

    assert adopt(table, capsys, season=competition.season, slug="again") == (0, "/again/\n", "")

    new = Competition.objects.get(slug="again")
    after = json.loads(client.get("/again/draw.json").content)
    assert official(after) == official(before)
    assert rounds(after) == rounds(before)
    assert differences() == []
    assert client.get("/again/draw.csv").content.count(b"\r\n") == table.read_bytes().count(b"\r\n")
    record = json.loads(client.get("/again/record/record.json").content)
    assert [step for step in prove(record) if not step.agrees] == []
    return new


def rounds(facts: dict) -> list[tuple]:
    """Return the number, name and matches of each round."""
    return [(row["number"], row["name"], [match["code"] for match in row["matches"]]) for row in facts["rounds"]]


def assert_moves(client, competition: Competition) -> None:
    """Check that every public page opens, and that an exported file gives the same draw."""
    for page in PAGES:
        assert client.get(f"/{competition.slug}/{page}").status_code == 200
    before = json.loads(client.get(public("draw-json", competition)).content)["rounds"]
    facts = unpacked(file_of(competition, private=True))
    remove(competition)
    new = import_competition(facts, by=Actor(organiser=OrganiserFactory()))
    assert json.loads(client.get(public("draw-json", new)).content)["rounds"] == before
    assert differences() == []


@pytest.mark.parametrize("decisions", [0, 4, 9])
@pytest.mark.parametrize(("pairs", "sections"), [(13, 3), (11, 2), (16, 4)])
def test_a_draw_in_sections_is_adopted(client, tmp_path, capsys, pairs, sections, decisions):
    competition = played(stories.published(pairs, sections=sections, next_event="the final"), decisions)

    new = round_trip(client, tmp_path, capsys, competition)

    assert (new.conditions.sections, stories.now(new).apart) == (sections, sections)
    assert_moves(client, new)
