from datetime import timedelta

from competition.contest.models import Competition
from competition.draw.models.rounds import Round
from competition.draw.queries.terms import usual_dates
from competition.draw.rules.rehearsal import play_by_dates
from tests import stories
from tests.factories import CompetitionFactory


def test_the_proposed_dates_follow_last_season_if_they_fit():
    last, coming = stories.published(4), CompetitionFactory(season=2027)
    coming.owner = last.owner
    moved = [row.play_by + timedelta(weeks=52) for row in Round.objects.all()]
    before, on_it = moved[0] - timedelta(days=1), moved[0]

    assert usual_dates(coming, 2, before) == moved
    assert usual_dates(coming, 2, on_it) == play_by_dates(on_it, 2)
    assert usual_dates(coming, 3, before) == play_by_dates(before, 3)


def test_the_proposed_dates_use_only_the_latest_matching_season():
    before = CompetitionFactory()
    last = stories.published(4)
    last.owner = before.owner
    last.save()
    theirs = [row.play_by for row in Round.objects.all()]
    stories.published(4, seed="of somebody else", first_play_by=theirs[0] + timedelta(days=1))
    nobodys = stories.published(4, seed="of nobody", first_play_by=theirs[0] + timedelta(days=1))
    Competition.objects.filter(pk=nobodys.pk).update(owner=None)
    CompetitionFactory(season=2027)
    for season in (2025, 2028):
        CompetitionFactory(organisers=[last.owner], season=season)
    like = {"name": last.name, "region": last.region, "owner": last.owner, "season": 2028}

    found = usual_dates(Competition(**like), 2, theirs[0])

    assert found == [day + timedelta(weeks=104) for day in theirs]
    others = ("name", "Another"), ("region", "Elsewhere"), ("owner", None), ("season", 2026), ("season", 2030)
    for column, other in others:
        assert usual_dates(Competition(**like | {column: other}), 2, theirs[0]) == play_by_dates(theirs[0], 2), column
