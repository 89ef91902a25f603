"""Queries that are composed once."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User

from competition.knockout.queries.prepared import Prepared


@pytest.fixture
def restless():
    """Threads that take turns far more often than they usually do."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("restless")
def test_threads_that_read_by_one_query_at_once_each_get_their_own_rows():
    query = Prepared(User.objects.filter(pk=-1).only("username"))
    found = [[(key, f"organiser {key}")] for key in range(4000)]

    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(query.models, found))

    assert [{user.pk for user in users} for users in made] == [{key} for key in range(4000)]
