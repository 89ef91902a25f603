import pytest

from competition.archive.views.players import with_everybody, with_names
from competition.archive.views.seasons import seasons
from competition.contest.models import Competition
from competition.contest.queries import versions, versions_without_deals
from competition.draw.queries.draw import clear_cache
from tests import stories
from tests.caches import clear_caches
from tests.factories import CompetitionFactory


@pytest.mark.parametrize("other", [versions, versions_without_deals])
def test_facts_cached_under_one_counter_are_not_used_under_the_other(other):
    competition = stories.published(2)
    Competition.objects.filter(pk=competition.pk).update(version=9, facts_version=4)
    seasons(other(), with_everybody)

    stories.respell(competition.pairs.first(), "Zelda Newname")
    # Each counter now has the value that the other counter had.
    Competition.objects.filter(pk=competition.pk).update(version=4, facts_version=9)
    clear_cache()

    for now in (versions(), versions_without_deals()):
        [(season, _)] = seasons(now, with_everybody)
        assert "Zelda Newname" in {person.name for pair in season.pairs.values() for person in pair.people}


def test_values_with_deals_also_serve_pages_without_deals(django_assert_num_queries):
    stories.published(2)
    seasons(versions(), with_names)
    known = versions_without_deals()

    with django_assert_num_queries(0):
        seasons(known, with_names)


def test_the_order_of_seasons_does_not_depend_on_the_cache():
    same = [CompetitionFactory(name="Lakes", region="North", season=2026) for _ in range(3)]
    slugs = [competition.slug for competition in same]
    first, last = versions()[0], versions()[-1]

    for cached in ([first], [last]):
        clear_caches()
        seasons(cached, with_names)
        assert [season.slug for season, _ in seasons(versions(), with_names)] == slugs
