"""Results that were sent in, confirmed by the organiser in place of the other pair."""

from collections.abc import Sequence

from django.db import transaction

from competition.contest.models import Competition
from competition.decisions.actions.prospect import Prospect, ahead, as_shown, to_decide
from competition.decisions.actions.rulings import Ruling, write
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import Kind, Result
from competition.knockout.rules.stages import Stage
from competition.log.actions import Actor, Grounds
from scoring.rules.refusal import Refused


def as_sent_in(state: MatchState, grounds: Grounds) -> Ruling:
    """The ruling that the result on the table counts; Refused where none waits for an answer."""
    if state.last is None or state.stage is not Stage.SUBMITTED:
        raise Refused(f"No result of {state.code} waits for confirmation.")
    result = state.last.result(state.code, state.numbers)
    reason, note = grounds.reason, grounds.note
    return Ruling(Kind.PLAYED, result.winner, result.totals, reason, note, margin=result.only_margin)


def look_ahead(draw: PublishedDraw, codes: Sequence[str], grounds: Grounds) -> Prospect:
    """What confirming these results would change together; Refused where one of them waits for nothing."""
    if not codes:
        raise Refused("Choose at least one match.")
    states = [draw.matches[code] for code in codes]
    rulings = [as_sent_in(state, grounds) for state in states]
    results = [
        Result(state.code, state.numbers, Kind.PLAYED, ruling.winner, ruling.totals, only_margin=ruling.margin)
        for state, ruling in zip(states, rulings, strict=True)
    ]
    others = [one for one in draw.unanswered if one.match not in codes]
    last = [state.last.pk for state in states if state.last]
    return Prospect.of(ahead(draw, [*draw.results, *results], others), last)


@transaction.atomic
def confirm(competition: Competition, codes: Sequence[str], *, grounds: Grounds, shown: str, by: Actor) -> None:
    """Confirm all these results, or none."""
    draw, _ = to_decide(competition, grounds, by)
    as_shown(look_ahead(draw, codes, grounds), shown)
    for code in codes:
        write(draw, draw.matches[code], as_sent_in(draw.matches[code], grounds), by)
