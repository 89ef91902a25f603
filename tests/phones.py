"""Phones that record deals over the network and repeat each request until it succeeds.

Run as a program, this module creates the competition and prints the data for each phone.
"""

import json
import re
import subprocess
import sys
import time
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, OpenerDirector, Request, build_opener
from uuid import uuid4

import pytest

from tests import fresh
from tests.servers import ROOT

MATCHES, DEALS = 8, 13
SAVED = 302


class Stay(HTTPRedirectHandler):
    """Handler that does not follow redirects. A redirect shows that a deal was saved."""

    def redirect_request(self, *asked):
        return None


class Phone:
    """A pair's phone, signed in with its private link."""

    def __init__(self, site: str, link: str, record: str) -> None:
        self.site, self.record = site, record
        self.answered: list[int] = []
        self.cookies = CookieJar()
        self.browser: OpenerDirector = build_opener(HTTPCookieProcessor(self.cookies), Stay())
        page = self.browser.open(site + link, timeout=10).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        sent = urlencode({"csrfmiddlewaretoken": token[1] if token else ""}).encode()
        with pytest.raises(HTTPError, match="302"):
            self.browser.open(site + link, sent, timeout=10)
        self.sheet = re.findall(r'name="sheet" value="([\d-]+)"', self._match())[0]

    def play(self, deals: int = DEALS) -> None:
        """Record the deals of the match, beginning with the first that got no response."""
        for number in range(len(self.answered) + 1, deals + 1):
            sent = {"asks": "yes", "number": number, "sheet": self.sheet, "submission": uuid4(), **said(number)}
            while not self._is_answered(urlencode(sent).encode()):
                time.sleep(0.05)
            self.answered.append(number)

    def next_deal(self) -> int:
        """Return the number of the deal requested on the match page."""
        return int(re.findall(r'name="number" value="(\d+)"', self._match())[0])

    def _match(self) -> str:
        return self.browser.open(self.site + self.record.removesuffix("deals/"), timeout=10).read().decode()

    def _is_answered(self, sent: bytes) -> bool:
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        try:
            self.browser.open(Request(self.site + self.record, sent, {"X-CSRFToken": token or ""}), timeout=10)
        except HTTPError as answer:
            if answer.code != SAVED:
                raise
            return True
        except (OSError, HTTPException):
            pass
        return False


def said(number: int) -> dict:
    """Return this deal's form data. The first 28 deals are all different."""
    contract = {"declarer": "NESW"[number % 4], "level": 1 + number % 7, "denomination": "CDHS"[number % 4]}
    return {**contract, "doubling": 1, "tricks": number % 14, "honours": ""}


def matches(environment: dict[str, str]) -> list[list]:
    """Create the database. Return the score sheet, private link and recording address for each match."""
    fresh.copy_to(Path(environment["DATABASE_URL"].removeprefix("sqlite:///")))
    made = subprocess.run(
        [sys.executable, "-m", "tests.phones"], cwd=ROOT, env=environment, capture_output=True, check=True
    )
    return json.loads(made.stdout)


def _prepare() -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.urls import reverse

    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=["ext", "htmax*", "*-4*"])
    from competition.entries.private_links import link_key
    from tests import stories

    competition = stories.published(2 * MATCHES)
    needed = []
    for place in range(1, MATCHES + 1):
        upper, _ = stories.open_sheet(competition, f"R1-M{place}")
        link = reverse("link:open", args=[link_key(upper.pair)])
        needed.append([upper.opened.row.pk, link, reverse("play:record", args=[competition.slug, upper.state.code])])
    sys.stdout.write(json.dumps(needed))


if __name__ == "__main__":
    _prepare()
