"""When and where two pairs play, and seats that were taken wrongly."""

from datetime import datetime

from django.db import transaction

from competition.knockout.actions.meetings import meeting_of
from competition.knockout.rules.stages import Stage
from competition.match.actions.play import as_it_stands, note_at
from competition.match.queries.pair_match import PairMatch
from scoring.rules.refusal import Refused


@transaction.atomic
def arrange(seen: PairMatch, *, at: datetime | None, venue: str = "") -> None:
    """Keep what the two pairs agreed: the moment, and the place, which only they and the organiser see.

    Without a moment the agreement is off. Refused once the match has been played.
    """
    match = _to_be_played(seen)
    meeting = meeting_of(match.state, match.snapshot.draw.pk)
    meeting.plays_at, meeting.venue = at, venue.strip() if at else ""
    meeting.save(update_fields=["plays_at", "venue"])
    text = "Arranged when and where to play." if at else "Took the appointment back."
    note_at(match, "arranged", text)


@transaction.atomic
def start_over(seen: PairMatch) -> None:
    """Put away a sheet that was opened with wrong seats or a wrong first dealer; Refused once it has a deal."""
    match = _to_be_played(seen)
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


def _to_be_played(seen: PairMatch) -> PairMatch:
    match = as_it_stands(seen)
    if match.state.stage not in (Stage.READY, Stage.IN_PLAY):
        raise Refused("There is no match here to play: it has been reported, or a pair is still awaited.")
    return match
