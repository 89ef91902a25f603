"""Who may read the deals of a match while it is played."""

from django.db import transaction

from competition.knockout.actions.meetings import meeting_of
from competition.log.events import Event
from competition.match.actions.play import as_it_stands, note_at
from competition.match.queries.pair_match import PairMatch
from scoring.rules.refusal import Refused


@transaction.atomic
def keep_deals(seen: PairMatch, *, private: bool) -> None:
    """Keep one pair's wish that the deals stay private until the match is over, or its leave to show them.

    The deals stay private while either pair wishes it. Refused once the match is over.
    """
    match = as_it_stands(seen)
    if not match.state.is_open:
        raise Refused("There is no match here to play: it is over, or a pair is still awaited.")
    if match.wishes_privacy == private:
        return
    meeting = meeting_of(match.state, match.draw.row.pk)
    setattr(meeting, match.wish, private)
    meeting.save(update_fields=[match.wish])
    text = "Wished to keep the deals private until the match is over." if private else "Let everybody read the deals."
    note_at(match, Event.PRIVACY_CHANGED, text)
