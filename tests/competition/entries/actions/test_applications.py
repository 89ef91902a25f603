from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from competition.entries.actions import applications, entering
from competition.entries.models.pair import Pair
from competition.entries.queries.entry import Entry, PlayerEntry
from scoring.rules.refusal import Refused
from tests import stories

pytestmark = pytest.mark.django_db
ADA, BEN = PlayerEntry("Ada Lark", "07 555 0101", "ada@example.org"), PlayerEntry("Ben Wren")


@pytest.fixture
def competition():
    return stories.taking_entries(2)


@pytest.fixture
def by(competition):
    return stories.organiser_of(competition)


def applied(competition, first=ADA, second=BEN) -> Pair:
    entry = Entry((first, second), "Harbour", "North shore", attending=True)
    return applications.apply(competition, entry, wishes="Away in June.")


def test_an_application_waits_and_is_not_a_pair(competition):
    sent = applied(competition)

    assert (sent.answer, len(sent.reference), competition.pairs.count()) == ("", 10, 2)
    assert competition.log.first().text == f"Ada Lark & Ben Wren entered the competition, {sent.reference}."


def test_accepting_enters_the_same_rows(competition, by):
    sent = applied(competition)
    players = [player.pk for player in sent.players.all()]

    pair = applications.accept(sent, by=by)

    kept = Pair.objects.get(pk=sent.pk)
    assert (kept.number, kept.name, kept.club, kept.area, kept.attending) == (
        3,
        "Ada Lark & Ben Wren",
        "Harbour",
        "North shore",
        True,
    )
    assert [(player.phone, player.email) for player in kept.players.all()] == [(ADA.phone, ADA.email), ("", "")]
    assert [player.pk for player in competition.players.filter(pair=pair)] == players
    assert (kept, kept.answer, kept.wishes) == (sent, "accepted", "")


def test_declining_keeps_the_reason_and_the_contact_details(competition, by):
    sent = applied(competition)

    applications.decline(sent, reason=" The draw is full. ", by=by)

    sent.refresh_from_db()
    assert (sent.answer, sent.decline_reason, sent.wishes) == ("declined", "The draw is full.", "")
    assert stories.contacts(sent) == [ADA.phone, ADA.email]
    assert competition.pairs.count() == 2


def test_declining_requires_a_reason(competition, by):
    with pytest.raises(Refused, match="The reason is missing"):
        applications.decline(applied(competition), reason=" ", by=by)


def test_an_application_cannot_be_answered_twice(competition, by):
    sent = applied(competition)
    seen_elsewhere = Pair.of_any_status.get(pk=sent.pk)
    applications.accept(sent, by=by)

    for again in (
        lambda: applications.accept(seen_elsewhere, by=by),
        lambda: applications.decline(seen_elsewhere, reason="No.", by=by),
    ):
        with pytest.raises(Refused, match="This entry has already been accepted."):
            again()
    assert competition.pairs.count() == 3


@pytest.mark.parametrize(
    ("first", "second"), [("Ada North 1", "Cy Finch"), ("Cy Finch", "ada  LARK"), ("Ada Lark", "Ben Wren")]
)
def test_an_application_in_a_used_name_is_created(competition, first, second):
    applied(competition)

    applied(competition, PlayerEntry(first, "07 555 0999"), PlayerEntry(second))

    assert stories.applications(competition).count() == 2


def test_one_person_cannot_be_both_players_of_an_application(competition):
    with pytest.raises(Refused, match="Cy Finch cannot be both players of a pair."):
        applied(competition, PlayerEntry("Cy Finch"), PlayerEntry("CY FINCH"))


def test_a_real_application_is_accepted_after_a_false_one(competition, by):
    false = applied(competition, PlayerEntry("Ada Lark", "07 555 0666"))
    honest = applied(competition)

    applications.decline(false, reason="Somebody else sent it.", by=by)

    assert applications.accept(honest, by=by).present[0].phone == ADA.phone


def test_applications_are_refused_beyond_the_limits(competition, monkeypatch):
    monkeypatch.setattr(applications, "MOST_PAIRS", 3)
    for name in ("Di Crow", "Ed Dove", "Flo Gull"):
        applied(competition, PlayerEntry(name))

    assert applied(competition).pk

    for name, most in (("MOST_PAIRS", 2), ("_MOST_WAITING", 4)):
        with monkeypatch.context() as patched:
            patched.setattr(applications, name, most)
            with pytest.raises(Refused, match="The competition is full. Ask the organiser."):
                applied(competition, PlayerEntry("Gus Hen"))


def test_accepting_a_player_already_entered_is_refused(competition, by):
    sent = applied(competition)
    entering.enter(competition, Entry((ADA, PlayerEntry("Cy Finch"))), by=by)

    with pytest.raises(Refused, match="Ada Lark is already in pair 3."):
        applications.accept(sent, by=by)
    assert Pair.of_any_status.get(pk=sent.pk).answer == ""


def test_applications_are_refused_after_the_closing_date(competition):
    competition.closing_date = timezone.localdate() - timedelta(days=1)
    competition.save()

    with pytest.raises(Refused, match="Entries closed on "):
        applied(competition)


def test_applications_are_refused_after_the_draw(competition):
    stories.publish(competition)

    with pytest.raises(Refused, match="Entries are closed, because the draw is published."):
        applied(competition)


def test_entry_date_is_the_date_of_the_application(competition, by):
    sent = applied(competition)
    competition.closing_date = timezone.localdate()
    competition.save()
    Pair.of_any_status.filter(pk=sent.pk).update(sent_at=timezone.now() - timedelta(days=3))

    assert applications.accept(sent, by=by).entered_on == timezone.localdate() - timedelta(days=3)


def test_an_application_can_be_accepted_after_the_draw(competition, by):
    sent = applied(competition)
    stories.publish(competition)

    pair = applications.accept(sent, by=by)

    assert pair.number not in stories.now(competition).pairs


def test_a_pair_entered_after_the_closing_date_is_late(competition, by):
    competition.closing_date = timezone.localdate() - timedelta(days=1)
    competition.save()

    pair = entering.enter(competition, Entry((ADA, BEN)), by=by)

    assert pair.is_late
    assert competition.log.first().text == "Entered pair 3, Ada Lark & Ben Wren, late."


_ENTERED = {"status": "entered", "number": 9, "link_secret": "x"}


@pytest.mark.parametrize(
    ("fault", "columns"),
    [
        ("pair_wishes_while_waiting", _ENTERED),
        ("pair_wishes_while_waiting", {"status": "declined", "decline_reason": "Full."}),
        ("pair_declined_with_a_reason", {"status": "declined", "wishes": ""}),
        ("pair_status", _ENTERED | {"number": None, "wishes": ""}),
        ("pair_status", _ENTERED | {"link_secret": "", "wishes": ""}),
        ("pair_status", {"number": 9}),
        ("pair_status", {"link_secret": "x"}),
        ("pair_sent", {"reference": ""}),
    ],
)
def test_database_rejects_columns_that_contradict_the_status(competition, fault, columns):
    sent = applied(competition)

    with pytest.raises(IntegrityError, match=fault), transaction.atomic():
        Pair.of_any_status.filter(pk=sent.pk).update(**columns)


def test_applications_are_refused_if_the_entry_form_is_off(competition):
    competition.entry_form = False
    competition.save()

    with pytest.raises(Refused, match="You cannot enter this competition online."):
        applied(competition)

    assert not stories.applications(competition).exists()
