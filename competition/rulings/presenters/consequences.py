"""Presenters for the consequences of a decision: a line for each affected pair, and how to undo it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from typing import NamedTuple

from django.utils.text import Truncator

from competition.draw.presenters import words
from competition.draw.presenters.match_line import match_line
from competition.draw.presenters.words import LET_STAND
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.later_rounds import is_by_round
from competition.draw.queries.sides import called
from competition.draw.queries.states import PublishedMatch, local_date
from competition.draw.rules.bracket import Awaiting, BracketChange, Consequences, Nobody, Occupant, Unanswered
from competition.draw.rules.layout import with_article
from competition.draw.rules.result import Result, Stage
from competition.draw.rules.sources import Bye, Entrant, WinnerOf
from competition.entries.models import Pair
from competition.entries.presenters import mailto_link
from scoring.rules.words import few
from scoring.templatetags.bridge import day, moment

News = Mapping[int, Sequence[str]]
"""The changes for each pair, by its number. Each change is a verb phrase, such as "go through"."""
Sides = tuple[Occupant, Occupant]
OUT = "do not go through after all"
# The page shows lines with up to this many words for each decision, and folds the others.
_SHOWN_WORDS = 52


class PairLine(NamedTuple):
    """A pair, and a sentence about all its changes. `is_out` is True if it no longer goes through."""

    pair: Pair
    sentence: str
    is_out: bool

    @property
    def words(self) -> int:
        """The number of words in the line."""
        return len(f"{self.pair} {self.sentence}".split())


class PairText(NamedTuple):
    """The text about a decision for one pair. `mailto` is a link for an email with the text, or ""."""

    pair: Pair
    text: str
    mailto: str


@dataclass(frozen=True, slots=True)
class Case:
    """The lines of the pairs affected in one case. The heading is "" unless the winner is picked at random."""

    heading: str
    lines: Sequence[PairLine]


def news(draw: PublishedDraw, ahead: Consequences) -> dict[int, list[str]]:
    """Return the changes for each pair, in the order of the draw: its progress, its opponents and its results."""
    found: dict[int, list[str]] = {}
    for number, clause in (*_standings(draw, ahead), *_opponents(draw, ahead), *_results(draw, ahead)):
        found.setdefault(number, []).append(clause)
    return found


def _standings(draw: PublishedDraw, ahead: Consequences) -> Iterator[tuple[int, str]]:
    if ahead.champion:
        yield from _champions(ahead.champion)
    after = {change.match: change.after for change in ahead.sides}
    # If the main draw changes, its pairs read only about their opponents in the plate.
    is_of_plate = all(draw.matches[change.match].is_in_plate for change in ahead.goes_on)
    for change in ahead.goes_on:
        state = draw.matches[change.match]
        if state.is_in_plate and not is_of_plate:
            continue
        met = draw.bracket.matches[state.code].sides
        if not (ahead.champion and state.is_final):
            yield from _standings_in(draw, change, met, after.get(state.code, met))


def _standings_in(
    draw: PublishedDraw, change: BracketChange[Occupant], before: Sides, after: Sides
) -> Iterator[tuple[int, str]]:
    is_first = draw.matches[change.match].round == 1
    for side in before:
        if isinstance(side, Entrant) and not (is_first and side not in after):
            yield from ((side.number, clause) for clause in _standing(draw, change, side, before, after))


def _champions(change: BracketChange[int | None]) -> Iterator[tuple[int, str]]:
    if change.before:
        yield change.before, "are no longer the champions"
    if change.after:
        yield change.after, "are the champions"


def _standing(
    draw: PublishedDraw, change: BracketChange[Occupant], here: Entrant, before: Sides, after: Sides
) -> Iterator[str]:
    """Yield the changes to a pair's progress in a match with these sides before and after the decision."""
    state = draw.matches[change.match]
    is_to_come = state.plays_at and local_date(state.plays_at) >= local_date(draw.now)
    if isinstance(change.before, Awaiting) and is_to_come and _has_dates(draw) and state.stage is Stage.READY:
        yield f"no longer play on {moment(state.plays_at)}"
    if change.after == here:
        if Bye() not in after:
            yield "go through"
    elif change.before == here:
        # In the plate, a pair opposite a place without a pair has a bye.
        had_bye = Bye() in before or (state.is_in_plate and any(isinstance(side, Nobody) for side in before))
        yield "lose their bye" if had_bye else OUT
    elif isinstance(change.after, Awaiting):
        yield "can still go through"
    elif isinstance(change.before, Awaiting):
        yield "are out"


