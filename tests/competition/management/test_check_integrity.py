from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from competition.arranging import actions as arranging
from competition.knockout.models.draw import Place
from competition.knockout.models.meeting import Meeting
from competition.knockout.models.result_entry import ResultEntry
from competition.lots.rules import records
from competition.management.commands.check_integrity import differences
from competition.post.actions import contacts
from competition.post.models import Mail
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
def test_copies_that_agree_are_said_to_agree(competition, capsys):
    send_in(competition, "R1-M2")
    told = {"player": competition.players.first(), "occasion": "result", "about": str(ResultEntry.objects.get().pk)}
    Mail.objects.create(**told, message_id="<m>")

    call_command("check_integrity")

    assert capsys.readouterr().out == "Every copy agrees with the facts.\n"


def test_a_total_that_is_not_the_sum_of_its_deals_is_named(competition, capsys):
    sheet = SummarySheet.objects.get()
    SummarySheet.objects.update(total_ns=7770)

    with pytest.raises(SystemExit) as end:
        call_command("check_integrity")

    said = f"sheet {sheet.pk}: total_ns is 7770, but its deals make it {sheet.total_ns}\n"
    assert (end.value.code, capsys.readouterr().err) == (1, said)


def test_a_draw_of_another_method_is_named(competition, capsys, monkeypatch):
    monkeypatch.setattr(records, "METHOD", "lots-9")

    with pytest.raises(SystemExit):
        call_command("check_integrity")

    said = "These lots were cast by the method “lots-2”, which this version of the program does not know"
    assert capsys.readouterr().err == f"draw of {competition.slug}: {said}: use a later one.\n"


def test_a_place_given_to_another_pair_is_noticed(competition, capsys):
    first, second = Place.objects.all()[:2]
    Place.objects.filter(pk=first.pk).update(pair=None)
    Place.objects.filter(pk=second.pk).update(pair=first.pair)

    with pytest.raises(SystemExit):
        call_command("check_integrity")

    assert f"draw of {competition.slug}: the places are not those its lots give" in capsys.readouterr().err


@pytest.mark.parametrize(
    "otherwise",
    [
        {"plays_at": timezone.now() + timedelta(days=4)},
        {"venue": "elsewhere"},
        {"plays_at": None, "venue": "", "offered_by": None, "taken_by": None},
    ],
    ids=["when", "where", "whether"],
)
def test_a_match_that_is_played_otherwise_than_was_agreed_is_noticed(competition, capsys, otherwise):
    stories.agree(competition, "R1-M2", at=timezone.now() + timedelta(days=3), venue="12 Lake Road")
    assert differences() == []
    Meeting.objects.filter(upper__in=stories.now(competition).matches["R1-M2"].pairs).update(**otherwise)

    assert differences() == ["R1-M2: it is played otherwise than was offered and taken"]


def test_a_competition_that_says_otherwise_whether_it_is_cancelled_is_noticed(competition):
    stories.cancel(competition)
    assert differences() == []
    type(competition).objects.update(cancellation=None)

    assert differences() == [f"{competition.slug}: the cancellation it names is not the one that counts"]


def test_a_date_that_was_called_off_or_is_forgotten_agrees(competition):
    stories.agree(competition, "R1-M2", at=timezone.now() + timedelta(days=3), venue="12 Lake Road")
    arranging.call_off(stories.place(competition, "R1-M2"), reason="a cold")
    called_off = differences()
    stories.agree(competition, "R1-M2", at=timezone.now() + timedelta(days=5), venue="12 Lake Road")
    stories.cancel(competition)
    contacts.forget(competition, by=stories.organiser_of(competition))

    assert (called_off, differences()) == ([], [])


@pytest.mark.parametrize(
    ("occasion", "fault"),
    [("nothing", "nobody is told of “nothing”"), ("result", "it is about result 77, which is not there")],
)
def test_a_mail_about_nothing_is_noticed(competition, capsys, occasion, fault):
    mail = Mail.objects.create(player=competition.players.first(), occasion=occasion, about="77", message_id="<m>")

    with pytest.raises(SystemExit):
        call_command("check_integrity")

    assert capsys.readouterr().err == f"mail {mail.pk}: {fault}\n"
