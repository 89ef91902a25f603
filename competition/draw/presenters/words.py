"""Presenters for names, matches, results and rounds in words. Each fact has one wording."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from competition.contest.models import Competition
from competition.contest.rules.names import Forms
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Extension, FixedDay, HomePair, Meeting, NotedPenalty, Slot
from competition.draw.queries.draw import PublishedDraw, candidates, joining_before, may_enter
from competition.draw.queries.sides import TO_JOIN, MatchSide, called
from competition.draw.queries.states import PublishedMatch, PublishedRound, SetDay
from competition.draw.rules import lot
from competition.draw.rules.layout import SECTION_FINALS, with_article
from competition.draw.rules.result import Answer, KeepProgress, Result, Stage, each_total
from scoring.rules.sheet import Standing
from scoring.templatetags.bridge import day, moment, points

# Largest number of possible pairs that a text names for a side. If there are more, the text names the round instead.
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


def is_far_off(draw: PublishedDraw, side: MatchSide) -> bool:
    """Return True if too many pairs can still reach this side of a match to name them."""
    return len(candidates(draw, side)) + joining_before(draw, side) > _NAMED


def possible_names(draw: PublishedDraw, side: MatchSide) -> list[str]:
    """Return the short names of the pairs that can still reach this side. If there are too many, describe the side."""
    if is_far_off(draw, side):
        return [f"the winner of a {called(draw.matches[side.awaiting or ''].round_name)}"]
    names = [_kept_together(draw.forms[pair.number].short) for pair in candidates(draw, side)]
    return names + [TO_JOIN] * bool(joining_before(draw, side)) or [side.text]


def _kept_together(name: str) -> str:
    """Return the name with non-breaking spaces, except after the "&" between two surnames."""
    together = name.replace(" ", "\u00a0")
    return together if "." in name else together.replace("&\u00a0", "& ")


def either(draw: PublishedDraw, side: MatchSide) -> str:
    """Return the pairs that can still reach this side as text: "A & B", "A & B or C & D"."""
    *first, last = possible_names(draw, side)
    return f"{', '.join(first)} or {last}" if first else last


def hopefuls(draw: PublishedDraw, side: MatchSide, most: int) -> str:
    """Return up to `most` names of pairs that can still reach this side, or else their number.

    The number includes the pairs that join later.
    """
    pairs = candidates(draw, side) or may_enter(draw, side)
    to_join = joining_before(draw, side) if pairs else 0
    if to_join or len(pairs) > most:
        return f"one of {len(pairs) + to_join} pairs"
    return " or ".join(draw.forms[pair.number].short for pair in pairs)


def named_round(draw: PublishedDraw, number: int) -> str:
    """Return the name of a round for use within a sentence: "Round 2" or "the quarter-finals"."""
    return with_article(draw.rounds[number - 1].name)


def drawn_later(draw: PublishedDraw, state: PublishedMatch) -> str:
    """Return "Round 3 is drawn later." if the round after this match is still to be drawn, or else ""."""
    if not state.awaits_draw or draw.competition.is_cancelled:
        return ""
    name = named_round(draw, state.round + 1)
    return capital(f"{name} {'are' if name.endswith('s') else 'is'} drawn later.")


def may_play_on(competition: Competition) -> str:
    """Return a sentence for the losers of a match if they may play on as closest losers or in a repechage, or ""."""
    if competition.conditions.closest_losers:
        return "If you are the closest losers, you play on."
    plays_repechage = competition.conditions.repechage_deals is not None
    return "If you are one of the two closest losers, you play in the repechage." if plays_repechage else ""


LET_STAND = {KeepProgress.RULED: "The organiser decides", KeepProgress.AGREED: "Both pairs agree"}
_STAGES = {
    Stage.WAITING: "Waiting",
    Stage.READY: "To be played",
    Stage.SUBMITTED: "Awaiting confirmation",
    Stage.DISPUTED: "Disputed",
    Stage.BYE: "Bye",
    Stage.VACANT: "No match",
    Stage.CANCELLED: "Cancelled",
}
_NO_RESULT = {
    ResultEntry.REOPENED: "reopened",
    ResultEntry.REPLAY: "to be replayed",
    ResultEntry.UNDONE: "the last ruling was undone",
}
_SILENT = (Stage.WAITING, Stage.READY, Stage.BYE)
_CHANNELS = {
    ResultEntry.Source.PAPER: "on paper",
    ResultEntry.Source.TELEPHONE: "by phone",
    ResultEntry.Source.LETTER: "by letter",
    ResultEntry.Source.EMAIL: "by email",
}


def label(state: PublishedMatch) -> str:
    """Return the state of a match in a few words, such as "Deal 17 of 30 done" or "Awaiting confirmation"."""
    if state.result:
        return state.result.label
    if state.disputed_deal:
        return f"Disputed, deal {state.disputed_deal}"
    if state.stage is not Stage.IN_PLAY:
        return "Overdue" if state.overdue else _STAGES[state.stage]
    is_played = state.sheet is not None and state.sheet.standing == Standing.DECIDED
    return f"Overdue: {progress(state)}" if state.overdue and not is_played else progress(state)


def beside(state: PublishedMatch, side: MatchSide) -> str:
    """Return the text after the name of a side: its total, or "by 110" or "won" if the winner has no total."""
    result = state.result
    if side.total is not None or not side.wins or result is None or not result.was_played:
        return points(side.total)
    return result.by if result.margin else "won"


def unusual(state: PublishedMatch) -> str:
    """Return the state of a match in a few words, or "" if it was played, has not started or is a bye."""
    result = state.result
    usual = result.was_played and not result.keep_progress if result else state.stage in _SILENT and not state.overdue
    return "" if usual else label(state)


def progress(state: PublishedMatch) -> str:
    """Return the progress on the score sheet, such as "Deal 17 of 30 done". The public may see only "In play"."""
    sheet = state.sheet
    if sheet is None:
        return "In play"
    if sheet.recorded == 0:
        return "Score sheet started"
    if sheet.standing == Standing.TIED:
        by_credits = "" if sheet.total_ns == sheet.total_ew else " with the unfinished rubber"
        return f"Level{by_credits} after {sheet.recorded} deals"
    if sheet.standing == Standing.DECIDED:
        return f"All {sheet.recorded} deals played"
    tie_break = "Tie-break, deal" if sheet.recorded > sheet.deals else "Deal"
    return f"{tie_break} {sheet.recorded} of {sheet.due} done"


def lead(state: PublishedMatch, names: Sequence[str]) -> str:
    """Return the leading pair and its lead, or "" if the totals are level. `names` has the upper pair first."""
    upper, lower = (side.total or 0 for side in state.sides)
    return f"{names[upper < lower]} lead by {points(state.margin)}" if upper != lower else ""


def short_round(name: str) -> str:
    """Return the short name of a round: R1, QF, SF or F."""
    return {"Quarter-finals": "QF", "Semi-finals": "SF", "Final": "F", SECTION_FINALS: "F"}.get(
        name, name.replace("Round ", "R")
    )


def decided(round: PublishedRound) -> str:
    """Return the number of decided matches in a round, such as "5 of 8 decided". Say if it is not drawn yet."""
    return f"{round.played} of {round.playable} decided" if round.is_drawn else "not drawn yet"


def to_organiser(text: str) -> str:
    """Return a public text about a match, reworded for the desk."""
    return text.replace("The organiser decides.", "You decide.")


def sentence(state: PublishedMatch) -> str:
    """Return the state of a match in one sentence."""
    if state.result:
        return state.result.sentence(*(side.text for side in state.sides))
    if state.stage is Stage.CANCELLED:
        so_far = any(side.total for side in state.sides)
        return f"{_score(state)}, when the competition was cancelled." if so_far else "Cancelled before it was played."
    if state.stage is Stage.SUBMITTED:
        return f"{_score(state)}, awaiting confirmation."
    if state.stage is Stage.DISPUTED:
        number = state.last.disputed_deal if state.last else 0
        about = f" because of deal {number}" if number else ""
        return f"{_score(state)}, disputed{about}. The organiser decides."
    if state.recorded:
        return f"{progress(state)}: {_score(state)}."
    if state.stage is Stage.IN_PLAY and state.sheet is None:
        return f"{' v '.join(side.text for side in state.sides)}: in play."
    return _unplayed(state)


def _score(state: PublishedMatch) -> str:
    (upper, lower), reported = state.sides, state.on_the_table
    if reported:
        return reported.by_pair(upper.text, lower.text)
    return each_total((upper.text, lower.text), (upper.total, lower.total))


def _unplayed(state: PublishedMatch) -> str:
    if state.stage is Stage.BYE:
        return f"{state.pairs[0].name} have a bye."
    absent = [side.nobody for side in state.sides if side.nobody]
    comers = [side.phrase for side in state.sides if not side.nobody]
    if not absent:
        return capital(f"{' and '.join(comers)} play {due(state)}.")
    # A pair that has withdrawn cannot win the final.
    is_over = bool(state.pairs) and state.through is None
    verb = "go" if state.pairs else "goes"
    left = f"{comers[0]} {verb} through" if comers and not is_over else "nobody goes through"
    return capital(f"{left}: no opponents ({', '.join(absent)}).")


def prospect(state: PublishedMatch, code: str) -> str:
    """Return a sentence about the next opponents of the pair that goes through from the match with this code."""
    other = next(side for side in state.sides if side.awaiting != code)
    if other.nobody:
        return "Then no opponents."
    if other.bye:
        return f"Then a bye in {with_article(state.round_name)}."
    return f"Then {other.phrase}, {due(state)}."


def due(state: PublishedMatch) -> str:
    """Return "by Sat 30 May 2026", or the day set by the organiser: "on Sat 30 May 2026, 13:30"."""
    return f"on {moment(state.set_day.at)}" if state.set_day else f"by {day(state.play_by)}"


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def set_aside(result: Result, names: dict[int, str]) -> str:
    """Return a sentence about a superseded result, with the reason. `names` are pair names by number."""
    stood = result.sentence(*(names[number] for number in result.pairs))
    return f"No longer counts: {stood} After a correction in an earlier round, other pairs play here."


def standing(state: PublishedMatch) -> str:
    """Return words for the source of the result of a match, or "" if there is no report."""
    last = state.last
    if state.is_by_withdrawal:
        return f"{' and '.join(pair.name for pair in state.pairs if pair.withdrawn_at)} withdrew."
    if last is None or last.answer == Answer.TAKEN_BACK:
        return ""
    if last.by_id is None:
        what = {ResultEntry.REOPENED: "Reopened", ResultEntry.REPLAY: "To be replayed"}.get(last.kind, "Decided")
        if last.source == ResultEntry.Source.PAPER:
            return f"Entered from paper by the organiser, {moment(last.at)}."
        what = f"Reported{source(last)} and typed in" if last.source else what
        further = " ".join(f"{line}." for line in penalties(last, tuple(side.text for side in state.sides)))
        later = (
            f" The later rounds are kept: {LET_STAND[KeepProgress(last.keep_progress)].lower()}."
            if last.keep_progress
            else ""
        )
        return f"{what} by the organiser, {moment(last.at)}: {last.reason}{lot_of(last)} {further}".strip() + later
    if not last.asks_for_answer:
        return f"{capital(last.reason)}, {moment(last.at)}."
    sender, other = (pair.name for pair in sorted(state.pairs, key=lambda pair: pair.pk != last.by_id))
    answer = _reply_text(last, other, official=state.result is not None)
    return f"Reported by {sender}{source(last)}, {moment(last.at)}{answer}"


def extension(row: Extension) -> str:
    """Return a sentence about a changed play-by date, or about undoing the change."""
    what = f"play-by date changed to {day(row.play_by)}" if row.play_by else "new play-by date undone"
    return f"{capital(what)}." if row.code else f"{row.round}: {what}."


def fixed_day(row: FixedDay) -> str:
    """Return a sentence about a day of play set by the organiser, or about undoing it. Only a round has a place."""
    if row.day is None:
        what = "day of play undone"
    else:
        set_day = SetDay(row.day, row.hour, row.place, row)
        what = ", ".join(filter(None, (f"day of play set to {moment(set_day.at)}", set_day.public_place)))
    return f"{capital(what)}." if row.code else f"{row.round}: {what}."


def _reply_text(last: ResultEntry, other: str, *, official: bool) -> str:
    if last.answer == Answer.CONFIRMED:
        return f"; confirmed by {other}, {moment(last.answered_at)}."
    if last.answer == Answer.DISPUTED:
        return f"; disputed by {other}. The organiser decides."
    if last.waits_to_be_told:
        return f"; it is final when {other} confirm it, or {last.reply_time} after they are told."
    if last.confirms_at is None:
        unconfirmed = "it is no longer confirmed automatically, and " if last.interrupted_at else ""
        return f"; {unconfirmed}it counts when {other} confirm it."
    if last.reply_deadline == last.at:
        return "; final when reported."
    if official:
        return f"; {other} did not reply by {moment(last.reply_deadline)}, so it is final."
    return f"; {other} can confirm or dispute it until {moment(last.reply_deadline)}. Then it is final."


def decision(meeting: Meeting, entry: ResultEntry, names: dict[int, str]) -> str:
    """Return the organiser's decision about a meeting. `names` are pair names by primary key."""
    pairs = meeting.upper_id, meeting.lower_id
    both = names[pairs[0]], names[pairs[1]]
    if entry.kind in _NO_RESULT:
        return f"{' v '.join(both)}: {_NO_RESULT[entry.kind]}."
    further = "".join(f" {line}." for line in penalties(entry, both))
    ended = entry.result("", pairs).sentence(*both)
    return f"{ended}{lot_of(entry)}{further}"


