from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from competition.entries.actions import applications, entering
from competition.entries.actions.entering import Entry, PlayerEntry
from competition.entries.models.application import Application
from competition.entries.models.pair import Pair
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


def applied(competition, first=ADA, second=BEN) -> Application:
    entry = Entry((first, second), "Harbour", "North shore", attending=True)
    return applications.apply(competition, entry, wishes="Away in June.")


def contacts(sent: Application) -> list[str]:
    return [getattr(sent, name) for name in applications.PRIVATE]


def test_an_entry_sent_in_waits_and_is_in_no_draw(competition):
    sent = applied(competition)

    assert (sent.answer, len(sent.reference), competition.pairs.count()) == ("", 10, 2)
    assert competition.log.first().text == f"Ada Lark & Ben Wren sent in their entry, {sent.reference}."


def test_an_accepted_entry_is_a_pair_with_its_contacts_and_keeps_none_itself(competition, by):
    sent = applied(competition)

    pair = applications.accept(sent, by=by)

    kept = Pair.objects.get(pk=pair.pk)
    assert (kept.number, kept.name, kept.club, kept.area, kept.attending) == (
        3,
        "Ada Lark & Ben Wren",
        "Harbour",
        "North shore",
        True,
    )
    assert [(player.phone, player.email) for player in kept.players.all()] == [(ADA.phone, ADA.email), ("", "")]
    sent.refresh_from_db()
    assert (sent.answer, sent.pair, contacts(sent)) == ("accepted", pair, [""] * 5)


def test_a_declined_entry_keeps_the_word_and_what_it_can_be_told_by(competition, by):
    sent = applied(competition)

    applications.decline(sent, word=" The draw is full. ", by=by)

    sent.refresh_from_db()
    assert (sent.answer, sent.word) == ("declined", "The draw is full.")
    assert contacts(sent) == [ADA.phone, ADA.email, "", "", ""]
    assert competition.pairs.count() == 2


def test_an_entry_is_declined_with_a_word_only(competition, by):
    with pytest.raises(Refused, match="Say why"):
        applications.decline(applied(competition), word=" ", by=by)


def test_an_entry_is_answered_once(competition, by):
    sent = applied(competition)
    seen_elsewhere = Application.objects.get(pk=sent.pk)
    applications.accept(sent, by=by)

    for again in (
        lambda: applications.accept(seen_elsewhere, by=by),
        lambda: applications.decline(seen_elsewhere, word="No.", by=by),
    ):
        with pytest.raises(Refused, match="This entry has been accepted already."):
            again()
    assert competition.pairs.count() == 3


@pytest.mark.parametrize(
    ("first", "second"), [("Ada North 1", "Cy Finch"), ("Cy Finch", "ada  LARK"), ("Ada Lark", "Ben Wren")]
)
def test_an_entry_in_anothers_name_shuts_nobody_out(competition, first, second):
    applied(competition)

    applied(competition, PlayerEntry(first, "07 555 0999"), PlayerEntry(second))

    assert competition.applications.count() == 2


def test_a_pair_is_two_people(competition):
    with pytest.raises(Refused, match="Cy Finch cannot be both players of a pair."):
        applied(competition, PlayerEntry("Cy Finch"), PlayerEntry("CY FINCH"))


def test_the_honest_pair_is_accepted_once_the_false_one_is_declined(competition, by):
    false = applied(competition, PlayerEntry("Ada Lark", "07 555 0666"))
    honest = applied(competition)

    applications.decline(false, word="Somebody else sent it.", by=by)

    assert applications.accept(honest, by=by).present[0].phone == ADA.phone


def test_what_waits_leaves_room_for_as_many_pairs_as_a_draw_takes(competition, monkeypatch):
    monkeypatch.setattr(applications, "MOST_PAIRS", 3)
    for name in ("Di Crow", "Ed Dove", "Flo Gull"):
        applied(competition, PlayerEntry(name))

    assert applied(competition).pk

    for name, most in (("MOST_PAIRS", 2), ("_MOST_WAITING", 4)):
        with monkeypatch.context() as patched:
            patched.setattr(applications, name, most)
            with pytest.raises(Refused, match="There is no room for another pair. Ask the organiser."):
                applied(competition, PlayerEntry("Gus Hen"))


def test_a_player_entered_meanwhile_is_found_when_the_entry_is_accepted(competition, by):
    sent = applied(competition)
    entering.enter(competition, Entry((ADA, PlayerEntry("Cy Finch"))), by=by)

    with pytest.raises(Refused, match="Ada Lark is entered already, in pair 3."):
        applications.accept(sent, by=by)
    assert Application.objects.get(pk=sent.pk).answer == ""


def test_after_the_closing_date_no_entry_is_sent_in(competition):
    competition.closing_date = timezone.localdate() - timedelta(days=1)
    competition.save()

    with pytest.raises(Refused, match="Entries closed on "):
        applied(competition)


def test_after_the_draw_no_entry_is_sent_in(competition):
    stories.publish(competition)

    with pytest.raises(Refused, match="The draw is published, so entries are over."):
        applied(competition)


def test_an_entry_sent_in_time_and_accepted_later_is_not_late(competition, by):
    sent = applied(competition)
    competition.closing_date = timezone.localdate()
    competition.save()
    Application.objects.update(sent_at=timezone.now() - timedelta(days=3))

    assert applications.accept(sent, by=by).entered_on == timezone.localdate() - timedelta(days=3)


def test_an_entry_sent_in_before_the_draw_can_be_accepted_after_it(competition, by):
    sent = applied(competition)
    stories.publish(competition)

    pair = applications.accept(sent, by=by)

    assert pair.number not in stories.now(competition).pairs


def test_a_pair_the_organiser_enters_after_the_closing_date_is_late(competition, by):
    competition.closing_date = timezone.localdate() - timedelta(days=1)
    competition.save()

    pair = entering.enter(competition, Entry((ADA, BEN)), by=by)

    assert pair.is_late
    assert competition.log.first().text == "Entered pair 3, Ada Lark & Ben Wren, late."


@pytest.mark.parametrize("answer", ["accepted", "declined"])
def test_the_database_itself_keeps_no_wishes_of_an_answered_entry(competition, answer):
    sent = applied(competition)

    with pytest.raises(IntegrityError), transaction.atomic():
        Application.objects.filter(pk=sent.pk).update(answer=answer)


def test_no_entry_is_sent_in_where_the_organiser_takes_them(competition):
    competition.entry_form = False
    competition.save()

    with pytest.raises(Refused, match="The organiser takes the entries of this competition"):
        applied(competition)

    assert not Application.objects.exists()
