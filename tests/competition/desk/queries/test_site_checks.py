"""Tests for the health of the site: the checks, the command, the page and the menu."""

import os
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils import timezone

from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.config.environment import Problem
from competition.desk.actions import store_settings
from competition.desk.queries import site_checks, tables
from competition.desk.rules.checks import Check, CheckState, ok, summary
from competition.management import backups, reaching
from competition.management.commands import doctor
from competition.notifications.models import Email
from competition.web.locks import this_machine
from competition.web.models import NightlyTask, RateLimitHit, Site
from tests.competition.desk_reading import text
from tests.factories import OrganiserFactory
from tests.markup import markup
from tests.servers import free_port

AGO = timedelta(hours=40)


def no_problems() -> list[Problem]:
    return []


def one_problem() -> list[Problem]:
    return [Problem("TIME_ZONE", 'TIME_ZONE is "Auckland", which is no time zone. Write Europe/London.')]


@pytest.fixture(autouse=True)
def well(settings, tmp_path):
    """Prepare a site without faults or warnings."""
    settings.CHECK_SETTINGS = f"{__name__}.no_problems"
    settings.HTTPS, settings.TRUSTED_PROXIES = True, ["127.0.0.1"]
    settings.SECURE_SSL_REDIRECT = False
    settings.BACKUP_FOLDER = str(tmp_path)
    (tmp_path / "nightly-1.sqlite3").write_text("copy")
    NightlyTask.objects.create(name="clearsessions", done_at=timezone.now())
    store_settings()
    return settings


@pytest.fixture
def owner(client):
    user = OrganiserFactory(is_superuser=True, email="ann@lakes.example")
    client.force_login(user)
    return user


def found(title: str) -> Check:
    return next(check for check in site_checks.health() if check.title == title)


def as_text(check: Check) -> str:
    return f"{check.state}: {check.sentence} {check.remedy}".strip()


def test_a_site_without_faults_has_no_remedies():
    checks = site_checks.health()

    assert {check.title: check.state for check in checks if check.state is not CheckState.OK} == {}
    assert {check.remedy for check in checks} == {""}
    assert summary(checks) == "Everything is in order."
    assert [check.title for check in checks][:2] == ["Settings", "Database"]


def test_a_wrong_setting_is_a_fault_with_its_remedy(settings):
    settings.CHECK_SETTINGS = f"{__name__}.one_problem"

    [first, *_] = site_checks.health()

    assert as_text(first) == ('bad: TIME_ZONE is "Auckland", which is no time zone. Write Europe/London.')


def test_checks_leave_nothing_in_the_database():
    site_checks.health()

    assert RateLimitHit.objects.count() == 0


def test_a_read_only_database_is_a_fault(monkeypatch):
    def fail(**columns):
        raise DatabaseError("attempt to write a readonly database")

    monkeypatch.setattr(RateLimitHit.objects, "create", fail)

    assert "attempt to write a readonly database. Check DATABASE_URL" in as_text(found("Database"))


def forget_the_newest_migration() -> None:
    MigrationRecorder.Migration.objects.filter(app="competition").order_by("name").last().delete()


def test_a_database_of_an_earlier_version_is_a_fault():
    forget_the_newest_migration()

    assert as_text(found("Tables")) == (
        "bad: The database is from an earlier version of the app, or is empty. "
        "Restart the site, or run: knockout migrate"
    )


def test_a_database_of_a_later_version_is_a_fault():
    MigrationRecorder.Migration.objects.create(app="competition", name="9999_later", applied=timezone.now())

    assert as_text(found("Tables")) == (
        "bad: The database was changed by a later version of the app (1 migration). "
        "Install that version again: knockout upgrade"
    )


def test_a_database_of_a_version_with_other_migrations_is_a_fault():
    forget_the_newest_migration()
    MigrationRecorder.Migration.objects.create(app="competition", name="9999_other", applied=timezone.now())

    assert as_text(found("Tables")) == (
        "bad: Another version of the app made the database, and this version cannot change it. "
        "Go back to the version that made the database, or restore a backup: see “Go back” in .deploy/README.md."
    )


OTHER_KEY = "another-key-than-that-of-the-database-0123456789-abcdefghij"


