import pytest

from competition.entries.models import Pair
from competition.entries.queries.pairs import PlayerEntry
from tests import stories
from tests.competition.desk_reading import desk, errors, fingerprint_on, said, text

pytestmark = pytest.mark.published(4)
TYPED = {
    "leaving": "2",
    "player": "Di  Heron",
    "phone": "07 555 0199",
    "email": "",
    "because": "Ill.",
    "new_link": "on",
}


@pytest.fixture
def pair(competition):
    return competition.pairs.get(number=1)


def test_the_substitute_page_lists_both_players(organiser, competition, pair):
    page = organiser.get(desk("substitute", competition, 1))

    assert all(player.name in text(page) for player in pair.present)
    assert Pair.objects.get(pk=pair.pk).name == pair.name


def test_post_replaces_a_player(organiser, competition, pair):
    answer = organiser.post(desk("substitute", competition, 1), {**TYPED, "shown": pair.fingerprint}, follow=True)

    now = Pair.objects.get(pk=pair.pk)
    assert (now.name, now.link_secret != pair.link_secret) == ("Ada North 1 & Di Heron", True)
    assert answer.redirect_chain == [(desk("pair-link", competition, 1), 302)]
    assert said(answer) == ["Di Heron is now in pair 1."]
    assert "Di Heron replaced Ben South 1. Ill." in text(organiser.get(desk("pair", competition, 1)))


def test_an_invalid_substitution_is_refused(organiser, competition, pair):
    for typed, fault in (
        ({"leaving": ""}, "Player who leaves: Choose the player who leaves."),
        ({"player": ""}, "Name of the substitute: Give the names of both players."),
        ({"because": ""}, "Reason: The reason is missing. Give a reason for the public pages."),
    ):
        refused = organiser.post(desk("substitute", competition, 1), {**TYPED, **typed, "shown": pair.fingerprint})

        assert (refused.status_code, errors(refused)) == (422, [fault])
        assert 'value="07 555 0199"' in refused.content.decode()
        assert Pair.objects.get(pk=pair.pk).name == pair.name


def test_a_substitution_can_be_undone(organiser, competition, pair):
    organiser.post(desk("substitute", competition, 1), {**TYPED, "shown": pair.fingerprint})
    page = desk("substitute", competition, 1, back=2)
    assert f'href="{page}"' in organiser.get(desk("pair", competition, 1)).content.decode()
    asked = organiser.get(page)
    assert 'value="Ben South 1"' in asked.content.decode()
    assert "Undo substitution" in text(asked)
    assert "The contact details of Ben South 1 are stored, so you need not type them again." in text(asked)
    assert "its link from before the substitution works again" in text(asked)
    assert asked.context["form"].initial["new_link"] is False

    sent = {**TYPED, "player": "Ben South 1", "because": "Well again.", "shown": fingerprint_on(asked)}
    organiser.post(page, sent, follow=True)

    assert Pair.objects.get(pk=pair.pk).name == "Ada North 1 & Ben South 1"


def test_an_outdated_substitute_page_is_refused(organiser, competition, pair):
    shown = fingerprint_on(organiser.get(desk("substitute", competition, 1)))
    stories.substitute(pair, PlayerEntry("Fay Fill"), leaving=1)

    refused = organiser.post(desk("substitute", competition, 1), {**TYPED, "shown": shown})

    assert (refused.status_code, "Fay Fill & Ben South 1, Harbour Bridge Club" in errors(refused)[0]) == (409, True)
    assert 'value="07 555 0199"' in refused.content.decode()
    assert (
        organiser.post(desk("substitute", competition, 1), {**TYPED, "shown": fingerprint_on(refused)}).status_code
        == 302
    )
