import pytest

from competition.published.formats import tree
from tests import stories

pytestmark = pytest.mark.django_db


def sections(pairs: int) -> dict[str, list[int]]:
    """The sections of a draw of so many pairs, each with the number of matches in its rounds."""
    now = stories.now(stories.published(pairs))
    cut = tree.sections(now, tree.pick(now, 0, 0))
    return {section.name: [len(column.blocks) for column in section.columns] for section in cut}


@pytest.mark.parametrize(
    ("pairs", "cut"),
    [
        (2, {"The draw": [1]}),
        (5, {"The draw": [4, 2, 1]}),
        (32, {"The draw": [16, 8, 4, 2, 1]}),
        (33, {"Top half": [16, 8, 4], "Bottom half": [16, 8, 4], "The last eight": [4, 2, 1]}),
        (65, {f"Section {part} of 4": [16, 8, 4, 2] for part in (1, 2, 3, 4)} | {"The last eight": [4, 2, 1]}),
        (
            512,
            {f"Section {part} of 16": [16, 8, 4, 2, 1] for part in range(1, 17)} | {"The last sixteen": [8, 4, 2, 1]},
        ),
    ],
)
def test_a_draw_is_cut_into_trees_that_fit_a_page(pairs, cut):
    assert sections(pairs) == cut


def test_every_match_is_written_once_from_the_top_down():
    competition = stories.published(33)
    now = stories.now(competition)
    parts = tree.sections(now, tree.pick(now, 0, 0))

    blocks = [block for section in parts for column in section.columns for block in column.blocks]

    first_round = [block for part in parts for column in part.columns if column.number == 1 for block in column.blocks]
    assert len(blocks) == 63
    assert [f'id="R1-M{place}"' in block for place, block in enumerate(first_round, start=1)] == [True] * 32


def test_only_the_section_with_the_round_chosen_is_shown_on_a_phone():
    now = stories.now(stories.published(33))

    shown = [[part.current for part in tree.sections(now, tree.pick(now, round, 0))] for round in (1, 3, 4)]

    assert shown == [[True, True, False], [True, True, False], [False, False, True]]
