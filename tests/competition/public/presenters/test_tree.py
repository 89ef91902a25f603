import re
from datetime import timedelta

import pytest
from django.utils import timezone

from competition.knockout.queries.draw import PublishedDraw
from competition.public.presenters import tree
from tests import stories

pytestmark = pytest.mark.django_db


def sections(pairs: int) -> dict[str, list[int]]:
    """Return the sections of a draw with this many pairs, each with the number of matches in its rounds."""
    now = stories.now(stories.published(pairs))
    cut = tree.sections(now, tree.pick(now, 0, 0))
    return {section.name: [len(column.blocks) for column in section.columns] for section in cut}


@pytest.mark.parametrize(
    ("pairs", "cut"),
    [
        (5, {"The draw": [4, 2, 1]}),
        (33, {"Top half": [16, 8, 4], "Bottom half": [16, 8, 4], "The last eight": [4, 2, 1]}),
        (65, {f"Section {part} of 4": [16, 8, 4, 2] for part in (1, 2, 3, 4)} | {"The last eight": [4, 2, 1]}),
    ],
)
def test_a_draw_is_divided_into_sections_that_fit_a_page(pairs, cut):
    assert sections(pairs) == cut


def test_every_match_appears_once_from_the_top_down():
    competition = stories.published(33)
    now = stories.now(competition)
    parts = tree.sections(now, tree.pick(now, 0, 0))

    blocks = [block for section in parts for column in section.columns for block in column.blocks]

    first_round = [block for part in parts for column in part.columns if column.number == 1 for block in column.blocks]
    assert len(blocks) == 63
    assert [f'id="R1-M{place}"' in block for place, block in enumerate(first_round, start=1)] == [True] * 32


def test_a_phone_shows_only_sections_with_the_selected_round():
    now = stories.now(stories.published(33))

    shown = [{part.id: part.current for part in tree.sections(now, tree.pick(now, round, 0))} for round in (1, 3, 4)]

    first = {"section-1": True, "section-2": True, "last-rounds": False}
    assert shown == [first, first, {"section-1": False, "section-2": False, "last-rounds": True}]


def opened(now: PublishedDraw, round: int) -> list[tuple[str, bool, list[int]]]:
    """Return the sections of a draw, each with its open state and the rounds on the screen."""
    return [
        (part.id, part.open, [column.number for column in part.columns if not column.past])
        for part in tree.sections(now, tree.pick(now, round, 0))
    ]


def test_a_large_draw_opens_at_the_selected_round():
    now = stories.now(stories.published(65))
    first, third, (last, *others) = (opened(now, round) for round in (1, 3, 7))

    assert [open for _, open, _ in first] == [True] * 3 + [False] + [True]
    assert [open for _, open, _ in third] == [True] * 5
    assert (first[0][2], third[0][2], third[-1][2]) == ([1, 2, 3, 4], [3, 4], [5, 6, 7])
    # Once a last round is selected, the last section comes first and the others show all their rounds.
    assert last == ("last-rounds", True, [5, 6, 7])
    assert {(open, tuple(rounds)) for _, open, rounds in others} == {(False, (1, 2, 3, 4))}


def test_the_path_of_a_pair_comes_from_the_top_or_the_foot():
    now = stories.now(stories.published(4))
    upper, lower = now.matches["R1-M1"].pairs[0], now.matches["R1-M2"].pairs[0]

    lit = [
        [re.findall('data-path="(.*?)"', block) for column in part.columns for block in column.blocks]
        for pair in (upper, lower)
        for part in tree.sections(now, tree.pick(now, 0, pair.number))
    ]

    assert lit == [[["start"], [], ["top"]], [[], ["start"], ["foot"]]]


def test_a_round_link_has_a_dot_for_each_match():
    competition = stories.published(5, first_play_by=timezone.localdate() - timedelta(days=8))

    first, semis, final = tree.keys(stories.now(competition))

    assert (first.short, first.progress, first.dots) == ("QF", "0 of 1 decided", ["late"])
    assert (semis.short, semis.dots, final.short) == ("SF", ["waiting", "ready"], "F")


def test_the_round_in_play_is_selected_by_default():
    competition = stories.published(5, first_play_by=timezone.localdate() - timedelta(days=8))

    assert tree.pick(stories.now(competition), 0, 0).round == 2
