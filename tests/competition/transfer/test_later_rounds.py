"""Tests that a file cannot have a false draw of a later round."""

import json
from functools import cache

import pytest

from competition.audit.actions import Actor
from competition.contest.models import Competition, Conditions
from competition.draw.actions.rounds import draw_round
from competition.draw.models.draw import LockedList
from competition.draw.models.rounds import Round, RoundDraw
from competition.draw.rules.result import ResultKind
from competition.rulings.actions import remove
from competition.rulings.decisions.round_draws import UndoRoundDraw
from competition.transfer.actions.importing import import_competition
from competition.transfer.presenters.file import file_of
from competition.transfer.queries.integrity import differences
from competition.transfer.rules.file import unpacked
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.draw.golden import GOLDEN, stored
from tests.competition.public_reading import public
from tests.competition.transfer.test_hostile_values import HOSTILE
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db


def drawn() -> Competition:
    """Return a competition of nine pairs. Round 2 was drawn, undone and drawn again, and round 3 was drawn once."""
    competition = stories.published(9, drawn_by_round=True)
    by = stories.organiser_of(competition)
    draw_round(competition, 2, by=by)
    [row] = RoundDraw.objects.all()
    stories.decide(UndoRoundDraw, competition, content=row.pk)
    draw_round(competition, 2, by=by)
    draw_round(competition, 3, by=by)
    return competition


@cache
def exported(*, private: bool) -> str:
    competition = drawn()
    facts = unpacked(file_of(competition, private=private))
    remove(competition)
    return json.dumps(facts)


def facts_of(*, private: bool = True) -> dict:
    return json.loads(exported(private=private))


def drawing(facts: dict, at: int = 0) -> dict:
    """Return the columns of one draw of a later round in this file, as a dictionary."""
    table = facts["tables"]["RoundDraw"]
    return dict(zip(table["columns"], table["rows"][at], strict=True))


def change(facts: dict, at: int = 0, **columns: object) -> None:
    table = facts["tables"]["RoundDraw"]
    table["rows"][at] = [*(drawing(facts, at) | columns).values()]


def open_file(facts: dict) -> Competition:
    return import_competition(facts, by=Actor(organiser=OrganiserFactory()))


@pytest.mark.parametrize("private", [True, False])
def test_a_true_file_is_opened(private):
    open_file(facts_of(private=private))

    assert differences() == []
    assert RoundDraw.objects.count() == 4


WRONG_PLACES = [
    [],
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 4, None],
    [1, 2, 3, 4, 6, None],
    [1, 2, 3, 4, 5, 0],
    [1, 2, 3, 4, "5", None],
    [1, 2, 3, 4, [5], None],
    [True, 2, 3, 4, 5, None],
    [1.0, 2, 3, 4, 5, None],
    [1, 2, None, 3, 4, None, 5, None],
    "123456",
]


@pytest.mark.parametrize("private", [True, False])
def test_false_places_are_refused(private):
    for places in (*HOSTILE, *WRONG_PLACES):
        facts = facts_of(private=private)
        change(facts, 2, places=places)
        with pytest.raises(Refused):
            open_file(facts)

    assert Competition.with_hidden.count() == 0


def test_other_places_do_not_follow_from_the_secret():
    facts = facts_of()
    change(facts, places=drawing(facts)["places"][::-1])

    with pytest.raises(Refused, match="In Round 2, places is"):
        open_file(facts)


@pytest.mark.parametrize("private", [True, False])
def test_false_matches_are_refused(private):
    for ways in (*HOSTILE, [{}], [[]], [None], {"match": 1}):
        facts = facts_of(private=private)
        change(facts, ways=ways)
        with pytest.raises(Refused):
            open_file(facts)

    assert Competition.with_hidden.count() == 0


@pytest.mark.parametrize("name", ["match", "pair", "club", "area", "seed", "had_bye"])
def test_no_value_of_a_match_breaks_a_page(client, name):
    opened = []
    for value in HOSTILE:
        facts = facts_of(private=False)
        ways = drawing(facts)["ways"]
        ways[0][name] = value
        change(facts, ways=ways)
        try:
            competition = open_file(facts)
        except Refused:
            continue
        opened.append(value)
        for page in ("draw", "record", "record-json"):
            assert client.get(public(page, competition)).status_code == 200
        remove(competition)

    assert {type(value) for value in opened} == TYPES[name]


TYPES = {
    "match": {int},
    "pair": {int, type(None)},
    "club": {str},
    "area": {str},
    "seed": {int, type(None)},
    "had_bye": {bool},
}


def test_a_draw_of_fewer_matches_is_refused():
    facts = facts_of(private=False)
    change(facts, 2, ways=drawing(facts, 2)["ways"][:4], places=[1, 2, 3, 4])

    with pytest.raises(Refused, match="Round 2 does not have each winner"):
        open_file(facts)


def test_round_1_is_never_drawn_again():
    facts = facts_of()
    change(facts, round=1)

    with pytest.raises(Refused, match="round 1 is drawn as a later round"):
        open_file(facts)


