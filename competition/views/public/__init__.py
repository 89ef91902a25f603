"""Pages for everybody: the same for all who ask, and never a contact."""

from competition.views.public.about import committed, conditions, favicon, healthz, record, record_json, reveal
from competition.views.public.competitions import archive, archive_csv, archive_json, home
from competition.views.public.draw import draw, draw_json, embed, live
from competition.views.public.entering import enter, entered
from competition.views.public.feeds import atom, csv, ics, pair_ics, svg
from competition.views.public.matches import match, match_csv, match_json, match_live, match_svg, matches, pair
from competition.views.public.players import head_to_head, player, players
from competition.views.public.sheets import match_pbn, match_print

__all__ = [
    "archive",
    "archive_csv",
    "archive_json",
    "atom",
    "committed",
    "conditions",
    "csv",
    "draw",
    "draw_json",
    "embed",
    "enter",
    "entered",
    "favicon",
    "head_to_head",
    "healthz",
    "home",
    "ics",
    "live",
    "match",
    "match_csv",
    "match_json",
    "match_live",
    "match_pbn",
    "match_print",
    "match_svg",
    "matches",
    "pair",
    "pair_ics",
    "player",
    "players",
    "record",
    "record_json",
    "reveal",
    "svg",
]
