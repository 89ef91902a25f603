from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Meeting, Place
from competition.draw.rules import records
from competition.entries.models import Player
from competition.management.commands.check_integrity import differences
from competition.match.actions.arranging import cancel_date
from competition.notifications.actions import delivery
from competition.notifications.models import Email
from scoring.models import SummarySheet
from tests import stories
from tests.competition.worlds import send_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    competition = stories.published(4)
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal("3NT", 9), stories.deal())
    return competition


@pytest.mark.database
def test_check_integrity_confirms_consistent_data(competition, capsys):
    send_in(competition, "R1-M2")
    told = {"player": competition.players.first(), "topic": "result", "about": str(ResultEntry.objects.get().pk)}
    Email.objects.create(**told, message_id="<m>")

    call_command("check_integrity")

    assert capsys.readouterr().out == "No fault found. All stored totals and summaries are correct.\n"


def test_a_total_that_differs_from_its_deals_is_reported(competition, capsys):
    sheet = SummarySheet.objects.get()
    SummarySheet.objects.update(total_ns=7770)

    with pytest.raises(SystemExit) as end:
        call_command("check_integrity")

    said = f"sheet {sheet.pk}: total_ns is 7770, but its deals make it {sheet.total_ns}\n"
    assert (end.value.code, capsys.readouterr().err) == (1, said)


def test_a_player_in_another_competition_is_reported(competition):
    player, waiting = competition.players.first(), stories.waiting(competition).players.first()
    Player.objects.filter(pk=player.pk).update(competition=None)
    Player.of_any_pair.filter(pk=waiting.pk).update(competition=competition)

    said = "its competition does not follow from its pair, which is"
    assert differences() == [f"player {player.pk}: {said} entered", f"player {waiting.pk}: {said} waiting"]


def test_a_draw_with_an_unknown_method_is_reported(competition, capsys, monkeypatch):
    monkeypatch.setattr(records, "METHOD", "lots-9")

    with pytest.raises(SystemExit):
        call_command("check_integrity")

    said = "This draw was made by the method “lots-3”, which this version of the program does not know"
    assert capsys.readouterr().err == f"draw of {competition.slug}: {said}. Use a later version.\n"


def test_a_place_with_the_wrong_pair_is_reported(competition, capsys):
    first, second = Place.objects.all()[:2]
    Place.objects.filter(pk=first.pk).update(pair=None)
    Place.objects.filter(pk=second.pk).update(pair=first.pair)

    with pytest.raises(SystemExit):
        call_command("check_integrity")

    assert f"draw of {competition.slug}: the places do not follow from its random seed" in capsys.readouterr().err


@pytest.mark.parametrize(
    "otherwise",
    [
        {"plays_at": timezone.now() + timedelta(days=4)},
        {"venue": "elsewhere"},
        {"plays_at": None, "venue": "", "offered_by": None, "taken_by": None},
    ],
    ids=["when", "where", "whether"],
)
def test_a_date_that_differs_from_the_offer_is_reported(competition, capsys, otherwise):
    stories.agree(competition, "R1-M2", at=timezone.now() + timedelta(days=3), venue="12 Lake Road")
    assert differences() == []
    Meeting.objects.filter(upper__in=stories.now(competition).matches["R1-M2"].pairs).update(**otherwise)

    assert differences() == ["R1-M2: its date or venue differs from the accepted offer"]


def test_a_cancellation_that_was_lost_is_reported(competition):
    stories.cancel(competition)
    assert differences() == []
    type(competition).objects.update(cancellation=None)

    assert differences() == [f"{competition.slug}: its stored cancellation is not the one that counts"]


def test_a_cancelled_or_deleted_date_is_not_reported(competition):
    stories.agree(competition, "R1-M2", at=timezone.now() + timedelta(days=3), venue="12 Lake Road")
    cancel_date(stories.place(competition, "R1-M2"), reason="a cold")
    cancelled = differences()
    stories.agree(competition, "R1-M2", at=timezone.now() + timedelta(days=5), venue="12 Lake Road")
    stories.cancel(competition)
    delivery.erase_contacts(competition, by=stories.organiser_of(competition))

    assert (cancelled, differences()) == ([], [])


@pytest.mark.parametrize(
    ("topic", "fault"),
    [("nothing", "“nothing” is not a kind of message"), ("result", "it is about result 77, which does not exist")],
)
def test_an_email_with_an_invalid_subject_is_reported(competition, capsys, topic, fault):
    email = Email.objects.create(player=competition.players.first(), topic=topic, about="77", message_id="<m>")

    with pytest.raises(SystemExit):
        call_command("check_integrity")

    assert capsys.readouterr().err == f"email {email.pk}: {fault}\n"