def test_another_secret_key_is_a_fault_until_it_is_accepted(settings, capsys):
    settings.SECRET_KEY = OTHER_KEY

    assert as_text(found("Key and time zone")) == (
        "bad: SECRET_KEY is not the key of this database, so no private link and no entry code works. "
        "Set the SECRET_KEY from before and restart the site. If it is lost, run “knockout accept_settings” "
        "and send new links."
    )
    store_settings()
    assert found("Key and time zone").state is CheckState.BAD

    call_command("accept_settings")
    assert capsys.readouterr().out == (
        "The new SECRET_KEY is accepted. Old private links do not work: send new ones.\n"
    )
    assert found("Key and time zone").state is CheckState.OK


def test_another_time_zone_is_reported(settings):
    settings.TIME_ZONE = "Europe/London"

    assert as_text(found("Key and time zone")).startswith("warning: TIME_ZONE was Pacific/Auckland and is now Europe/")


def test_a_site_that_was_never_started_has_not_stored_its_key():
    Site.objects.all().delete()

    assert found("Key and time zone").state is CheckState.WARNING


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("ALTER TABLE competition_site RENAME COLUMN time_zone TO zone", "competition_site.time_zone is missing"),
        ("ALTER TABLE competition_site ADD COLUMN motto varchar(9) DEFAULT ''", "competition_site.motto is unknown"),
        ("ALTER TABLE competition_ratelimithit RENAME TO hits", "competition_ratelimithit is missing"),
        ("DROP INDEX {index}", "competition_ratelimithit has no {index}"),
    ],
)
@pytest.mark.database
def test_tables_that_do_not_fit_the_models_are_a_fault(statement, told):
    index = RateLimitHit._meta.indexes[0].name
    assert tables.check_tables().state is CheckState.OK
    with connection.cursor() as cursor:
        cursor.execute(statement.format(index=index))

    check = tables.check_tables()

    assert as_text(check).startswith("bad: The database does not fit this version of the app: ")
    assert told.format(index=index) in check.sentence


def test_missing_static_files_are_a_fault(monkeypatch, settings, tmp_path):
    settings.STATIC_ROOT = str(tmp_path)
    monkeypatch.setattr(site_checks, "staticfiles_storage", SimpleNamespace(manifest_name="manifest.json"))

    assert as_text(found("Static files")) == (
        f"bad: The style sheets and scripts are not in {tmp_path}. "
        "Restart the site, or run: knockout collectstatic --no-input"
    )
    (tmp_path / "manifest.json").touch()
    assert found("Static files").state is CheckState.OK


@pytest.mark.parametrize(
    ("free", "state"),
    [(50_000_000, CheckState.BAD), (900_000_000, CheckState.WARNING), (30_000_000_000, CheckState.OK)],
)
def test_a_full_disk_is_a_fault(monkeypatch, free, state):
    monkeypatch.setattr(
        site_checks.shutil, "disk_usage", lambda place: SimpleNamespace(total=40_000_000_000, free=free)
    )

    assert found("Disk").state is state


def test_a_site_without_email_names_the_settings():
    assert as_text(found("Email")) == "ok: This site sends no email. To send it, set EMAIL_URL and EMAIL_FROM."


def test_waiting_emails_are_a_fault(well, monkeypatch):
    well.HAS_EMAIL, well.MAIL_SERVER = True, well.MAIL_SERVER._replace(host="mail.example")
    user, long_ago = OrganiserFactory(), timezone.now() - timedelta(hours=2)
    row = Email.objects.create(user=user, topic="news", about="1", message_id="<1@k>", since=long_ago)
    assert as_text(found("Email")).startswith("ok: No email has been sent yet. No emails to send, by mail.example.")

    due = SimpleNamespace(key=(type(user), user.pk, "news", "1"))
    monkeypatch.setattr(site_checks, "due", lambda: [due])
    assert found("Email").state is CheckState.BAD
    assert "1 email to send, the oldest since" in found("Email").sentence

    monkeypatch.setattr(site_checks, "due", list)
    Email.objects.filter(pk=row.pk).update(parked_at=timezone.now(), fault="Full", tries=1)
    assert as_text(found("Email")) == (
        "warning: 1 email from the last two weeks could not be delivered. "
        "The desk of the competition shows each with its reason."
    )


