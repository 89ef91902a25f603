"""Test that the benchmarks run with a draw of sixteen."""

import subprocess
import sys

from tests.benchmarks.__main__ import GOALS
from tests.servers import ROOT


def test_the_benchmark_chart_shows_every_request(tmp_path):
    asked = ["--sizes", "16", "--databases", "SQLite", "--picture", str(tmp_path / "growth.svg")]

    told = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks", *asked], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert told.returncode == 0, told.stdout + told.stderr
    picture = (tmp_path / "growth-sqlite.svg").read_text()
    assert [name for name in GOALS if f">{name}<" not in picture] == []