def test_a_round_is_never_drawn_before_the_one_before_it():
    facts = facts_of(private=False)
    rows = facts["tables"]["RoundDraw"]["rows"]
    facts["tables"]["RoundDraw"]["rows"] = rows[-1:]

    with pytest.raises(Refused, match="a round is drawn before the round before it"):
        open_file(facts)


@cache
def exported_with_closest_losers() -> str:
    competition = stories.published(6, minutes=60, drawn_by_round=True, closest_losers=True)
    for at in (1, 2, 3):
        stories.settle(competition, f"R1-M{at}", kind=ResultKind.PLAYED, totals=(900, 500 + 100 * at))
    stories.draw_next_round(competition)
    stories.settle(competition, "R1-M3", kind=None)
    facts = unpacked(file_of(competition))
    remove(competition)
    return json.dumps(facts)


@cache
def exported_with_repechage() -> str:
    competition = stories.published(6, minutes=60, drawn_by_round=True, repechage_deals=4)
    for at in (1, 2, 3):
        stories.settle(competition, f"R1-M{at}", kind=ResultKind.PLAYED, totals=(900, 500 + 100 * at))
    stories.draw_next_round(competition)
    stories.settle(competition, "R1-M4", kind=ResultKind.PLAYED, totals=(300, 100))
    facts = unpacked(file_of(competition))
    remove(competition)
    return json.dumps(facts)


@pytest.mark.parametrize(
    "between",
    [
        None,
        [],
        [{"pair": 1, "lost": 3}],
        [{"pair": 1, "lost": 3}, {"pair": 2, "lost": 3}],
        [{"pair": 99, "lost": 3}, {"pair": 2, "lost": 2}],
        [{"pair": 1, "lost": 4}, {"pair": 2, "lost": 2}],
        [{"pair": 1, "lost": 3}, {"pair": 2, "lost": 2}, {"pair": 3, "lost": 1}],
    ],
)
def test_a_false_repechage_is_refused(between):
    facts = json.loads(exported_with_repechage())
    *ways, loser = drawing(facts)["ways"]
    change(facts, ways=[*ways, loser | {"between": between}])

    with pytest.raises(Refused):
        open_file(facts)


def test_a_result_of_a_repechage_that_is_not_drawn_is_refused():
    facts = json.loads(exported_with_repechage())
    *ways, _ = drawing(facts)["ways"]
    change(facts, ways=ways, places=[1, 2, 3, None])

    with pytest.raises(Refused, match="two pairs meet in a repechage that is not drawn"):
        open_file(facts)


def test_a_repechage_is_played_only_under_its_conditions(client):
    competition = open_file(json.loads(exported_with_repechage()))
    assert client.get(public("draw", competition)).status_code == 200
    assert stories.now(competition).matches["R1-M4"].winner
    assert differences() == []

    Conditions.objects.update(repechage_deals=None, closest_losers=True)

    assert any("its rounds or matches are not those of" in fault for fault in differences())


@pytest.mark.parametrize(
    "columns",
    [
        *({"pair": value} for value in (None, 0, 7, 99, "3")),
        *({"lost": value} for value in (None, 0, 4, -1, 99, "3", [])),
        *({"met": value} for value in (None, "3", [None], [[]])),
        {"match": 1},
    ],
)
def test_false_closest_losers_are_refused(columns):
    facts = json.loads(exported_with_closest_losers())
    *ways, loser = drawing(facts)["ways"]
    change(facts, ways=[*ways, loser | columns])

    with pytest.raises(Refused):
        open_file(facts)


def test_a_winner_is_not_among_the_closest_losers():
    facts = json.loads(exported_with_closest_losers())
    first, *ways = drawing(facts)["ways"]
    change(facts, ways=[first | {"lost": 1}, *ways])

    with pytest.raises(Refused, match="not as this app writes it"):
        open_file(facts)


def test_closest_losers_play_on_only_under_their_conditions(client):
    competition = open_file(json.loads(exported_with_closest_losers()))
    assert client.get(public("draw", competition)).status_code == 200
    assert differences() == []

    Conditions.objects.update(closest_losers=False)

    [fault] = differences()
    assert fault.endswith("its closest losers do not play on under its conditions")


def test_the_first_secret_follows_from_the_last():
    drawn()
    stories.rewrite(LockedList.objects.all(), last_secret="another")

    assert "its secret number does not follow from that of the last drawing" in differences()[0]


def test_a_changed_draw_of_a_later_round_is_found():
    drawn()
    last = RoundDraw.objects.last()
    stories.rewrite(RoundDraw.objects.filter(pk=last.pk), places=last.places[::-1])

    [fault] = differences()
    assert "In Round 3, places is" in fault


def test_another_draw_has_no_drawn_rounds():
    drawn()
    competition = stored(GOLDEN[0])
    row, round = RoundDraw.objects.first(), Round.objects.filter(draw__competition=competition)[1]
    stories.rewrite(RoundDraw.objects.filter(pk=row.pk), round=round)

    assert f"draw of {competition.slug}: its rounds are not drawn one by one" in differences()
