"""Tests for entering namesakes with distinguishing words."""

import pytest
from django.db import IntegrityError, transaction

from competition.entries.actions import applications
from competition.entries.actions import pairs as actions
from competition.entries.models import Pair, Player
from competition.entries.queries.pairs import Entry, PlayerEntry, beside, namesakes
from scoring.rules.refusal import Refused
from tests import stories


@pytest.fixture
def competition():
    return stories.taking_entries(2)


def entry(first: str, second: str, club: str = "") -> Entry:
    return Entry((PlayerEntry(first), PlayerEntry(second)), club)


@pytest.fixture
def smith(competition, by) -> Pair:
    """Return the pair of the first Jan Smith."""
    return actions.enter(competition, entry("Jan Smith", "Ann Lee", "Hawera"), by=by)


def asked(competition, names: dict[int, str], club: str = "", own: Pair | None = None) -> list[tuple[int, str, str]]:
    found = namesakes(names, club, beside(competition), own)
    return [(one.place, one.question, one.suggestion) for one in found]


def test_entering_stores_the_distinguishing_word(competition, by, smith):
    pair = actions.enter(competition, entry("Jan Smith ( senior )", "Bo Ray"), by=by)

    player = pair.players.get(place=1)
    assert (player.name, player.key, player.distinction) == ("Jan Smith", "jan smith", "senior")
    assert (player.display_name, pair.name) == ("Jan Smith (senior)", "Jan Smith (senior) & Bo Ray")


def test_same_name_and_word_cannot_be_entered_twice(competition, by, smith):
    actions.enter(competition, entry("Jan Smith (senior)", "Bo Ray"), by=by)

    for again in ("Jan Smith (Senior)", "Mrs jan smith (senior)"):
        with pytest.raises(Refused) as refused:
            actions.enter(competition, entry(again, "Cy Finch"), by=by)

        assert str(refused.value).startswith(
            "Jan Smith (senior) is already in pair 4. A player can be in only one pair. If two"
        )


@pytest.mark.database
def test_database_rejects_the_same_name_and_word(competition, by, smith):
    pair = actions.enter(competition, entry("Jan Smith (senior)", "Bo Ray"), by=by)

    for word in ("", "SENIOR"):
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.filter(pair=pair, place=2).update(key="jan smith", distinction=word)


def test_two_namesakes_can_form_a_pair(competition, by):
    pair = actions.enter(competition, entry("Jan Smith", "Jan Smith (junior)"), by=by)

    assert Pair.objects.get(pk=pair.pk).name == "Jan Smith & Jan Smith (junior)"
    with pytest.raises(Refused, match="Jan Smith cannot be both players of a pair. If two people have this name"):
        actions.enter(competition, entry("Jan Smith", "jan smith"), by=by)


def test_changing_a_pair_keeps_the_distinguishing_word(competition, by, smith):
    pair = actions.enter(competition, entry("Jan Smith (senior)", "Bo Ray"), by=by)
    pair = Pair.objects.get(pk=pair.pk)
    assert Entry.of(pair).players[0].name == "Jan Smith (senior)"

    actions.change(pair, entry("Bo Ray", "Jan Smith (senior)", "Okato"), fingerprint=pair.fingerprint, by=by)

    assert Pair.objects.get(pk=pair.pk).name == "Bo Ray & Jan Smith (senior)"


def test_accepting_uses_the_names_given_by_the_organiser(competition, by, smith):
    sent = applications.apply(competition, entry("Jan Smith", "Bo Ray"), wishes="")

    pair = applications.accept(sent, names=("Jan Smith (Okato)", "Bo Ray"), by=by)

    assert Pair.objects.get(pk=pair.pk).name == "Jan Smith (Okato) & Bo Ray"


def test_accept_all_leaves_out_namesakes(competition, by, smith):
    for written, partner in (("Jan Smith", "Bo Ray"), ("Jan Smith (Okato)", "Cy Finch")):
        applications.apply(competition, entry(written, partner), wishes="")

    assert applications.accept_all(competition, by=by) == 0


def test_a_substitute_can_be_a_namesake_of_a_former_player(by):
    competition = stories.published(4)
    first, second = competition.pairs.order_by("number")[:2]
    stories.substitute(first, PlayerEntry("Jan Smith"))
    stories.substitute(Pair.objects.get(pk=first.pk), PlayerEntry("Di Heron"), leaving=2)

    def put_in(name: str) -> None:
        pair = Pair.objects.get(pk=second.pk)
        order = {"leaving": 2, "because": "Ill.", "new_link": False, "fingerprint": pair.fingerprint}
        actions.substitute(pair, player=PlayerEntry(name), by=stories.organiser_of(competition), **order)

    with pytest.raises(
        Refused, match="Jan Smith was in pair 1. A player cannot play for two pairs in one draw. If two"
    ):
        put_in("Jan Smith")
    put_in("Jan Smith (Okato)")

    assert Pair.objects.get(pk=second.pk).name == "Ada North 2 & Jan Smith (Okato)"


def test_a_different_club_is_suggested(competition, smith):
    for club, suggestion in (("Okato", "Okato"), ("hawera", ""), ("", "")):
        assert asked(competition, {1: "Bo Ray", 2: "jan smith"}, club) == [
            (2, "Jan Smith is also in pair 3 (Hawera). Are they two different people?", suggestion)
        ]


def test_a_name_without_a_word_raises_a_question(competition, by, smith):
    actions.enter(competition, entry("Al Dove (senior)", "Bo Ray"), by=by)

    assert asked(competition, {1: "Al Dove", 2: "Cy Finch"}) == [
        (1, "Al Dove (senior) is also in pair 4. Are they two different people?", "")
    ]
    assert asked(competition, {1: "Al Dove (junior)", 2: "Cy Finch"}) == []


def test_unchanged_names_of_a_pair_raise_no_question(competition, by, smith):
    pair = actions.enter(competition, entry("Jan Smith (senior)", "Bo Ray"), by=by)

    for own in (smith, pair):
        own = Pair.objects.get(pk=own.pk)
        assert asked(competition, {player.place: player.display_name for player in own.present}, own=own) == []


def test_equal_names_in_one_pair_raise_a_question(competition):
    assert asked(competition, {1: "Jan Smith", 2: "Jan Smith"}) == [
        (2, "Jan Smith is the name of both players. Are they two different people?", "")
    ]


def test_a_first_name_alone_has_a_suggestion(competition, by):
    actions.enter(competition, entry("Betty", "Joan", "Hawera"), by=by)

    suggestions = [asked(competition, {1: "Betty", 2: "Sue Lee"}, club)[0][2] for club in ("Okato", "Hawera")]

    assert suggestions == ["Okato", "with Sue"]
