from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from competition.entries.actions import applications
from competition.entries.actions import pairs as actions
from competition.entries.models import Pair
from competition.entries.queries.pairs import Entry, PlayerEntry
from scoring.rules.refusal import Refused
from tests import stories

ADA, BEN = PlayerEntry("Ada Lark", "07 555 0101", "ada@example.org"), PlayerEntry("Ben Wren")


@pytest.fixture
def competition():
    return stories.taking_entries(2)


def applied(competition, first=ADA, second=BEN) -> Pair:
    entry = Entry((first, second), "Harbour", "North shore", attending=True)
    return applications.apply(competition, entry, wishes="Away in June.")


def test_a_player_can_apply_again_with_another_partner(competition):
    applied(competition)
    for first, second in (("Ada North 1", "Cy Finch"), ("Cy Finch", "ada  LARK"), ("Ada Lark", "Ben Wren")):
        applied(competition, PlayerEntry(first, "07 555 0999"), PlayerEntry(second))

    assert stories.applications(competition).count() == 4


def test_one_person_cannot_be_both_players_of_an_application(competition):
    with pytest.raises(Refused, match="Cy Finch cannot be both players of a pair."):
        applied(competition, PlayerEntry("Cy Finch"), PlayerEntry("CY FINCH"))


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


def test_accepting_a_player_entered_already_is_refused(competition, by):
    sent = applied(competition)
    actions.enter(competition, Entry((ADA, PlayerEntry("Cy Finch"))), by=by)

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


def test_an_application_can_be_accepted_after_the_draw(competition, by):
    sent = applied(competition)
    stories.publish(competition)

    pair = applications.accept(sent, by=by)

    assert pair.number not in stories.now(competition).pairs


def test_a_pair_entered_after_the_closing_date_is_late(competition, by):
    competition.closing_date = timezone.localdate() - timedelta(days=1)
    competition.save()

    pair = actions.enter(competition, Entry((ADA, BEN)), by=by)

    assert pair.is_late
    assert competition.log.first().text == "Entered pair 3, Ada Lark & Ben Wren, late."


_ENTERED = {"status": "entered", "number": 9, "link_secret": "x"}


def test_database_rejects_columns_that_contradict_the_status(competition):
    sent = applied(competition)

    for fault, columns in (
        ("pair_wishes_while_waiting", _ENTERED),
        ("pair_wishes_while_waiting", {"status": "declined", "decline_reason": "Full."}),
        ("pair_declined_with_a_reason", {"status": "declined", "wishes": ""}),
        ("pair_status", _ENTERED | {"number": None, "wishes": ""}),
        ("pair_status", _ENTERED | {"link_secret": "", "wishes": ""}),
        ("pair_status", {"number": 9}),
        ("pair_status", {"link_secret": "x"}),
        ("pair_sent", {"reference": ""}),
    ):
        with pytest.raises(IntegrityError, match=fault), transaction.atomic():
            Pair.of_any_status.filter(pk=sent.pk).update(**columns)


def test_applications_are_refused_if_the_entry_form_is_off(competition):
    competition.entry_form = False
    competition.save()

    with pytest.raises(Refused, match="You cannot enter this competition online."):
        applied(competition)

    assert not stories.applications(competition).exists()
