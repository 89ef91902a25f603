"""Tests for the database constraints on result entries, and for the largest margin."""

import pytest
from django.db import IntegrityError, transaction

from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.results import largest_margin
from competition.draw.rules.result import MarginRecord, ResultKind
from competition.match.actions import play
from tests import stories

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.published(8)]


@pytest.fixture
def ruling(competition):
    """Return the columns of a ruling in the first match."""
    stories.settle(competition, "R1-M1")
    row = ResultEntry.objects.get()
    return {
        "meeting": row.meeting,
        "number": 2,
        "winner": "upper",
        "reason": "Why.",
        "at": row.at,
        "decided_by": row.decided_by,
    }


IMPOSSIBLE = [
    {"kind": "played", "margin": 0},
    {"kind": "played", "margin": 400, "total_upper": 900, "total_lower": 500},
    {"kind": "played", "total_upper": 900},
    {"kind": "played", "total_upper": 500, "total_lower": 900},
    {"kind": "played", "total_upper": 900, "total_lower": 900},
    {"kind": "played", "from_sheet": True},
    {"kind": "played", "margin": 110, "from_sheet": True},
    {"kind": "played", "penalty_upper": -100},
    {"kind": "played", "margin": 110, "penalty_lower": -100},
    {"kind": "walkover", "margin": 110},
    {"kind": "ruling", "margin": 110},
    {"kind": "conceded", "margin": 110},
    {"kind": "lots", "seed": "a seed", "margin": 110},
]


def test_the_database_rejects_impossible_scores(ruling):
    for columns in IMPOSSIBLE:
        with pytest.raises(IntegrityError), transaction.atomic():
            ResultEntry.objects.create(**ruling, **columns)
    for number, known in enumerate(({"total_upper": 900, "total_lower": 500}, {"margin": 110}, {})):
        ResultEntry.objects.create(**{**ruling, "number": ruling["number"] + number}, kind="played", **known)


def margins(competition) -> MarginRecord | None:
    return largest_margin(competition.slug, 30)


def test_the_record_is_the_largest_margin_of_official_results(competition):
    assert margins(competition) is None
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 500))
    stories.settle(competition, "R1-M2", kind=ResultKind.PLAYED, margin=1110)
    stories.settle(competition, "R1-M3", kind=ResultKind.PLAYED)
    stories.settle(competition, "R1-M4", kind=ResultKind.RULING, totals=(9000, 0))

    assert margins(competition) == MarginRecord(4230, 2)
    assert largest_margin(competition.slug, 8) is None


def test_only_the_last_result_of_a_match_sets_the_record(competition):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(26_100, 1980))
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(2610, 1980))
    play.submit_totals(stories.tables(competition, "R1-M2")[0], ours=9000, theirs=0)

    assert margins(competition) == MarginRecord(630, 1)


def test_a_demo_sets_no_record_for_other_competitions(competition):
    demo = stories.entered(2, deals=30)
    demo.is_demo = True
    demo.save()
    stories.publish(demo)
    stories.settle(demo, "R1-M1", kind=ResultKind.PLAYED, totals=(9000, 0))

    assert margins(competition) is None
    assert margins(demo) == MarginRecord(9000, 1)
