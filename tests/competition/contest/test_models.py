import pytest
from django.core.validators import slug_re
from django.db import IntegrityError, transaction
from django.urls import get_resolver

from competition.contest.models import ADDRESSES_TAKEN
from tests.factories import CompetitionFactory
from tests.house.test_views_have_access_checks import addresses


def test_site_paths_cannot_be_competition_slugs():
    first_parts = {address.split("/")[1] for address, _ in addresses(get_resolver())}

    # Paths that are not valid slugs, such as "archive.csv", need no reservation.
    assert {part for part in first_parts if slug_re.match(part)} - ADDRESSES_TAKEN == set()


@pytest.mark.django_db
@pytest.mark.database
def test_database_rejects_site_paths_as_slugs():
    for slug in ADDRESSES_TAKEN:
        with pytest.raises(IntegrityError), transaction.atomic():
            CompetitionFactory(slug=slug)
