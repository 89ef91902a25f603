"""Actions for the result of a match: rule, take a ruling back, confirm results that were sent in."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from competition.contest.models import Competition
from competition.knockout.actions.meetings import another_meeting, meeting_in, meeting_of, next_outcome
from competition.knockout.models.meeting import Slot
from competition.knockout.models.outcome import Outcome
from competition.knockout.queries.draw import PublishedDraw, draw_to_change
from competition.knockout.queries.encounters import winner_of
from competition.knockout.queries.results import counted_totals, stays_on, totals_by_the_sheet
from competition.knockout.queries.states import MatchState
from competition.knockout.rules import lot
from competition.knockout.rules.outcome import NOT_RECORDED, Kind
from competition.knockout.rules.stages import Stage
from competition.log.actions import Actor, Grounds, lock, note
from competition.log.events import Event
from competition.rulings.actions.preview import as_shown, interrupt, interrupt_here, to_decide
from competition.rulings.queries import Preview, preview, seen_in
from scoring.rules.refusal import Refused

NO_PENALTY = (0, 0)
_DEEDS = {
    Kind.PLAYED: "Entered the result",
    Kind.CONCEDED: "Entered a concession",
    Kind.WALKOVER: "Gave a walkover",
    Kind.DOUBLE_DEFAULT: "Gave a double default",
    Kind.RULING: "Ruled",
}


@dataclass(frozen=True, slots=True)
class Ruling:
    """How the organiser settles a match; `kind` None reopens it, or has it played anew.

    A match that was played has `totals`, or only the `margin` of its winner, or neither. `totals` have the penalty
    points in already; `let_stand` says by whose will those who had gone on stay, though by the totals the others have
    won. The reason is for everybody, the note for the organisers alone.
    """

    kind: Kind | None
    winner: int | None
    totals: tuple[int, int] | None
    reason: str
    note: str = ""
    penalty: tuple[int, int] = NO_PENALTY
    replay: bool = False
    let_stand: str = ""
    margin: int | None = None

    @property
    def played(self) -> tuple[int, int] | None:
        """The totals without the penalty points in them."""
        return self.totals and (self.totals[0] - self.penalty[0], self.totals[1] - self.penalty[1])

    @property
    def grounds(self) -> Grounds:
        """Why it is so decided."""
        return Grounds(self.reason, self.note)


def preview_rule(draw: PublishedDraw, code: str, ruling: Ruling) -> Preview:
    """What a ruling would change as things stand now; Refused when it is impossible."""
    state = draw.matches[code]
    _check(state, ruling)
    winners = state.numbers if ruling.kind is Kind.LOTS else [None]
    cases = [(winner, [_row(draw, state, ruling, winner)]) for winner in winners]
    return preview(draw, cases, seen_in(state))


@transaction.atomic
def rule(competition: Competition, code: str, ruling: Ruling, *, shown: str, by: Actor) -> None:
    """Settle, correct or reopen a match, or have it played anew; a lot is drawn now."""
    lock(competition)
    draw = draw_to_change(competition)
    state = draw.matches[code]
    if _is_settled_already(draw, state, ruling, shown):
        return
    ahead = as_shown(preview_rule(draw, code, ruling), shown)
    outcome = write(draw, state, ruling, by)
    interrupt(draw, ahead.if_won_by(winner_of(outcome, *state.numbers)), by)


def write(draw: PublishedDraw, state: MatchState, ruling: Ruling, by: Actor) -> Outcome:
    """Write a ruling that is known to be possible, and the line of the log; the caller holds the lock."""
    interrupt_here(state)
    seed = lot.ticket(secrets.token_hex(16), state.code, state.numbers) if ruling.kind is Kind.LOTS else ""
    outcome = _row(draw, state, ruling, lot.winner(seed, state.numbers) if seed else None, seed=seed)
    outcome.meeting = meeting_of(state, draw.row.pk)
    outcome.number = next_outcome(outcome.meeting)
    outcome.begins = another_meeting(outcome.meeting) if ruling.replay else None
    for name, value in ruling.grounds.decided(by).items():
        setattr(outcome, name, value)
    outcome.save()
    read = f" The lot was read from “{outcome.seed}”." if outcome.seed else ""
    note(draw.competition, by, Event.RULED, words(draw, ruling) + read, match=state.code, before=before(state))
    return outcome


def _is_from_sheet(state: MatchState, ruling: Ruling) -> bool:
    played = ruling.played if ruling.kind is Kind.PLAYED else None
    return played is not None and played == totals_by_the_sheet(state)


def preview_undo(draw: PublishedDraw, code: str) -> Preview:
    """What would change if the last ruling of a match were taken back; Refused where the last word is none."""
    state = draw.matches[code]
    ruling = _last_ruling(state)
    return preview(draw, [(None, [_undone(ruling)])], seen_in(state))


def _undone(ruling: Outcome) -> Outcome:
    return Outcome(meeting=ruling.meeting, kind=Outcome.UNDONE, takes_back=ruling)


@transaction.atomic
def undo(competition: Competition, code: str, *, number: int, grounds: Grounds, shown: str, by: Actor) -> None:
    """Take the ruling of this number back, or a result keyed in that still waits for the other pair."""
    draw, why = to_decide(competition, grounds, by)
    state = draw.matches[code]
    if state.has_two_pairs and _is_taken_back(draw, state, number):
        return
    ruling = _last_ruling(state)
    ahead = as_shown(preview_undo(draw, code), shown)
    number = next_outcome(ruling.meeting)
    Outcome.objects.create(meeting=ruling.meeting, number=number, kind=Outcome.UNDONE, takes_back=ruling, **why)
    what = f"ruling of {timezone.localtime(ruling.at):%d/%m/%Y}" if ruling.decided_by_id else "result keyed in"
    text = f"Took the {what} back ({ruling.kind}): {why['reason']}"
    note(competition, by, Event.RULING_TAKEN_BACK, text, match=code, before=before(state))
    interrupt(draw, ahead.consequences, by)


def _last_ruling(state: MatchState) -> Outcome:
    if state.last is None or not state.last.may_be_undone:
        raise Refused("The last word in this match is not a ruling of yours, so there is none to take back.")
    return state.last


def _is_taken_back(draw: PublishedDraw, state: MatchState, number: int) -> bool:
    upper, lower = state.pairs
    met = {"meeting__match__round__draw": draw.row, "meeting__upper": upper, "meeting__lower": lower}
    return Outcome.objects.filter(**met, takes_back__number=number).exists()


def penalised(state: MatchState, points: tuple[int, int], *, reason: str, note: str = "") -> Ruling:
    """The result that stands with these penalty points put in, below nought for a deduction.

    Refused where there are no two totals to put them in, and where they would leave the totals level.
    """
    totals = counted_totals(state)
    if totals is None:
        raise Refused("Penalty points change a total: first key in the totals of the match as it was played.")
    upper, lower = (total + change for total, change in zip(totals, points, strict=True))
    if min(upper, lower) < 0:
        raise Refused("No total can fall below 0: award points to the other pair instead.")
    if upper == lower:
        raise Refused("With these points the totals would be level: choose others, or award the match by a ruling.")
    given = (state.last.penalty_upper, state.last.penalty_lower) if state.last else NO_PENALTY
    penalty = (given[0] + points[0], given[1] + points[1])
    return Ruling(Kind.PLAYED, state.numbers[upper < lower], (upper, lower), reason, note, penalty)


def words(draw: PublishedDraw, ruling: Ruling) -> str:
    """A ruling as the log tells it, with its reason."""
    reason = ruling.reason.strip()
    if ruling.replay:
        return f"Ordered the match to be played anew: {reason}"
    if ruling.kind is None:
        return f"Reopened the match: {reason}"
    if ruling.kind is Kind.LOTS:
        return f"Settled by lot: {reason}"
    on = "won, and the rounds stand" if ruling.let_stand else "go on"
    won = f", {draw.names[ruling.winner]} {on}" if ruling.winner else ", neither pair goes on"
    totals = " ({:,} to {:,})".format(*ruling.totals) if ruling.totals else ""
    if ruling.kind is Kind.PLAYED and not ruling.totals:
        totals = f" (by {ruling.margin:,})" if ruling.margin else f" ({NOT_RECORDED})"
    penalty = " with penalty points of {:+,} and {:+,}".format(*ruling.penalty) if any(ruling.penalty) else ""
    return f"{_DEEDS[ruling.kind]}{totals}{penalty}{won}: {reason}"


def before(state: MatchState) -> dict:
    """What stood, for the log to keep beside what was decided."""
    if state.outcome is None:
        return {"stage": str(state.stage)}
    outcome = state.outcome
    margin = {"margin": outcome.margin} if outcome.margin else {}
    return {"kind": str(outcome.kind), "winner": outcome.winner, "totals": outcome.totals, **margin}


def _check(state: MatchState, ruling: Ruling) -> None:
    ruling.grounds.columns()
    if not state.has_two_pairs:
        raise Refused("Two pairs must be known before this match can be settled.")
    if ruling.replay and not state.has_begun:
        raise Refused("Nothing has been played or decided here yet that could be played anew.")
    if ruling.kind is None and not ruling.replay and not state.may_be_reopened:
        raise Refused("This match has no result that could be taken back.")
    if ruling.kind is Kind.LOTS and ruling.winner:
        raise Refused("The lot says who goes on: do not name a pair.")
    if ruling.let_stand:
        stays_on(state, ruling.winner)


def _row(draw: PublishedDraw, state: MatchState, ruling: Ruling, by_lot: int | None, **facts: str) -> Outcome:
    """The row of a ruling, before it is saved; `by_lot` is the pair that a lot sends on."""
    winner = by_lot or ruling.winner
    slot = Slot.UPPER if winner == state.numbers[0] else Slot.LOWER
    return Outcome(
        meeting=meeting_in(draw, state),
        winner=slot if ruling.kind and winner else "",
        from_sheet=_is_from_sheet(state, ruling),
        **_content(ruling),
        **facts,
    )


def _content(ruling: Ruling) -> dict:
    totals = ruling.totals or (None, None)
    return {
        "kind": Outcome.REPLAY if ruling.replay else ruling.kind.value if ruling.kind else Outcome.REOPENED,
        "total_upper": totals[0],
        "total_lower": totals[1],
        "margin": ruling.margin,
        "let_stand": ruling.let_stand,
        "penalty_upper": ruling.penalty[0],
        "penalty_lower": ruling.penalty[1],
    }


def _is_settled_already(draw: PublishedDraw, state: MatchState, ruling: Ruling, shown: str) -> bool:
    """Whether this is a second tap, which changes nothing.

    A replay ordered after another look, or after more was played, is a new one, be its reason the same.
    """
    if state.last is None or not _says_the_same(state.last, ruling):
        return False
    return not (ruling.replay and (state.recorded or preview_rule(draw, state.code, ruling).fingerprint == shown))


def _says_the_same(last: Outcome, ruling: Ruling) -> bool:
    """Whether a ruling of the same content is the last word."""
    content = {**_content(ruling), "reason": ruling.reason.strip()}
    if last.by_id is not None or any(getattr(last, name) != value for name, value in content.items()):
        return False
    numbers = {"": None, Slot.UPPER: last.meeting.upper.number, Slot.LOWER: last.meeting.lower.number}
    return ruling.kind is Kind.LOTS or numbers[last.winner] == (ruling.winner if ruling.kind else None)


def as_sent_in(state: MatchState, grounds: Grounds) -> Ruling:
    """The ruling that the result on the table counts; Refused where none waits for an answer."""
    if state.last is None or state.stage is not Stage.SUBMITTED:
        raise Refused(f"No result of {state.code} waits for confirmation.")
    score = state.last.score
    winner = score.winner(state.numbers)
    return Ruling(Kind.PLAYED, winner, score.totals, grounds.reason, grounds.note, margin=score.margin)


def preview_confirm(draw: PublishedDraw, codes: Sequence[str], grounds: Grounds) -> Preview:
    """What confirming these results would change together; Refused where one of them waits for nothing."""
    if not codes:
        raise Refused("Choose at least one match.")
    states = [draw.matches[code] for code in codes]
    rows = [_row(draw, state, as_sent_in(state, grounds), None) for state in states]
    return preview(draw, [(None, rows)], [state.last.pk for state in states if state.last])


@transaction.atomic
def confirm(competition: Competition, codes: Sequence[str], *, grounds: Grounds, shown: str, by: Actor) -> None:
    """Confirm all these results, or none."""
    draw, _ = to_decide(competition, grounds, by)
    as_shown(preview_confirm(draw, codes, grounds), shown)
    for code in codes:
        write(draw, draw.matches[code], as_sent_in(draw.matches[code], grounds), by)
