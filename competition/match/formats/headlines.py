"""A match in one line: its headline, by its sheet where that decides it, and how it is told to those it is sent to."""

from competition.knockout.formats import words
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import Kind, Result
from competition.knockout.rules.stages import Stage
from scoring.rules.sheet import Standing
from scoring.rules.spoken import counted, quantity
from scoring.templatetags.bridge import day, points

Names = tuple[str, str]


def headline(state: MatchState, names: Names, by_the_sheet: str) -> str:
    """What stands above the match of these two; `by_the_sheet` is empty where no sheet decides it or may be read."""
    if state.outcome and state.outcome.let_stand:
        return _let_stand(state, names)
    if state.outcome:
        return by_the_sheet if state.outcome.kind is Kind.PLAYED and by_the_sheet else _over(state, names)
    if state.stage is Stage.CANCELLED:
        return f"Cancelled: {_both(names)}"
    if not state.has_two_pairs:
        return _not_two(state, names)
    if state.stage is Stage.DISPUTED:
        return f"Disputed: {_both(names)}"
    if state.stage is Stage.SUBMITTED:
        return by_the_sheet or _sent_in(state, names)
    return by_the_sheet or _to_come(state, names)


def _both(names: Names) -> str:
    return words.capital(" v ".join(names))


def _over(state: MatchState, names: Names) -> str:
    outcome = state.outcome
    if outcome is None or outcome.winner is None:
        return "Neither pair goes on: a double default"
    winner, loser = _by_result(outcome, names)
    on = "go on" if state.feeds else "win the final"
    match outcome.kind:
        case Kind.PLAYED:
            return f"{winner} beat {loser} {outcome.score.by}"
        case Kind.CONCEDED:
            after = f" after {counted(state.recorded, 'deal')}" if state.recorded else ""
            return f"{loser} concede{after}: {winner} {on}"
        case Kind.WALKOVER:
            return f"A walkover: {winner} {on}"
        case Kind.LOTS:
            return f"Drawn by lot: {winner} {on}"
        case _:
            return f"By a ruling {winner} {on}"


def _let_stand(state: MatchState, names: Names) -> str:
    winner, other = _by_result(state.outcome, names) if state.outcome else names
    stay = "had gone on" if state.feeds else "stay the champions"
    return f"{winner} won by the corrected sheet, but {other} {stay}"


def _by_result(outcome: Result, names: Names) -> Names:
    upper, lower = names
    return (upper, lower) if outcome.winner == outcome.pairs[0] else (lower, upper)


def _not_two(state: MatchState, names: Names) -> str:
    if state.stage is Stage.BYE:
        return f"{_present(state, names)} have a bye"
    if state.stage is Stage.VACANT or any(side.nobody for side in state.sides):
        return f"{_present(state, names)} have nobody to play" if state.pairs else "Nobody plays here"
    return f"{_present(state, names)} wait for their opponents" if state.pairs else _both(names)


def _present(state: MatchState, names: Names) -> str:
    return next(name for side, name in zip(state.sides, names, strict=True) if side.pair)


def _sent_in(state: MatchState, names: Names) -> str:
    if state.last is None:
        return _both(names)
    score = state.last.score
    winner, loser = names if score.upper_won else names[::-1]
    return f"{winner} beat {loser} {score.by}, if it is confirmed"


def _to_come(state: MatchState, names: Names) -> str:
    """A match that is still to be played, or is being played with its deals kept private."""
    if state.recorded and state.sheet:
        return _private(state, names)
    if state.sheet:
        return f"{_both(names)}: no deal yet"
    if state.overdue:
        return f"{_both(names)}: overdue"
    return f"{names[0]} meet {names[1]} by {day(state.play_by)}"


def _private(state: MatchState, names: Names) -> str:
    left = state.due - state.recorded
    if state.sheet and state.sheet.standing == Standing.DECIDED:
        return f"{_both(names)}: all {state.recorded} deals played"
    upper, lower = (side.total or 0 for side in state.sides)
    to_go = f"{words.capital(counted(left, 'deal'))} to go"
    if upper == lower:
        return f"{to_go}, and level at {points(upper)}"
    return f"{to_go}: {names[0] if upper > lower else names[1]} lead by {points(abs(upper - lower))}"


def shared(state: MatchState) -> str:
    """How a match stands, for those it is shared with: A & B won by 450 after 32 deals, 4,730 to 4,280."""
    if state.stage is Stage.IN_PLAY and state.recorded:
        return _so_far(state)
    if (totals := _decided(state)) is None or (state.outcome and state.outcome.let_stand):
        return words.sentence(state)
    low, high = sorted(totals)
    winner = next(side.text for side in state.sides if side.wins)
    return f"{winner} won {_margin(state, high - low)}, {points(high)} to {points(low)}"


def outlook(state: MatchState) -> str:
    """How a match stands, beside its pairs and totals: Won by 450 after 32 deals; Deal 17 of 30; the day to play by."""
    if totals := _decided(state):
        return f"Won {_margin(state, max(totals) - min(totals))}"
    if state.outcome and state.outcome.margin:
        return f"Won {state.outcome.score.by}"
    to_come = state.outcome is None and state.stage in (Stage.READY, Stage.WAITING) and not state.overdue
    return f"Play by {day(state.play_by)}" if to_come else words.label(state)


def _so_far(state: MatchState) -> str:
    """Who is ahead while it is played; the totals are public even where the deals are private."""
    after = f"after {state.recorded} of {quantity(state.due, 'deal')}"
    behind, ahead = sorted(state.sides, key=lambda side: side.total or 0)
    if ahead.total == behind.total:
        return f"{behind.text} and {ahead.text} are level at {points(ahead.total)} {after}"
    return f"{ahead.text} lead {behind.text} by {points(ahead.total)} to {points(behind.total)} {after}"


def _decided(state: MatchState) -> tuple[int, int] | None:
    """The totals of a match that was decided by them."""
    return state.outcome.totals if state.outcome and state.outcome.kind is Kind.PLAYED else None


def _margin(state: MatchState, margin: int) -> str:
    by_its_sheet = state.last is not None and state.last.from_sheet
    return f"by {points(margin)}" + (f" after {quantity(state.recorded, 'deal')}" if by_its_sheet else "")
