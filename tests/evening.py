"""Load test for a national evening: many matches, two phones at each table, spectators at home, and an organiser.

    python -m tests.evening --matches 256 --spectators 2000 --seconds 120

It starts the site as in the README, plays, and prints the response times. Open pages poll as often as in the app. A
quarter of the matches report and confirm a result, and a third of the spectators watch a match. The test fails if a
deal or a result is lost or duplicated, or if a response is an error. It also prints the processor time and the memory
used by the site.
"""

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

from tests import fresh, postgres, servers
from tests.phones import said
from tests.servers import ROOT, free_port, server

# Seconds between an open page's polls, as in `sync.js` and in the templates of the draw and the match.
ASKS = 4
# Seconds between two of the organiser's pages.
ORGANISER_READS = 10
PASSWORD = "tern wader heron"
# Seconds until all spectators have opened the draw, at most a third of the evening.
COME = 20
# Number of tables that all record a deal in the same second, once, in the middle of the evening.
AT_ONCE = 16


@dataclass
class Answers:
    """Response times in seconds for each request, and the number of each error."""

    took: dict[str, list[float]] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)

    def note(self, what: str, status: int, seconds: float, good: tuple[int, ...]) -> None:
        """Store a response."""
        self.took.setdefault(what, []).append(seconds)
        if status not in good:
            self.faults[f"{what}: {status}"] += 1

    def slowest(self, what: str, hundredths: int = 99) -> float:
        """Return the time within which this percentage of the responses arrived."""
        took = sorted(self.took[what])
        return took[min(len(took) - 1, len(took) * hundredths // 100)]


class Line:
    """A connection to the site that stays open between requests, like a browser's."""

    def __init__(self, port: int, reads: int = 0) -> None:
        """Prepare a connection.

        `reads` limits the decompressed bytes, because decompressing 2000 draws is slow. 0 means no limit.
        """
        self.reads, self._port, self._ends, self.cookies = reads, port, None, {}
        self._one_at_a_time = asyncio.Lock()

    async def close(self) -> None:
        """Close the connection."""
        if self._ends is not None:
            self._ends[1].close()
            with suppress(ConnectionError):
                await self._ends[1].wait_closed()
            self._ends = None

    async def ask(self, path: str, sent: dict | None = None, **headers: str) -> tuple[int, str, float]:
        """Return the status, text and duration in seconds of a response. Form fields are sent by POST."""
        async with self._one_at_a_time:
            was_open = self._ends is not None
            try:
                return await self._ask(path, sent, headers)
            except (asyncio.IncompleteReadError, ConnectionError):
                # The server closes idle connections. Connect again, as a browser does.
                if not was_open:
                    raise
                await self.close()
                return await self._ask(path, sent, headers)

    async def _ask(self, path: str, sent: dict | None, headers: dict[str, str]) -> tuple[int, str, float]:
        begun = time.perf_counter()
        if self._ends is None:
            self._ends = await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)
        reader, writer = self._ends
        writer.write(self._request(path, sent, headers))
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        body = await self._body(reader, head)
        took = time.perf_counter() - begun
        for name, value in re.findall(r"(?im)^set-cookie: +(\w+)=([^;]*)", head):
            self.cookies[name] = value
        if re.search(r"(?im)^content-encoding: gzip", head):
            body = zlib.decompressobj(31).decompress(body, self.reads)
        return int(head.split(" ", 2)[1]), body.decode(errors="ignore"), took

    def _request(self, path: str, sent: dict | None, headers: dict[str, str]) -> bytes:
        body = urlencode(sent).encode() if sent is not None else b""
        lines = [f"{'GET' if sent is None else 'POST'} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip"]
        lines += [f"Cookie: {'; '.join(f'{name}={value}' for name, value in self.cookies.items())}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if sent is not None:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode() + body

    @staticmethod
    async def _body(reader: asyncio.StreamReader, head: str) -> bytes:
        if length := re.search(r"(?im)^content-length: (\d+)", head):
            return await reader.readexactly(int(length[1]))
        body = b""
        if re.search(r"(?im)^transfer-encoding: chunked", head):
            while size := int((await reader.readline()).strip() or b"0", 16):
                body += await reader.readexactly(size)
                await reader.readline()
            await reader.readline()
        return body


@dataclass
class Phone:
    """A pair's phone showing its match page."""

    line: Line
    link: str
    match: str
    answers: Answers
    shown: str = ""
    sheet: str = ""

    async def enter(self) -> None:
        """Sign in with the private link."""
        _, page, _ = await self.line.ask(self.link)
        token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]
        await self.line.ask(self.link, {"csrfmiddlewaretoken": token})

    async def come(self) -> None:
        """Sign in and open the page of the match."""
        await self.enter()
        _, page, _ = await self.line.ask(self.match)
        self.shown = re.findall(r'"shown": "([^"]+)"', page)[0]
        # While no deal can be recorded, no form contains the score sheet's key.
        self.sheet = "".join(re.findall(r'name="sheet" value="([\d-]+)"', page))

    async def poll(self) -> bool:
        """Poll the page. Return True if there is news."""
        status, news, took = await self.line.ask(f"{self.match}card.json?shown={self.shown}")
        self.answers.note("poll of the pad", status, took, (200, 204))
        if status == 200:
            self.shown = json.loads(news)["shown"]
        return status == 200

    async def record(self, number: int) -> None:
        """Record the deal with this number."""
        deal = {"asks": "yes", "number": number, "sheet": self.sheet, "submission": uuid4(), **said(number % 28 + 1)}
        headers = {"X_CSRFToken": self.line.cookies["csrftoken"], "Accept": "application/json"}
        status, page, took = await self.line.ask(f"{self.match}deals/", deal, **headers)
        self.answers.note("recording a deal", status, took, (200,))
        if status == 200:
            self.shown = json.loads(page)["shown"]

    async def report(self) -> None:
        """Report the result of the score sheet."""
        await self._send("reporting a result", "submit/")

    async def confirm(self) -> None:
        """Confirm the result reported by the other phone."""
        _, page, _ = await self.line.ask(self.match)
        [number] = {*re.findall(r'name="outcome" value="(\d+)"', page)}
        await self._send("confirming a result", "confirm/", outcome=number)

    async def _send(self, what: str, path: str, **sent: str) -> None:
        headers = {"X_CSRFToken": self.line.cookies["csrftoken"]}
        status, _, took = await self.line.ask(f"{self.match}{path}", sent, **headers)
        self.answers.note(what, status, took, (302,))


@dataclass
class Match:
    """Two phones at one table, and the number of recorded deals. A complete match has only its result to report."""

    phones: tuple[Phone, Phone]
    recorded: int
    watch: str
    is_complete: bool
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def deal(self) -> None:
        """Record the next deal on the two phones in turn."""
        async with self.turn:
            self.recorded += 1
            await self.phones[self.recorded % 2].record(self.recorded)

    async def end(self, late: float) -> None:
        """Report the result on one phone and confirm it on the other, after this many seconds."""
        await asyncio.sleep(late)
        await self.phones[0].report()
        await self.phones[1].confirm()

    async def lost(self) -> list[str]:
        """Return the match's faults at the end. Both phones must ask for the next deal, or the result be final."""
        pages = [(await phone.line.ask(phone.match))[1] for phone in self.phones]
        _, watched, _ = await self.phones[0].line.ask(self.watch)
        for phone in self.phones:
            await phone.line.close()
        if self.is_complete:
            return [] if "confirmed by" in watched else [f"{self.watch} has no final result"]
        asked = [int(re.findall(r'name="number" value="(\d+)"', page)[0]) for page in pages]
        return [f"{self.phones[0].match} asks for {number}" for number in asked if number != self.recorded + 1]


async def at_home(watched: str, what: str, late: float, port: int, answers: Answers, end: float) -> None:
    """Watch a polling page until the end of the evening."""
    await asyncio.sleep(late)
    line = Line(port, reads=2**14)
    status, page, took = await line.ask(watched)
    answers.note(f"opening {what}", status, took, (200,))
    # A page does not poll immediately.
    await asyncio.sleep(ASKS)
    while time.monotonic() < end:
        begun = time.monotonic()
        if not (asks := re.findall(r'hx-get="([^"]+)"', page)):
            # The match has its final result.
            break
        status, news, took = await line.ask(asks[0].replace("&amp;", "&"), HX_Request="true")
        answers.note(f"poll of {what}", status, took, (200, 204))
        page = news if status == 200 else page
        await asyncio.sleep(max(0, ASKS - (time.monotonic() - begun)))
    await line.close()


async def organise(made: dict, port: int, answers: Answers, end: float) -> None:
    """Sign in and read the desk and the list of matches in turn."""
    draw = made["draw"]
    line = Line(port)
    _, page, _ = await line.ask("/desk/sign-in/")
    token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]
    name = {"username": made["organiser"], "password": PASSWORD, "csrfmiddlewaretoken": token}
    status, _, took = await line.ask("/desk/sign-in/", name)
    answers.note("signing in", status, took, (302,))
    while time.monotonic() < end:
        for path, what in ((f"/desk{draw}", "the desk"), (f"/desk{draw}matches/", "the list of matches")):
            status, _, took = await line.ask(path)
            answers.note(what, status, took, (200,))
        await asyncio.sleep(min(ORGANISER_READS, max(0, end - time.monotonic())))
    await line.close()


