"""Test for an email sender that is killed and replaced by the next one."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests import fresh, servers
from tests.mailboxes import Mailboxes, mailboxes
from tests.servers import ROOT

MATCHES = 4
PLAYERS = 2 * MATCHES


@pytest.fixture
def boxes():
    with mailboxes() as found:
        yield found


@pytest.fixture
def database(tmp_path) -> Path:
    """Return a database with four reported results."""
    known = reading(tmp_path / "db.sqlite3", 25)
    fresh.copy_to(tmp_path / "db.sqlite3")
    subprocess.run([sys.executable, "-m", "tests.test_killed_sender"], cwd=ROOT, env=known, check=True)
    return tmp_path / "db.sqlite3"


@pytest.fixture
def environment(database, boxes) -> dict[str, str]:
    return reading(database, boxes.port)


def reading(database: Path, mail_port: int) -> dict[str, str]:
    """Return the environment for a sender."""
    emails = {"EMAIL_URL": f"smtp://127.0.0.1:{mail_port}", "EMAIL_FROM": "desk@knockout.example"}
    return servers.environment(f"sqlite:///{database}", database.parent / "static") | emails


def sender(environment: dict[str, str]) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "manage.py", "send_emails"], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL
    )


def time_passes(database: Path) -> None:
    """Let enough time pass for the app to assume that a sender was killed."""
    with closing(sqlite3.connect(database)) as rows, rows:
        rows.execute("UPDATE competition_email SET next_try_at = '2020-01-01' WHERE sent_at IS NULL")


def kept(database: Path) -> tuple[int, int]:
    """Return the number of sent emails, and of results whose pair counts as told."""
    with closing(sqlite3.connect(database)) as rows:
        asked = "SELECT (SELECT count(sent_at) FROM competition_email), (SELECT count(*) FROM competition_notice)"
        return rows.execute(asked).fetchone()


def test_a_killed_sender_loses_no_email(environment, database, boxes: Mailboxes):
    running: list[subprocess.Popen] = []
    boxes.after_taking = killing(running, at=3)
    running.append(sender(environment))
    assert running[0].wait(60) == -signal.SIGKILL
    # One sender starts before the app assumes that the first was killed, and another afterwards.
    boxes.after_taking = lambda: None
    assert (sender(environment).wait(60), kept(database)[0]) == (0, PLAYERS - 1)
    time_passes(database)
    assert sender(environment).wait(60) == 0

    went = Counter(email["Message-ID"] for email in boxes.emails)
    assert (len(went), {*boxes.recipients} == {*addresses(database)}) == (PLAYERS, True)
    # The mail server may still accept the current email after the sender is dead.
    assert sorted(went.values())[-2:] == [1, 2]
    assert kept(database) == (PLAYERS, MATCHES)


def killing(running: list[subprocess.Popen], at: int) -> Callable[[], None]:
    """Return a function that kills the sender when called for the `at`-th time."""
    times = iter(range(1, 99))

    def kill() -> None:
        if next(times) == at:
            os.kill(running[0].pid, signal.SIGKILL)
            running[0].wait()

    return kill


def addresses(database: Path) -> list[str]:
    """Return the addresses of the players who must reply."""
    with closing(sqlite3.connect(database)) as rows:
        asked = "SELECT email FROM competition_player JOIN competition_email ON player_id = competition_player.id"
        return [email for (email,) in rows.execute(asked)]


def _prepare() -> None:
    import django

    django.setup()
    from tests import stories
    from tests.competition.worlds import send_in

    competition = stories.published(2 * MATCHES)
    for place in range(1, MATCHES + 1):
        send_in(competition, f"R1-M{place}")


if __name__ == "__main__":
    _prepare()
