"""Fuzzer that sends invalid requests as one kind of visitor."""

import re
import time
import traceback
from random import Random
from typing import NamedTuple

from django.db import transaction
from django.test import Client

from tests.caches import clear_caches
from tests.fuzz import values
from tests.fuzz.pages import Offer, Reader
from tests.fuzz.world import World
from tests.house.test_permissions import examples, site

# Public pages of a competition.
SEEN = "/", "/archive/", "/archive.json", "/players/", "/{}/", "/{}/draw.json", "/{}/record/", "/{}/calendar.ics"
SEEN += (
    "/{}/matches/",
    "/{}/feed.atom",
    "/{}/draw.svg",
    "/{}/conditions/",
    "/{}/matches/R1-M1/",
    "/{}/matches/R1-M1.json",
)
DESK = (
    "/desk/",
    "/desk/{}/",
    "/desk/{}/log/",
    "/desk/{}/pairs/",
    "/desk/{}/letters/",
    "/desk/{}/matches/R1-M1/",
    "/desk/{}/draw/",
)
MARKUP = re.compile("html|xml|svg")


class Try(NamedTuple):
    """A request sent by the fuzzer."""

    method: str
    address: str
    body: bytes = b""
    kind: str = "application/x-www-form-urlencoded"
    headers: dict[str, str] = {}

    def __str__(self) -> str:
        return f"{self.method} {self.address[:300]} {self.headers} {self.kind[:99]} {self.body[:700]!r}"


