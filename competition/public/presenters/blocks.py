"""Presenters for one match in the draw: both names, both totals and a caption."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from competition.draw.presenters import words
from competition.draw.presenters.match_line import LineSide, MatchLine, match_line
from competition.draw.presenters.overview import is_extended, past_due, short_day, when
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.later_rounds import is_by_round
from competition.draw.queries.sides import MatchSide
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import ResultKind, Stage
from competition.match.presenters.at_table import leads
from competition.match.queries.play import keeps_deals
from competition.web.svg import spark

_TO_PLAY = (Stage.WAITING, Stage.READY)
# A larger draw shows no lead charts and does not name two possible pairs, because its boxes are too small.
_LEADS_UP_TO = 32
# A line on which a pair of the plate moves on without a match.
PASSING = SafeString('<li class="match pass" aria-hidden="true"></li>')
_NO_MATCH = SafeString('<li class="match" aria-hidden="true"></li>')


class SideLine(NamedTuple):
    """One side of a match. `may` is the number of pairs in `name` while the pair is not known, or 0.

    `joins` is True if no match of an earlier round leads to this side.
    """

    name: str
    total: str
    won: bool
    lost: bool
    nobody: bool
    lit: bool
    ahead: bool
    may: int
    joins: bool


class Block(NamedTuple):
    """One match in the draw: a sentence for screen readers, two visible lines and an optional caption.

    `lit` is the side from which the path of the selected pair comes: "top", "foot" or "start". It is "" off the path.
    `pair` is the number of the pair with the bye, or 0 in a match. `base` is the address of the draw relative to the
    page. `spark` is the chart of the lead. It is empty in large draws.
    """

    code: str
    state: str
    heard: str
    lines: tuple[SideLine, ...]
    caption: str
    overdue: bool
    lit: str
    pair: int
    base: str
    spark: str


def block(
    draw: PublishedDraw, state: PublishedMatch, names: Mapping[int, str], pair: int | None, lit: str, base: str = ""
) -> str:
    """Return the match as HTML. `base` is the address of the draw relative to the page."""
    own = pair if any(row.number == pair for row in state.pairs) else None
    is_vacant = state.is_in_plate and state.stage is Stage.VACANT and len(state.pairs) == 1
    is_bye = state.stage is Stage.BYE or is_vacant
    line = match_line(state)
    led = _led_to(draw, state)
    lines = [
        _line(draw, state, side, names, own, joins=at not in led)
        for at, side in enumerate(zip(line.sides, state.sides, strict=True))
    ]
    caption = "" if is_bye else _caption(state, line, draw.now)
    sentence = line.sentence
    return _block_html(
        Block(
            code=state.code,
            state=Stage.BYE.value if is_bye else state.stage.value,
            heard=f"{sentence} {caption}." if caption and state.stage in _TO_PLAY else sentence,
            lines=tuple(side for side in lines if not (is_bye and side.nobody)),
            caption=caption,
            overdue=state.overdue,
            lit=lit,
            pair=state.pairs[0].number if is_bye else 0,
            base=base,
            spark=_spark(draw, state),
        )
    )


def at_their_places(drawn: Mapping[int, str], positions: Iterable[int]) -> tuple[str, ...]:
    """Return the HTML of the matches of a round in order, with an empty item at each position without a match."""
    return tuple([drawn.get(position, _NO_MATCH) for position in positions])


def _led_to(draw: PublishedDraw, state: PublishedMatch) -> set[int]:
    """Return the sides with a match before them, 0 for the upper side and 1 for the lower.

    In round 1 and in the plate, these are both sides, because no pair joins there.
    """
    if state.round == 1 or state.is_in_plate:
        return {0, 1}
    return {1 - draw.matches[code].position % 2 for code in state.before}


# A change usually affects only one match, so the HTML for the other matches can be reused.
@lru_cache(maxsize=4096)
def _block_html(block: Block) -> str:
    return render_to_string("competition/public/_match.html", {"match": block})


def _spark(draw: PublishedDraw, state: PublishedMatch) -> str:
    if state.stage is not Stage.IN_PLAY or len(draw.places) > _LEADS_UP_TO or keeps_deals(draw, state):
        return ""
    return spark(leads(state), state.due)


def _caption(state: PublishedMatch, line: MatchLine, now: datetime) -> str:
    if state.set_aside:
        return "A result no longer counts: see below"
    is_overdue = state.overdue and state.stage is not Stage.IN_PLAY
    how = past_due(state, now) if is_overdue else "" if _is_walkover(state) else line.unusual
    arranged = state.plays_at if state.stage in _TO_PLAY else None
    by = f"play by {short_day(state.play_by, timezone.localdate(now))}" if is_extended(state) and not arranged else ""
    name = state.round_name if state.is_repechage else ""
    # All matches on one day have the same date.
    where = f"table {state.table}" if state.table and state.stage in _TO_PLAY else when(arranged, now)
    return words.capital(", ".join(filter(None, (name, how, where, by))))


def _is_walkover(state: PublishedMatch) -> bool:
    return state.result is not None and state.result.kind is ResultKind.WALKOVER


def _line(
    draw: PublishedDraw,
    state: PublishedMatch,
    sides: tuple[LineSide, MatchSide],
    names: Mapping[int, str],
    pair: int | None,
    *,
    joins: bool,
) -> SideLine:
    side, known = sides
    is_open = known.source is not None
    # No line leads from one round to the next if each round is drawn by itself.
    most = 2 if len(draw.places) <= _LEADS_UP_TO or is_by_round(draw) else 1
    text = words.hopefuls(draw, known, most) or words.capital(known.text) if is_open else side.name
    if state.is_in_plate and known.nobody:
        # The plate page gives the reason next to the tree.
        text = ""
    is_live = state.stage is Stage.IN_PLAY and bool(state.margin)
    return SideLine(
        name=names[side.number] if side.number else text,
        total=side.brief,
        won=side.won,
        lost=side.lost,
        nobody=not side.number,
        lit=bool(side.number) and side.number == pair,
        ahead=is_live and side.points == max(other.total or 0 for other in state.sides),
        may=1 + (" or " in text) if is_open else 0,
        joins=joins,
    )
