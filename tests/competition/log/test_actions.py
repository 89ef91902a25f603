import pytest

from competition.contest.models import Competition
from competition.log.actions import note, note_each
from tests import stories
from tests.factories import CompetitionFactory

pytestmark = pytest.mark.django_db


def structure(competition: Competition) -> int:
    return Competition.objects.get(pk=competition.pk).structure


@pytest.mark.parametrize(("only_deals", "more"), [(False, 1), (True, 0)])
def test_a_line_has_its_own_competition_read_anew_and_no_other(only_deals, more):
    noted, other = stories.entered(0), CompetitionFactory()
    before = structure(noted), structure(other)

    note(noted, stories.organiser_of(noted), "noted", "A line.", only_deals=only_deals)

    assert (structure(noted), structure(other)) == (before[0] + more, before[1])


def test_lines_about_many_pairs_have_their_competition_read_anew():
    noted, other = stories.entered(1), CompetitionFactory()
    before = structure(noted), structure(other)

    note_each(noted, stories.organiser_of(noted), "noted", [(noted.pairs.get(), "A line.")])

    assert (structure(noted), structure(other)) == (before[0] + 1, before[1])
