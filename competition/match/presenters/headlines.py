"""One-line texts about a match: its headline and the text for sharing it."""

from competition.draw.presenters import words
from competition.draw.presenters.match_line import match_line
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Result, ResultKind, Stage
from scoring.rules.sheet import Standing
from scoring.rules.words import counted, quantity
from scoring.templatetags.bridge import points

Names = tuple[str, str]


def headline(state: PublishedMatch, names: Names, by_the_sheet: str) -> str:
    """Return the headline of a match.

    `by_the_sheet` is the headline from the score sheet. It is empty if no score sheet decides the match or the deals
    are private.
    """
    if state.result and state.result.keep_progress:
        return _keep_progress(state, state.result, names)
    if state.result:
        return by_the_sheet if state.result.was_played and by_the_sheet else _decided(state, state.result, names)
    if state.stage is Stage.CANCELLED:
        return f"Cancelled: {_both_names(names)}"
    if not state.has_two_pairs:
        return _without_opponents(state, names)
    if state.stage is Stage.DISPUTED:
        number = state.last.disputed_deal if state.last else 0
        return f"Deal {number} is disputed" if number else f"Disputed: {_both_names(names)}"
    if state.stage is Stage.SUBMITTED:
        return by_the_sheet or _reported(state, names)
    return by_the_sheet or _undecided(state, names)


def _both_names(names: Names) -> str:
    return words.capital(" v ".join(names))


def _decided(state: PublishedMatch, result: Result, names: Names) -> str:
    if result.winner is None:
        return "Neither pair goes through: double default"
    winner, loser = result.winner_first(names)
    on = _onward(state)
    match result.kind:
        case ResultKind.PLAYED:
            return _beat(result, names)
        case ResultKind.CONCEDED:
            after = f" after {counted(state.recorded, 'deal')}" if state.recorded else ""
            return f"{loser} concede{after}: {winner} {on}"
        case ResultKind.WALKOVER:
            return f"Walkover: {winner} {on}"
        case ResultKind.SUCCESSION:
            return f"{winner} take the place of {loser}"
        case ResultKind.LOTS:
            return f"Decided at random: {winner} {on}"
        case _:
            return f"Ruling: {winner} {on}"


def _onward(state: PublishedMatch) -> str:
    if not state.is_last:
        return "go through"
    return "win the final" if state.is_final else "win the plate" if state.is_in_plate else "win their section"


def _keep_progress(state: PublishedMatch, result: Result, names: Names) -> str:
    winner, other = result.winner_first(names)
    stay = "stay the champions" if state.is_final else "keep their place"
    return f"{winner} won by the corrected score sheet, but {other} {stay}"


def _without_opponents(state: PublishedMatch, names: Names) -> str:
    if state.stage is Stage.BYE:
        return f"{_known_name(state, names)} have a bye"
    if state.stage is Stage.VACANT or any(side.nobody for side in state.sides):
        return f"{_known_name(state, names)} have no opponents" if state.pairs else "No pair is in this match"
    return f"{_known_name(state, names)} wait for their opponents" if state.pairs else _both_names(names)


def _known_name(state: PublishedMatch, names: Names) -> str:
    return next(name for side, name in zip(state.sides, names, strict=True) if side.pair)


def _reported(state: PublishedMatch, names: Names) -> str:
    if state.reported is None:
        return _both_names(names)
    return f"{_beat(state.reported, names)}, if it is confirmed"


def _beat(result: Result, names: Names) -> str:
    winner, loser = result.winner_first(names)
    return f"{winner} beat {loser} {result.by}"


def _undecided(state: PublishedMatch, names: Names) -> str:
    """Return the headline of an undecided match without public deals."""
    if state.recorded and state.sheet:
        return _with_private_deals(state, names)
    if state.sheet:
        return f"{_both_names(names)}: no deal yet"
    if state.stage is Stage.IN_PLAY:
        return f"{_both_names(names)}: in play"
    if state.overdue:
        return f"{_both_names(names)}: overdue"
    return f"{names[0]} play {names[1]} {words.due(state)}"


def _with_private_deals(state: PublishedMatch, names: Names) -> str:
    left = state.due - state.recorded
    if state.sheet and state.sheet.standing == Standing.DECIDED:
        return f"{_both_names(names)}: all {state.recorded} deals played"
    to_go = f"{words.capital(counted(left, 'deal'))} to go"
    if lead := words.lead(state, names):
        return f"{to_go}: {lead}"
    return f"{to_go}, and level at {points(state.sides[0].total)}"


def sharing_text(state: PublishedMatch) -> str:
    """Return the text for sharing a match, such as "A & B won by 450 after 32 deals, 4,730 to 4,280"."""
    if state.stage is Stage.IN_PLAY and state.recorded:
        return _lead_so_far(state)
    if state.result and state.result.totals:
        return state.result.report(*(side.text for side in state.sides))
    return match_line(state).sentence


def outlook(state: PublishedMatch) -> str:
    """Return a short status, such as "Won by 450 after 32 deals", "Deal 17 of 30" or "Play by 30 May"."""
    if state.result and state.result.margin:
        return f"Won {state.result.by_after}"
    to_come = state.result is None and state.stage in (Stage.READY, Stage.WAITING) and not state.overdue
    return f"Play {words.due(state)}" if to_come else words.label(state)


def _lead_so_far(state: PublishedMatch) -> str:
    """Return the lead of a match in play. Totals are public even if the deals are private."""
    after = f"after {state.recorded} of {quantity(state.due, 'deal')}"
    behind, ahead = sorted(state.sides, key=lambda side: side.total or 0)
    if ahead.total == behind.total:
        return f"{behind.text} and {ahead.text} are level at {points(ahead.total)} {after}"
    return f"{ahead.text} lead {behind.text} by {points(ahead.total)} to {points(behind.total)} {after}"
