"""The draw as each process keeps it."""

import pytest

from competition.knockout.queries.reading import snapshot_at
from competition.match.actions import arranging
from tests import stories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("read", [lambda kept: kept.state("R1-M1"), lambda kept: kept.by_code["R1-M1"]])
def test_a_sheet_put_away_while_a_page_is_made_is_told_of_as_it_was(read):
    competition = stories.published(4)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    kept = snapshot_at(competition.slug)
    arranging.start_over(upper)

    assert read(kept).sheet == upper.row
    assert snapshot_at(competition.slug).state("R1-M1").sheet is None
