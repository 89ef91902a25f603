"""Tests for static/js/sync.js with random histories of two phones at one table."""

import json
import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from scoring.presenters.json_sheet import TARIFF
from tests import machine

HISTORIES = Path(__file__).with_name("histories.js")
USUAL, THOROUGH = 200, 10_000
# Messages whose truth is checked: about deals waiting to be sent, an undone deal (as a question and for screen
# readers), a deal recorded with a different score, and a deal not recorded yet.
MESSAGES = {"waiting", "undone", "announced", "stands", "open"}


def play(count: int, first: int = 1) -> dict:
    """Return the faults found in this many histories from this seed on, and how often each message was seen."""
    environment = {**os.environ, "TARIFF": json.dumps(TARIFF)}
    arguments = [machine.node(), HISTORIES, str(count), str(first)]
    done = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_phones_show_only_what_is_true_and_lose_no_deal(pytestconfig: pytest.Config):
    told = play(THOROUGH if pytestconfig.getoption("thorough") else USUAL)

    assert told["faults"] == []
    assert {message for message, times in Counter(told["seen"]).items() if times} == MESSAGES


def test_a_late_response_in_one_tab_keeps_the_answer_given_in_another():
    assert play(1, first=7410)["faults"] == []
