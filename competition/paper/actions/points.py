"""Points of each deal, where the paper kept no more: keeping them, and sending in what they make."""

from collections.abc import Sequence

from django.db import transaction

from competition.knockout.actions.meetings import meeting_of
from competition.knockout.models.meeting import Outcome
from competition.match.actions import play
from competition.match.actions.play import as_it_stands, note_at
from competition.match.models import PointsLine
from competition.match.queries.pair_match import PairMatch
from competition.match.queries.points import points_sheet, reader_of
from competition.paper.actions.keying_in import seen_by_upper
from scoring.rules.refusal import Refused
from scoring.rules.sides import Tally


@transaction.atomic
def keep_points(seen: PairMatch, *, lines: Sequence[Tally], credits: Tally) -> None:
    """Keep what each deal brought (this pair in the place of North-South) instead of all that was kept before.

    Refused once deals are on the match's sheet: they tell the points themselves.
    """
    match = _fresh(seen)
    meeting = meeting_of(match.state, match.snapshot.draw.pk)
    PointsLine.objects.filter(meeting=meeting).delete()
    kept = seen_by_upper(lines, credits, match).keep(meeting, match.state.conditions)
    note_at(match, "keyed in", f"Keyed in {kept}.")


@transaction.atomic
def send_points(seen: PairMatch) -> Outcome:
    """Send in the totals these points make; Refused while lines are missing or the totals are level."""
    match = _fresh(seen)
    kept = points_sheet(match.meeting, match.state.conditions)
    if kept is None:
        raise Refused("No points have been keyed in yet.")
    if kept.deals_left:
        raise Refused(f"Not all deals are there yet: {kept.deals_left} to come.")
    ours, theirs = kept.total.seen_from(reader_of(match.pair, match.state.pairs).side)
    return play.submit_totals(match, ours=ours, theirs=theirs)


def _fresh(seen: PairMatch) -> PairMatch:
    match = as_it_stands(seen)
    if not match.is_playable:
        raise Refused("The result of this match has been sent in or is official.")
    if match.deals:
        raise Refused("There are deals on the sheet of this match already: their points follow from them.")
    return match
