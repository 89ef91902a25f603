"""The turn of a pair: its state and next step, in every state of its match and without a match."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.urls import reverse

from competition.contest.models import Conditions
from competition.draw.presenters import words
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.layout import with_article
from competition.draw.rules.result import Result, ResultKind, Stage, Totals
from competition.entries.models import Pair
from competition.match.presenters.before_play import opponents_unknown, to_be_played
from competition.match.presenters.one_day import stopped, table_line
from competition.match.presenters.steps import (
    PairTurn,
    Step,
    days_late,
    opponents_phones,
    organisers_phone,
    play,
    say_away,
)
from competition.match.queries.changes import last_scorer
from competition.match.queries.play import PairSheet, PairView, Path
from scoring.models import DealCorrection
from scoring.rules.sheet import Standing
from scoring.rules.words import listed, plural
from scoring.templatetags.bridge import moment

_SEE_DEALS = "See the deals"
_AT_A_TABLE = (Stage.WAITING, Stage.READY, Stage.IN_PLAY)


def turn_of(match: PairView) -> PairTurn:
    """Return the turn of a pair in its match (at most five queries)."""
    turn = _TURNS.get(match.state.stage, _decided)(match)
    line = f"{table_line(match)} {turn.line}" if match.state.stage in _AT_A_TABLE else turn.line
    return replace(turn, line=line.strip(), round=match.state.round_name)


def turn_on_path(path: Path) -> PairTurn:
    """Return the turn of a pair in its current match. Without one, return its state in the competition."""
    if path.current:
        return turn_of(path.current)
    pair, draw = path.pair, _draw(path.pair)
    if path.is_champion:
        return PairTurn("done", "Champions", "You are the champions.", "Congratulations!", draw)
    if pair.withdrawn_at:
        goodbye = "We hope to see you at the table again next season."
        return PairTurn("wait", "Withdrawn", "Your entry was withdrawn.", goodbye, draw if path.is_drawn else None)
    if path.tables:
        return turn_of(path.tables[-1])
    if path.is_drawn:
        why = "It was published before you entered, or has changed since. The organiser can tell you more."
        return PairTurn("wait", "No match", "You have no place in the draw.", why, draw)
    line = "Your first match appears here when the draw is published."
    sentence = f"You are entered as pair {pair.number}."
    return PairTurn("wait", "Entered", sentence, line, Step("See the competition", draw.address))


def _ready(match: PairView) -> PairTurn:
    return to_be_played(match) if match.opponents else opponents_unknown(match)


def _in_play(match: PairView) -> PairTurn:
    if match.sheet is None:
        return _ready(match)
    ours = [wish for wish in match.sheet.corrections if wish.asked_by != match.sheet.side]
    if ours:
        return _asked_to_agree(match, ours[0])
    return _all_played(match, match.result) if match.result else _at_the_table(match, match.sheet)


def _asked_to_agree(match: PairView, wish: DealCorrection) -> PairTurn:
    sentence = f"Was deal {wish.number} written down wrongly?"
    line = f"{match.opponents} ask you to agree to a change."
    return PairTurn("ours", "Your turn", sentence, line, Step("Read and answer", play(match, "correction", wish.pk)))


def _at_the_table(match: PairView, sheet: PairSheet) -> PairTurn:
    """Return the turn in a match in play, recorded by this pair or by the other pair."""
    late, totals_now = days_late(match), stopped(match)
    score = sheet.scored
    totals = _scoreboard(match, score.shown.seen_from(sheet.side))
    sentence = f"Deal {score.next_number} of {score.stage_end} is next."
    if score.standing == Standing.TIED:
        sentence = f"Level after {len(score.lines)} deals. Play {score.deals_left} more."
    line = ""
    scorer = last_scorer(match)
    step = Step("Continue the score sheet", f"{play(match, 'match')}#table")
    if scorer is not None and scorer != match.pair.pk:
        line = f"{match.opponents} record the deals."
        step = Step("See the score sheet", f"{play(match, 'match')}#table")
    if late:
        line = f"{line} Finish it, or phone the organiser.".lstrip()
        return PairTurn("late", late, sentence, line, step, score=totals)
    further = [Step("Report the result", play(match, "totals"))] if totals_now and len({*totals_now}) > 1 else []
    return PairTurn("ours", "In play", sentence, line, step, further, score=totals)


def _all_played(match: PairView, result: Result) -> PairTurn:
    """Return the turn after the last deal, before the result is reported."""
    line, score = "The result counts once it is reported.", _score(match, result)
    sentence = f"You {_won(match, result)} {result.by}."
    report = Step("Report the result", play(match, "submit"))
    if match.opened.corrections:
        wish = match.opened.corrections[0]
        line = f"{match.opponents} have not answered about deal {wish.number} yet. Report the result after that."
        step = Step(f"See deal {wish.number}", play(match, "correction", wish.pk))
        return PairTurn("wait", "Their turn", sentence, line, step, opponents_phones(match)[:2], score=score)
    if match.others_report:
        line = f"{match.opponents} report it. If they do not, report it yourself."
    late = days_late(match)
    kind, bar = ("late", late) if late else ("wait", "Their turn") if match.others_report else ("ours", "Your turn")
    if _is_final_at_once(match):
        return PairTurn(kind, bar, sentence, line, report, score=score)
    return PairTurn(kind, bar, sentence, line, _pass(match), [report], score=score)


def _reported(match: PairView) -> PairTurn:
    """Return the turn of either pair while a reported result waits for a reply."""
    result = match.state.reported
    if result is None:
        return _decided(match)
    if match.awaits_us:
        return _reported_by_them(match, result)
    sentence = f"You reported that you {_won(match, result)} {result.by}."
    may = "must" if _must_confirm(match) else "can"
    score = _score(match, result)
    others = "They" if score else str(match.opponents)
    line = f"{others} {may} confirm it. {_deadline(match)}"
    withdraw = Step("Withdraw the result", play(match, "withdraw-result"), fields=())
    phones = opponents_phones(match)[:1]
    if _is_final_at_once(match):
        return PairTurn("wait", "Their turn", sentence, line, withdraw, phones, score=score)
    return PairTurn("wait", "Their turn", sentence, line, _pass(match), [withdraw, *phones], score=score)


def _reported_by_them(match: PairView, result: Result) -> PairTurn:
    sentence = f"Is it right that you {_won(match, result)} {result.by}?"
    score = _score(match, result)
    changed = _changed_deals(match)
    last = match.state.last
    confirm = Step("Confirm the result", play(match, "confirm"), fields=(("outcome", last.number if last else 0),))
    dispute = Step("Dispute the result", play(match, "dispute"))
    line = f"{changed} {_deadline(match)}".strip()
    if changed:
        # The list of changes is only on the match page, and the pair reads it before confirming.
        see = Step("See the changed deals", f"{play(match, 'match')}#changes-made")
        return PairTurn("ours", "Your turn", sentence, line, see, [confirm, dispute], score=score)
    others = [dispute, Step(_SEE_DEALS, _sheet(match))] if match.sheet else [dispute]
    return PairTurn("ours", "Your turn", sentence, line, confirm, others, score=score)


def _disputed(match: PairView) -> PairTurn:
    number = match.state.disputed_deal
    what = f"deal {number}" if number else "the result"
    sentence = f"You and {match.opponents} disagree about {what}."
    organiser = next(iter(match.competition.to_ask), None)
    who = f"{organiser.name} decides" if organiser else "The organiser decides"
    # The pair has nothing to do, so the first step is only to ask a question or look at the deals.
    steps = [*organisers_phone(match), *([Step(_SEE_DEALS, _sheet(match), f"to check {what}")] if match.sheet else [])]
    if match.result or not match.sheet:
        steps.append(Step("Report it again", play(match, "submit" if match.sheet else "totals"), "if you now agree"))
    line = f"{who}."
    totals = match.sheet.scored.shown.seen_from(match.sheet.side) if match.sheet else None
    step, *others = steps
    return PairTurn("wait", "Organiser’s turn", sentence, line, step, others, score=_scoreboard(match, totals))


def _decided(match: PairView) -> PairTurn:
    """Return the turn after the official result, a bye or a cancelled match."""
    result = match.state.result
    if result is None:
        return _not_played(match)
    state = match.state
    coming = match.draw.matches[state.feeds] if state.goes_on == match.pair and state.feeds else None
    waits = state.goes_on == match.pair and _awaits_draw(match)
    parts = [_detail(match, result, against=not (coming or waits))]
    story = Step("See all deals", reverse("public:match", args=[match.competition.slug, match.code]))
    step = story if match.sheet else _draw(match.pair)
    others = [Step("Object to the result", f"{play(match, 'match')}#id_objection")] if match.may_object else []
    if coming and match.after:
        when = f". {words.label(coming)}" if coming.stage is Stage.IN_PLAY else f", {words.due(coming)}"
        parts.insert(0, f"Next: {words.either(match.draw, match.after)}{when}.")
        step = Step("Open your next match", reverse("play:match", args=[match.competition.slug, coming.code]))
    elif waits:
        parts.insert(0, _nothing_to_do(match))
        others.append(say_away(match))
    elif match.draw.champion == match.pair:
        parts.append("You are the champions.")
    elif match.draw.plate_winner == match.pair:
        parts.append("You have won the plate.")
    elif (plate := match.draw.plate_match_of(match.pair)) and not state.is_in_plate:
        parts.append(f"You continue in the plate, in {with_article(plate.round_name)}.")
        step = Step("Open your match in the plate", reverse("play:match", args=[match.competition.slug, plate.code]))
    elif on := _plays_on(match):
        name = with_article(on.round_name)
        parts.append(f"You play in {name}." if on.is_repechage else f"You play on as the closest losers, in {name}.")
        step = Step("Open your next match", reverse("play:match", args=[match.competition.slug, on.code]))
    elif state.goes_on != match.pair:
        parts.append(_thanks(match))
    if state.leads_to and state.goes_on == match.pair:
        parts.append(f"You have qualified for {state.leads_to}.")
    line = " ".join(filter(None, parts))
    return PairTurn("done", "Final result", _ended(match, result), line, step, others, score=_score(match, result))


def _plays_on(match: PairView) -> PublishedMatch | None:
    """Return the pair's next match if it lost this one and plays on as closest losers or in a repechage, or None."""
    following = (state for state in match.draw.matches_of(match.pair) if _is_after(state, match.state))
    return next(following, None) if match.state.goes_on != match.pair else None


