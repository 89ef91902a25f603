import pytest
from django.urls import reverse

from competition.access import link_key
from competition.actions import play
from competition.models import Player
from competition.urls import public as addresses
from tests import stories
from tests.competition.views.public.reading import public

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    """A draw with a sheet, a dispute and a ruling in it, and a secret wherever somebody could have typed one."""
    competition = stories.published(4, deals=2)
    Player.objects.update(phone="SECRET 07 555 123", email="secret@example.org")
    competition.pairs.update(area="SECRET lane")
    upper, lower = stories.open_sheet(competition, "R1-M1")
    play.record_deal(upper, number=1, deal=stories.deal(), note="SECRET note")
    play.submit_totals(upper, ours=4730, theirs=3980)
    play.dispute(lower, outcome=1, reason="SECRET reason")
    stories.settle(competition, "R1-M2")
    return competition


def test_no_public_answer_tells_a_contact_or_a_private_link(client, competition):
    values = {"competition": competition.slug, "code": "R1-M1", "number": 1}
    pages = [
        reverse(f"public:{route.name}", kwargs={name: values[name] for name in route.pattern.converters})
        for route in addresses
        if set(route.pattern.converters) <= set(values)
    ]
    keys = [link_key(pair) for pair in competition.pairs.all()]

    answers = {page: client.get(page) for page in [*pages, public("draw", competition, find="ada")]}

    assert {page: answer.status_code for page, answer in answers.items() if answer.status_code != 200} == {}
    told = {page: answer.content.decode() for page, answer in answers.items()}
    assert [page for page, said in told.items() if "secret" in said.lower()] == []
    assert [page for page, said in told.items() for key in keys if key in said] == []
