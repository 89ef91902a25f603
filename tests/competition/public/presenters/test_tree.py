import re
from datetime import date, timedelta

import pytest
from django.utils import timezone

from competition.draw.rules.layout import code
from competition.public.presenters import tree
from tests import bulk, stories

pytestmark = [pytest.mark.django_db, pytest.mark.published(65)]


def layout(competition, round: int = 0, pair: int = 0, section: int | None = None) -> tree.Layout:
    now = stories.now(competition)
    return tree.Layout(now, tree.pick(now, round, pair, section))


def trees(laid: tree.Layout) -> dict[str, list[int]]:
    """Return the trees on the page, each with the number of matches in its rounds."""
    return {tree.id: [len(column.blocks) for column in tree.columns] for tree in laid.sections}


def test_a_draw_of_more_than_64_places_has_sections():
    large = stories.published(65)

    assert tree.section_numbers(stories.now(large)) == range(5)
    whole = stories.published(33)
    assert tree.section_numbers(stories.now(whole)) == range(0)
    assert trees(layout(whole)) == {"section-1": [32, 16, 8, 4, 2, 1]}
    assert trees(layout(large, section=3)) == {"section-3": [16, 8, 4, 2, 1], "last-rounds": [2, 1]}
    assert trees(layout(large, section=0)) == (
        {f"section-{part}": [16, 8, 4, 2, 1] for part in (1, 2, 3, 4)} | {"last-rounds": [2, 1]}
    )


def test_every_match_appears_once_from_the_top_down():
    parts = layout(stories.published(65), section=0).sections

    blocks = [block for part in parts for column in part.columns for block in column.blocks]

    first_round = [block for part in parts for column in part.columns if column.number == 1 for block in column.blocks]
    assert len(blocks) == 127
    assert [f'id="R1-M{place}"' in block for place, block in enumerate(first_round, start=1)] == [True] * 64


def test_a_section_is_named_by_its_first_and_last_pair(competition):
    now, laid = stories.now(competition), layout(competition, section=1)
    there = [pair for pair in now.holders[:32] if pair]

    first, last = (now.forms[pair.number].short for pair in (there[0], there[-1]))
    assert [(part.name, part.pairs) for part in laid.sections] == [
        ("Section 1", f"{first} to {last}"),
        ("From the sections to the final", ""),
    ]
    assert sorted((card.progress, card.left, card.pairs) for card in laid.cards) == [
        ("0 of 1 decided", 17, 17),
        *[("16 byes", 16, 16)] * 3,
    ]


def test_decided_rounds_are_hidden_until_the_reader_selects_them():
    competition = bulk.middle(33)
    laid, first = layout(competition), layout(competition, round=1)

    # Rounds 1 and 2 are decided, but the last five rounds are always shown.
    assert [column.number for column in laid.sections[0].columns] == [2, 3, 4, 5, 6]
    assert [column.number for column in first.sections[0].columns] == [1, 2, 3, 4, 5, 6]


def test_a_phone_shows_one_round_of_one_section(competition):
    shown = [
        ({part.id: part.current for part in laid.sections}, len(laid.watched), laid.is_by_section)
        for laid in (layout(competition, round=number, section=2) for number in (1, 5, 6))
    ]

    assert shown == [
        ({"section-2": True, "last-rounds": False}, 16, True),
        ({"section-2": True, "last-rounds": False}, 1, True),
        ({"section-2": False, "last-rounds": True}, 2, False),
    ]


def test_the_page_shows_the_section_of_the_chosen_pair_or_a_match_in_play(competition):
    last = stories.now(competition).holders[-1] or stories.now(competition).holders[-2]
    assert layout(competition, pair=last.number).section == 4

    state = next(state for state in stories.now(competition).rounds[1].matches[20:] if state.is_open)
    stories.open_sheet(competition, state.code)

    assert layout(competition).section == 3


def test_a_pairs_path_enters_from_the_top_or_the_bottom():
    now = stories.now(stories.published(4))
    upper, lower = now.matches["R1-M1"].pairs[0], now.matches["R1-M2"].pairs[0]

    lit = [
        [re.findall('data-path="(.*?)"', block) for column in part.columns for block in column.blocks]
        for pair in (upper, lower)
        for part in tree.Layout(now, tree.pick(now, 0, pair.number)).sections
    ]

    assert lit == [[["start"], [], ["top"]], [[], ["start"], ["foot"]]]


def test_a_round_link_shows_its_progress_or_its_date():
    competition = stories.published(5, first_play_by=timezone.localdate() - timedelta(days=8))

    first, semis, final = tree.keys(stories.now(competition))

    assert (first.short, first.progress, first.share, final.short) == ("QF", "0 of 1 decided", 0, "F")
    by = stories.now(competition).rounds[1].play_by
    assert (semis.short, semis.figures) == ("SF", f"{by.day} {by:%b}")
    assert tree.pick(stories.now(competition), 0, 0).round == 2


LATER = {"join_until": date(2099, 12, 31)}


def test_a_match_keeps_its_position_beside_an_empty_section():
    competition = stories.published(10, join_places=4, join_left=8, **LATER)
    [drawn] = layout(competition, round=1).sections

    shown = [[re.findall(r'id="(R\d-M\d+)"', block) for block in column.blocks] for column in drawn.columns]
    assert [len(column) for column in shown] == [16, 8, 4, 2, 1]
    codes = [
        code for column in shown for at, found in enumerate(column, 1) for code in found if code.endswith(f"M{at}")
    ]
    assert codes == [*stories.now(competition).matches]


def test_no_line_leads_to_a_pair_that_joins_later():
    competition = stories.published(10, join_places=4, join_left=8, **LATER)
    *_, quarter_finals, semi_finals, _ = layout(competition).sections[0].columns

    assert [block.count("data-joins") for block in quarter_finals.blocks] == [1, 1, 1, 1]
    assert [block.count("data-joins") for block in semi_finals.blocks] == [0, 0]


def test_only_sections_with_pairs_have_a_number():
    competition = stories.published(130, join_places=8, join_left=16, **LATER)
    laid = layout(competition, round=6, section=0)
    draw = stories.now(competition)

    assert [len(section.columns[0].blocks) for section in laid.sections[:-1]] == [16] * 8
    assert [bool(card) for card in laid.sections[-1].winners] == [code(5, at) in draw.matches for at in range(1, 17)]
    assert tree.section_numbers(draw) == range(9)


def test_sections_without_a_final_are_all_shown_with_their_own_progress():
    competition = stories.published(13, sections=3, next_event="the national final")
    laid = layout(competition)

    assert [section.name for section in laid.sections] == ["Section 1", "Section 2", "Section 3"]
    assert [len(section.columns) for section in laid.sections] == [3, 3, 3]
    assert {section.columns[1].progress for section in laid.sections} == {"Play by Sun 30 Jun 2030"}
    assert sorted(section.columns[0].progress for section in laid.sections) == [
        "1 match, play by Fri 31 May 2030",
        "4 byes",
        "4 byes",
    ]
    assert laid.cards == []


def test_a_large_draw_without_a_final_has_a_card_for_each_section_and_no_last_rounds():
    competition = stories.published(100, sections=7, next_event="the national final")
    laid = layout(competition)

    assert [card.number for card in laid.cards] == [1, 2, 3, 4, 5, 6, 7]
    assert len(laid.sections) == 1
    assert sum(card.pairs for card in laid.cards) == 100