def _is_after(state: PublishedMatch, other: PublishedMatch) -> bool:
    """Return True if a match of a pair is after this other match of the same pair."""
    return (state.round, state.is_repechage) > (other.round, other.is_repechage)


def _thanks(match: PairView) -> str:
    if not match.state.awaits_draw or not (may_play_on := words.may_play_on(match.draw.competition)):
        return "Thank you for playing."
    return f"{may_play_on} Please wait for the draw."


def _ended(match: PairView, result: Result) -> str:
    has_won = result.winner == match.pair.number
    who, others = ("You", f"{match.opponents}") if has_won else (f"{match.opponents}", "you")
    match result.kind:
        case ResultKind.PLAYED if result.margin:
            return f"You {_won(match, result)} {result.by} points."
        case ResultKind.PLAYED:
            return f"You {_won(match, result)}."
        case ResultKind.CONCEDED:
            return f"{match.opponents} conceded to you." if has_won else f"You conceded to {match.opponents}."
        case ResultKind.WALKOVER:
            return f"{who} go through by walkover."
        case ResultKind.DOUBLE_DEFAULT:
            return f"Neither you nor {match.opponents} go through."
        case ResultKind.SUCCESSION:
            return f"{who} take the place of {others}."
        case ResultKind.LOTS:
            return f"{who} go through, picked at random."
    return f"The organiser decided that {who[:1].lower() + who[1:] if has_won else who} go through."


