import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.public.presenters.rail import rail
from tests import stories

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return stories.published(4, deals=2)


def now(competition):
    return rail(stories.now(competition))


def test_a_match_in_play_is_shown_with_its_lead(competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())

    [match] = now(competition).live

    assert match.code == "R1-M1"
    assert [side.is_ahead for side in match.sides] == [True, False]
    assert 'class="spark" viewBox="0 0 2 40"' in match.spark
    assert match.lead.endswith(" lead by 60 (+100, unfinished rubber)")


def test_the_lead_of_the_upper_pair_is_drawn_upwards(competition):
    _, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(lower, stories.deal(declarer="E"))

    [match] = now(competition).live

    assert 'class="above" d="M0 20V20.0H1V20Z"' in match.spark


@pytest.mark.parametrize("public", [True, False])
def test_private_deals_have_no_chart_of_the_lead(client, public):
    competition = stories.published(4, deals=2, deals_public=public)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())

    [match] = now(competition).live
    page = client.get(reverse("public:draw", args=[competition.slug])).content.decode()

    assert (bool(match.spark), match.code) == (public, "R1-M1")
    # A phone shows the chart in the block of the match instead, so that no match appears twice.
    assert re.search('id="R1-M1".*?</li>', page)[0].count('class="spark"') == public
    assert "<li data-current><a" in page


def test_fixtures_are_sorted_by_time_and_have_no_venue(competition):
    for days, code in ((5, "R1-M1"), (3, "R1-M2")):
        at = timezone.now() + timedelta(days=days)
        stories.agree(competition, code, at=at, venue="4 Mill Lane")

    found = now(competition).fixtures

    assert [fixture.code for fixture in found] == ["R1-M2", "R1-M1"]
    assert "Mill" not in str(now(competition))


def test_an_overdue_match_without_a_date_is_a_fixture():
    competition = stories.published(4, first_play_by=timezone.localdate() - timedelta(days=8))

    found = now(competition).fixtures

    assert [(fixture.when, fixture.late) for fixture in found] == [("No date yet", "8 days overdue")] * 2


@pytest.mark.parametrize(
    ("ago", "late", "coming"), [(0, [], ("Semi-finals", "today")), (1, ["1 day overdue"] * 2, ("Final", "in 29 days"))]
)
def test_a_match_is_overdue_from_the_day_after_its_play_by_date(ago, late, coming):
    competition = stories.published(4, first_play_by=timezone.localdate() - timedelta(days=ago))
    found = now(competition)

    assert [fixture.late for fixture in found.fixtures] == late
    assert (found.round.name, found.days) == coming


def test_the_pairs_still_in_and_the_next_date_are_shown(competition):
    stories.settle(competition, "R1-M1")
    found = now(competition)

    assert (found.left, found.pips, found.round.name, found.play_by) == (
        3,
        [True, True, True, False],
        "Semi-finals",
        "Fri 31 May 2030",
    )


def test_only_the_first_matches_in_play_are_shown(competition, monkeypatch):
    for code in ("R1-M1", "R1-M2"):
        stories.record(stories.open_sheet(competition, code)[0], stories.deal())
    monkeypatch.setattr("competition.public.presenters.rail.TABLES", 1)

    assert ([match.code for match in now(competition).live], now(competition).more_live) == (["R1-M1"], 1)


def test_nothing_is_shown_after_the_final():
    competition = stories.published(2)
    stories.settle_round(competition, 1)

    assert now(competition) is None