def test_late_nightly_work_is_a_fault():
    NightlyTask.objects.update(done_at=timezone.now() - AGO)

    assert "The nightly task clearsessions was last done on" in found("Nightly work").sentence
    assert found("Nightly work").state is CheckState.BAD

    NightlyTask.objects.all().delete()
    assert found("Nightly work").state is CheckState.WARNING


def test_an_old_backup_is_a_fault(tmp_path):
    old = (timezone.now() - AGO).timestamp()
    os.utime(tmp_path / "nightly-1.sqlite3", (old, old))
    # A backup made by hand does not replace a nightly backup.
    (tmp_path / "mine.sqlite3").write_text("copy")

    assert found("Backup").state is CheckState.BAD
    assert str(tmp_path / "nightly-1.sqlite3") in found("Backup").sentence


@pytest.mark.parametrize(
    ("vendor", "machine", "state", "told"),
    [
        ("postgresql", "b", CheckState.WARNING, "The machine b wrote it. Run “knockout doctor” on that machine"),
        ("postgresql", this_machine(), CheckState.BAD, "The site wrote one on"),
        ("postgresql", "", CheckState.BAD, "The site wrote one on"),
        ("sqlite", "b", CheckState.BAD, "There is no backup in"),
    ],
)
def test_only_a_backup_from_another_machine_may_be_elsewhere(tmp_path, monkeypatch, vendor, machine, state, told):
    (tmp_path / "nightly-1.sqlite3").unlink()
    NightlyTask.objects.create(name="backup", done_at=timezone.now(), done_by=machine)
    monkeypatch.setattr(site_checks, "connection", SimpleNamespace(vendor=vendor))

    check = site_checks._check_backup()

    assert (check.state, told in as_text(check)) == (state, True)


def test_an_unreadable_backup_folder_is_a_fault(monkeypatch, tmp_path):
    def refuse(folder):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(site_checks.os, "scandir", refuse)

    assert as_text(found("Backup")) == (
        f"bad: The site cannot read the folder {tmp_path}: Permission denied. "
        f"Give it to the user of the site: chown -R knockout:knockout {tmp_path}"
    )


def test_a_site_without_backups_gets_a_warning(well, tmp_path):
    (tmp_path / "nightly-1.sqlite3").unlink()
    assert found("Backup").state is CheckState.WARNING
    OrganiserFactory()
    assert as_text(found("Backup")).startswith(f"bad: There is no backup in {tmp_path}.")
    tmp_path.rmdir()
    assert found("Backup").state is CheckState.BAD

    well.BACKUP_FOLDER = ""
    assert as_text(found("Backup")).startswith("warning: The site writes no nightly backup. Set BACKUP_FOLDER")


def test_a_clock_behind_the_log_is_a_fault():
    LogEntry.objects.create(
        organiser=OrganiserFactory(), event=Event.SITE_NAMED, text="x", at=timezone.now() + timedelta(days=1)
    )

    assert "but the log has entries until" in found("Clock").sentence


