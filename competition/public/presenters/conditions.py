"""What the page of the conditions of contest says about a draw."""

from competition.contest.presenters import NO_DRAW, AboutDraw
from competition.draw.queries.draw import PublishedDraw
from competition.draw.rules.result import Stage


def about_draw(draw: PublishedDraw) -> AboutDraw:
    """Return the facts about a published draw. Before the draw there are none."""
    if not draw.rounds:
        return NO_DRAW
    byes = [pair for state in draw.rounds[0].matches if state.stage is Stage.BYE for pair in state.pairs]
    return AboutDraw(
        is_published=True,
        elsewhere=draw.row.elsewhere.sentence if draw.row.is_elsewhere else "",
        awarded=[pair.given_bye for pair in byes],
        lengths=[(row.name, row.deals) for row in draw.rows.rounds if row.deals],
        seeds=sum(pair.seed is not None for pair in draw.pairs.values()),
    )
