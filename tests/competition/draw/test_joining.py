"""Tests for draws in which pairs join a later round: on the desk, on the public pages and in files."""

from datetime import date

import pytest
from django.urls import reverse

from competition.entries.private_links import link_key
from competition.public.presenters.match_page import headline
from competition.public.presenters.plate import plate_page
from tests import stories
from tests.competition.desk_reading import desk, text
from tests.competition.public_reading import public

LAST_DAY = date(2099, 12, 31)
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.published(10, join_places=4, join_left=8, join_until=LAST_DAY),
]


@pytest.mark.parametrize(
    ("pairs", "joins", "left", "rows"), [(12, 2, 8, [4, 2, 1]), (4, 1, 4, [2, 1]), (19, 3, 8, [8, 4, 2, 1])]
)
def test_the_plate_keeps_its_shape_without_some_matches(client, pairs, joins, left, rows):
    competition = stories.published(pairs, plate="first match", join_places=joins, join_left=left, join_until=LAST_DAY)
    draw = stories.now(competition)
    found = plate_page(draw, competition.conditions.plate_rules, 1)

    assert [len(column.blocks) for column in found.columns] == rows
    assert (len(found.places), sum(map(len, found.places))) == (rows[0], len(draw.main_rounds[0].matches))
    shown = client.get(public("plate", competition)).content.decode()
    assert [code for code in draw.matches if f'id="{code}"' in shown] == [
        state.code for round in draw.plate_rounds for state in round.matches
    ]


def test_the_draw_page_says_how_many_places_are_kept(client, competition):
    kept = "4 places are kept for pairs that join in the quarter-finals, until Thu 31 Dec 2099."
    assert kept in text(client.get(public("draw", competition)))

    stories.settle_round(competition, 1)
    assert kept in text(client.get(public("draw", competition)))


@pytest.mark.published(10, join_places=4, join_left=8, join_until=date(2020, 1, 1))
def test_the_draw_page_says_nothing_about_the_places_after_the_last_day(client, competition):
    assert "kept" not in text(client.get(public("draw", competition)))


def test_the_plan_includes_the_places_for_pairs_that_join_later(client):
    competition = stories.entered(10, join_places=4, join_left=8, join_until=LAST_DAY)
    client.force_login(competition.organisers.get())

    kept = "4 places are kept for pairs that join in the quarter-finals."
    assert f"10 pairs: 5 rounds, 6 byes in round 1. {kept}" in text(client.get(desk("draw", competition)))
    plan = client.get(desk("rehearsal", competition))
    assert (plan.status_code, kept in text(plan)) == (200, True)
    assert [round.matches for round in plan.context["plan"].rounds] == [2, 4, 4, 2, 1]
    assert client.get(desk("rehearsal", competition, season=1, pairs=12)).status_code == 200


def test_the_plan_says_why_too_few_pairs_cannot_be_drawn(client):
    competition = stories.entered(3, join_places=4, join_left=8, join_until=LAST_DAY)
    client.force_login(competition.organisers.get())

    assert client.get(desk("rehearsal", competition)).context["plan"].pairs == 5
    few = client.get(desk("rehearsal", competition, pairs=4))
    why = "nobody would play before they join"
    assert (few.status_code, why in text(few)) == (422, True)
    assert why in text(client.get(desk("draw", competition)))


def test_late_entries_have_one_row_for_each_pair(client, competition):
    pair = stories.enter_late(competition)
    client.force_login(competition.organisers.get())

    page = client.get(desk("late-pairs", competition))

    assert text(page).count(f"Pair {pair.number}, {pair}") == 1
    assert desk("join-later", competition, pair.number) in page.content.decode()
    assert "4 places are kept" in text(page)


def test_the_possible_pairs_of_a_match_include_a_pair_that_joins_later(client, competition):
    stories.settle_round(competition, 1)
    stories.settle_round(competition, 2)
    draw = stories.now(competition)
    first = draw.matches["R3-M1"]

    assert headline(draw, first).startswith(
        ("A pair that joins later against ", draw.forms[first.pairs[0].number].short)
    )
    assert headline(draw, draw.matches["R4-M1"]).count("a pair that joins later") == 2
    for code in ("R3-M1", "R4-M1", "R5-M1"):
        assert client.get(public("match", competition, code)).status_code == 200


def test_a_pair_reads_that_its_opponents_join_later(client, competition):
    stories.settle_round(competition, 1)
    stories.settle_round(competition, 2)
    [pair] = stories.now(competition).matches["R3-M1"].pairs

    assert "A pair that joins later and" in text(client.get(public("pair", competition, pair.number)))
    client.post(reverse("link:open", args=[link_key(pair)]))
    assert "You play a pair that joins later" in text(
        client.get(reverse("play:match", args=[competition.slug, "R3-M1"]))
    )


@pytest.mark.published(10, join_places=4, join_left=8, join_until=date(2020, 1, 1))
def test_a_pair_goes_through_where_no_pair_joined(client, competition):
    stories.settle_round(competition, 1)
    stories.settle_round(competition, 2)
    draw = stories.now(competition)

    assert [len(state.pairs) for state in draw.main_rounds[3].matches] == [2, 2]
    assert "no pair joined" in text(client.get(public("draw", competition, round=3)))
