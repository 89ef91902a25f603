"""Presenters for the consequences of a decision: the changes, the pairs to tell, and the way to undo it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from competition.draw.presenters import words
from competition.draw.presenters.match_line import match_line
from competition.draw.presenters.words import LET_STAND, capital
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch, called
from competition.draw.rules.bracket import Awaiting, BracketChange, Consequences, Entrant, Nobody, Occupant, Unanswered
from competition.draw.rules.result import Result
from competition.entries.models import Pair, PreferredChannel
from competition.entries.presenters import Recipient, mailto_link
from scoring.rules.words import few


class ChangedMatch(NamedTuple):
    """A match that changes: its state before and after, and the effect on its result."""

    code: str
    round: str
    before: str
    after: str
    result: str
    is_undone: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """The consequences of a decision, by subject.

    If results change, `rows` has one entry for each match, and `untouched` counts the other results.
    `beside_rows` has the consequences that the rows do not show. `concerned` has the numbers of the pairs whose results
    or opponents change.
    """

    parts: list[tuple[str, list[str]]]
    beside_rows: list[tuple[str, list[str]]]
    rows: list[ChangedMatch]
    untouched: int
    concerned: frozenset[int]


def summary(draw: PublishedDraw, ahead: Consequences) -> Summary:
    """Return the consequences of a change in words."""
    set_aside = [_result(draw, result) for result in ahead.set_aside]
    interrupted = [_interrupted(draw, report) for report in ahead.interrupted]
    in_rows = [
        ("Who goes through", [_goes_on(draw, change) for change in ahead.goes_on]),
        ("Who plays whom", [_meet(draw, change) for change in ahead.sides]),
        ("Results that no longer count (they stay on the record)", set_aside),
        ("Results that count again", [_result(draw, result) for result in ahead.restored]),
    ]
    champions = ("Champions", [_champion(draw, ahead.champion)] if ahead.champion else [])
    rest = [
        ("Results that are no longer confirmed automatically", interrupted),
        ("Results that can be confirmed again", [_answerable(draw, report) for report in ahead.answerable]),
    ]
    rows = _rows(draw, ahead)
    codes = {row.code for row in rows}
    return Summary(
        parts=[part for part in (champions, *in_rows, *rest) if part[1]],
        beside_rows=[part for part in (champions, *(() if rows else in_rows), *rest) if part[1]],
        rows=rows,
        untouched=sum(state.result is not None and code not in codes for code, state in draw.matches.items()),
        concerned=frozenset(concerned(ahead)),
    )


def touches_results(ahead: Consequences) -> bool:
    """Return True if the decision changes or supersedes results."""
    return bool(ahead.winner_changes or ahead.set_aside or ahead.restored)


def concerned(ahead: Consequences) -> set[int]:
    """Return the numbers of the pairs whose results or opponents change."""
    occupants = [side for change in ahead.sides for sides in (change.before, change.after) for side in sides]
    met = [result.pairs for result in (*ahead.set_aside, *ahead.restored)]
    met += [report.pairs for report in (*ahead.interrupted, *ahead.answerable)]
    entrants = {side.number for side in occupants if isinstance(side, Entrant)}
    return entrants | {number for pairs in met for number in pairs}


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


def _rows(draw: PublishedDraw, ahead: Consequences) -> list[ChangedMatch]:
    """Return the matches that change, or an empty list if no result changes."""
    if not touches_results(ahead):
        return []
    touched = {change.match for change in ahead.goes_on} | {change.match for change in ahead.sides}
    touched |= {result.match for result in (*ahead.set_aside, *ahead.restored)}
    return [_row(draw, state, ahead) for code, state in draw.matches.items() if code in touched]


def _row(draw: PublishedDraw, state: PublishedMatch, ahead: Consequences) -> ChangedMatch:
    line = match_line(state)
    before = line.sentence if line.is_official else f"{line.title}."
    restored = next((result for result in ahead.restored if result.match == state.code), None)
    is_aside = any(result.match == state.code for result in ahead.set_aside)
    after = _ended(draw, restored) if restored else _after(draw, state.code, ahead)
    note = ""
    if restored:
        note = "The result counts again."
    elif is_aside:
        note = "The result no longer counts, but stays on the record."
    return ChangedMatch(state.code, state.round_name, words.capital(before), words.capital(after), note, is_aside)


def _after(draw: PublishedDraw, code: str, ahead: Consequences) -> str:
    sides = next((change.after for change in ahead.sides if change.match == code), None)
    if sides:
        first, other = sorted(sides, key=lambda side: not isinstance(side, Entrant))
        return f"{_named(draw, first)} {_verb(first, other)} {_named(draw, other)}."
    return f"{_on(draw, next((change.after for change in ahead.goes_on if change.match == code), None))}."


def _verb(first: Occupant, other: Occupant) -> str:
    if isinstance(first, Entrant) and isinstance(other, Entrant):
        return "play"
    return "wait for" if isinstance(first, Entrant) and isinstance(other, Awaiting) else "v"


def _goes_on(draw: PublishedDraw, change: BracketChange[Occupant]) -> str:
    instead = "" if isinstance(change.before, Awaiting) else f", instead of {_named(draw, change.before)}"
    return f"{_capital(draw, change.match)}: {_on(draw, change.after)}{instead}."


def _on(draw: PublishedDraw, occupant: Occupant | None) -> str:
    match occupant:
        case Entrant(number):
            return f"{draw.names[number]} go through"
        case Nobody(why):
            return f"nobody goes through ({why})"
        case _:
            return "nobody goes through yet"


def _meet(draw: PublishedDraw, change: BracketChange[tuple[Occupant, Occupant]]) -> str:
    before, after = (" v ".join(_named(draw, side) for side in sides) for sides in (change.before, change.after))
    return f"{_capital(draw, change.match)}: {after}, instead of {before}."


def _named(draw: PublishedDraw, occupant: Occupant) -> str:
    match occupant:
        case Entrant(number):
            return draw.names[number]
        case Awaiting(code):
            return f"the winner of {draw.matches[code].label}"
        case Nobody(why):
            return f"nobody ({why})"
        case _:
            return "a bye"


def _capital(draw: PublishedDraw, code: str) -> str:
    return words.capital(draw.matches[code].label)


def _result(draw: PublishedDraw, result: Result) -> str:
    return f"{_capital(draw, result.match)}: {_ended(draw, result)}"


def _ended(draw: PublishedDraw, result: Result) -> str:
    return result.sentence(*(draw.names[number] for number in result.pairs))


def _champion(draw: PublishedDraw, change: BracketChange[int | None]) -> str:
    before, after = (draw.names.get(number or 0) for number in (change.before, change.after))
    if after is None:
        return f"{before} are no longer the champions."
    return f"{after} are the champions, instead of {before}." if before else f"{after} are the champions."


def _interrupted(draw: PublishedDraw, one: Unanswered) -> str:
    sent = "nobody has replied to the reported result"
    return f"{_between(draw, one)}: {sent}. If the match is reopened, the result counts once it is confirmed."


def _answerable(draw: PublishedDraw, one: Unanswered) -> str:
    unconfirmed = "" if one.confirms_automatically else " It is not confirmed automatically."
    return f"{_between(draw, one)}: the reported result waits for a reply.{unconfirmed}"


def _between(draw: PublishedDraw, one: Unanswered) -> str:
    return f"{_capital(draw, one.match)}, {' v '.join(draw.names[number] for number in one.pairs)}"


_WAYS = {
    PreferredChannel.EMAIL: "by email",
    PreferredChannel.LETTER: "by letter",
    PreferredChannel.TELEPHONE: "by phone",
}


class AffectedPair(NamedTuple):
    """A pair to tell: the channel, the text and a mailto link. `is_out` is True if the pair no longer goes through."""

    pair: Pair
    way: str
    what: str
    is_out: bool
    mailto: str


def hearings(draw: PublishedDraw, code: str, ahead: Consequences, *, subject: str, why: str) -> list[AffectedPair]:
    """Return the pairs that a correction of this match concerns, its own pairs first. Each email ends with `why`."""
    own = draw.matches[code].numbers
    others = sorted(concerned(ahead) - set(own))
    return [_hearing(draw, code, ahead, number, subject, why) for number in (*own, *others)]


def _hearing(draw: PublishedDraw, code: str, ahead: Consequences, number: int, subject: str, why: str) -> AffectedPair:
    pair = draw.pairs[number]
    here = Entrant(number)
    is_out = any(change.match == code and change.before == here != change.after for change in ahead.goes_on)
    news = [*(["you do not go through after all"] if is_out else []), *_news(draw, code, ahead, number)]
    what = "; ".join(dict.fromkeys(news)) or "the result is corrected, and nothing else changes for you"
    what = f"{capital(what)}."
    return AffectedPair(
        pair, _WAYS[PreferredChannel(pair.way)], what, is_out, mailto_link([pair], subject, f"{what}\n\n{why}")
    )


def _news(draw: PublishedDraw, code: str, ahead: Consequences, number: int) -> Iterator[str]:
    here = Entrant(number)
    if any(change.match == code and change.after == here != change.before for change in ahead.goes_on):
        yield "you go through"
    for change in ahead.sides:
        if here in change.after:
            other = next(side for side in change.after if side != here)
            yield f"{_meets(draw, other)} in the {_round(draw, change.match)}"
    for result in ahead.set_aside:
        if number in result.pairs and result.match != code:
            yield f"your {_round(draw, result.match)} no longer counts"
    for result in ahead.restored:
        if number in result.pairs:
            yield f"your {_round(draw, result.match)} counts again"


def _meets(draw: PublishedDraw, other: Occupant) -> str:
    match other:
        case Entrant(number):
            return f"you play {draw.names[number]}"
        case Awaiting(code):
            return f"you wait for the winner of {draw.matches[code].label}"
        case Nobody():
            return "you have no opponents"
        case _:
            return "you have a bye"


def _round(draw: PublishedDraw, code: str) -> str:
    return called(draw.matches[code].round_name)


RULING = "Undo the ruling on the page of the match. The earlier results then count again."
REPORT = "Decide or reopen the match on its page. The earlier results stay on the record."
UNDONE = "Make the ruling again. The undone ruling stays on the record with its reason."
WITHDRAWAL = "Undo the withdrawal on the page of the pair. The draw is then as if the pair had not withdrawn."
RETURN = "Withdraw the pair again on its page."
PLACING = "Undo it under More, Late entries. The earlier pair then has its place and its results again."
CONDITIONS = "Undo the correction on the page where you made it, before a score sheet of the round is started."
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
    """The option to correct a result and keep the later rounds, with its own fingerprint."""

    fingerprint: str
    said: str
    choices: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class DecisionSheet:
    """The preview of a decision. A random pick has one case, with a heading, for each pair."""

    decision: str
    cases: Sequence[tuple[str, Summary]]
    text: str
    recipients: list[Recipient]
    everybody: str
    way_back: str
    fingerprint: str = ""
    warnings: Sequence[str] = ()  # Only the organiser sees the warnings.
    heading: str = ""
    hearings: Sequence[AffectedPair] = ()
    standing: KeptProgress | None = None


def kept_progress(draw: PublishedDraw, state: PublishedMatch, winner: int | None, fingerprint: str) -> KeptProgress:
    """Return the option to keep the later rounds although this pair has won by the corrected totals."""
    names = [draw.names[number] for number in sorted(state.numbers, key=lambda number: number != winner)]
    text = "{} are shown as the winners by the corrected totals. {} keep their place, and no other match changes."
    return KeptProgress(fingerprint, text.format(*names), list(LET_STAND.items()))


def told_cases(draw: PublishedDraw, cases: Iterable[tuple[int | None, Consequences]]) -> list[tuple[str, Summary]]:
    """Return the changes in each case. If the winner is picked at random, the headings name the pairs."""
    return [(f"If {draw.names[winner]} are picked" if winner else "", summary(draw, ahead)) for winner, ahead in cases]


def subject(state: PublishedMatch) -> str:
    """Return the heading of a decision about this match."""
    return f"{state.round_name}: {match_line(state).title}"


def of_match(
    draw: PublishedDraw,
    state: PublishedMatch,
    cases: Sequence[tuple[int | None, Consequences]],
    *,
    about: str,
    why: str,
) -> dict[str, Any]:
    """Return further parts of the preview if a decision about one match changes results."""
    if len(cases) != 1 or not touches_results(cases[0][1]):
        return {}
    affected = hearings(draw, state.code, cases[0][1], subject=about, why=why)
    return {"heading": heading(draw, state.code, cases[0][1]), "hearings": affected}


def sheet_for(
    pairs: Sequence[Pair],
    *,
    subject: str,
    decision: str,
    address: str,
    cases: Sequence[tuple[str, Summary]] = (),
    **rest: Any,
) -> DecisionSheet:
    """Return the preview of a decision that concerns these pairs. `address` is its public URL.

    The decision includes the reason. The heading, if any, is the main consequence.
    """
    text = _text(subject, decision, cases, address)
    texts = ((pair, _text(subject, decision, of_pair(pair, cases), address)) for pair in pairs)
    recipients = [Recipient(pair, mailto_link([pair], subject, own)) for pair, own in texts]
    return DecisionSheet(decision, cases, text, recipients, mailto_link(pairs, subject, text), **rest)


def of_pair(pair: Pair, cases: Sequence[tuple[str, Summary]]) -> Sequence[tuple[str, Summary]]:
    """Return the cases that concern this pair. A single case concerns all pairs."""
    return [case for case in cases if pair.number in case[1].concerned] if len(cases) > 1 else cases


def _text(subject: str, decision: str, cases: Sequence[tuple[str, Summary]], address: str) -> str:
    lines = [subject, "", decision]
    for heading, changes in cases:
        lines += ["", f"{heading}:"] if heading else []
        for title, sentences in changes.parts:
            lines += ["", f"{title}:", *sentences]
    return "\n".join([*lines, "", address])