def news(state: PublishedMatch, at: datetime, now: datetime) -> str:
    """Return the latest change in the draw as a short sentence for screen readers."""
    local = timezone.localtime(at)
    when = f"{local:%H:%M}" if local.date() == timezone.localdate(now) else moment(at)
    return f"Last change {when}, {state.round_name}: {sentence(state)}"


def penalties(entry: ResultEntry, names: Sequence[str]) -> list[str]:
    """Return the penalty points of each pair that has any, with the upper pair first."""
    both = zip(names, (entry.penalty_upper, entry.penalty_lower), strict=True)
    return [f"Penalty points of {name}: {signed(change)}" for name, change in both if change]


def signed(change: int) -> str:
    """Return points with their sign, such as "+500" or "−500". Return "" for 0."""
    sign = "+" if change > 0 else "−"
    return f"{sign}{abs(change):,}" if change else ""


def source(entry: ResultEntry) -> str:
    """Return the channel through which the organiser received a result, such as " by letter", or ""."""
    return f" {_CHANNELS[ResultEntry.Source(entry.source)]}" if entry.source else ""


def lot_of(entry: ResultEntry) -> str:
    """Return a sentence about how to check the random choice, or "" if the result was not decided at random."""
    return _lot(entry.seed, entry.winner, "goes through")


def noted_penalty(meeting: Meeting, row: NotedPenalty, names: Mapping[int, str]) -> str:
    """Return noted penalty points as a sentence. `names` are pair names by primary key."""
    if row.points is None:
        return "The noted penalty points were undone."
    pair = meeting.lower_id if row.penalised == Slot.LOWER else meeting.upper_id
    return f"{row.points:,} penalty points for {names[pair]} are noted. They are applied after the match."


def lot_of_home(row: HomePair) -> str:
    """Return a sentence about how to check the random choice, or "" if the organiser named the home pair."""
    return _lot(row.lot, row.home, "plays at home")


def _lot(seed: str, picked: str, follows: str) -> str:
    if not seed:
        return ""
    even, pair = ("even", "upper") if picked == Slot.UPPER else ("odd", "lower")
    then = f"Its SHA-256 ends in {lot.checksum(seed)[-4:]}, which is {even}, so the {pair} pair {follows}."
    return f" The random seed was “{seed}”. {then}"
