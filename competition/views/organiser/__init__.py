"""The organiser's desk."""

from competition.views.organiser.applications import application
from competition.views.organiser.arriving import password, sign_in, sign_out, welcome
from competition.views.organiser.attendance import attendance, tick_pair
from competition.views.organiser.clubs import clubs
from competition.views.organiser.comparing import compare
from competition.views.organiser.contacts import forget_contacts
from competition.views.organiser.deputies import (
    dismiss,
    hand_over,
    invitation,
    invite,
    organisers,
    renew_password,
)
from competition.views.organiser.drawing import commit, draw, publish, reveal, swap
from competition.views.organiser.entries import (
    new_pair,
    pair,
    pair_link,
    pairs,
    remove_pair,
    substitute,
)
from competition.views.organiser.home import competition, conditions, home, new
from competition.views.organiser.importing import import_pairs
from competition.views.organiser.keying import key_in, key_points, key_totals
from competition.views.organiser.leaving import bring_back_pair, withdraw_pair
from competition.views.organiser.letters import letters, renew_links
from competition.views.organiser.log import log
from competition.views.organiser.matches import match
from competition.views.organiser.printing import print_blank
from competition.views.organiser.rehearsing import rehearsal
from competition.views.organiser.rulings import rule, undo
from competition.views.organiser.together import confirm, extend, remind, take_back_extension

__all__ = [
    "application",
    "attendance",
    "bring_back_pair",
    "clubs",
    "commit",
    "compare",
    "competition",
    "conditions",
    "confirm",
    "dismiss",
    "draw",
    "extend",
    "forget_contacts",
    "hand_over",
    "home",
    "import_pairs",
    "invitation",
    "invite",
    "key_in",
    "key_points",
    "key_totals",
    "letters",
    "log",
    "match",
    "new",
    "new_pair",
    "organisers",
    "pair",
    "pair_link",
    "pairs",
    "password",
    "print_blank",
    "publish",
    "rehearsal",
    "remind",
    "remove_pair",
    "renew_links",
    "renew_password",
    "reveal",
    "rule",
    "sign_in",
    "sign_out",
    "substitute",
    "swap",
    "take_back_extension",
    "tick_pair",
    "undo",
    "welcome",
    "withdraw_pair",
]
