"""Pages for everybody: the same for all who ask, and never a contact."""

from competition.views.public.about import conditions, healthz, home, record
from competition.views.public.draw import draw, draw_json, live
from competition.views.public.matches import match, match_csv, match_json, matches, pair

__all__ = [
    "conditions",
    "draw",
    "draw_json",
    "healthz",
    "home",
    "live",
    "match",
    "match_csv",
    "match_json",
    "matches",
    "pair",
    "record",
]
