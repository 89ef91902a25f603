"""Tests for searching a draw and for polling values."""

from datetime import datetime, time, timedelta

import pytest
from django.utils import timezone

from competition.draw.queries import polling
from competition.draw.queries.draw import (
    clear_cache,
    coming_round,
    current_round,
    last_change,
    pairs_named,
    watched_round,
    way_of,
)
from scoring.models import SummarySheet
from tests import stories
from tests.competition.worlds import at, rename, send_in

pytestmark = pytest.mark.published(8)


def noon(day) -> datetime:
    return timezone.make_aware(datetime.combine(day, time(12)))


def rounds(draw) -> tuple[int, ...]:
    return tuple(find(draw).number for find in (current_round, coming_round, watched_round))


def test_the_current_next_and_watched_rounds_are_found(competition):
    first = stories.FIRST_PLAY_BY
    days = [first, first + timedelta(days=1), first + timedelta(days=60), first + timedelta(days=61)]
    assert [rounds(at(competition, noon(day)))[:2] for day in days] == [(1, 1), (1, 2), (1, 3), (1, 1)]

    stories.settle_round(competition, 1)
    stories.settle(competition, "R2-M1")
    assert rounds(stories.now(competition)) == (2, 2, 2)
    late = first + timedelta(days=60)
    assert rounds(at(competition, noon(late))) == (2, 3, 2)

    stories.settle(competition, "R2-M2")
    stories.settle(competition, "R3-M1")
    assert rounds(stories.now(competition)) == (3, 3, 3)


def test_the_latest_round_in_play_is_watched(competition):
    stories.open_sheet(competition, "R1-M3")
    for code in ("R1-M1", "R1-M2"):
        stories.settle(competition, code)
    assert rounds(stories.now(competition))[2] == 1
    stories.open_sheet(competition, "R2-M1")
    assert rounds(stories.now(competition)) == (1, 1, 2)


def test_an_overdue_round_is_watched_if_no_later_one_is_open():
    competition = stories.published(4, report_days=0)
    stories.settle(competition, "R1-M1")
    late = at(competition, noon(stories.FIRST_PLAY_BY + timedelta(days=2)))

    assert late.matches["R1-M2"].overdue
    assert rounds(late)[2] == 1


def test_pairs_are_found_by_words_of_their_names():
    competition = stories.published(4)
    for number, names in enumerate((("Zoë Tern", "Al Wren"), ("Bo Tern", "Di Gull"), ("Cy Coot", "Ed Coot")), start=1):
        rename(competition, number, *names)
    clear_cache()
    now = stories.now(competition)

    found = {text: [pair.number for pair in pairs_named(now, text)] for text in ("tern", "zoe wren", "x", "")}

    assert found == {"tern": [2, 1], "zoe wren": [1], "x": [], "": [4, 2, 3, 1]}


def test_the_last_change_belongs_to_the_competition_or_match():
    competition, other = stories.published(4), stories.published(2)
    assert last_change(stories.now(competition)) is None
    stories.settle(competition, "R1-M1")
    stories.settle(competition, "R1-M2")
    stories.withdraw(stories.now(competition).matches["R2-M1"].pairs[0])
    stories.settle(other, "R1-M1")
    now = stories.now(competition)

    found = [last_change(now, code) for code in ("", "R1-M1", "R1-M2")]

    assert [line.match for line in found] == ["R1-M2", "R1-M1", "R1-M2"]
    assert {line.competition for line in found} == {competition}


def test_the_path_of_a_pair_includes_possible_matches(competition):
    stories.settle(competition, "R1-M1")
    now = stories.now(competition)
    winner, loser = now.matches["R1-M1"].pairs

    ways = [[state.code for state in way_of(now, pair)] for pair in (winner, loser)]

    assert ways == [["R1-M1", "R2-M1", "R3-M1"], ["R1-M1"]]


def test_a_polling_value_expires_with_any_change_of_its_match(monkeypatch):
    competition = stories.published(4)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())
    now = stories.now(competition)
    other = polling.polling_value(now, "R1-M2")
    held = polling.polling_value(now, "R1-M1")
    slug, until = competition.slug, now.fresh_until
    assert [polling.still_holds(slug, *one) for one in (("R1-M1", held), ("R1-M2", other))] == [True, True]
    wrong = [(slug, "R1-M1", "x"), (slug, "R1-M1", ""), (slug, "R9-M1", held), ("nowhere", "R1-M1", held)]
    assert [polling.still_holds(*one) for one in wrong] == [False] * 4

    for moment, holds in ((until - timedelta(seconds=1), True), (until, False)):
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        assert polling.still_holds(slug, "R1-M1", held) is holds
    monkeypatch.undo()
    clear_cache()

    SummarySheet.objects.update(version=99)
    assert [polling.still_holds(slug, *one) for one in (("R1-M1", held), ("R1-M2", other))] == [False, True]
    send_in(competition, "R1-M1")
    assert polling.still_holds(slug, "R1-M2", other) is True
    send_in(competition, "R1-M2")
    assert polling.still_holds(slug, "R1-M2", other) is False


def test_a_waiting_match_expires_only_with_deals_from_the_matches_before_it():
    competition = stories.published(8)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    now = stories.now(competition)
    values = {code: polling.polling_value(now, code) for code in ("R2-M1", "R2-M2")}

    stories.record(upper, stories.deal())

    held = {code: polling.still_holds(competition.slug, code, value) for code, value in values.items()}
    assert held == {"R2-M1": False, "R2-M2": True}