def _opponents(draw: PublishedDraw, ahead: Consequences) -> Iterator[tuple[int, str]]:
    decided = {result.match for result in ahead.restored}
    first = 1, len(draw.bracket.rounds) + 1
    for change in (change for change in ahead.sides if change.match not in decided):
        state = draw.matches[change.match]
        for here, other in (change.after, change.after[::-1]):
            if isinstance(here, Entrant):
                yield here.number, _meets(draw, ahead, state, here, other)
        for here in change.before:
            if isinstance(here, Entrant) and here not in change.after:
                if state.is_repechage:
                    yield here.number, "no longer play in the repechage"
                elif state.round in first:
                    yield here.number, f"are no longer in the {'plate' if state.is_in_plate else 'draw'}"


def _meets(draw: PublishedDraw, ahead: Consequences, state: PublishedMatch, here: Entrant, other: Occupant) -> str:
    where = with_article(state.round_name)
    is_again = _were_together(draw, state, here, other)
    match other:
        case Entrant(number):
            by = f", by {day(state.play_by)}" if _has_dates(draw) else ""
            return f"play {draw.names[number]}{' again' * is_again} in {where}{by}"
        case Awaiting(WinnerOf(code)):
            return f"wait in {where} for {_winner(draw, ahead, code)}"
        case Awaiting():
            return f"wait for opponents in {where}"
        case Nobody():
            return f"have no opponents in {where}"
        case _:
            return f"have a {'second ' * is_again}bye in {where}"


def _has_dates(draw: PublishedDraw) -> bool:
    """Return False for a competition on one day, because all its rounds have the same date."""
    return draw.competition.conditions.minutes is None


def _were_together(draw: PublishedDraw, state: PublishedMatch, here: Occupant, other: Occupant) -> bool:
    """Return True if these two have met before this match, or if one had a bye before and the other is a bye."""
    earlier = (match for of_round in draw.bracket.rounds[: state.round - 1] for match in of_round)
    return isinstance(here, Entrant) and any({here, other} == {*match.sides} for match in earlier)


def warn_of_repeats(draw: PublishedDraw, ahead: Consequences) -> Iterator[str]:
    """Yield a warning for each second bye, and for each two pairs that meet again, if rounds are drawn one by one."""
    if not is_by_round(draw):
        return
    for change in ahead.sides:
        state = draw.matches[change.match]
        pairs = [side for side in change.after if isinstance(side, Entrant)]
        if state.is_in_plate or not pairs or not _were_together(draw, state, *sorted(change.after, key=_is_no_pair)):
            continue
        where = with_article(state.round_name)
        names = " and ".join(draw.names[pair.number] for pair in pairs)
        what = f"{names} meet again in {where}" if len(pairs) == 2 else f"{names} have a second bye in {where}"
        yield f"{what}. Before play begins there, you can undo the draw of that round and make it again."


def _is_no_pair(side: Occupant) -> bool:
    return not isinstance(side, Entrant)


def _winner(draw: PublishedDraw, ahead: Consequences, code: str) -> str:
    """Return the winner of a match in words, naming the pairs that play it after the decision."""
    sides = next((change.after for change in ahead.sides if change.match == code), draw.bracket.matches[code].sides)
    names = [draw.names[side.number] for side in sides if isinstance(side, Entrant)]
    title = " v ".join(names) if len(names) == 2 else f"a {called(draw.matches[code].round_name)}"
    return f"the winner of {title}"