async def play(matches: list[Match], made: dict, spectators: int, port: int, answers: Answers, seconds: int) -> None:
    """Let all phones, spectators and the organiser use the site.

    Each table records one deal per minute, seven times the usual rate.
    """
    end = time.monotonic() + seconds

    async def at_table(phone: Phone, late: float) -> None:
        await asyncio.sleep(late)
        while time.monotonic() < end:
            begun = time.monotonic()
            await phone.poll()
            await asyncio.sleep(max(0, ASKS - (time.monotonic() - begun)))

    async def deals(match: Match, late: float) -> None:
        await asyncio.sleep(late)
        while time.monotonic() < end and match.recorded < 29:
            await match.deal()
            await asyncio.sleep(min(60, max(0, end - time.monotonic())))

    async def all_at_once() -> None:
        await asyncio.sleep(seconds / 2)
        begun = time.monotonic()
        await asyncio.gather(*(match.deal() for match in in_play[:AT_ONCE] if match.recorded < 29))
        answers.note(f"{AT_ONCE} tables in one second", 200, time.monotonic() - begun, (200,))

    def seen(number: int) -> tuple[str, str]:
        return (matches[number % len(matches)].watch, "a match") if number % 3 == 0 else (made["draw"], "the draw")

    def late(number: int) -> float:
        return min(COME, seconds / 3) * number / spectators

    in_play = [match for match in matches if not match.is_complete]
    complete = [match for match in matches if match.is_complete]
    spread, phones = min(60, seconds), [phone for match in matches for phone in match.phones]
    await asyncio.gather(
        *(at_table(phone, ASKS * n / len(phones)) for n, phone in enumerate(phones)),
        *(deals(match, spread * n / len(in_play)) for n, match in enumerate(in_play)),
        *(match.end(seconds * n / len(complete)) for n, match in enumerate(complete)),
        *(at_home(*seen(n), late(n), port, answers, end) for n in range(spectators)),
        organise(made, port, answers, end),
        all_at_once(),
    )


