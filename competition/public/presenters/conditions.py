"""The facts about a draw for the rules page."""

from competition.contest.presenters.draw import NO_DRAW, AboutDraw
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import SetDay
from competition.draw.rules.result import Stage
from scoring.templatetags.bridge import moment


def about_draw(draw: PublishedDraw) -> AboutDraw:
    """Return the facts about a published draw, or none before publication."""
    if not draw.rounds:
        return NO_DRAW
    byes = [pair for state in draw.rounds[0].matches if state.stage is Stage.BYE for pair in state.pairs]
    return AboutDraw(
        is_published=True,
        elsewhere=draw.row.elsewhere.sentence if draw.row.is_elsewhere else "",
        awarded=[pair.given_bye for pair in byes],
        lengths=[(row.name, row.deals) for row in draw.rows.rounds if row.deals],
        seeds=sum(pair.seed is not None for pair in draw.pairs.values()),
        fixtures=[(round.name, _set_day(round.set_day)) for round in draw.rounds if round.set_day],
        all_fixed=all(round.set_day for round in draw.rounds),
    )


def _set_day(set_day: SetDay) -> str:
    return ", ".join(filter(None, (moment(set_day.at), set_day.place)))
