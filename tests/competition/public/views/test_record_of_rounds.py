"""Tests for the record of a draw round by round: its page and its JSON."""

import json

import pytest

from competition.audit.actions import DecisionReason
from competition.draw.actions.rounds import draw_round
from competition.draw.models.rounds import RoundDraw
from competition.draw.rules.later_rounds import secret_of
from competition.draw.rules.proof import prove
from competition.draw.rules.result import ResultKind
from competition.draw.rules.sources import RoundPlaces
from competition.rulings.actions import remove
from competition.rulings.decisions.round_draws import UndoRoundDraw
from competition.transfer.actions.importing import import_competition
from competition.transfer.presenters.file import file_of
from competition.transfer.rules.file import unpacked
from tests import stories
from tests.caches import clear_caches
from tests.competition.public_reading import public, text
from tests.queries import asked, in_a_loop

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    """Return a competition of nine pairs. Round 2 was drawn, undone and drawn again, and the semi-finals once."""
    competition = stories.published(9, drawn_by_round=True)
    stories.settle(
        competition, next(state.code for state in stories.now(competition).matches.values() if state.is_open)
    )
    draw_next(competition, 2)
    [row] = RoundDraw.objects.all()
    stories.decide(UndoRoundDraw, competition, content=row.pk, grounds=DecisionReason("A slip of the finger."))
    draw_next(competition, 2)
    draw_next(competition, 3)
    return competition


def draw_next(competition, number):
    draw_round(competition, number, by=stories.organiser_of(competition))


def record_of(client, competition) -> dict:
    return json.loads(client.get(public("record-json", competition)).content)


def test_the_record_has_every_drawing_of_a_later_round(client, competition):
    record = record_of(client, competition)

    drawings = record["drawings"]
    standing = stories.now(competition).rows.drawn_rounds
    assert [(drawing["round"], drawing["attempt"]) for drawing in drawings] == [(2, 1), (2, 2), (3, 1)]
    assert [drawing.get("reason") for drawing in drawings] == ["A slip of the finger.", None, None]
    assert [bool(drawing["undone_at"]) for drawing in drawings] == [True, False, False]
    assert {drawing["round"]: RoundPlaces(drawing["places"]) for drawing in drawings} == standing
    assert drawings[0]["places"] != drawings[1]["places"]
    assert [step.text for step in prove(record) if not step.agrees] == []


def test_the_secrets_of_rounds_that_are_not_drawn_stay_private(client, competition):
    record = record_of(client, competition)

    last = stories.now(competition).row.locked_list.last_secret
    made = [drawing["secret"] for drawing in record["drawings"]]
    assert made == [secret_of(last, number) for number in range(2, len(made) + 2)]
    assert secret_of(last, len(made) + 2) not in json.dumps(record)


@pytest.mark.parametrize("page", ["record", "record-json"])
def test_a_drawn_round_takes_no_query_of_its_own(client, competition, page):
    def queries() -> int:
        clear_caches()
        answer, statements = asked(client.get, public(page, competition))
        assert (answer.status_code, in_a_loop(statements)) == (200, [])
        return len(statements)

    before = queries()
    draw_next(competition, 4)

    assert queries() == before


def test_only_a_draw_round_by_round_has_drawings(client):
    assert "drawings" not in record_of(client, stories.published(4))


def test_the_page_lists_every_drawing_of_a_later_round(client, competition):
    page = text(client.get(public("record", competition)))

    assert "Later rounds Each round is drawn by itself, from the matches of the round before." in page
    assert "when 2 of 5 winners of the round before were known. Undone on" in page
    assert "Reason: A slip of the finger." in page
    assert "Round 2 Drawn again on" in page
    assert "Final Drawn later." in page
    assert "Later rounds. In a later round, the matches of the round before are drawn in place" in page


def test_a_public_file_has_no_proof_of_later_rounds(client, competition):
    facts, by = unpacked(file_of(competition)), stories.organiser_of(competition)
    remove(competition)
    competition = import_competition(facts, by=by)

    record, page = record_of(client, competition), text(client.get(public("record", competition)))

    assert "drawings" not in record
    assert all(step.agrees for step in prove(record))
    assert "So this site cannot prove how they were drawn." in page


def test_the_closest_losers_are_proven_with_the_draw(client):
    competition = stories.published(6, minutes=60, drawn_by_round=True, closest_losers=True)
    for at in (1, 2, 3):
        stories.settle(competition, f"R1-M{at}", kind=ResultKind.PLAYED, totals=(900, 500 + 100 * at))
    stories.draw_next_round(competition)

    page = text(client.get(f"/{competition.slug}/record/"))
    record = client.get(f"/{competition.slug}/record/record.json").json()

    assert "when all 3 winners of the round before were known. The closest losers were drawn with them." in page
    assert "Closest losers. If the number of winners is odd" in page
    *_, loser = record["drawings"][0]["ways"]
    assert (loser["match"], loser["lost"], loser["met"]) == (4, 3, [3])
    assert all(step.agrees for step in prove(record))


def test_a_repechage_is_proven_with_the_draw(client):
    competition = stories.published(6, minutes=60, drawn_by_round=True, repechage_deals=4)
    for at in (1, 2, 3):
        stories.settle(competition, f"R1-M{at}", kind=ResultKind.PLAYED, totals=(900, 500 + 100 * at))
    stories.draw_next_round(competition)

    page = text(client.get(f"/{competition.slug}/record/"))
    record = client.get(f"/{competition.slug}/record/record.json").json()

    assert "when all 3 winners of the round before were known. A repechage of the two closest losers was drawn" in page
    assert "Repechage. If the number of winners is odd" in page
    *_, loser = record["drawings"][0]["ways"]
    assert (loser["match"], [way["lost"] for way in loser["between"]], loser["met"]) == (4, [3, 2], [2, 3])
    assert all(step.agrees for step in prove(record))


def test_the_page_says_how_a_later_round_kept_the_preferences(client):
    competition = stories.published(8, drawn_by_round=True, clubs_apart=True, preference_rounds=3)
    stories.settle_round(competition, 1)
    draw_next(competition, 2)
    stories.settle_round(competition, 2)
    draw_next(competition, 3)
    stories.decide(UndoRoundDraw, competition, content=RoundDraw.objects.last().pk)
    undone = text(client.get(public("record", competition)))
    draw_next(competition, 3)

    page = text(client.get(public("record", competition)))

    first, final = page.split("when all 4 winners of the round before were known.")[1].split("Final Drawn again on")
    assert "Clubs apart: Gave way in match 1 of the semi-finals (pairs" in first
    assert "Harbour Bridge Club" in first
    assert "Clubs apart: Gave way in match 1 of the final (pairs" in final
    assert undone.count("Clubs apart:") == 1
    assert "Byes 8 pairs, an even number, so no byes." in page
