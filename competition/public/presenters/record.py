"""Presenters for the decisions of the organiser since publication."""

from collections.abc import Iterator
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

from competition.contest.queries import cancellations
from competition.entries.presenters.substitutes import changes
from competition.knockout.presenters import words
from competition.knockout.queries.draw import PublishedDraw
from competition.rulings.presenters.records import decisions, written_corrections


class Decision(NamedTuple):
    """A decision of the organiser. `code` is the code of its match, or ""."""

    at: datetime
    code: str
    text: str
    reason: str


def decided(draw: PublishedDraw) -> list[Decision]:
    """Return the decisions of the organiser, latest first."""
    competition, found = draw.competition, [*_rulings(draw)]
    found += [Decision(one.row.at, one.code, one.text, one.row.reason) for one in decisions(draw)]
    for pair in draw.everybody.values():
        found += [Decision(one.at, "", f"Pair {pair.number}: {one.text}", one.reason) for one in changes(pair)]
    found += [Decision(row.at, "", f"The competition {row}.", row.reason) for row in cancellations(competition)]
    found += [Decision(one.at, "", one.text, one.reason) for one in written_corrections(competition)]
    return sorted(found, key=attrgetter("at"), reverse=True)


def _rulings(draw: PublishedDraw) -> Iterator[Decision]:
    names = {pair.pk: pair.name for pair in draw.everybody.values()}
    for meeting in draw.meetings:
        for entry in meeting.result_entries.all():
            # An organiser who types in the report of a pair decides nothing.
            if entry.decided_by_id and (entry.let_stand or not entry.source):
                said = words.decision(meeting, entry, names)
                yield Decision(entry.at, meeting.match.code, said, entry.reason)
