"""Tests that cancelling or deleting a competition or undoing its draw changes no other competition."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competition.audit.actions import DecisionReason
from competition.audit.queries import site_log
from competition.contest.models import Cancellation, Competition
from competition.draw.models.draw import Draw
from competition.draw.models.rounds import Place, Round
from competition.match.actions import pair_sheet, play
from competition.rulings.actions import delete
from competition.rulings.decisions.competition import Cancel, PlayOn, UndoDraw
from competition.rulings.queries import begun, was_played
from scoring.rules.refusal import Refused
from scoring.rules.sides import NOTHING, Tally
from tests import stories
from tests.competition.worlds import send_in

WHY = DecisionReason(" Snow. ", " Ask in May. ")


def last_line(competition) -> tuple:
    line = competition.log.latest("pk")
    return line.event, line.text, line.organiser


def test_a_competition_is_cancelled_and_resumed_only_once(competition):
    by = stories.organiser_of(competition)
    stories.decide(PlayOn, competition, grounds=WHY)
    assert not Cancellation.objects.exists()
    for _ in range(2):
        stories.decide(Cancel, competition, grounds=WHY)

    row = Cancellation.objects.get()
    assert (row.reason, row.note, row.decided_by, row.competition) == ("Snow.", "Ask in May.", by.user, competition)
    assert last_line(competition) == ("cancelled", "Cancelled the competition: Snow.", by.user)
    assert Competition.objects.get(pk=competition.pk).cancellation == row
    for _ in range(2):
        stories.decide(PlayOn, competition, grounds=WHY)
    assert [one.undoes for one in Cancellation.objects.order_by("pk")] == [None, row]
    assert last_line(competition) == ("played on", "The competition is resumed: Snow.", by.user)
    assert Competition.objects.get(pk=competition.pk).cancellation is None


def test_undoing_a_draw_keeps_its_seed_and_other_draws():
    competition, other = stories.published(4), stories.published(4, seed="another")
    by, now = stories.organiser_of(competition), stories.now(competition)
    assert begun(now) == ""
    with pytest.raises(Refused, match="Another draw has been published since you opened this page. Check it again."):
        stories.decide(UndoDraw, competition, grounds=WHY, shown="x")

    stories.decide(UndoDraw, competition, grounds=WHY)

    draw = competition.draws.get()
    assert (draw.undone.reason, draw.undone.decided_by) == ("Snow.", by.user)
    assert {row.draw for row in Round.objects.all()} == {row.draw for row in Place.objects.all()} == {other.draws.get()}
    assert last_line(competition) == ("undid draw", "Undid the published draw (draw 1): Snow.", by.user)


def test_a_draw_with_a_played_match_cannot_be_undone():
    competition = stories.published(8)
    for code in ("R1-M4", "R1-M2", "R1-M3"):
        send_in(competition, code)
    play.withdraw_result(stories.tables(competition, "R1-M2")[0])

    assert begun(stories.now(competition)) == "Match 2 of Round 1 has begun."
    with pytest.raises(Refused, match="Match 2 of Round 1 has begun. You can still cancel"):
        stories.preview(UndoDraw, competition)


def test_a_draw_with_a_late_entry_cannot_be_undone():
    competition = stories.published(3)
    stories.put_in(stories.enter_late(competition))

    assert begun(stories.now(competition)) == "A late pair has joined the draw, or a pair has left it."


def test_typed_points_count_as_play_but_a_date_does_not():
    competition, elsewhere = stories.published(2, deals=4), stories.published(2, seed="elsewhere", deals=4)
    upper, _ = stories.tables(competition)
    play.keep_deals(upper, private=True)
    stories.agree(competition, at=timezone.now() + timedelta(days=3))
    pair_sheet.keep_points(stories.tables(elsewhere)[0], lines=[Tally(90, 0)], credits=NOTHING)
    assert [was_played(one) for one in (competition, elsewhere)] == [False, True]

    pair_sheet.keep_points(stories.tables(competition)[1], lines=[Tally(90, 0)], credits=NOTHING)

    assert was_played(competition)
    with pytest.raises(
        Refused, match="You cannot delete this competition, because something was played in it. You can cancel it."
    ):
        delete(competition, by=stories.organiser_of(competition))


def test_only_the_owner_can_delete_a_competition_and_only_if_unplayed():
    doomed, other, played = stories.entered(3), stories.published(2), stories.published(2, seed="played")
    for competition in (doomed, other):
        stories.cancel(competition)
    stories.draw_lots(stories.entered(2))
    send_in(played, "R1-M1")
    assert [was_played(competition) for competition in (doomed, other, played)] == [False, False, True]
    by = stories.organiser_of(doomed)
    with pytest.raises(Refused, match="Only the owner"):
        delete(doomed, by=stories.organiser_of(other))
    with pytest.raises(Refused, match="something was played in it"):
        delete(played, by=stories.organiser_of(played))
    before = Competition.objects.count(), Draw.objects.count()

    delete(doomed, by=by)

    assert (Competition.objects.count(), Draw.objects.count()) == (before[0] - 1, before[1])
    assert Competition.objects.get(pk=other.pk).is_cancelled
    [line] = site_log(by.user)
    assert line.text == f"Deleted {doomed}, /{doomed.slug}/, 3 pairs: nothing was played."
