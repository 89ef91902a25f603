"""The consequences of a decision in words: what changes, who is told what, how to take it back."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from competition.entries.models.pair import Pair, Way
from competition.entries.presenters.recipients import Recipient, mail, recipients
from competition.knockout.presenters import words
from competition.knockout.presenters.words import LET_STAND, called, capital
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.bracket import Awaiting, Entrant, Nobody, Occupant
from competition.knockout.rules.consequences import Change, Consequences, Unanswered
from competition.knockout.rules.result import Result
from scoring.rules.spoken import few


class Row(NamedTuple):
    """A match that changes: how it stands, how it would, and what becomes of its result."""

    code: str
    round: str
    before: str
    after: str
    result: str
    is_undone: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """The consequence sheet: every subject that changes, with its sentences.

    Where results that stand are touched, `rows` tell it match by match, and so many others are `untouched`;
    `beside_rows` is what they do not say.
    """

    parts: list[tuple[str, list[str]]]
    beside_rows: list[tuple[str, list[str]]]
    rows: list[Row]
    untouched: int


def summary(draw: PublishedDraw, ahead: Consequences) -> Summary:
    """The consequences of a change in words."""
    in_rows = [
        ("Who goes on", [_goes_on(draw, change) for change in ahead.goes_on]),
        ("Who meets", [_meet(draw, change) for change in ahead.sides]),
        ("Results set aside (kept, but they no longer count)", [_result(draw, one) for one in ahead.set_aside]),
        ("Results that count again", [_result(draw, one) for one in ahead.restored]),
    ]
    champions = ("The champions", [_champion(draw, ahead.champion)] if ahead.champion else [])
    rest = [
        ("Results that silence no longer agrees to", [_interrupted(draw, one) for one in ahead.interrupted]),
        ("Results that can be answered again", [_answerable(draw, one) for one in ahead.answerable]),
    ]
    rows = _rows(draw, ahead)
    codes = {row.code for row in rows}
    return Summary(
        parts=[part for part in (champions, *in_rows, *rest) if part[1]],
        beside_rows=[part for part in (champions, *(() if rows else in_rows), *rest) if part[1]],
        rows=rows,
        untouched=sum(state.result is not None and code not in codes for code, state in draw.matches.items()),
    )


def touches_results(ahead: Consequences) -> bool:
    """Whether results that stand are touched; else a decision only leads on."""
    return bool(ahead.winner_changes or ahead.set_aside or ahead.restored)


def concerned(ahead: Consequences) -> set[int]:
    """The pairs a change touches: those who go on or meet somebody else, and those whose results change."""
    occupants = [side for change in ahead.sides for sides in (change.before, change.after) for side in sides]
    met = [result.pairs for result in (*ahead.set_aside, *ahead.restored)]
    met += [one.pairs for one in (*ahead.interrupted, *ahead.answerable)]
    entrants = {side.number for side in occupants if isinstance(side, Entrant)}
    return entrants | {number for pairs in met for number in pairs}


def heading(draw: PublishedDraw, code: str, ahead: Consequences) -> str:
    """The consequence of deciding this match so, in a few words; nothing where no result that stands is touched."""
    later, again = (sum(one.match != code for one in results) for results in (ahead.set_aside, ahead.restored))
    after = next((change.after for change in ahead.goes_on if change.match == code), None)
    winner = draw.names[after.number] if isinstance(after, Entrant) else ""
    if later:
        what = f"{_matches(later)} {'is' if later == 1 else 'are'} played again"
        return f"If {winner} won, {what}" if winner else words.capital(what)
    if again:
        return words.capital(f"{_matches(again)} count{'s' * (again == 1)} again")
    if ahead.winner_changes:
        return f"{winner} go on instead" if winner else f"Nobody goes on{'' if isinstance(after, Nobody) else ' yet'}"
    return ""


def _matches(number: int) -> str:
    return f"{few(number, most=9)} later match{'es' * (number != 1)}"


def _rows(draw: PublishedDraw, ahead: Consequences) -> list[Row]:
    """Every match that changes, where results that stand are touched."""
    if not touches_results(ahead):
        return []
    touched = {change.match for change in ahead.goes_on} | {change.match for change in ahead.sides}
    touched |= {result.match for result in (*ahead.set_aside, *ahead.restored)}
    return [_row(draw, state, ahead) for code, state in draw.matches.items() if code in touched]


def _row(draw: PublishedDraw, state: MatchState, ahead: Consequences) -> Row:
    before = words.sentence(state) if state.result else f"{' v '.join(side.text for side in state.sides)}."
    restored = next((one for one in ahead.restored if one.match == state.code), None)
    is_aside = any(one.match == state.code for one in ahead.set_aside)
    after, result = _after(draw, state.code, ahead), ""
    if restored:
        after, result = _ended(draw, restored), "The result counts again."
    elif is_aside:
        result = "The result is set aside; what was played is kept."
    return Row(state.code, state.round_name, words.capital(before), words.capital(after), result, is_aside)


def _after(draw: PublishedDraw, code: str, ahead: Consequences) -> str:
    sides = next((change.after for change in ahead.sides if change.match == code), None)
    if sides:
        one, other = sorted(sides, key=lambda side: not isinstance(side, Entrant))
        meets = "meet" if isinstance(other, Entrant) else "wait for" if isinstance(other, Awaiting) else "v"
        return f"{_named(draw, one)} {meets if isinstance(one, Entrant) else 'v'} {_named(draw, other)}."
    return f"{_on(draw, next((change.after for change in ahead.goes_on if change.match == code), None))}."


def _goes_on(draw: PublishedDraw, change: Change[Occupant]) -> str:
    instead = "" if isinstance(change.before, Awaiting) else f", instead of {_named(draw, change.before)}"
    return f"{change.match}: {_on(draw, change.after)}{instead}."


def _on(draw: PublishedDraw, occupant: Occupant | None) -> str:
    match occupant:
        case Entrant(number):
            return f"{draw.names[number]} go on"
        case Nobody(why):
            return f"nobody goes on ({why})"
        case _:
            return "nobody goes on yet"


def _meet(draw: PublishedDraw, change: Change[tuple[Occupant, Occupant]]) -> str:
    before, after = (" v ".join(_named(draw, side) for side in sides) for sides in (change.before, change.after))
    return f"{change.match}: {after}, instead of {before}."


def _named(draw: PublishedDraw, occupant: Occupant) -> str:
    match occupant:
        case Entrant(number):
            return draw.names[number]
        case Awaiting(code):
            return f"the winner of {code}"
        case Nobody(why):
            return f"nobody ({why})"
        case _:
            return "a bye"


def _result(draw: PublishedDraw, result: Result) -> str:
    return f"{result.match}: {_ended(draw, result)}"


def _ended(draw: PublishedDraw, result: Result) -> str:
    return result.sentence(*(draw.names[number] for number in result.pairs))


def _champion(draw: PublishedDraw, change: Change[int | None]) -> str:
    before, after = (draw.names.get(number or 0) for number in (change.before, change.after))
    if after is None:
        return f"{before} are no longer the champions."
    return f"{after} are the champions, instead of {before}." if before else f"{after} are the champions."


def _interrupted(draw: PublishedDraw, one: Unanswered) -> str:
    sent = "nobody has answered the result that was sent in"
    return f"{_between(draw, one)}: {sent}. If the match is open again, it counts once it is confirmed."


def _answerable(draw: PublishedDraw, one: Unanswered) -> str:
    silence = "" if one.silence_runs else " Silence does not agree to it."
    return f"{_between(draw, one)}: the result that was sent in waits for its answer.{silence}"


def _between(draw: PublishedDraw, one: Unanswered) -> str:
    return f"{one.match}, {' v '.join(draw.names[number] for number in one.pairs)}"


_WAYS = {Way.MAIL: "by mail", Way.LETTER: "by letter", Way.TELEPHONE: "by telephone"}


class AffectedPair(NamedTuple):
    """A pair that is told: by which way, what, whether it is better rung first, and a mail that says so."""

    pair: Pair
    way: str
    what: str
    is_out: bool
    mail: str


def hearings(draw: PublishedDraw, code: str, ahead: Consequences, *, subject: str, why: str) -> list[AffectedPair]:
    """Every pair that a correction of this match touches, those of the match itself first; its mail ends with `why`."""
    own = draw.matches[code].numbers
    others = sorted(concerned(ahead) - set(own))
    return [_hearing(draw, code, ahead, number, subject, why) for number in (*own, *others)]


def _hearing(draw: PublishedDraw, code: str, ahead: Consequences, number: int, subject: str, why: str) -> AffectedPair:
    pair, here = draw.pairs[number], Entrant(number)
    is_out = any(one.match == code and one.before == here != one.after for one in ahead.goes_on)
    said = [*(["you do not go on after all"] if is_out else []), *_news(draw, code, ahead, number)]
    what = "; ".join(dict.fromkeys(said)) or "the result is corrected, and nothing else changes for you"
    what = f"{capital(what)}."
    return AffectedPair(pair, _WAYS[Way(pair.way)], what, is_out, mail([pair], subject, f"{what}\n\n{why}"))


def _news(draw: PublishedDraw, code: str, ahead: Consequences, number: int) -> Iterator[str]:
    here = Entrant(number)
    if any(one.match == code and one.after == here != one.before for one in ahead.goes_on):
        yield "you go on"
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
            return f"you meet {draw.names[number]}"
        case Awaiting(code):
            return f"you wait for the winner of {code}"
        case Nobody():
            return "you have nobody to play"
        case _:
            return "you have a bye"


def _round(draw: PublishedDraw, code: str) -> str:
    return called(draw.matches[code].round_name)


RULING = "Take the ruling back on the page of the match: what counted before counts again, and so does what followed."
REPORT = "Settle or reopen the match on its page: what was there before is kept beside it."
UNDONE = "Rule again: the ruling you take back now stays in the story of the match, with its reason."
WITHDRAWAL = "Bring the pair back on its own page: the draw is then again what it would be without the withdrawal."
RETURN = "Withdraw the pair again on its own page."
PLACING = "Take it back under More, Late pairs: whoever stood there before does so again, and their results count."
CONDITIONS = "Take the correction back on the page where you made it, as long as no sheet of the round is open."
CORRECTED_AGAIN = "Correct the conditions of the round again."
DATES = "Take it back on the page of the dates, round by round: the day before it stands again."
EXTENSION = "Take the extension back on the same page where you gave it: the day before it stands again."


class KeptProgress(NamedTuple):
    """The other way to correct a result: it is noted, and who has gone on stays; known by its own fingerprint."""

    fingerprint: str
    said: str
    choices: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All the organiser reads before deciding; several cases where a lot is to be drawn, each under its heading."""

    decision: str
    cases: Sequence[tuple[str, Summary]]
    text: str
    recipients: list[Recipient]
    everybody: str
    way_back: str
    fingerprint: str = ""
    warnings: Sequence[str] = ()  # for the organiser alone
    heading: str = ""
    hearings: Sequence[AffectedPair] = ()
    standing: KeptProgress | None = None


