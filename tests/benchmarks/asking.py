"""Requests in a season, and the server's processor time for each."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from tests.evening import Answers, Line, Phone

DESK = {"username": "", "password": "a-good-long-password"}
Ask = Callable[[], Awaitable[object]]


@dataclass
class Meter:
    """Processor times in milliseconds for each request, and for the constant view measured just after it."""

    clock: Callable[[], float]
    constant: Ask
    took: dict[str, list[float]] = field(default_factory=dict)
    beside: dict[str, list[float]] = field(default_factory=dict)

    async def row(self, name: str, ask: Ask, times: int, first: Ask | None = None) -> None:
        """Measure a request this many times. Run `first` before each, without measuring it."""
        for _ in range(times):
            if first:
                await first()
            await self.once(name, ask)

    async def once(self, name: str, ask: Ask) -> None:
        """Measure a request once, and the constant view several times. Other work on the machine slows both."""
        self.took.setdefault(name, []).append(await self._time(ask))
        self.beside.setdefault(name, []).extend([await self._time(self.constant) for _ in range(12)])

    def ratio(self, name: str) -> float | None:
        """Return the cost of a request in constant views. Return None if it was not measured."""
        return median(self.took[name]) / median(self.beside[name]) if name in self.took else None

    async def _time(self, ask: Ask) -> float:
        begun = self.clock()
        await ask()
        return (self.clock() - begun) * 1000


async def measure(made: dict, port: int, clock: Callable[[], float]) -> Meter:
    """Measure every request on the server on this port."""
    anybody, answers = Line(port), Answers()

    def get(line: Line, path: str) -> Ask:
        return partial(_good, line, path)

    meter, draw = Meter(clock, get(anybody, "/constant")), get(anybody, made["draw"])
    phone = _phone(made["in play"][0], port, answers)
    await phone.come()
    await meter.row("poll of the pad, nothing new", phone.poll, 30)
    await meter.row("pad page", get(phone.line, phone.match), 12)
    await meter.row("my matches", get(phone.line, "/play/"), 12)
    await meter.row("draw unchanged", draw, 30)
    # Clear the cache, which would otherwise serve the old draw for another second.
    turn = get(anybody, "/forget/pages")
    await _deals(meter, phone, made["in play"][0]["recorded"], turn, draw)
    await _results(meter, [_phone(one, port, answers) for one in made["to confirm"][:6]], draw)
    organiser = await _organiser(made["organiser"], port)
    await meter.row("desk", get(organiser, made["desk"]), 8)
    await meter.row("letters of all", get(organiser, made["letters"]), 3)
    for name, path in {"home": "/", "archive": "/archive/"}.items():
        await meter.row(f"{name}, cold", get(anybody, path), 6, first=get(anybody, "/forget"))
    assert not answers.faults, answers.faults
    return meter


async def _deals(meter: Meter, phone: Phone, recorded: int, turn: Ask, draw: Ask) -> None:
    """Record deals. Load the draw after each deal."""
    for number in range(recorded + 1, recorded + 11):
        await meter.once("recording a deal", partial(phone.record, number))
        await turn()
        await meter.once("draw after a deal", draw)


async def _results(meter: Meter, phones: list[Phone], draw: Ask) -> None:
    """Confirm results. Load the draw after each result."""
    for phone in phones:
        await phone.enter()
        _, page, _ = await phone.line.ask(phone.match)
        outcome = re.findall(r'name="outcome" value="(\d+)"', page)[0]
        await meter.once("confirm", partial(_good, phone.line, f"{phone.match}confirm/", {"outcome": outcome}, 302))
        await meter.once("draw after a result", draw)


def _phone(one: dict, port: int, answers: Answers) -> Phone:
    return Phone(Line(port), one["link"], one["match"], answers)


async def _organiser(name: str, port: int) -> Line:
    line = Line(port)
    await line.ask("/desk/sign-in/")
    await _good(line, "/desk/sign-in/", DESK | {"username": name}, 302)
    return line


async def _good(line: Line, path: str, sent: dict | None = None, wanted: int = 200) -> None:
    token = {} if sent is None else {"X_CSRFToken": line.cookies["csrftoken"]}
    status, page, _ = await line.ask(path, sent, **token)
    assert status == wanted, (path, status, page)