class Fuzz:
    """A fuzzer for one kind of visitor, with the forms and links found so far."""

    def __init__(self, world: World, role: str, random: Random, *, looks_round: bool) -> None:
        self.world, self.role, self.random, self.looks_round = world, role, random, looks_round
        self.client, self.stranger = world.browser(role), Client()
        self.parts = world.parts(role, examples(world.competition))
        self.offers: dict[tuple, Offer] = {}
        self.links: dict[str, str] = {}
        self.faults: dict[str, str] = {}
        self.count = 0

    def run(self, tries: int, seconds: float | None) -> None:
        """Request every address once and submit every form once. Then send random requests up to a number or time."""
        for pattern in site():
            address = re.sub(r"<(\w+)>", lambda part: str(self.parts[part[1]]), pattern)
            self.send(Try("GET", address))
        for address in self.world.more:
            self.send(Try("GET", address))
        for offer in [*self.offers.values()]:
            marked = [(name, choices[0] if choices else f'">{values.MARK}') for name, choices in offer.fields.items()]
            if offer.method == "POST":
                self.send(Try("POST", offer.address, *values.form(marked)))
        over = time.monotonic() + (seconds or 0)
        while len(self.faults) < 5 and (time.monotonic() < over if seconds else tries):
            self.send(self.any_try())
            tries -= 1

    def any_try(self) -> Try:
        """Return a request for a known address or form, with something wrong in it."""
        random = self.random
        if self.offers and random.random() < 0.6:
            return self._of_an_offer(random.choice([*self.offers.values()]))
        address = (
            self._address(random.choice(site())) if random.random() < 0.7 else random.choice([*self.links.values()])
        )
        address = self._asked(address)
        headers = random.choice(values.HEADERS) if random.random() < 0.2 else {}
        method = random.choice(["GET", "GET", "GET", "POST", "POST", random.choice(values.METHODS)])
        body, kind = values.odd(random, [("a", "b")]) if method not in ("GET", "HEAD") else (b"", "")
        return Try(method, address, body, kind, headers)

    def _address(self, pattern: str) -> str:
        def part(found: re.Match) -> str:
            name = found[1]
            if name == "competition" and self.random.random() < 0.9:
                return self.random.choice(self.world.slugs)
            return values.escaped(self._value() if self.random.random() < 0.2 else str(self.parts[name]))

        return re.sub(r"<(\w+)>", part, pattern)

    def _asked(self, address: str) -> str:
        random, (path, _, query) = self.random, address.partition("?")
        fields = [pair.partition("=")[::2] for pair in query.split("&") if pair]
        names = (
            "round pair find page match kind starts pairs weeks lot version until sort preset show old new who to next"
        )
        fields = [(name, values.escaped(self._value()) if random.random() < 0.5 else value) for name, value in fields]
        if random.random() < 0.5:
            fields.append((random.choice(names.split()), values.escaped(self._value())))
        return path + "?" * bool(fields) + "&".join(f"{name}={value}" for name, value in fields)

    def _value(self) -> str | bytes:
        kinds = (values.NUMBERS, values.MOMENTS, values.TEXTS, values.BYTES)
        return self.random.choice(self.random.choices(kinds, (3, 2, 5, 1))[0])

    def _of_an_offer(self, offer: Offer) -> Try:
        random, fields = self.random, []
        wrong = set(random.sample([*offer.fields], min(len(offer.fields), random.choice([0, 1, 1, 1, 2, 5]))))
        for name, choices in offer.fields.items():
            if random.random() < 0.05:
                continue
            good = random.choice(choices or ["", "Ada Lovelace", "1", "2026-05-30"])
            fields.append((name, self._value() if name in wrong else good))
            if random.random() < 0.03:
                fields.append((name, self._value()))
        fields = [
            (name, value.encode("utf-8", "replace") if isinstance(value, str) else value) for name, value in fields
        ]
        headers = random.choice(values.HEADERS) if random.random() < 0.1 else {}
        if offer.method == "GET":
            return Try("GET", offer.address.split("?")[0] + "?" + values.form(fields)[0].decode(), headers=headers)
        if random.random() < 0.1:
            return Try("POST", offer.address, *values.odd(random, fields), headers)
        if "file" in offer.fields or random.random() < 0.1:
            file = ("file", random.choice(values.NAMES), random.choice(values.FILES))
            return Try("POST", offer.address, *values.multipart(fields, [file]), headers)
        return Try("POST", offer.address, *values.form(fields), headers)

    def send(self, tried: Try) -> None:
        """Send a request, view the pages that it may have changed, and undo its changes."""
        self.count += 1
        cookies = {name: morsel.value for name, morsel in self.client.cookies.items()}
        with transaction.atomic():
            answer = self._ask(self.client, self.role, tried)
            is_taken_in = answer is not None and tried.method not in ("GET", "HEAD", "get") and answer.status_code < 400
            if is_taken_in and self.looks_round:
                self._look_round(tried, answer)
            transaction.set_rollback(True)
        self.client.cookies.clear()
        self.client.cookies.load(cookies)
        if tried.method not in ("GET", "HEAD"):
            clear_caches()

    def _look_round(self, tried: Try, answer) -> None:
        random = self.random
        slug = next(
            (slug for slug in self.world.slugs if f"/{slug}/" in tried.address), random.choice(self.world.slugs)
        )
        onward = answer.headers.get("Location", "")
        for address in [onward] * onward.startswith("/") + [word.format(slug) for word in random.sample(DESK, 2)]:
            self._ask(self.client, self.role, Try("GET", address), after=tried)
        for address in random.sample(SEEN, 3):
            self._ask(self.stranger, "str", Try("GET", address.format(slug)), after=tried)

    def _ask(self, client: Client, role: str, tried: Try, after: Try | None = None):
        told = f"{role}: {tried}" + (f"\n  after {self.role}: {after}" if after else "")
        try:
            with transaction.atomic():
                answer = client.generic(tried.method, tried.address, tried.body, tried.kind, headers=tried.headers)
        except Exception:
            line = traceback.format_exc().strip().splitlines()
            self.faults.setdefault(" ".join(line[-4:]), told)
            return None
        if answer.status_code >= 500:
            self.faults.setdefault(str(answer.status_code), told)
        said = b"".join(answer) if answer.streaming else answer.content
        if "Content-Encoding" not in answer.headers:
            self._read(role, tried, after, answer, said.decode(errors="replace"), told)
        return answer

    def _read(self, role: str, tried: Try, after: Try | None, answer, said: str, told: str) -> None:
        said += str(answer.headers)
        asked = f"{tried.address} {tried.body!r} {after}"
        for secret in self.world.told(role, said, asked, self.role):
            self.faults.setdefault(f"tells {secret}", told)
        if MARKUP.search(answer.headers.get("Content-Type", "")):
            if values.MARK in said:
                self.faults.setdefault(f"unescaped at {tried.address[:60]}", told)
            if role == self.role and not after and answer.status_code < 400 and len(self.links) < 2000:
                page = Reader(tried.address.split("?")[0], said)
                self.links |= {re.sub(r"\d+", "0", link): link for link in page.links}
                self.offers |= {(re.sub(r"\d+", "0", offer.address), *offer.fields): offer for offer in page.offers}
