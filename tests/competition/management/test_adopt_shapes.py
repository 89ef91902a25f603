"""Tests that `manage.py adopt` brings over a draw of each shape from its `draw.csv`."""

import json
from datetime import date

import pytest

from competition.audit.actions import Actor
from competition.contest.models import Competition
from competition.draw.queries.later_rounds import last_drawn_round, round_to_draw
from competition.draw.queries.places import free_kept_places
from competition.draw.rules.proof import prove
from competition.draw.rules.result import ResultKind
from competition.entries.rules.directory import Known
from competition.rulings.actions import remove
from competition.rulings.decisions.joining import JoinLater
from competition.transfer.actions.importing import import_competition
from competition.transfer.presenters.file import file_of
from competition.transfer.queries.integrity import differences
from competition.transfer.rules.file import unpacked
from competition.transfer.rules.reading import read
from competition.transfer.rules.table_lines import LOSERS_PLAY_ON
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.desk_reading import text
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
        states = stories.now(competition).matches.values()
        code = next((state.code for state in states if state.is_to_be_decided and state.has_two_pairs), "")
        if not code:
            break
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


@pytest.mark.parametrize(("pairs", "sections", "decisions"), [(13, 3, 4), (11, 2, 9), (16, 4, 0)])
def test_a_draw_in_sections_is_adopted(client, tmp_path, capsys, pairs, sections, decisions):
    competition = played(stories.published(pairs, sections=sections, next_event="the final"), decisions)

    new = round_trip(client, tmp_path, capsys, competition)

    assert (new.conditions.sections, stories.now(new).apart) == (sections, sections)
    assert_moves(client, new)


def let_join(competition: Competition, number: int) -> None:
    """Let a pair join a later round. The number is part of its names."""
    pair = stories.enter_late(competition, f"Lou Late {number}", f"Max Later {number}")
    stories.decide(JoinLater, competition, pair.number)


@pytest.mark.parametrize(
    ("pairs", "left", "joined", "decisions"), [(9, 4, 0, 0), (9, 4, 1, 5), (12, 8, 1, 3), (12, 8, 2, 20)]
)
def test_a_draw_with_places_for_later_entries_is_adopted(client, tmp_path, capsys, pairs, left, joined, decisions):
    until = date(2030, 6, 20)
    competition = stories.published(pairs, join_places=2, join_left=left, join_until=until)
    for number in range(joined):
        let_join(competition, number)
    played(competition, decisions)

    new = round_trip(client, tmp_path, capsys, competition)

    conditions = new.conditions
    assert (conditions.join_places, conditions.join_left, conditions.join_until) == (2, left, until)
    assert len(free_kept_places(stories.now(new))) == 2 - joined
    record = text(client.get("/again/record/"))
    assert ("at a place picked at random" in record, record.count(", join in the ")) == (False, joined)
    if joined < 2:
        let_join(new, joined)
    assert_moves(client, new)


def test_an_empty_place_for_a_later_entry_stays_empty_after_its_last_day(client, tmp_path, capsys):
    competition = stories.published(9, join_places=1, join_left=4, join_until=date(2026, 6, 1))

    new = round_trip(client, tmp_path, capsys, played(competition, 9))

    assert stories.now(new).champion is not None


@pytest.mark.parametrize(
    ("conditions", "decisions"),
    [
        ({"plate": "first match"}, 0),
        ({"plate": "first match"}, 6),
        ({"plate": "round 1"}, 20),
        ({"plate": "first match", "plate_walkover": True, "plate_conceded": False}, 20),
        ({"plate": "first match", "sections": 2, "next_event": "the final"}, 20),
        ({"plate": "first match", "join_places": 1, "join_left": 4, "join_until": date(2030, 6, 20)}, 7),
    ],
)
def test_a_draw_with_a_plate_is_adopted(client, tmp_path, capsys, conditions, decisions):
    competition = played(stories.published(9, **conditions), decisions)

    new = round_trip(client, tmp_path, capsys, competition)

    assert len(stories.now(new).plate_rounds) == len(stories.now(competition).plate_rounds) > 1
    assert_moves(client, new)


@pytest.mark.parametrize(
    ("pairs", "drawn", "decisions"), [(9, 0, 2), (9, 1, 2), (9, 3, 9), (8, 2, 0), (8, 2, 3), (7, 1, 5)]
)
def test_a_draw_round_by_round_is_adopted(client, tmp_path, capsys, pairs, drawn, decisions):
    competition = stories.published(pairs, drawn_by_round=True)
    for _ in range(drawn):
        played(competition, decisions)
        stories.draw_next_round(competition)
    played(competition, decisions)

    new = round_trip(client, tmp_path, capsys, competition)

    assert (new.conditions.drawn_by_round, last_drawn_round(stories.now(new))) == (True, 1 + drawn)
    before, after = (stories.now(one).bracket.matches for one in (competition, new))
    assert {code: match.before for code, match in after.items()} == {
        code: match.before for code, match in before.items()
    }
    if round_to_draw(stories.now(new)):
        with pytest.raises(Refused, match="this site does not draw its rounds"):
            stories.draw_next_round(new)
    client.force_login(new.owner)
    page = text(client.get("/desk/again/rounds/"))
    has_next = round_to_draw(stories.now(new)) is not None
    assert ("cannot draw its next round" in page, "All rounds are drawn." in page) == (has_next, not has_next)
    assert "Draw the" not in text(client.get("/desk/again/"))
    assert_moves(client, new)


@pytest.mark.parametrize("conditions", [{"closest_losers": True}, {"repechage_deals": 4}])
def test_a_draw_in_which_closest_losers_play_on_is_refused(client, tmp_path, capsys, conditions):
    competition = stories.published(6, drawn_by_round=True, minutes=60, **conditions)
    played(competition, 9)
    stories.draw_next_round(competition)
    table = tmp_path / "draw.csv"
    table.write_bytes(client.get(public("draw-csv", competition)).content)

    status, printed, fault = adopt(table, capsys, season=competition.season, slug="again")

    assert (status, printed, LOSERS_PLAY_ON in fault, fault.count("\n")) == (2, "", True, 1)
    assert not Competition.objects.filter(slug="again").exists()


@pytest.mark.parametrize(
    "conditions",
    [
        {"sections": 2, "next_event": "the final"},
        {"join_places": 1, "join_left": 4, "join_until": date(2030, 6, 20)},
        {"drawn_by_round": True},
    ],
)
def test_the_desk_says_that_it_does_not_read_the_table_of_such_a_draw(client, conditions):
    competition = stories.published(9, **conditions)
    table = client.get(public("draw-csv", competition)).content.decode("utf-8-sig")
    known = [Known(pair.number, tuple(player.name for player in pair.present), "") for pair in competition.pairs.all()]

    first, *others = read(table, known).faulty

    assert first.fault.startswith(
        "This table is of a draw in sections, with later entries, or with rounds drawn one by"
    )
    assert others == []
