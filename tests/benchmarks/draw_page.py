"""How fast the published draw is served in mid-season; run as `python -m tests.benchmarks.draw_page`.

Two workers of the production server answer eight clients who keep their connections. Draws of 64 and 256 pairs,
packed and as they are, and a poll, unchanged since they were last asked for, are compared with a view that has
nothing to do, behind the same middleware, in turns. Then draws of 64, 128 and 256 pairs are asked for after each
of some changes, and the processor time of that is told.
"""

import html
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from operator import truediv
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen
from wsgiref.util import setup_testing_defaults

CLIENTS = 8
SECONDS = 0.7
TURNS = 9
CHANGES = 20
SIZES = (64, 128, 256)
WAYS = {"packed": True, "not packed": False}


class Asked(NamedTuple):
    """What a client asks for, and whether it takes packed answers."""

    path: str
    packed: bool = True


def main() -> None:
    """Measure and print; everything made for it is gone afterwards."""
    with ProcessPoolExecutor(CLIENTS) as clients, tempfile.TemporaryDirectory(prefix="draw-page-") as folder:
        list(clients.map(time.sleep, [0.1] * CLIENTS))
        os.environ.update(
            DJANGO_SETTINGS_MODULE="tests.benchmarks.constant",
            SECRET_KEY="only-for-a-benchmark-" * 3,
            TIME_ZONE="Pacific/Auckland",
            DATABASE_URL=f"sqlite:///{folder}/db.sqlite3",
            STATIC_ROOT=f"{folder}/static",
        )
        slugs = _competitions()
        with server() as port:
            _compare(clients, port, slugs)
        for pairs, slug in slugs.items():
            _time_changes(pairs, slug)


def _competitions() -> dict[int, str]:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    from tests import bulk

    return {pairs: bulk.middle(pairs).slug for pairs in SIZES}


@contextmanager
def server() -> Iterator[int]:
    """Run the production server on a port of its own, and give that."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--interface", "wsgi", "--workers", "2", "--blocking-threads", "1", "--no-log", "--port", str(port)]
    command = [sys.executable, "-m", "granian", *options, "competition.config.wsgi:application"]
    server = subprocess.Popen(command, cwd=Path(__file__).parents[2])
    try:
        _wait_for(f"http://127.0.0.1:{port}/healthz")
        yield port
    finally:
        server.terminate()
        server.wait(10)


def _wait_for(address: str) -> None:
    for _ in range(100):
        try:
            with urlopen(address, timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The server did not start.")


def _compare(clients: ProcessPoolExecutor, port: int, slugs: dict[int, str]) -> None:
    asked = {"constant view": Asked("/constant"), "poll": Asked(_poll(port, slugs[64]))}
    for pairs in (64, 256):
        asked |= {f"draw of {pairs}, {how}": Asked(f"/{slugs[pairs]}/", packed) for how, packed in WAYS.items()}
    rates: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(TURNS):
        for name, what in asked.items():
            answers = clients.map(answered, [port] * CLIENTS, [what] * CLIENTS)
            rates[name].append(sum(answers) / SECONDS)
    for name, seen in rates.items():
        # Turn by turn, for other work on the machine slows down whatever is measured at that moment.
        share = statistics.median(map(truediv, seen, rates["constant view"]))
        rate = statistics.median(seen)
        print(f"{name:24} {rate:6.0f} requests a second, {share:.2f} of the constant view's")


def _poll(port: int, slug: str) -> str:
    """Where the page of this draw asks for news."""
    with urlopen(f"http://127.0.0.1:{port}/{slug}/") as answer:
        page = answer.read().decode()
    return html.unescape(re.search('hx-get="(.*?)"', page)[1])


def answered(port: int, asked: Asked) -> int:
    """How many such requests of one client are answered in the time given."""
    takes = "Accept-Encoding: gzip\r\n" if asked.packed else ""
    request = f"GET {asked.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{takes}\r\n".encode()
    count, end = 0, time.monotonic() + SECONDS
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        while time.monotonic() < end:
            connection.sendall(request)
            _read_answer(connection)
            count += 1
    return count


def _read_answer(connection: socket.socket) -> None:
    # By hand: a client that parsed the answer would take the processor from the server.
    answer = connection.recv(262144)
    head, _, body = answer.partition(b"\r\n\r\n")
    if head.startswith(b"HTTP/1.1 204"):
        return
    if not head.startswith(b"HTTP/1.1 200"):
        raise SystemExit(head.decode(errors="replace"))
    left = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]) - len(body)
    while left > 0:
        left -= len(connection.recv(262144))


def _time_changes(pairs: int, slug: str) -> None:
    from competition.contest.models import Competition
    from tests import bulk, stories

    chance, competition = random.Random(1), Competition.objects.get(slug=slug)
    code = next(state.code for state in stories.now(competition).by_code.values() if state.stage == "ready")
    seen = stories.open_sheet(competition, code)[0]
    times = [_time_page(slug)]
    for _ in range(CHANGES):
        stories.record(stories.table(seen.pair, code), bulk.a_deal(chance))
        times.append(_time_page(slug))
    print(f"draw of {pairs:3}, first time {times[0]:6.1f} ms of processor time")
    median = statistics.median(times[1:])
    print(f"draw of {pairs:3}, changed    {median:6.1f} ms of processor time, {median / pairs:.2f} a pair")


def _time_page(slug: str) -> float:
    from competition.config.wsgi import application

    environ: dict = {"PATH_INFO": f"/{slug}/", "HTTP_HOST": "localhost"}
    setup_testing_defaults(environ)
    start = time.process_time()
    b"".join(application(environ, lambda *head: None))
    return (time.process_time() - start) * 1000


if __name__ == "__main__":
    main()
