"""Presenter for a match in play: both sides with totals, the progress, the lead, and a chart of the lead."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString

from competition.draw.presenters import words
from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from competition.match.queries.play import PairView, keeps_deals
from competition.web.svg import spark
from scoring.presenters.json_sheet import Json, conditions, deal_facts
from scoring.rules.refusal import fingerprint
from scoring.rules.sides import BySide, Side
from scoring.templatetags.bridge import points


class LiveSide(NamedTuple):
    """One side of a match in play: its name as markup, its total, and True if it leads or the score is level."""

    name: SafeString
    total: str
    is_ahead: bool


class Live(NamedTuple):
    """A match in play, ready for its template."""

    code: str
    round: int
    heard: str
    label: str
    sides: list[LiveSide]
    spark: SafeString
    lead: str


def live(draw: PublishedDraw, state: PublishedMatch, names: Sequence[str] = (), called: Sequence[str] = ()) -> Live:
    """Return the presenter of a match in play.

    `names` are the pairs as markup and `called` are the pairs as plain text. Both default to the full names.
    """
    totals = [side.total or 0 for side in state.sides]
    is_private = keeps_deals(draw, state)
    credits = (0, 0) if is_private else _credits(state)
    drawn = names or [
        format_html('<span class="n"><span class="s">{}</span></span>', side.text) for side in state.sides
    ]
    pairs = called or [side.text for side in state.sides]
    return Live(
        state.code,
        state.round,
        match_line(state).sentence,
        words.label(state),
        [
            LiveSide(SafeString(name), points(total), total == max(totals))
            for name, total in zip(drawn, totals, strict=True)
        ],
        SafeString("") if is_private else spark(leads(state), state.due),
        _lead(state, pairs, totals, credits),
    )


def leads(state: PublishedMatch) -> list[int]:
    """Return the lead of the upper pair in points after each deal. It is negative while the lower pair leads."""
    meeting = state.meeting
    if meeting is None or meeting.sheet is None:
        return []
    sign = 1 if meeting.upper_side == Side.NS else -1
    return [sign * lead for lead in meeting.sheet.leads]


def _credits(state: PublishedMatch) -> tuple[int, int]:
    """Return the Law 80 credits of both pairs if play stopped now, with the upper pair's first."""
    meeting = state.meeting
    if meeting is None or meeting.sheet is None or not meeting.sheet.credits:
        return 0, 0
    return meeting.upper_first(BySide(*meeting.sheet.credits))


def _lead(state: PublishedMatch, names: Sequence[str], totals: list[int], credits: tuple[int, int]) -> str:
    """Return the text of the current lead, and of the lead with the credits if play stopped now."""
    lead = words.lead(state, names) or "Level"
    ahead = totals[0] - totals[1]
    stopped = ahead + credits[0] - credits[1]
    if ahead == stopped:
        return lead
    if ahead * stopped > 0:
        change = "more" if abs(stopped) > abs(ahead) else "less"
        return f"{lead}, and by {points(abs(stopped - ahead))} {change} if play stopped now"
    if not stopped:
        return f"{lead}. If play stopped now, the totals would be level"
    return f"{lead}. If play stopped now, {names[stopped < 0]} would win by {points(abs(stopped))}"


def card(match: PairView) -> Json:
    """Return the facts of the match as this pair sees them.

    The page sends `shown` when it polls for changes. `page` changes if anything that only the server draws changes:
    everything except the deals, plus the result and the effects of corrections, which follow from the deals.
    """
    page: Json = {"shown": match.version, "page": _page_version(match)}
    if (sheet := match.sheet) is None:
        return page
    return {
        **page,
        "sheet": sheet.name,
        "version": sheet.row.version,
        "seats": dict(sheet.card.names),
        "reader": sheet.side,
        "conditions": conditions(sheet.scored),
        "first_dealer": sheet.scored.first_dealer,
        "deals": [deal_facts(line.deal) for line in sheet.scored.lines],
        "writable": match.is_writable,
    }


def _page_version(match: PairView) -> str:
    sheet = match.sheet
    wishes = [(correction.pk, correction.answer) for correction in (*sheet.corrections, *sheet.news)] if sheet else []
    proposals = match.sheet.proposals if match.sheet and match.is_writable else ()
    *state, outcome, meeting = match.state.beside_deals
    # `outcome[2:]` changes when the pair reads the result. That pair's page stays the same, so it must not reload.
    outcome = outcome[:2] if match.awaits_us else outcome
    doubtful_number = match.next_deal if sheet and sheet.doubtful else None
    effects = [(correction.effect.before.total, correction.effect.after.total) for correction in proposals]
    return fingerprint(
        (state, outcome, meeting), wishes, effects, doubtful_number, match.next_deal is None, match.result
    )