def kept_progress(draw: PublishedDraw, state: MatchState, winner: int | None, fingerprint: str) -> KeptProgress:
    """What it means to let the results stand though this pair of the match has won by the corrected totals."""
    names = [draw.names[number] for number in sorted(state.numbers, key=lambda number: number != winner)]
    said = "{} are named the winners by the corrected totals. {} had gone on and stay: no other match changes."
    said = said.format(*names)
    return KeptProgress(fingerprint, said, list(LET_STAND.items()))


def told_cases(draw: PublishedDraw, cases: Iterable[tuple[int | None, Consequences]]) -> list[tuple[str, Summary]]:
    """Return what changes in each case; if a lot decides, each case is headed by the pair to which the lot falls."""
    return [
        (f"If the lot falls to {draw.names[winner]}" if winner else "", summary(draw, ahead)) for winner, ahead in cases
    ]


def subject(state: MatchState) -> str:
    """Return what a decision about this match is headed by."""
    return f"{state.code}, {' v '.join(side.text for side in state.sides)}"


def of_match(
    draw: PublishedDraw, state: MatchState, cases: Sequence[tuple[int | None, Consequences]], *, about: str, why: str
) -> dict[str, Any]:
    """Return what a sheet tells of a decision about one match, if it touches results that stand."""
    if len(cases) != 1 or not touches_results(cases[0][1]):
        return {}
    told = hearings(draw, state.code, cases[0][1], subject=about, why=why)
    return {"heading": heading(draw, state.code, cases[0][1]), "hearings": told}


def sheet_for(
    pairs: Sequence[Pair],
    *,
    subject: str,
    decision: str,
    address: str,
    cases: Sequence[tuple[str, Summary]] = (),
    **rest: Any,
) -> Sheet:
    """The sheet of a decision of which these pairs are told; `address` is where everybody may read it.

    The reason belongs to the decision. The heading, if any, says what matters most of it.
    """
    text = _text(subject, decision, cases, address)
    return Sheet(decision, cases, text, recipients(pairs, subject, text), mail(pairs, subject, text), **rest)


def _text(subject: str, decision: str, cases: Sequence[tuple[str, Summary]], address: str) -> str:
    lines = [subject, "", decision]
    for heading, told in cases:
        lines += ["", f"{heading}:"] if heading else []
        for title, sentences in told.parts:
            lines += ["", f"{title}:", *sentences]
    return "\n".join([*lines, "", address])