@pytest.mark.parametrize(
    ("https", "headers", "state", "sentence"),
    [
        (True, {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, CheckState.OK, "This page came by https."),
        (True, {"HTTP_X_FORWARDED_FOR": "192.0.2.7"}, CheckState.BAD, "A proxy at 127.0.0.1 passed this page on"),
        (True, {}, CheckState.BAD, "The proxy does not send X-Forwarded-For"),
        (False, {}, CheckState.WARNING, "The site does not expect https"),
        (
            False,
            {"HTTP_X_FORWARDED_FOR": "127.0.0.1", "HTTP_X_FORWARDED_PROTO": "https"},
            CheckState.BAD,
            "You use https, but the site does not know it.",
        ),
    ],
)
def test_the_page_reports_a_wrong_proxy(well, client, owner, https, headers, state, sentence):
    well.HTTPS = https

    page = client.get(reverse("desk:site"), **headers)

    shown = next(check for check in [*page.context["points"], *page.context["in_order"]] if "https" in check.title)
    assert (shown.state, shown.sentence.startswith(sentence)) == (state, True)


def test_a_failing_check_does_not_stop_the_others(monkeypatch):
    monkeypatch.setitem(site_checks._MACHINE_CHECKS, "Disk", lambda: 1 / 0)

    assert "This could not be checked (ZeroDivisionError)." in found("Disk").sentence
    assert found("Version").state is CheckState.OK


def test_the_page_shows_warnings_with_remedies(client, owner, well):
    well.BACKUP_FOLDER = ""

    page = client.get(reverse("desk:site"), HTTP_X_FORWARDED_FOR="127.0.0.1")

    assert "1 warning. Backup: The site writes no nightly backup. What to do: Set BACKUP_FOLDER" in text(page)
    assert RateLimitHit.objects.count() == 0


def test_the_desk_menu_shows_the_owner_a_fault(client, owner, well, django_assert_num_queries):
    well.BACKUP_FOLDER = ""
    assert "has a fault" not in markup(client.get(reverse("desk:home")))

    site_checks.remember_alarm(True)

    assert "has a fault" in markup(client.get(reverse("desk:home")))
    client.force_login(OrganiserFactory())
    assert "has a fault" not in markup(client.get(reverse("desk:home")))


def test_the_alarm_takes_one_query_every_five_minutes(well, django_assert_num_queries):
    well.HAS_EMAIL = True

    with django_assert_num_queries(1):
        assert not site_checks.is_alarm()
    with django_assert_num_queries(0):
        assert not site_checks.is_alarm()


def test_a_missing_backup_raises_the_alarm(tmp_path):
    OrganiserFactory()
    (tmp_path / "nightly-1.sqlite3").unlink()

    assert site_checks.is_alarm()


@pytest.fixture
def reached(monkeypatch, tmp_path):
    """Make the site and its proxy respond, and the latest backup complete."""
    monkeypatch.setattr(doctor, "check_running_site", lambda host, port: ok("Running site", f"{host}:{port} answers."))
    monkeypatch.setattr(doctor, "check_public_address", lambda: [ok("Public address", "It answers.")])
    monkeypatch.setattr(doctor, "find_fault", lambda file: "")


@pytest.mark.usefixtures("reached")
def test_doctor_fails_if_there_is_a_fault(settings, capsys):
    OrganiserFactory()
    call_command("doctor")
    said = capsys.readouterr().out
    assert "ok      Settings: All settings are correct.\n" in said
    assert said.endswith("Everything is in order.\n")

    settings.CHECK_SETTINGS = f"{__name__}.one_problem"
    with pytest.raises(SystemExit) as ended:
        call_command("doctor")
    said = capsys.readouterr().out
    assert ended.value.code == 1
    assert said.startswith(
        'FAULT   Settings: TIME_ZONE is "Auckland", which is no time zone.\n        What to do: Write'
    )
    assert said.endswith("1 fault.\n")


@pytest.mark.usefixtures("reached")
def test_doctor_fails_if_the_site_is_stopped(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "check_running_site", reaching.check_running_site)

    with pytest.raises(SystemExit):
        call_command("doctor", port=free_port())

    assert capsys.readouterr().out.startswith("FAULT   Running site: The site does not answer at 127.0.0.1:")


@pytest.mark.usefixtures("reached")
def test_doctor_reads_the_latest_backup(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(doctor, "find_fault", backups.find_fault)

    with pytest.raises(SystemExit):
        call_command("doctor")

    assert f"FAULT   Latest backup: {tmp_path}/nightly-1.sqlite3 is damaged.\n" in capsys.readouterr().out


@pytest.mark.usefixtures("reached")
def test_doctor_prints_the_setup_link_of_a_new_site(client, capsys):
    call_command("doctor")

    [line] = [line for line in capsys.readouterr().out.splitlines() if "no account yet" in line]
    assert client.get(line.rpartition("http://localhost")[2]).status_code == 200


def test_doctor_refuses_a_wrong_email_address():
    with pytest.raises(CommandError, match="“nobody” is not an email address. Write one such as ann@example.org."):
        call_command("doctor", email="nobody")


def test_the_version_includes_the_build(monkeypatch):
    monkeypatch.setattr("competition.web.version._VERSION", "1.0.0 (a1b2c3d4e5, 28 Nov 2026)")

    assert found("Version").sentence.startswith("Rubber Knockout 1.0.0 (a1b2c3d4e5, 28 Nov 2026), Python 3.")