def _results(draw: PublishedDraw, ahead: Consequences) -> Iterator[tuple[int, str]]:
    reports: tuple[tuple[Sequence[Result | Unanswered], str], ...] = (
        (ahead.set_aside, "have a result in {} that no longer counts"),
        (ahead.restored, "have a result in {} that counts again"),
        (ahead.interrupted, "have a reported result in {} that is no longer confirmed automatically"),
        (ahead.answerable, "have a reported result in {} that waits for a reply"),
    )
    for results, clause in reports:
        for result in results:
            where = with_article(draw.matches[result.match].round_name)
            yield from ((number, clause.format(where)) for number in result.pairs)


def with_days(draw: PublishedDraw, after: PublishedDraw) -> dict[int, list[str]]:
    """Return each pair's matches with a changed play-by date or day of play."""
    found: dict[int, list[str]] = {}
    for code, state in after.matches.items():
        before = draw.matches[code]
        if state.is_to_be_decided and (state.play_by, state.set_day) != (before.play_by, before.set_day):
            for pair in state.pairs:
                found.setdefault(pair.number, []).append(_plays(state, pair, before.play_by))
    return found


def _plays(state: PublishedMatch, pair: Pair, before: date) -> str:
    opponents = next((side.text for side in state.sides if side.pair != pair), "")
    if state.set_day:
        return f"play {opponents} on {moment(state.set_day.at)}"
    instead = f" instead of {day(before)}" if before != state.play_by else ""
    return f"play {opponents} by {day(state.play_by)}{instead}"


def case(draw: PublishedDraw, heading: str, changes: News) -> Case:
    """Return the lines of a case, in the order of the draw."""
    pairs = ((draw.everybody[number], clauses) for number, clauses in changes.items())
    return Case(heading, [PairLine(pair, _sentence(clauses), OUT in clauses) for pair, clauses in pairs])


def _sentence(clauses: Sequence[str]) -> str:
    """Return the clauses as sentences that follow the name of the pair."""
    return ". They ".join(dict.fromkeys(clauses)) + "."


def _to_the_pair(clauses: Sequence[str]) -> str:
    """Return the clauses as sentences addressed to the pair."""
    return " ".join(f"You {clause.replace('their', 'your')}." for clause in dict.fromkeys(clauses))


def touches_results(ahead: Consequences) -> bool:
    """Return True if the decision changes or supersedes results."""
    return bool(ahead.winner_changes or ahead.set_aside or ahead.restored)


def heading(draw: PublishedDraw, code: str, ahead: Consequences) -> str:
    """Return the main consequence in a few words, or "" if no result changes."""
    later, again = (sum(result.match != code for result in results) for results in (ahead.set_aside, ahead.restored))
    after = next((change.after for change in ahead.goes_on if change.match == code), None)
    winner = draw.names[after.number] if isinstance(after, Entrant) else ""
    if later:
        verb = "is" if later == 1 else "are"
        what = f"{_matches(later)} {verb} played again"
        return f"If {winner} won, {what}" if winner else words.capital(what)
    if again:
        return words.capital(f"{_matches(again)} count{'s' * (again == 1)} again")
    if not ahead.winner_changes:
        return ""
    if winner:
        return f"{winner} go through instead"
    return "Nobody goes through" if isinstance(after, Nobody) else "Nobody goes through yet"


def _matches(number: int) -> str:
    return f"{few(number, most=9)} later match{'es' * (number != 1)}"


RULING = "Undo the ruling on the page of the match. The earlier results then count again."
REPORT = "Decide or reopen the match on its page. The earlier results stay on the record."
UNDONE = "Make the ruling again. The undone ruling stays on the record with its reason."
WITHDRAWAL = "Undo the withdrawal on the page of the pair. The draw is then as if the pair had not withdrawn."
RETURN = "Withdraw the pair again on its page."
PLACING = "Undo it under More, Late entries. The earlier pair then has its place and its results again."
CONDITIONS = "Undo the correction on the page where you made it, before a score sheet in that round is started."
CORRECTED_AGAIN = "Correct the conditions of the round again."
NUMBER_OF_DEALS = "Undo the change on the page where you made it, before the score sheet is started."
NUMBERED_AGAIN = "Change the number of deals again."
STAND_IN = "Remove the substitute on the page where you named it, before the score sheet is started."
STANDS_IN_AGAIN = "Name the substitute again."
HOME = "Undo the home pair on the page where you named it. The conditions of contest then count again."
PENALTY = "Undo it on the page where you noted it, before you apply it."
NOTED_AGAIN = "Note the penalty points again."
NAMED_AGAIN = "Name the home pair of the match again."
DAY = "Undo the day of play on the page where you set it. The dates of the pairs then count again."
SET_AGAIN = "Set the same day again."
DATES = "Undo the new date of each round on the page of the dates. The earlier date then counts again."
EXTENSION = "Undo the extension on the page where you made it. The earlier date then counts again."


