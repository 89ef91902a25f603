"""Actions for recording that a pair was notified of a reported result. The reply time starts then."""

from django.db import transaction
from django.utils import timezone

from competition.audit.actions import Actor, lock, note
from competition.audit.events import Event
from competition.contest.models import Competition
from competition.knockout.models.result_entry import Notice
from competition.knockout.queries.draw import draw_to_change
from competition.knockout.rules.stages import Stage
from scoring.rules.refusal import Refused
from scoring.templatetags.bridge import moment


@transaction.atomic
def record_notice(competition: Competition, code: str, outcome: int, *, how: Notice.Channel, by: Actor) -> Notice:
    """Record once that the other pair was notified of the result entry with this number, and return the notice.

    Raises Refused if this result no longer needs a reply.
    """
    lock(competition)
    state = draw_to_change(competition).matches.get(code)
    last = state.last if state and state.stage is Stage.SUBMITTED else None
    if state is None or last is None or last.number != outcome:
        raise Refused("This result already has a reply. Reload the match to see it.")
    if last.notified_at:
        return last.notice
    # The clocks of two servers may differ slightly, so never store a time before the report.
    notice = Notice.objects.create(entry=last, at=max(timezone.now(), last.at), channel=how)
    until = f" It is final on {moment(last.confirms_at)} if they do not reply." if last.confirms_at else ""
    text = f"{state.to_answer.name} were told of the reported result, {how.label}.{until}"
    note(competition, by, Event.RESULT_TOLD, text, match=code)
    return notice
