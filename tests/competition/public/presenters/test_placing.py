from datetime import date
from itertools import pairwise

import pytest

from competition.public.presenters.draw_svg import NAME, SIGN, TOTAL, plan
from competition.web.text_metrics import width
from tests import stories
from tests.competition.worlds import rename, with_long_names

pytestmark = [pytest.mark.django_db, pytest.mark.published(4)]


def laid(competition, first_round: int = 1):
    return plan(stories.now(competition).rounds[first_round - 1 :])


def boxes(found):
    return {box.line.code: box for column in found.columns for box in column.boxes}


def lines(competition, code: str) -> tuple[list[str], list[str]]:
    upper, lower = boxes(laid(competition))[code].names
    return upper.lines, lower.lines


def test_a_match_is_placed_between_the_two_matches_before_it():
    placed = boxes(laid(with_long_names(8)))

    for round, position in ((2, 1), (2, 2), (3, 1)):
        box = placed[f"R{round}-M{position}"]
        upper, lower = (placed[f"R{round - 1}-M{2 * position - n}"] for n in (1, 0))
        assert (box.top, box.bottom) == (upper.top, lower.bottom)
        assert upper.middle < box.middle < lower.middle


def test_matches_in_one_round_do_not_touch():
    competition = with_long_names(8)

    for settled in range(3):
        if settled:
            stories.settle_round(competition, settled)
        for column in laid(competition).columns:
            for above, below in pairwise(column.boxes):
                assert above.middle + above.height / 2 < below.middle - below.height / 2


def test_all_rounds_are_as_high_as_the_first():
    found = laid(with_long_names(8))

    assert found.height == found.columns[0].boxes[-1].bottom == found.columns[-1].boxes[0].bottom


def test_a_short_name_takes_one_line():
    assert {len(names) for names in lines(stories.published(2), "R1-M1")} == {1}


def test_each_player_in_a_long_name_starts_a_new_line():
    competition = stories.published(2)
    rename(competition, 1, "Maximilian Archer", "Philippa Montgomery")
    rename(competition, 2, "Ann", "Bo")

    assert sorted(lines(competition, "R1-M1")) == [["Ann & Bo"], ["Maximilian Archer", "& Philippa Montgomery"]]


def test_every_name_is_complete_and_fits_in_its_box():
    competition = with_long_names(8)
    names = stories.now(competition).names.values()
    found = laid(competition)

    drawn = [text.lines for box in found.columns[0].boxes for text in box.names]
    assert sorted(" ".join(part) for part in drawn) == sorted(names)
    assert max(width(line, NAME) for part in drawn for line in part) <= found.box - SIGN - TOTAL


def test_an_unknown_pair_is_blank_if_its_match_is_shown(competition):
    assert lines(competition, "R2-M1") == ([""], [""])


def test_possible_pairs_are_named_if_their_match_is_not_shown(competition):
    upper, lower = stories.now(competition).matches["R1-M1"].pairs

    names, _ = boxes(laid(competition, first_round=2))["R2-M1"].names
    assert " ".join(names.lines) == f"Winner of {upper.name} v {lower.name}"


def test_an_unusual_result_is_shown_above_the_names(competition):
    stories.settle(competition, "R1-M1")

    placed = boxes(laid(competition))
    assert [placed[code].head.lines for code in ("R1-M1", "R1-M2")] == [["Walkover"], []]


def test_a_match_where_a_pair_joins_later_has_a_line_from_one_match():
    competition = stories.published(10, join_places=4, join_left=8, join_until=date(2099, 12, 31))
    placed = boxes(laid(competition))

    assert [*placed] == [*stories.now(competition).matches]
    for position in range(1, 5):
        box = placed[f"R3-M{position}"]
        [before] = box.before
        is_upper = before.bottom < box.bottom
        assert before.line.code == f"R2-M{2 * position - is_upper}"
        edges = (before.top, box.top) if is_upper else (before.bottom, box.bottom)
        assert edges[0] == edges[1]
    assert all(len(placed[code].before) == 2 for code in ("R4-M1", "R4-M2", "R5-M1"))