async def evening(made: dict, spectators: int, port: int, seconds: int, theirs: list[int]) -> tuple[Answers, list]:
    """Play an evening. Return the responses, and the number of cores that the site and this process used."""
    answers = Answers()
    matches = [
        Match(
            tuple(Phone(Line(port), link, one["match"], answers) for link in one["links"]),
            one["recorded"],
            one["watch"],
            one["is_complete"],
        )
        for one in made["matches"]
    ]
    for match in matches:
        await asyncio.gather(*(phone.come() for phone in match.phones))
    used, begun = (servers.processor(theirs), time.process_time()), time.monotonic()
    await play(matches, made, spectators, port, answers, seconds)
    took, now = time.monotonic() - begun, (servers.processor(theirs), time.process_time())
    cores = [(after - before) / took for before, after in zip(used, now, strict=True)]
    for match in matches:
        answers.faults.update(await match.lost())
    return answers, cores


def prepare(matches: int) -> None:
    """Create the competition with half-played and complete matches in round 1, and print the data for `evening`."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.urls import reverse

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=["ext", "htmax*", "*-4*"])
    from competition.entries.private_links import link_key
    from scoring.rules.sheet import Standing
    from tests import bulk, stories

    competition = bulk.entered(2 * matches)
    stories.publish(competition)
    bulk.play(competition, 0, ["in play", "in play", "in play", "complete"])
    competition.owner.set_password(PASSWORD)
    competition.owner.save()
    made = [
        {
            "links": [reverse("link:open", args=[link_key(pair)]) for pair in state.pairs],
            "match": reverse("play:match", args=[competition.slug, state.code]),
            "recorded": state.recorded,
            "watch": reverse("public:match", args=[competition.slug, state.code]),
            "is_complete": state.sheet is not None and state.sheet.standing == Standing.DECIDED,
        }
        for state in stories.now(competition).rounds[0].matches
    ]
    draw = reverse("public:draw", args=[competition.slug])
    sys.stdout.write(json.dumps({"draw": draw, "organiser": competition.owner.username, "matches": made}))


def main(arguments: list[str] | None = None) -> int:
    """Play the requested evening. Return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=256)
    parser.add_argument("--spectators", type=int, default=2000)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--postgresql", action="store_true")
    asked = parser.parse_args(arguments)
    with ExitStack() as until_the_end:
        folder = Path(until_the_end.enter_context(tempfile.TemporaryDirectory()))
        database = f"sqlite:///{folder}/db.sqlite3"
        if asked.postgresql:
            database = until_the_end.enter_context(postgres.server())()
        else:
            fresh.copy_to(folder / "db.sqlite3")
        settings, port = servers.environment(database, folder / "static"), free_port()
        made = subprocess.run(
            [sys.executable, "-m", "tests.evening", "prepare", str(asked.matches)],
            cwd=ROOT,
            env=settings,
            capture_output=True,
            check=True,
        )
        theirs = servers.processes(until_the_end.enter_context(server(settings, port)))
        answers, cores = asyncio.run(evening(json.loads(made.stdout), asked.spectators, port, asked.seconds, theirs))
        wrong = [f"{what} ({times})" for what, times in answers.faults.items()]
        sound = subprocess.run([sys.executable, "manage.py", "check_integrity"], cwd=ROOT, env=settings, check=False)
        _tell(answers, cores, [servers.memory(one) for one in theirs[1:]], wrong)
    return 1 if wrong or sound.returncode else 0


def _tell(answers: Answers, cores: list[float], megabytes: list[int], wrong: list[str]) -> None:
    for what, took in answers.took.items():
        half, most, slowest = (answers.slowest(what, part) * 1000 for part in (50, 95, 99))
        sys.stdout.write(
            f"{what:28} {len(took):7,} times, half within {half:5.0f} ms, 95 % {most:5.0f}, 99 % {slowest:5.0f}\n"
        )
    sys.stdout.write(
        f"processor: {cores[0]:.2f} cores, and {cores[1]:.2f} to ask; "
        f"memory of each worker: {' and '.join(map(str, megabytes))} MB; "
        f"wrong: {', '.join(wrong) or 'nothing'}\n"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["prepare"]:
        prepare(int(sys.argv[2]))
    else:
        sys.exit(main())
