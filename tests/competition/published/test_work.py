"""How much work it is to make a public answer, counted in calls of functions: the same on every machine."""

import cProfile

import pytest
from django.db import transaction

from tests import bulk
from tests.competition.addresses import addresses
from tests.forgetting import forget

pytestmark = [pytest.mark.django_db, pytest.mark.counts]


def work(client, pairs: int) -> dict[str, int]:
    """How many calls each public answer takes where this is the only competition and nothing is kept."""
    with transaction.atomic():
        counted = {name: calls(client, address) for name, address in addresses(bulk.middle(pairs)).items()}
        transaction.set_rollback(True)
    return counted


def calls(client, address: str) -> int:
    """How many functions are called for one answer."""
    forget()
    with cProfile.Profile() as profile:
        client.get(address, headers={"accept-encoding": "gzip"})
    return sum(function.callcount for function in profile.getstats())


def test_four_times_as_many_pairs_are_less_than_four_times_the_work(client):
    # The first answers load what every later one finds loaded.
    _, small, large = (work(client, pairs) for pairs in (4, 8, 32))

    assert {name: (count, large[name]) for name, count in small.items() if large[name] >= 4 * count} == {}
