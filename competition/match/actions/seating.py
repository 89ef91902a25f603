"""Seats that were taken wrongly."""

from django.db import transaction

from competition.knockout.actions.meetings import meeting_of
from competition.knockout.rules.stages import Stage
from competition.match.actions.play import as_it_stands, note_at
from competition.match.queries.pair_match import PairMatch
from scoring.rules.refusal import Refused


@transaction.atomic
def start_over(seen: PairMatch) -> None:
    """Put away a sheet that was opened with wrong seats or a wrong first dealer; Refused once it has a deal."""
    match = as_it_stands(seen)
    if match.state.stage not in (Stage.READY, Stage.IN_PLAY):
        raise Refused("There is no match here to play: it has been reported, or a pair is still awaited.")
    if match.row is None:
        raise Refused("The sheet has not been opened.")
    if match.deals:
        raise Refused("There are deals on the sheet. Take them back first, the last one first.")
    meeting, sheet = meeting_of(match.state, match.snapshot.draw.pk), match.row
    meeting.sheet = meeting.north = meeting.east = meeting.south = meeting.west = None
    meeting.upper_side = ""
    meeting.save()
    sheet.delete()
    note_at(match, "started over", "Put the empty sheet away, to open it with other seats.")
