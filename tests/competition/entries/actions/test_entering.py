import pytest
from django.db import IntegrityError, transaction

from competition.entries.actions import pairs as actions
from competition.entries.models import Pair, Player
from competition.entries.queries.pairs import Entry, PlayerEntry
from scoring.rules.refusal import Refused
from tests import stories


def entry(first="Ada Lark", second="Ben Wren", **rest) -> Entry:
    return Entry((PlayerEntry(first), PlayerEntry(second)), **rest)


@pytest.fixture
def competition():
    return stories.entered(2)


def test_one_refused_pair_prevents_the_whole_import(competition, by):
    with pytest.raises(Refused):
        actions.enter_all(competition, [entry(), entry("Cy Finch", "Ada Lark")], by=by)

    assert (competition.pairs.count(), competition.log.count()) == (2, 0)


@pytest.mark.parametrize("pairs", [1, 32])
def test_entering_a_list_takes_nine_queries(competition, by, django_assert_num_queries, pairs):
    entries = [entry(f"Ada Lark {n}", f"Ben Wren {n}") for n in range(pairs)]

    with django_assert_num_queries(9):
        actions.enter_all(competition, entries, by=by)
    assert competition.log.filter(event="entered").count() == pairs


def test_numbers_stay_the_same_when_a_pair_is_removed(competition, by):
    first = competition.pairs.get(number=1)

    actions.remove(first, fingerprint=first.fingerprint, by=by)

    assert actions.enter(competition, entry(), by=by).number == 3


def test_two_players_can_swap_places(competition, by):
    pair = actions.enter(competition, entry(), by=by)

    actions.change(pair, entry("Ben Wren", "Ada Lark"), fingerprint=pair.fingerprint, by=by)

    assert Pair.objects.get(pk=pair.pk).name == "Ben Wren & Ada Lark"


def test_changing_a_pair_keeps_the_row_of_a_former_player(competition, by):
    stories.publish(competition)
    pair = competition.pairs.first()
    left = pair.present[1]
    stories.substitute(pair, PlayerEntry("Ida Tern", "07 555 0199"))
    pair = Pair.objects.get(pk=pair.pk)
    kept = Player.objects.filter(pk=left.pk).values().get()

    first, second = (PlayerEntry(player.name, "07 555 0177") for player in pair.present)
    actions.change(pair, Entry((first, second)), fingerprint=pair.fingerprint, by=by)

    assert Player.objects.filter(pk=left.pk).values().get() == kept
    assert {player.phone for player in Pair.objects.get(pk=pair.pk).present} == {"07 555 0177"}


def test_changing_to_a_name_from_another_pair_is_refused(competition, by):
    pair = actions.enter(competition, entry(), by=by)

    with pytest.raises(Refused, match="Ada North 1 is already in pair 1."):
        actions.change(pair, entry("Ada North 1", "Ben Wren"), fingerprint=pair.fingerprint, by=by)
    assert Pair.objects.get(pk=pair.pk).name == "Ada Lark & Ben Wren"


def test_a_drawn_pair_cannot_be_removed_after_publishing():
    competition = stories.published(2)
    by = stories.organiser_of(competition)

    with pytest.raises(Refused, match="because the draw is published"):
        actions.remove(competition.pairs.first(), fingerprint="", by=by)


def test_only_the_phone_number_can_change_after_the_draw():
    competition = stories.published(2)
    by, pair = stories.organiser_of(competition), competition.pairs.first()
    first, second = (player.name for player in pair.players.all())

    actions.change(
        pair, Entry((PlayerEntry(first, "07 555 0199"), PlayerEntry(second))), fingerprint=pair.fingerprint, by=by
    )

    assert Player.objects.get(pair=pair, place=1).phone == "07 555 0199"
    with pytest.raises(
        Refused, match="The draw is published. Correct the name of .* on its own page, or add a substitute."
    ):
        actions.change(pair, entry(), fingerprint=Pair.objects.get(pk=pair.pk).fingerprint, by=by)


def test_saving_an_old_page_keeps_a_renewed_link(competition, by):
    pair = competition.pairs.first()
    shown, before = pair.fingerprint, pair.link_secret
    actions.renew_link(Pair.objects.get(pk=pair.pk), by=by)

    actions.change(pair, entry(), fingerprint=shown, by=by)

    assert Pair.objects.get(pk=pair.pk).link_secret != before


def test_two_pairs_cannot_have_the_same_seed(competition, by):
    pair = actions.enter(competition, entry(seed=1, given_bye=True), by=by)

    with pytest.raises(Refused, match="Pair 3 already has seed 1. Use each rank only once."):
        actions.enter(competition, entry("Cy Finch", "Di Heron", seed=1), by=by)
    actions.change(pair, entry(seed=1), fingerprint=pair.fingerprint, by=by)
    kept = Pair.objects.get(pk=pair.pk)
    assert (kept.seed, kept.given_bye) == (1, False)


def test_seed_and_bye_cannot_change_after_the_draw():
    competition = stories.published(2)
    pair = competition.pairs.first()
    two = tuple(PlayerEntry(player.name) for player in pair.players.all())

    for other in (Entry(two, seed=1), Entry(two, given_bye=True)):
        with pytest.raises(Refused, match="You cannot change the seed or the bye"):
            actions.change(pair, other, fingerprint=pair.fingerprint, by=stories.organiser_of(competition))


def test_database_rejects_zero_and_repeated_seeds(competition):
    Pair.objects.filter(competition=competition, number=1).update(seed=1)

    for seed in (0, 1):
        with pytest.raises(IntegrityError), transaction.atomic():
            Pair.objects.filter(competition=competition, number=2).update(seed=seed)
