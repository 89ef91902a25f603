import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.published.formats.rail import rail
from tests import stories

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return stories.published(4, deals=2)


def now(competition):
    return rail(stories.now(competition))


def test_a_match_at_the_table_stands_there_with_its_lead(competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())

    [match] = now(competition).live

    assert match.code == "R1-M1"
    assert [side.is_ahead for side in match.sides] == [True, False]
    assert 'class="spark" viewBox="0 0 2 40"' in match.spark
    assert match.lead.endswith(" lead by 60 (+100, unfinished rubber)")


def test_the_line_goes_up_for_the_upper_pair_wherever_it_sits(competition):
    _, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(lower, stories.deal(declarer="E"))

    [match] = now(competition).live

    assert 'class="above" d="M0 20V20.0H1V20Z"' in match.spark


@pytest.mark.parametrize("public", [True, False])
def test_deals_that_are_kept_private_draw_no_line(client, public):
    competition = stories.published(4, deals=2, deals_public=public)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())

    [match] = now(competition).live
    page = client.get(reverse("public:draw", args=[competition.slug])).content.decode()

    assert (bool(match.spark), match.code) == (public, "R1-M1")
    # A phone draws it in the match's own block instead, so that no match stands there twice.
    assert re.search('id="R1-M1".*?</li>', page)[0].count('class="spark"') == public
    assert "<li data-current><a" in page


def test_the_next_fixtures_have_a_day_and_an_hour_and_never_a_place(competition):
    for days, code in ((5, "R1-M1"), (3, "R1-M2")):
        at = timezone.now() + timedelta(days=days)
        stories.agree(competition, code, at=at, venue="4 Mill Lane")

    found = now(competition).fixtures

    assert [fixture.code for fixture in found] == ["R1-M2", "R1-M1"]
    assert "Mill" not in str(now(competition))


def test_a_late_match_without_a_day_comes_last():
    competition = stories.published(4, first_play_by=timezone.localdate() - timedelta(days=8))

    found = now(competition).fixtures

    assert [(fixture.when, fixture.late) for fixture in found] == [("No day yet", "8 days late")] * 2


@pytest.mark.parametrize(
    ("ago", "late", "coming"), [(0, [], ("Semi-finals", "today")), (1, ["1 day late"] * 2, ("Final", "in 29 days"))]
)
def test_a_match_is_late_here_from_the_day_after_and_the_next_day_to_come_is_told(ago, late, coming):
    competition = stories.published(4, first_play_by=timezone.localdate() - timedelta(days=ago))
    found = now(competition)

    assert [fixture.late for fixture in found.fixtures] == late
    assert (found.round.name, found.days) == coming


def test_the_pairs_left_are_counted_and_the_next_day_is_told(competition):
    stories.settle(competition, "R1-M1")
    found = now(competition)

    assert (found.left, found.pips, found.round.name, found.play_by) == (
        3,
        [True, True, True, False],
        "Semi-finals",
        "Fri 31 May 2030",
    )


def test_of_many_matches_at_the_table_the_first_are_shown_and_the_others_counted(competition, monkeypatch):
    for code in ("R1-M1", "R1-M2"):
        stories.record(stories.open_sheet(competition, code)[0], stories.deal())
    monkeypatch.setattr("competition.published.formats.rail.TABLES", 1)

    assert ([match.code for match in now(competition).live], now(competition).more_live) == (["R1-M1"], 1)


def test_after_the_final_there_is_nothing_to_come(competition):
    stories.settle_round(competition, 1)
    stories.settle_round(competition, 2)

    assert now(competition) is None
