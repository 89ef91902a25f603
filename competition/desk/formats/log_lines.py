"""The log, line by line, as the organiser reads it."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from competition.entries.models.pair import together
from competition.log.models import LogEntry


class LogLine(NamedTuple):
    """One thing somebody did, in words; `before` and `after` are empty where the sentence says it all."""

    at: datetime
    who: str
    match: str
    text: str
    before: str
    after: str


def log_lines(lines: Iterable[LogEntry]) -> list[LogLine]:
    """These lines in words; a pair is named as it was at the time."""
    return [
        LogLine(line.at, _who(line), line.match, line.text, _before(line), line.detail.get("after", ""))
        for line in lines
    ]


def _who(line: LogEntry) -> str:
    if line.organiser:
        return line.organiser.get_full_name() or line.organiser.get_username()
    if line.pair:
        return together(line.pair.at(line.at))
    if line.pair_id:
        return "A pair taken off since"
    return "A pair not entered" if line.verb == "applied" else "The site"


def _before(line: LogEntry) -> str:
    """What stood; of a match the outcome, of which a ruling keeps the parts."""
    stood = line.detail.get("before", "")
    if isinstance(stood, str):
        return stood
    if "stage" in stood:
        return stood["stage"]
    totals = " {:,} to {:,}".format(*stood["totals"]) if stood["totals"] else ""
    winner = f", pair {stood['winner']} went on" if stood["winner"] else ""
    return f"{stood['kind']}{totals}{winner}"
