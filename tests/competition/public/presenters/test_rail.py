from datetime import timedelta

import pytest
from django.utils import timezone

from competition.draw.actions.rounds import start_round
from competition.draw.models.rounds import Round
from competition.public.presenters.rail import PairStanding, answer, rail
from tests import stories

pytestmark = [pytest.mark.django_db, pytest.mark.published(4, deals=2)]


def now(competition):
    return rail(stories.now(competition))


def test_a_match_in_play_is_shown_with_its_lead(competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())

    [match] = now(competition).live

    assert match.code == "R1-M1"
    assert [side.is_ahead for side in match.sides] == [True, False]
    assert 'class="spark" viewBox="0 0 2 40"' in match.spark
    assert match.lead.endswith(" lead by 60, and by 100 more if play stopped now")


def test_private_deals_have_no_chart_of_the_lead():
    competition = stories.published(4, deals=2, spectators="totals")
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())

    [match] = now(competition).live

    assert (match.code, match.spark) == ("R1-M1", "")


def test_fixtures_are_sorted_by_time_and_have_no_venue(competition):
    for days, code in ((5, "R1-M1"), (3, "R1-M2")):
        at = timezone.now() + timedelta(days=days)
        stories.agree(competition, code, at=at, venue="4 Mill Lane")

    found = now(competition).fixtures

    assert [fixture.code for fixture in found] == ["R1-M2", "R1-M1"]
    assert "Mill" not in str(now(competition))


@pytest.mark.parametrize(("days", "late"), [(1, "1 day past its date"), (8, "8 days past its date")])
def test_an_undecided_match_is_overdue_a_week_after_its_play_by_date(days, late):
    competition = stories.published(4, first_play_by=timezone.localdate())
    found = now(competition)
    assert (found.fixtures, found.round.name, found.days) == ([], "Semi-finals", "today")

    Round.objects.filter(number=1).update(play_by=timezone.localdate() - timedelta(days=days))
    stories.clear_cache()

    found = now(competition)
    assert [(fixture.when, fixture.past_due) for fixture in found.fixtures] == [("", late)] * 2
    assert (found.round.name, found.days) == ("Final", "in 30 days")


def test_the_remaining_pairs_and_the_next_date_are_shown(competition):
    stories.settle(competition, "R1-M1")
    found = now(competition)

    assert (found.left, found.round.name, found.due) == (3, "Semi-finals", "play by Fri 31 May 2030")
    stories.settle_round(competition, 1)
    stories.settle_round(competition, 2)
    assert now(competition) is None


def test_a_new_draw_shows_the_dates_of_its_first_rounds_until_a_result(competition):
    dates = [("Semi-finals", "play by Fri 31 May 2030"), ("Final", "play by Sun 30 Jun 2030")]
    assert (now(competition).first, now(competition).byes) == (dates, 0)

    stories.settle(competition, "R1-M1")

    assert now(competition).first == []


def test_the_standing_of_a_pair_is_described_in_words(competition):
    def answers() -> list[PairStanding]:
        draw = stories.now(competition)
        return [answer(draw, pair) for pair in first]

    first = stories.now(competition).matches["R1-M1"].pairs
    others = stories.now(competition).matches["R1-M2"].pairs
    winner, loser, *last = (stories.now(competition).forms[pair.number].short for pair in (*first, *others))
    assert answers()[0] == (f"{winner} play {loser}", "Semi-finals: play by Fri 31 May 2030.")

    stories.settle(competition, "R1-M1")

    won, lost = answers()
    assert won.standing == f"{winner} won their semi-final"
    assert won.next.replace("\u00a0", " ") == f"They wait for {last[0]} or {last[1]}."
    assert lost.standing == f"{loser} were knocked out in the semi-finals"

    stories.settle(competition, "R1-M2")
    stories.settle(competition, "R2-M1")

    assert answers()[0].standing == f"{winner} are the champions"


def test_only_the_first_few_matches_in_play_are_shown(competition, monkeypatch):
    for code in ("R1-M1", "R1-M2"):
        stories.record(stories.open_sheet(competition, code)[0], stories.deal())
    monkeypatch.setattr("competition.public.presenters.rail.TABLES", 1)

    assert ([match.code for match in now(competition).live], now(competition).more_live) == (["R1-M1"], 1)


@pytest.mark.published(4, minutes=60, deals=8)
def test_a_day_shows_its_tables_and_no_dates_of_matches(competition):
    before = now(competition)
    start_round(competition, 1, by=stories.organiser_of(competition))
    found = now(competition)

    ends = f"{timezone.localtime(stories.now(competition).rounds[0].clock.ends_at):%H:%M}"
    assert before.tables == "Semi-finals: not started."
    assert found.tables == f"Semi-finals: two tables still play. The round ends at {ends}."
    assert (found.fixtures, len(found.first)) == ([], 1)
