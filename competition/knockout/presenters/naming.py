"""Presenters for the names of pairs, of possible pairs of a side, and of rounds."""

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

from competition.contest.rules.names import Forms
from competition.drawing.rules.layout import with_article
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.finding import candidates
from competition.knockout.queries.states import SideState, called

# Largest number of possible pairs that a text names for a side. If there are more, it names the round of the side.
_NAMED = 3
# A short name with more characters may not fit in a column of the draw, so it wraps instead.
_LONG = 16
# A short name with more characters needs two lines in a column of the draw.
_TWO_LINES = 26


def short_names(draw: PublishedDraw) -> dict[int, str]:
    """Return the short names of all current and former pairs of the draw, by primary key."""
    return {pair.pk: draw.forms[number].short for number, pair in draw.everybody.items()}


# Each pair appears once in every round, so its name is cached.
@lru_cache(maxsize=4096)
def name(forms: Forms) -> SafeString:
    """Return the HTML of a name in up to three lengths. CSS shows the longest form that fits, and wraps a long form."""
    full, line, short = forms
    if len(short) > _LONG:
        long = '<span class="{}"><span class="s">{}</span><span class="l">{}</span><span class="f">{}</span></span>'
        return format_html(long, "n long two-lines" if len(short) > _TWO_LINES else "n long", short, line, full)
    markup = format_html('<span class="n"><span class="s">{}</span>', short)
    if line != short:
        markup = format_html('{}<span class="l">{}</span>', markup, line)
    if full == line:
        return format_html("{}</span>", markup)
    return format_html('<span class="n">{}</span><span class="f">{}</span></span>', markup, full)


def is_far_off(draw: PublishedDraw, side: SideState) -> bool:
    """Return True if too many pairs can still reach this side of a match to name them."""
    return len(candidates(draw, side)) > _NAMED


def possible_names(draw: PublishedDraw, side: SideState) -> list[str]:
    """Return the short names of the pairs that can still reach this side. If there are too many, describe the side."""
    if is_far_off(draw, side):
        return [f"the winner of a {called(draw.matches[side.awaiting or ''].round_name)}"]
    return [_kept_together(draw.forms[pair.number].short) for pair in candidates(draw, side)] or [side.text]


def _kept_together(name: str) -> str:
    """Return the name with spaces at which lines never break, except after the "&" between two surnames."""
    together = name.replace(" ", "\u00a0")
    return together if "." in name else together.replace("&\u00a0", "& ")


def either(draw: PublishedDraw, side: SideState) -> str:
    """Return the pairs that can still reach this side as text: "A & B", "A & B or C & D"."""
    *first, last = possible_names(draw, side)
    return f"{', '.join(first)} or {last}" if first else last


def named_round(draw: PublishedDraw, number: int) -> str:
    """Return the name of a round for use within a sentence: "Round 2" or "the quarter-finals"."""
    return with_article(draw.rounds[number - 1].name)