def _detail(match: PairView, result: Result, *, against: bool) -> str:
    """Return sentences about the opponents, if requested, and about a correction that keeps the next round."""
    line = f"Against {match.opponents}." if against and result.was_played else ""
    if result.keep_progress:
        stays = "You keep" if result.keep_progress == match.pair.number else f"{match.opponents} keep"
        return f"{line} {stays} the place in the next round.".lstrip()
    return line


def _awaits_draw(match: PairView) -> bool:
    """Return True if the next round is still to be drawn."""
    return match.state.awaits_draw and not match.competition.is_cancelled


def _nothing_to_do(match: PairView) -> str:
    """Return sentences for a pair that waits for the draw of its next round."""
    return f"{words.drawn_later(match.draw, match.state)} You need do nothing now."


def _not_played(match: PairView) -> PairTurn:
    state = match.state
    if state.stage is Stage.CANCELLED:
        sentence, line = "The competition was cancelled.", "This match is not played."
    elif state.stage is Stage.BYE and _awaits_draw(match):
        sentence, line = f"You have a bye in {with_article(state.round_name)}.", _nothing_to_do(match)
    elif state.stage is Stage.BYE:
        sentence, line = "You had a bye.", "You went through without playing."
    else:
        sentence, line = "You went through without playing.", words.capital(f"{match.others.nobody}.")
        line = f"{line} {_nothing_to_do(match)}" if _awaits_draw(match) else line
    further = [say_away(match)] if _awaits_draw(match) else []
    return PairTurn("wait", "No match", sentence, line, _draw(match.pair), further)


