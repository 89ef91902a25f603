"""Pages of a pair, reached by its private link."""

from competition.views.pair.amending import amendment, deal, delete_deal, honours, insert_deal
from competition.views.pair.arranging import arrange, start_over
from competition.views.pair.arrival import code, home, link, sign_out, worker
from competition.views.pair.comparing import compare, own_sheet
from competition.views.pair.conceding import concede
from competition.views.pair.history import history
from competition.views.pair.match import live, match
from competition.views.pair.paper import paper
from competition.views.pair.points import points, send_points
from competition.views.pair.printing import pbn, print_blank, print_sheet
from competition.views.pair.privacy import privacy
from competition.views.pair.result import confirm, dispute, submit, take_back_result, totals
from competition.views.pair.sheet import open_sheet, preview, record

__all__ = [
    "amendment",
    "arrange",
    "code",
    "compare",
    "concede",
    "confirm",
    "deal",
    "delete_deal",
    "dispute",
    "history",
    "home",
    "honours",
    "insert_deal",
    "link",
    "live",
    "match",
    "open_sheet",
    "own_sheet",
    "paper",
    "pbn",
    "points",
    "preview",
    "print_blank",
    "print_sheet",
    "privacy",
    "record",
    "send_points",
    "sign_out",
    "start_over",
    "submit",
    "take_back_result",
    "totals",
    "worker",
]
