"""Tests for query sets that are compiled once."""

import pytest

from competition.entries.models import Pair
from competition.web.compiled import compiled_for_one
from tests.factories import PairFactory

pytestmark = pytest.mark.django_db


@compiled_for_one
def pairs(keys):
    return Pair.objects.filter(pk__in=keys).select_related("competition").order_by("pk")


@pytest.mark.database
def test_a_compiled_query_reads_the_rows_with_the_given_keys():
    one, other = PairFactory(), PairFactory()

    assert pairs([one.pk]) == [one]
    assert pairs([other.pk]) == [other]
    assert pairs([one.pk, other.pk]) == [one, other]
    assert pairs([]) == []


def test_a_compiled_query_also_reads_related_rows(django_assert_num_queries):
    pair = PairFactory()

    with django_assert_num_queries(1):
        assert pairs([pair.pk])[0].competition == pair.competition
