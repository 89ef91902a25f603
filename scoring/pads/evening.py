"""An evening of any of the games: begun, and carried on deal by deal.

Each game is a value that `after(deal)` hands back with one more deal; to undo or to correct a deal, play the others
again. All have `lines`, `next` and `unfinished`; singles have every player's `points` where the rest have the `total`
of either side.
"""

from collections.abc import Iterable
from typing import Any

from scoring.pads.chicago import Chicago
from scoring.pads.duplicate import Duplicate
from scoring.pads.game import Game
from scoring.pads.nullos import Nullos
from scoring.pads.rubber import Rubbers
from scoring.pads.singles import Singles
from scoring.rules.sides import Seat

# Those with a pad that is written on at the table.
AtTheTable = Rubbers | Chicago | Singles | Nullos
Evening = AtTheTable | Duplicate


def begin(game: Game, first_dealer: Seat = Seat.N) -> Evening:
    """An evening of a game before its first deal; at duplicate and in nullos the first dealer is no choice."""
    match game:
        case Game.RUBBER:
            return Rubbers(first_dealer)
        case Game.CHICAGO:
            return Chicago(first_dealer)
        case Game.SINGLES:
            return Singles(first_dealer)
        case Game.DUPLICATE:
            return Duplicate()
        case Game.NULLOS:
            return Nullos()


def play(evening: Evening, deals: Iterable[Any]) -> Evening:
    """The evening carried on with these deals of its game; Refused at the first that cannot be."""
    for deal in deals:
        evening = evening.after(deal)
    return evening
