"""Tests that pairs waiting, declined or removed appear in no public response, file, letter or draw."""

import re

import pytest
from django.http import Http404
from django.urls import reverse

from competition.contest.models import Competition
from competition.entries.models import Pair
from competition.entries.private_links import link_key, pair_code, pair_for_code, pair_for_link
from competition.notifications.queries.message_states import addressees
from competition.transfer.presenters.file import file_of
from tests import stories
from tests.caches import clear_caches
from tests.competition.addresses import addresses
from tests.competition.draw.test_cached_is_fresh import PASSING


def taking_entries() -> Competition:
    """Return a competition that is open for entries."""
    return stories.taking_entries(3)


def published() -> Competition:
    """Return a competition with a match in play and a finished match."""
    competition = stories.published(4)
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal("3NT", 9))
    stories.settle(competition, "R1-M2")
    return competition


def add_others(competition: Competition) -> list[Pair]:
    """Add a pair with each other status, without a log entry."""
    waiting, declined, removed = (stories.waiting(competition, f"{n} Hush", f"{n} Hale", phone="07 1") for n in "ABC")
    rows = Pair.of_any_status.filter(pk__in=[waiting.pk, declined.pk, removed.pk])
    rows.update(club="Hush Club", area="Hush shore", attending=True)
    rows.filter(pk=declined.pk).update(status="declined", decline_reason="Full.", wishes="")
    rows.filter(pk=removed.pk).update(status="removed", wishes="")
    return [waiting, declined, removed]


def answers(client, addresses) -> dict[str, tuple[int, str]]:
    """Return the status and the text of each response, without the parts that always differ."""
    clear_caches()
    found = {address: client.get(address) for address in addresses}
    return {
        at: (answer.status_code, re.sub(PASSING, "", answer.content.decode(errors="replace")))
        for at, answer in found.items()
    }


def test_public_answers_ignore_pairs_that_are_not_entered(client, settings, monkeypatch):
    # Validating pages and drawing pictures would take longer than everything else.
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("tests.")]
    monkeypatch.setattr("resvg_py.svg_to_bytes", lambda svg_string, **how: svg_string.encode())
    early, drawn = taking_entries(), published()
    asked = [*addresses(drawn).values(), f"/{early.slug}/", f"/{early.slug}/conditions/"]
    asked += [reverse("entry:enter", args=[competition.slug]) for competition in (early, drawn)]
    before = answers(client, asked)

    for competition in (early, drawn):
        add_others(competition)

    after = answers(client, asked)
    assert [address for address in asked if before[address] != after[address]] == []
    assert before[f"/{early.slug}/"][0] == 200


def test_files_and_letters_ignore_pairs_that_are_not_entered():
    for competition in (taking_entries(), published()):
        before = file_of(competition, private=True), addressees(competition)

        add_others(competition)

        assert (file_of(competition, private=True), addressees(competition)) == before


def test_a_draw_ignores_pairs_that_are_not_entered():
    competition = taking_entries()
    others = add_others(competition)

    stories.publish(competition)

    draw = stories.now(competition)
    assert sorted(draw.pairs) == [1, 2, 3]
    assert {pair.pk for pair in draw.pairs.values()}.isdisjoint(pair.pk for pair in others)


def test_a_pair_that_is_not_entered_has_no_private_link():
    for pair in add_others(published()):
        assert pair_for_code(pair_code(pair).replace(" ", "")) is None
        with pytest.raises(Http404):
            pair_for_link(link_key(pair))
