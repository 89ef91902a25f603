import pytest
from django.core.validators import slug_re
from django.db import IntegrityError, transaction
from django.urls import get_resolver

from competition.contest.models import ADDRESSES_TAKEN
from tests.factories import CompetitionFactory
from tests.house.test_views_have_doors import addresses


def test_no_address_of_the_site_is_left_for_a_competition():
    first_parts = {address.split("/")[1] for address, _ in addresses(get_resolver())}

    # What no competition could be called, "archive.csv" among it, needs no keeping free.
    assert {part for part in first_parts if slug_re.match(part)} - ADDRESSES_TAKEN == set()


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.parametrize("slug", sorted(ADDRESSES_TAKEN))
def test_the_database_itself_keeps_the_sites_own_addresses_free(slug):
    with pytest.raises(IntegrityError), transaction.atomic():
        CompetitionFactory(slug=slug)
