"""What the two sheets of disputed matches say, where both pairs kept one."""

from collections.abc import Iterable

from competition.knockout.queries.states import MatchState
from competition.match.models import OwnSheet
from scoring import queries as sheets
from scoring.paper.compare import Comparison, compare


def comparisons(states: Iterable[MatchState]) -> dict[str, Comparison]:
    """The sheet of each of these matches beside the one a pair kept, by its code (two queries if there is any)."""
    met = {state.meeting.pk: (state.code, state.sheet) for state in states if state.meeting and state.sheet}
    own = {row.meeting_id: row.sheet for row in OwnSheet.objects.filter(meeting__in=met).select_related("sheet")}
    both = {code: (sheet, own[meeting]) for meeting, (code, sheet) in met.items() if meeting in own}
    read = dict(sheets.read_all(sheet for two in both.values() for sheet in two))
    return {
        code: compare(read[one.pk], read[other.pk])
        for code, (one, other) in both.items()
        if one.pk in read and other.pk in read
    }
