"""Action for keeping the deals of a match private during play."""

from django.db import transaction

from competition.audit.events import Event
from competition.knockout.actions.meetings import meeting_of
from competition.match.actions.play import as_it_stands, note_at
from competition.match.queries.privacy import privacy_field, wishes_privacy
from competition.match.queries.table import Table
from scoring.rules.refusal import Refused


@transaction.atomic
def keep_deals(seen: Table, *, private: bool) -> None:
    """Set or clear this pair's request to keep the deals private until the match is over.

    The deals are private while at least one pair requests it. Raise Refused if the match is over.
    """
    match = as_it_stands(seen)
    if not match.state.is_open:
        raise Refused("You cannot change this now. The match is over, or one pair is not known yet.")
    if wishes_privacy(match) == private:
        return
    meeting, wish = meeting_of(match.state, match.draw.row.pk), privacy_field(match)
    setattr(meeting, wish, private)
    meeting.save(update_fields=[wish])
    text = (
        "Asked to keep the deals private until the match is over."
        if private
        else "Stopped asking to keep the deals private."
    )
    note_at(match, Event.PRIVACY_CHANGED, text)
