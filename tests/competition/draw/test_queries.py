"""Tests for draw queries and refused draw actions."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from competition.draw.actions import publishing
from competition.draw.models.draw import Draw, Publication
from competition.draw.queries import attempts
from scoring.rules.refusal import Refused
from tests import stories
from tests.factories import PairFactory


@pytest.fixture
def competition():
    return stories.entered(5)


def test_locking_an_unchanged_list_again_returns_it(competition, by):
    assert attempts.read_drawing(competition).is_locked is False
    first = publishing.lock_entry_list(competition, by=by, secret="hushed")
    assert publishing.lock_entry_list(competition, by=by) == first
    assert (first.number, first.secret, first.made_by, len(first.entries)) == (1, "hushed", by.user, 5)
    assert attempts.read_drawing(competition).is_locked is True
    PairFactory(competition=competition)
    assert attempts.read_drawing(competition).is_locked is False

    second = publishing.lock_entry_list(competition, by=by)

    assert (second.number, len(second.secret), len(second.entries)) == (2, 32, 6)
    lines = [line.text for line in competition.log.filter(event="locked list").order_by("pk")]
    assert lines == [f"Locked the entry list of {n} pairs: {row.fingerprint}." for n, row in ((5, first), (6, second))]
    assert [row.fingerprint for row in attempts.locked_lists(competition)] == [first.fingerprint, second.fingerprint]


def test_drawing_the_same_attempt_again_returns_it(competition, by):
    with pytest.raises(Refused, match="Lock the entry list first"):
        publishing.make_draw(competition, by=by)
    publishing.lock_entry_list(competition, by=by)
    assert (attempts.read_drawing(competition).next_attempt, attempts.latest_attempt(competition)) == (1, None)
    first = publishing.make_draw(competition, by=by, attempt=1)
    assert publishing.make_draw(competition, by=by, attempt=1) == first
    second = publishing.make_draw(competition, by=by, attempt=2, dice="1 2 3 4 5")
    third = publishing.make_draw(competition, by=by)

    assert [draw.attempt for draw in (first, second, third)] == [1, 2, 3]
    found = attempts.read_drawing(competition)
    assert (found.latest, found.next_attempt, found.is_stale) == (third, 4, False)
    assert "equally likely" in found.likelihood
    assert attempts.attempts_until(second) == [first, second]
    lines = [line.text for line in competition.log.filter(event="made draw").order_by("pk")]
    assert lines == ["Made draw 1.", f"Made draw 2 with the dice {second.dice}.", "Made draw 3."]
    PairFactory(competition=competition)
    with pytest.raises(Refused, match="Lock the entry list first"):
        publishing.make_draw(competition, by=by)
    publishing.lock_entry_list(competition, by=by)
    assert attempts.read_drawing(competition).is_stale is True
    with pytest.raises(Refused, match="There is a newer draw than the one you saw. Check the new draw first."):
        publishing.swap_pairs(second, one=1, other=2, reason="So.", by=by)


def test_two_pairs_of_the_draw_are_swapped_with_a_reason(competition, by):
    publishing.lock_entry_list(competition, by=by, secret=stories.SEED)
    draw = publishing.make_draw(competition, by=by)
    for one, other, reason, said in (
        (1, 1, "So.", "two different"),
        (1, 6, "So.", "in this draw"),
        (6, 1, "So.", "in this draw"),
        (1, 2, " ", "Enter the"),
    ):
        with pytest.raises(Refused, match=said):
            publishing.swap_pairs(draw, one=one, other=other, reason=reason, by=by)
    before = attempts.places_of(draw)
    assert (len(before), sorted(filter(None, before))) == (8, [1, 2, 3, 4, 5])

    rows = [publishing.swap_pairs(draw, one=1, other=other, reason=" A wish. ", by=by) for other in (2, 3)]

    assert [(row.number, row.reason, row.made_by) for row in rows] == [(1, "A wish.", by.user), (2, "A wish.", by.user)]
    after = attempts.places_of(attempts.latest_attempt(competition))
    changed = {old: new for old, new in zip(before, after, strict=True) if old != new}
    assert changed == {1: 2, 2: 3, 3: 1}
    found = attempts.read_drawing(competition)
    sides = [side for match in found.matches for side in match.sides]
    assert [side.pair and side.pair["number"] for side in sides] == list(after)
    assert {side.pair["number"] for side in sides if side.is_moved} == {1, 2, 3}
    assert [match.code for match in found.matches] == ["R1-M1", "R1-M2", "R1-M3", "R1-M4"]
    assert competition.log.filter(event="swapped").latest("pk").text == ("Swapped pairs 1 and 3 by hand: A wish.")
    assert (len(found.rounds), len(found.reasons) > 0) == (3, True)


def test_an_undone_draw_reveals_its_secret(competition, by):
    stories.publish(competition)
    for action in (publishing.lock_entry_list, publishing.make_draw):
        with pytest.raises(Refused, match="The draw is already published."):
            action(competition, by=by)
    draw, another = competition.draws.get(), stories.published(2, seed="another").draws.get()
    for one in (draw, another):
        gone = {"at": one.published_at + timedelta(hours=1), "decided_by": by.user, "reason": "forgotten"}
        row = attempts.next_publication(one.competition)
        Publication.objects.create(competition=row.competition, number=row.number, follows=row.follows, **gone)

    found = attempts.read_drawing(competition)
    assert (found.is_given_away, found.is_locked) == (True, False)
    fixed = attempts.locked_lists(competition)
    assert ([row.is_given_away for row in fixed], attempts.taken_back(competition)) == ([True], [draw])
    with pytest.raises(Refused, match="This draw was published and undone. Lock the entry list again and draw again."):
        publishing.swap_pairs(competition.draws.get(), one=1, other=2, reason="So.", by=by)
    again = publishing.lock_entry_list(competition, by=by)
    assert again.number == 2
    assert [row.is_given_away for row in attempts.locked_lists(competition)] == [True, False]
    assert [row.is_given_away for row in attempts.locked_lists(stories.published(2))] == [False]
    found = attempts.read_drawing(competition)
    assert (found.is_given_away, found.is_locked, found.is_stale) == (False, True, True)


@pytest.mark.database
def test_the_database_refuses_a_second_published_draw(competition, by):
    stories.publish(competition)
    first = competition.publications.get()
    draw = Draw.objects.create(competition=competition, locked_list=first.draw.locked_list, attempt=2, made_by=by.user)
    chain = ({"number": 2, "follows": first}, {"number": 1}, {"number": 3}, {"number": 1, "follows": first})

    for place in chain:
        with pytest.raises(IntegrityError), transaction.atomic():
            Publication.objects.create(competition=competition, draw=draw, at=first.at, **place)

    undone = {"reason": "forgotten", "decided_by": by.user, "at": first.at}
    last = Publication.objects.create(competition=competition, number=2, follows=first, **undone)
    Publication.objects.create(competition=competition, number=3, follows=last, draw=draw, at=first.at)
    assert [one.is_published for one in Draw.objects.order_by("attempt")] == [False, True]


def test_drawing_is_empty_before_the_first_attempt(competition):
    found = attempts.read_drawing(competition)

    assert (found.places, found.likelihood, found.rounds, found.matches) == ((), "", (), [])
    assert (list(found.reasons), found.is_stale, found.is_given_away) == ([], False, False)
    assert found.rehearsal is not None
    one, two = stories.entered(1), stories.entered(2)
    assert [attempts.read_drawing(each).rehearsal is None for each in (one, two)] == [True, False]


def test_a_cancelled_competition_cannot_have_a_draw(competition, by):
    stories.cancel(competition)
    competition.refresh_from_db()

    with pytest.raises(Refused, match="cancelled"):
        publishing.lock_entry_list(competition, by=by)
