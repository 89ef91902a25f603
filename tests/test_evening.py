"""Test for a small evening with many requests at once."""

import subprocess
import sys

from tests.servers import ROOT

SIZE = ("--matches", "4", "--spectators", "8", "--seconds", "2")


def test_an_evening_of_four_matches_loses_no_deal():
    command = [sys.executable, "-m", "tests.evening", *SIZE]

    played = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert played.returncode == 0, played.stdout + played.stderr
