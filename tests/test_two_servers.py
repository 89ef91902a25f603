"""Test for two `serve` commands that share one PostgreSQL database."""

import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests import servers
from tests.mailboxes import Mailboxes, mailboxes
from tests.phones import Phone
from tests.servers import ROOT, free_port
from tests.test_serve import PATIENCE, Served, copies, wait_for, with_email

pytestmark = pytest.mark.postgres


@pytest.fixture
def boxes() -> Iterator[Mailboxes]:
    with mailboxes() as found:
        yield found


@contextmanager
def two_servers(database: str, folder: Path, boxes: Mailboxes) -> Iterator[tuple[str, str]]:
    """Start both servers at once on an empty database. Yield their addresses. Both must then stop cleanly."""
    started = []
    for name in ("first", "second"):
        (folder / name).mkdir()
        given = servers.environment(database, folder / name / "static")
        given |= {"BACKUP_FOLDER": str(folder / name / "backups")}
        started.append(Served(with_email(given, boxes), free_port(), folder / name / "said.txt"))
    try:
        wait_for(lambda: all("Serving at" in one.text or one.process.poll() is not None for one in started))
        assert ["Serving at" in served.text for served in started] == [True, True], started[0].text + started[1].text
        first, second = (f"http://127.0.0.1:{served.port}" for served in started)
        yield first, second
    finally:
        for served in started:
            served.process.terminate()
        assert [served.process.wait(PATIENCE) for served in started] == [0, 0]


def test_two_servers_with_one_database_work_as_one(tmp_path, postgresql, boxes):
    """Start both servers before the tables exist. One creates the tables, and each task runs once."""
    database = postgresql()
    settings = with_email(servers.environment(database, tmp_path / "static"), boxes)
    with two_servers(database, tmp_path, boxes) as (first, second):
        one, another = matches(settings)

        _deals_on_both_servers_are_in_order(first, second, *one)
        _a_deal_on_one_server_is_news_on_the_other(first, second, *another)
        _guessed_codes_are_counted_on_both_servers(first, second)
        wait_for(lambda: len(boxes.emails) >= 8 and (copies(tmp_path / "first") or copies(tmp_path / "second")))
        time.sleep(1)

    assert set(Counter(email["Message-ID"] for email in boxes.emails).values()) == {1}
    assert len(boxes.emails) == 8
    assert len(copies(tmp_path / "first") + copies(tmp_path / "second")) == 1


def matches(environment: dict[str, str]) -> list[list[str]]:
    """Create the competition. Return the private link and recording address for two matches in play."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.test_two_servers"], cwd=ROOT, env=environment, capture_output=True, check=True
    )
    return json.loads(made.stdout)


def _prepare() -> None:
    """Create two matches in play, and four results that require emails to eight players."""
    import django

    django.setup()
    from django.urls import reverse

    from competition.entries.private_links import link_key
    from tests import stories
    from tests.competition.worlds import send_in

    competition, needed = stories.published(16), []
    codes = [f"R1-M{place}" for place in range(1, 7)]
    for code in codes[:2]:
        upper, _ = stories.open_sheet(competition, code)
        link = reverse("link:open", args=[link_key(upper.pair)])
        needed.append([link, reverse("play:record", args=[competition.slug, code])])
    for code in codes[2:]:
        send_in(competition, code)
    sys.stdout.write(json.dumps(needed))


def draw_of(site: str, record: str) -> str:
    slug = record.split("/")[2]
    return build_opener().open(f"{site}/{slug}/draw.csv", timeout=10).read().decode()


def _deals_on_both_servers_are_in_order(first: str, second: str, link: str, record: str) -> None:
    """Record on both servers in turn. Check that both show every deal, even on a page that they cache."""
    draw_of(second, record)
    phones = Phone(first, link, record), Phone(second, link, record)
    for number in range(1, 5):
        phone, other = phones[number % 2], phones[1 - number % 2]
        phone.answered = list(range(1, number))
        phone.play(number)
        assert other.next_deal() == number + 1
    # A cached page may be up to a second old.
    end = time.monotonic() + 60
    while draw_of(second, record) != draw_of(first, record):
        assert time.monotonic() < end


def _a_deal_on_one_server_is_news_on_the_other(first: str, second: str, link: str, record: str) -> None:
    """Poll the card on one server while signed in on the other."""
    phone = Phone(first, link, record)
    page = phone.browser.open(first + record.removesuffix("deals/"), timeout=10).read().decode()
    shown = re.findall(r'"shown": "([^"]+)"', page)[0]
    poll = f"{second}{record.removesuffix('deals/')}card.json?shown={shown}"

    before = phone.browser.open(poll, timeout=10).status
    phone.play(1)

    assert (before, phone.browser.open(poll, timeout=10).status) == (204, 200)
    phone.site = second
    phone.play(2)
    assert phone.answered == [1, 2]


def _guessed_codes_are_counted_on_both_servers(first: str, second: str) -> None:
    def guess(site: str) -> int:
        browser = build_opener(HTTPCookieProcessor())
        page = browser.open(f"{site}/p/", timeout=10).read().decode()
        token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        try:
            browser.open(f"{site}/p/", urlencode({"csrfmiddlewaretoken": token, "code": "111122223333"}).encode())
        except HTTPError as answer:
            return answer.code
        return 200

    answers = [guess((first, second)[turn % 2]) for turn in range(62)]

    assert (answers[0], answers[-2:]) == (422, [429, 429])


if __name__ == "__main__":
    _prepare()
