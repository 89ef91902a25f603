from datetime import UTC, datetime

import pytest

from competition.audit import append_only
from competition.draw.actions.publishing import swap_pairs
from competition.draw.models.draw import LockedList
from competition.draw.models.rounds import Match, Place
from competition.entries.actions import pairs as actions
from competition.entries.models import Pair
from competition.management.commands.check_integrity import differences
from competition.match.models import PointsLine
from competition.rulings.queries import begun
from scoring.rules.conditions import ScoringConditions
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.desk_reading import desk, fingerprint_on, said, text

WHY = {"reason": "Two pairs were forgotten."}


def refund(organiser, competition):
    """Undo the draw with a reason, after a preview. Return the response."""
    address = desk("undo-draw", competition)
    return organiser.post(address, {**WHY, "shown": fingerprint_on(organiser.post(address, WHY))}, follow=True)


def agree(competition):
    stories.agree(competition, at=datetime(2030, 5, 1, 19, 30, tzinfo=UTC))


def test_entries_reopen_after_the_draw_is_undone(organiser, competition):
    agree(competition)

    done = refund(organiser, competition)

    assert said(done) == ["The draw is undone. Entries and conditions are open again."]
    assert (competition.is_published, Match.objects.count(), Place.objects.count()) == (False, 0, 0)
    draw = competition.draws.get()
    assert (draw.published_at is not None, draw.undone.decided_by) == (True, competition.owner)
    for page in (text(done), text(organiser.get(f"/{competition.slug}/"))):
        assert "was undone on" in page
        assert "Reason: Two pairs were forgotten." in page
    actions.remove(
        competition.pairs.last(), fingerprint=competition.pairs.last().fingerprint, by=stories.organiser_of(competition)
    )
    assert competition.log.filter(event="undid draw").count() == 1
    assert differences() == []


def test_the_preview_of_undoing_a_draw_lists_all_messages(organiser, competition):
    shown = text(organiser.post(desk("undo-draw", competition), WHY))

    assert competition.is_published
    assert [pair.name in shown for pair in competition.pairs.all()] == [True] * 4
    assert "The draw is undone and will be made again. Please do not arrange a match yet." in shown


def test_the_next_draw_has_a_new_secret(organiser, competition):
    refund(organiser, competition)
    by = stories.organiser_of(competition)
    assert "The secret number of the last list is public, because its draw was published." in text(
        organiser.get(desk("draw", competition))
    )
    with pytest.raises(Refused, match="Lock the entry list first"):
        stories.make_draw(competition, by=by)

    stories.publish(competition, seed="another")

    assert len(set(LockedList.objects.values_list("secret", flat=True))) == 2
    page = text(organiser.get(f"/{competition.slug}/record/"))
    assert "draw 1, was undone on" in page
    assert "(replaced, because the draw was undone)" in page
    first, second = organiser.get(f"/{competition.slug}/record/record.json").json()["attempts"]
    assert (first["taken_back"]["reason"], "taken_back" in second) == (WHY["reason"], False)
    assert organiser.get(f"/{competition.slug}/").status_code == 200


def test_an_undone_draw_cannot_be_published_again(organiser, competition):
    draw = competition.draws.get()
    refund(organiser, competition)
    by = stories.organiser_of(competition)

    for order in (
        lambda: swap_pairs(draw_again(draw), one=1, other=2, reason="why not", by=by),
        lambda: stories.publish_attempt(draw_again(draw)),
    ):
        with pytest.raises(
            Refused, match="This draw was published and undone. Lock the entry list again and draw again."
        ):
            order()
    assert organiser.get(desk("publish", competition), follow=True).redirect_chain[0][0] == desk("draw", competition)


def draw_again(draw):
    return type(draw).objects.get(pk=draw.pk)


def reopened(competition):
    stories.settle(competition, "R1-M1")
    stories.undo(competition, "R1-M1")


def withdrawn_and_back(competition):
    stories.withdraw(competition.pairs.first())
    stories.bring_back(competition.pairs.first())


def extended(competition):
    stories.extend(competition, 1)


def corrected(competition):
    stories.correct_conditions(competition, 1, ScoringConditions(deals=24))


def corrected_and_back(competition):
    corrected(competition)
    stories.undo_conditions(competition, 1)


def keyed_points(competition):
    agree(competition)
    meeting = stories.now(competition).matches["R1-M1"].meeting
    PointsLine.objects.create(meeting=meeting, number=1, upper=60, lower=0)


KEEP_THE_DRAW = (reopened, withdrawn_and_back, extended, corrected_and_back, keyed_points)


@pytest.mark.parametrize("happen", KEEP_THE_DRAW)
def test_a_draw_with_a_decision_cannot_be_undone(competition, happen):
    happen(competition)

    assert begun(stories.now(competition)) != ""


def test_a_draw_with_a_started_match_cannot_be_undone(organiser, competition):
    shown = fingerprint_on(organiser.post(desk("undo-draw", competition), WHY))
    stories.open_sheet(competition, "R1-M1")

    refused = organiser.post(desk("undo-draw", competition), {**WHY, "shown": shown})

    assert (refused.status_code, competition.is_published) == (409, True)
    assert "You can no longer undo the draw" in text(refused)


@pytest.mark.database
def test_a_pair_with_log_entries_can_be_removed(organiser, competition):
    agree(competition)
    pair = stories.now(competition).matches["R1-M1"].pairs[0]
    stories.respell(pair, "Anna Otherwise")
    stories.undo_spelling(pair)
    refund(organiser, competition)
    pair = Pair.objects.get(pk=pair.pk)

    done = organiser.post(desk("remove-pair", competition, pair.number), {"shown": pair.fingerprint}, follow=True)

    assert (done.status_code, Pair.objects.filter(pk=pair.pk).exists()) == (200, False)
    assert append_only.missing() == []
    assert "A pair removed since" in text(organiser.get(desk("log", competition)))


def test_an_unpublished_draw_cannot_be_undone(organiser):
    competition = stories.entered(2)
    competition.organisers.add(organiser.get("/desk/").wsgi_request.user)

    assert organiser.get(desk("undo-draw", competition)).status_code == 302