class KeptProgress(NamedTuple):
    """The option to correct a result but keep the later rounds, with its own fingerprint."""

    fingerprint: str
    said: str
    choices: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class DecisionSheet:
    """The preview of a decision. For a random pick, it has one case with a heading for each pair.

    If there are too many cases, the page shows `outline` instead. `everybody` is the number of pairs.
    """

    decision: str
    cases: Sequence[Case]
    texts: Sequence[PairText]
    way_back: str
    everybody: int
    fingerprint: str = ""
    warnings: Sequence[str] = ()  # Only the organiser sees the warnings.
    outline: Sequence[tuple[str, str]] = ()
    heading: str = ""
    standing: KeptProgress | None = None

    @property
    def first_words(self) -> str:
        """The lines of the decision that the page does not fold."""
        first, *_ = lines = self.decision.split("\n")
        if len(first.split()) > _SHOWN_WORDS:
            return Truncator(first).words(_SHOWN_WORDS)
        ends = accumulate(len(line.split()) for line in lines)
        return "\n".join(line for line, end in zip(lines, ends, strict=True) if end <= _SHOWN_WORDS)

    @property
    def shown(self) -> Sequence[Case]:
        """The cases with the lines that the page does not fold."""
        return () if self.outline else [Case(case.heading, self._first(case)) for case in self.cases]

    @property
    def folded(self) -> Sequence[Case]:
        """The cases with the folded lines."""
        kept = () if self.outline else self.shown
        rest = zip(self.cases, (len(case.lines) for case in kept) if kept else (0,) * len(self.cases), strict=True)
        return [Case(case.heading, case.lines[count:]) for case, count in rest if case.lines[count:]]

    def _first(self, case: Case) -> Sequence[PairLine]:
        left = _SHOWN_WORDS // len(self.cases)
        for count, line in enumerate(case.lines):
            left -= line.words
            if left < 0 and count:
                return case.lines[:count]
        return case.lines

    @property
    def more(self) -> int:
        """The number of folded lines."""
        return sum(len(case.lines) for case in self.folded)

    @property
    def unchanged(self) -> int:
        """The number of pairs with no changes in any case."""
        return self.everybody - len({line.pair for case in self.cases for line in case.lines})


def kept_progress(draw: PublishedDraw, state: PublishedMatch, winner: int | None, fingerprint: str) -> KeptProgress:
    """Return the option to keep the later rounds although this pair has won on the corrected totals."""
    names = [draw.names[number] for number in sorted(state.numbers, key=lambda number: number != winner)]
    text = "{} are shown as the winners by the corrected totals. {} keep their place, and no other match changes."
    return KeptProgress(fingerprint, text.format(*names), list(LET_STAND.items()))


def subject(state: PublishedMatch) -> str:
    """Return the heading for a decision about this match."""
    return f"{state.round_name}: {match_line(state).title}"


def texts_for(
    pairs: Iterable[Pair], changes: Sequence[tuple[str, News]], *, subject: str, decision: str, address: str
) -> list[PairText]:
    """Return the text for each pair: the decision with its reason, the changes for the pair, and a public URL."""
    return [_text(pair, changes, subject, decision, address) for pair in pairs]


def _text(pair: Pair, changes: Sequence[tuple[str, News]], subject: str, decision: str, address: str) -> PairText:
    own = ((heading, of_pair.get(pair.number, ())) for heading, of_pair in changes)
    lines = [f"{heading}: {_to_the_pair(clauses)}".removeprefix(": ") for heading, clauses in own if clauses]
    text = "\n\n".join([*lines, decision])
    return PairText(pair, text, mailto_link([pair], subject, f"{text}\n\n{address}"))