def _won(match: PairView, result: Result) -> str:
    return "won" if result.winner == match.pair.number else "lost"


def _score(match: PairView, result: Result) -> Sequence[tuple[str, int]]:
    """Return the totals of a result as a scoreboard, or () without totals."""
    if result.totals is None:
        return ()
    return _scoreboard(match, result.totals if result.pairs[0] == match.pair.number else result.totals[::-1])


def _scoreboard(match: PairView, totals: Totals | None) -> Sequence[tuple[str, int]]:
    """Return both pairs with their totals, this pair first. Return () without totals."""
    if totals is None or match.opponents is None:
        return ()
    return (("You", totals[0]), (match.draw.forms[match.opponents.number].short, totals[1]))


def _changed_deals(match: PairView) -> str:
    """Return a sentence with the numbers of the deals that this pair should check before it confirms, or ""."""
    numbers = sorted({change.number for change in match.sheet.changes_to_check()}) if match.sheet else []
    if not numbers:
        return ""
    was = "was" if len(numbers) == 1 else "were"
    return f"{plural(len(numbers), 'Deal')} {listed(map(str, numbers))} {was} changed after recording."


def _deadline(match: PairView) -> str:
    """Return a sentence about what happens to a reported result if there is no reply."""
    last = match.state.last
    if last is None:
        return ""
    if last.confirms_at:
        return f"Without a reply, it is final from {moment(last.confirms_at)}."
    if not last.waits_to_be_told:
        return "Without a reply, the organiser decides."
    if match.sent_by_us:
        return f"It is final {last.reply_time} after they are told."
    return f"Without a reply within {last.reply_time} of reading this, it is final."


def _draw(pair: Pair) -> Step:
    return Step("See the draw", f"{reverse('public:draw', args=[pair.competition.slug])}?pair={pair.number}")


def _must_confirm(match: PairView) -> bool:
    """Return True if a result without a reply is never confirmed automatically."""
    last = match.state.last
    return last is None or (not last.confirms_at and not last.waits_to_be_told)


def _is_final_at_once(match: PairView) -> bool:
    return match.competition.conditions.confirmation == Conditions.Confirmation.FINAL


def _sheet(match: PairView, number: int = 1) -> str:
    """Return the address of a deal on the score sheet."""
    return f"{play(match, 'match')}#line-{number}"


def _pass(match: PairView) -> Step:
    return Step("Pass the phone to confirm", f"{play(match, 'match')}#pass")


_TURNS: dict[Stage, Callable[[PairView], PairTurn]] = {
    Stage.WAITING: opponents_unknown,
    Stage.READY: _ready,
    Stage.IN_PLAY: _in_play,
    Stage.SUBMITTED: _reported,
    Stage.DISPUTED: _disputed,
}
