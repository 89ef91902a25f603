from datetime import date

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from competition.audit import append_only
from competition.audit.models import LogEntry
from competition.draw.models.draw import Draw, LockedList, Publication
from competition.draw.models.result_entry import Reply, ResultEntry
from competition.draw.models.rounds import Extension, PlaceChange, Withdrawal
from competition.match.actions import play
from tests import stories
from tests.made_once import once

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def sent():
    """Return a result that waits for a reply, in a round with an extension."""
    sent_in()
    return ResultEntry.objects.get()


@once
def sent_in():
    competition = stories.published(2)
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=900, theirs=500)
    Extension.objects.create(
        round=competition.draws.get().rounds.get(),
        play_by=date(2030, 6, 30),
        reason="snow",
        at=timezone.now(),
        decided_by=competition.organisers.get(),
    )
    stories.withdraw(competition.pairs.first())
    place = competition.draws.get().places.first()
    why = {"reason": "ill", "at": timezone.now(), "decided_by": competition.organisers.get()}
    PlaceChange.objects.create(place=place, kind="replacement", pair=place.pair, instead_of=place.pair, **why)
    return competition


KINDS = (LogEntry, ResultEntry, Extension, PlaceChange, Withdrawal, LockedList, Draw, Publication)


def sql(statement: str) -> int:
    """Run a statement as a database administrator would. Return the number of affected rows."""
    connection.check_constraints()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.rowcount


REFUSED = [
    "UPDATE competition_logentry SET text = 'Nothing happened.'",
    "UPDATE competition_logentry SET pair_id = NULL, organiser_id = NULL",
    "DELETE FROM competition_logentry",
    "UPDATE competition_resultentry SET total_upper = 9990",
    "UPDATE competition_resultentry SET winner = 'upper', reason = 'as I say'",
    "DELETE FROM competition_resultentry",
    "DELETE FROM competition_resultentry WHERE number = 1",
    "UPDATE competition_extension SET reason = 'rain'",
    "DELETE FROM competition_extension",
    "UPDATE competition_placechange SET pair_id = NULL",
    "DELETE FROM competition_placechange",
    "UPDATE competition_withdrawal SET reason = 'nothing'",
    "DELETE FROM competition_withdrawal",
    "UPDATE competition_draw SET attempt = 7",
    "UPDATE competition_publication SET at = '2026-05-30 12:00:00+00:00'",
    "DELETE FROM competition_publication",
    "DELETE FROM competition_draw",
    "UPDATE competition_lockedlist SET secret = 'as I like it'",
    "DELETE FROM competition_lockedlist",
]


def test_the_database_refuses_to_change_or_delete_facts(sent):
    before = [[*model.objects.values()] for model in KINDS]

    for statement in REFUSED:
        with pytest.raises(IntegrityError, match="rows of this table cannot be changed"):
            sql(statement)

    assert [[*model.objects.values()] for model in KINDS] == before


MARK = "'[redacted on Mon 1 Jun 2026: it was not true]'"


def test_only_text_columns_can_be_redacted(sent):
    assert sql(f"UPDATE competition_extension SET reason = {MARK}, note = {MARK}") == 1
    assert sql(f"UPDATE competition_logentry SET text = {MARK}") == LogEntry.objects.count()
    assert sql(f"UPDATE competition_resultentry SET reason = {MARK}") == 1

    for other in ("play_by = '2030-07-30'", "at = '2030-06-30 12:00:00+00:00'", "reason = 'rain'"):
        with pytest.raises(IntegrityError, match="cannot be changed or deleted"):
            sql(f"UPDATE competition_extension SET note = {MARK}, {other}")
    with pytest.raises(IntegrityError, match="cannot be changed or deleted"):
        sql("UPDATE competition_logentry SET event = '[redacted on a day]'")


def test_a_result_is_answered_only_once(sent):
    reply = Reply.objects.create(entry=sent, kind="disputed", at=timezone.now(), reason="deal 17")
    assert sql(f"UPDATE competition_reply SET reason = {MARK}") == 1

    for statement in ("UPDATE competition_reply SET kind = 'confirmed', reason = ''", "DELETE FROM competition_reply"):
        with pytest.raises(IntegrityError, match="cannot be changed or deleted"):
            sql(statement)
    with pytest.raises(IntegrityError), transaction.atomic():
        Reply.objects.create(entry=sent, kind="confirmed", at=timezone.now())
    assert Reply.objects.get() == reply


REPLACED = {
    "sqlite": "INSERT OR REPLACE INTO competition_resultentry SELECT * FROM competition_resultentry",
    "postgresql": "TRUNCATE competition_resultentry, competition_logentry CASCADE",
}


def test_replacing_or_truncating_rows_is_refused(sent):
    with pytest.raises(IntegrityError, match="cannot be changed or deleted"):
        sql(REPLACED[connection.vendor])

    assert ResultEntry.objects.count() == 1


def test_a_result_cannot_replace_one_with_the_same_number(sent):
    columns = [field.column for field in ResultEntry._meta.concrete_fields]
    values = ["777" if column == "id" else column for column in columns]
    replace = "INSERT OR REPLACE" if connection.vendor == "sqlite" else "INSERT"

    with pytest.raises(IntegrityError):
        sql(
            f"{replace} INTO competition_resultentry ({', '.join(columns)}) "
            f"SELECT {', '.join(values)} FROM competition_resultentry"
        )

    assert ResultEntry.objects.get().pk == sent.pk


def test_an_undoing_row_cannot_be_replaced(sent):
    pair = sent.meeting.upper
    stories.withdraw(pair)
    stories.bring_back(pair)
    back = Withdrawal.objects.get(undoes__isnull=False)
    columns = [field.column for field in Withdrawal._meta.concrete_fields]
    values = [{"id": "777", "reason": "'never mind'"}.get(column, column) for column in columns]
    replace = "INSERT OR REPLACE" if connection.vendor == "sqlite" else "INSERT"

    with pytest.raises(IntegrityError):
        sql(
            f"{replace} INTO competition_withdrawal ({', '.join(columns)}) "
            f"SELECT {', '.join(values)} FROM competition_withdrawal WHERE id = {back.pk}"
        )

    assert Withdrawal.objects.filter(pk=back.pk).exists()


def test_migrate_restores_missing_triggers(sent, capsys):
    names = append_only.missing()
    for statement in append_only.lifting(connection):
        sql(statement)
    lost = append_only.missing()

    call_command("migrate", verbosity=0)

    assert (names, len(lost), append_only.missing()) == ([], 69, [])


def test_check_integrity_reports_a_missing_trigger(sent, capsys):
    (lost,) = [line for line in append_only.lifting(connection) if "competition_logentry_update" in line]
    sql(lost)

    with pytest.raises(SystemExit):
        call_command("check_integrity")

    said = "database: the trigger competition_logentry_update, which protects stored facts, is missing; run migrate\n"
    assert capsys.readouterr().err == said
