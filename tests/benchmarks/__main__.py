"""Benchmark of every request in a season: `python -m tests.benchmarks`. See --help.

The unit is F, the processor time of a constant view: a view that does nothing behind the same middleware, measured in
the same run. One worker serves one season from one database at a time.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from functools import partial
from itertools import pairwise
from math import log
from pathlib import Path
from statistics import median

from tests import fresh, postgres, servers
from tests.benchmarks.asking import Meter, measure
from tests.benchmarks.picture import Rows, growth

SIZES = (4, 64, 512)
# The highest allowed cost of each request in draws of 64 and 512 places, in constant views.
GOALS = {
    "poll of the pad, nothing new": (4, 4),
    "recording a deal": (48, 60),
    "pad page": (60, 72),
    "my matches": (32, 40),
    "confirm": (80, 160),
    "draw unchanged": (4, 4),
    "draw after a deal": (40, 240),
    "draw after a result": (40, 240),
    "desk": (60, 240),
    "home, cold": (80, 240),
    "archive, cold": (80, 240),
    "letters of all": (240, 2000),
}


def main() -> None:
    """Run the measurements, print the table, and draw the chart if requested."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="places of the draws, 4 to 512")
    parser.add_argument("--databases", nargs="+", choices=("SQLite", "PostgreSQL"), default=("SQLite", "PostgreSQL"))
    parser.add_argument("--picture", type=Path, help="where to write how the cost grows, as SVG")
    asked = parser.parse_args()
    for name in asked.databases:
        with ExitStack() as until_the_end:
            folder = Path(until_the_end.enter_context(tempfile.TemporaryDirectory()))
            is_lite = name == "SQLite"
            database = None if is_lite else until_the_end.enter_context(postgres.server())
            meters = {
                places: _season(places, database() if database else f"sqlite:///{folder}/{places}.sqlite3", folder)
                for places in sorted(asked.sizes)
            }
        rows = _table(name, meters)
        if asked.picture:
            path = asked.picture.with_stem(f"{asked.picture.stem}-{name.lower()}")
            drawn = {request: row for request, row in rows.items() if row}
            path.write_text(growth(f"{name}: processor time in constant views, by the places of the draw", drawn))


def _season(places: int, database: str, folder: Path) -> Meter:
    if database.startswith("sqlite:"):
        fresh.copy_to(folder / f"{places}.sqlite3")
    settings, port = servers.environment(database, folder / "static"), servers.free_port()
    command = [sys.executable, "-m", "tests.benchmarks.season", str(places)]
    made = subprocess.run(command, cwd=servers.ROOT, env=settings, stdout=subprocess.PIPE, check=True)
    with servers.server(settings, port, workers=1) as server:
        clock = partial(servers.processor, servers.processes(server))
        return asyncio.run(measure(json.loads(made.stdout), port, clock))


def _table(database: str, meters: dict[int, Meter]) -> Rows:
    rows = {name: {size: cost for size, meter in meters.items() if (cost := meter.ratio(name))} for name in GOALS}
    print(f"\n{database}, in constant views (F)".ljust(32), *(f"{size:>9}" for size in meters), "   growth   goal")
    for name, row in rows.items():
        goals = dict(zip((64, 512), GOALS[name], strict=True))
        cells = [_cell(row.get(size), goals.get(size)) for size in meters]
        print(name.ljust(31), *cells, f"{_exponent(row):>9}   {' and '.join(map(str, GOALS[name]))}")
    constant = [median(took) for meter in meters.values() for took in meter.beside.values()]
    print(f"F was {min(constant):.2f} to {max(constant):.2f} ms; ! is over the goal")
    return rows


def _cell(ratio: float | None, goal: float | None) -> str:
    if ratio is None:
        return f"{'-':>9}"
    return f"{ratio:8.1f}{'!' if goal and ratio > goal else ' '}"


def _exponent(row: dict[int, float]) -> str:
    """Return the exponent of the cost's growth between the two largest draws."""
    if len(row) < 2:
        return "-"
    (small, before), (large, after) = list(pairwise(sorted(row.items())))[-1]
    return f"n^{log(after / before) / log(large / small):.2f}"


if __name__ == "__main__":
    main()
