"""Reports of a match in three sentences: its beginning, its largest swing and its end."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from scoring.rules.sheet import ScoredDeal
from scoring.rules.sides import BySide, Side
from scoring.rules.words import bid, counted, fared, number, ordinal
from scoring.story.story import SheetStory

# If the winner of the rubbers changes more often than this, give only the number of rubbers.
MANY = 4


class SentencePart(NamedTuple):
    """Part of a sentence. `deal` is the number of the deal that it links to, if any."""

    text: str
    deal: int | None = None


Sentence = tuple[SentencePart, ...]


def report(story: SheetStory, names: BySide[str]) -> tuple[Sentence, ...]:
    """Return sentences about a match, using these names for the sides. Return () before the first deal."""
    if not story.sheet.lines:
        return ()
    sentences = (_rubbers(story, names), _swing(story, names), _end(story, names))
    return tuple(_capital(tuple(parts)) for parts in sentences)


def _capital(sentence: Sentence) -> Sentence:
    """Return the sentence with a capital first letter, because it can begin with "you"."""
    return tuple(
        part._replace(text=part.text[:1].upper() + part.text[1:]) if part is sentence[0] else part for part in sentence
    )


def _rubbers(story: SheetStory, names: BySide[str]) -> Iterator[SentencePart]:
    won = [line for line in story.sheet.lines if line.rubber]
    spells = [list(lines) for _, lines in groupby(won, key=lambda line: line.rubber)]
    if not won:
        played = counted(len(story.sheet.lines), "deal")
        state = "was finished" if story.is_over else "is finished yet"
        yield SentencePart(f"No rubber {state} in {played}.")
    elif len(spells) > MANY:
        ns, ew = (number(count) for count in story.rubbers)
        yield SentencePart(f"The rubbers were shared: {ns} to {names.ns} and {ew} to {names.ew}.")
    else:
        yield from _spells(spells, names)


def _spells(spells: list[list[ScoredDeal]], names: BySide[str]) -> Iterator[SentencePart]:
    """Yield the winners of the rubbers, such as "North-South won the first two rubbers" and "East-West the third"."""
    seen = 0
    for spell in spells:
        if seen:
            yield SentencePart(" and " if spell is spells[-1] else ", ")
        won = " won" if not seen else ""
        yield SentencePart(f"{names[spell[0].rubber or Side.NS]}{won} the {_which(seen, len(spell))}")
        seen += len(spell)
    yield SentencePart(".")


def _which(seen: int, length: int) -> str:
    """Return words for consecutive rubbers: "first rubber", "first two rubbers", "next two" or "third"."""
    if length == 1:
        return ordinal(seen + 1) if seen else "first rubber"
    return f"next {number(length)}" if seen else f"first {counted(length, 'rubber')}"


def _swing(story: SheetStory, names: BySide[str]) -> Iterator[SentencePart]:
    if story.swing is None:
        return
    first, *others = story.swing.lines
    side = first.score.ahead
    deal = first.deal
    if others or side is None or deal.contract is None or deal.declarer is None:
        yield SentencePart(f"The biggest swing was {story.swing.points:,}, on ")
        yield from _deals(story.swing.lines)
    else:
        yield SentencePart(f"The biggest swing was {story.swing.points:,} to {names[side]} on ")
        yield from _deals([first])
        rubber = ", and the rubber" if first.rubber else ""
        yield SentencePart(f", for {bid(deal.contract)} by {deal.declarer.word}, {fared(deal)}{rubber}")
    yield SentencePart(".")


def _deals(lines: Sequence[ScoredDeal]) -> Iterator[SentencePart]:
    for line in lines:
        if line is not lines[0]:
            yield SentencePart(" and " if line is lines[-1] else ", ")
        yield SentencePart(f"deal {line.number}", line.number)


def _end(story: SheetStory, names: BySide[str]) -> Iterator[SentencePart]:
    if (front := story.front) is None:
        yield SentencePart(f"Both have {story.sheet.shown.ns:,}.")
        return
    past = story.is_over
    leads = story.leads(front)
    if (worst := min(leads)) < 0:
        deal = len(leads) - 1 - leads[::-1].index(worst)
        yield SentencePart(f"{names[front]} were {-worst:,} behind after ")
        yield SentencePart(f"deal {deal}", deal)
        yield from _in_front(leads, past)
    else:
        verb = "were never" if past else "have never been"
        yield SentencePart(f"{names[front]} {verb} behind")
    if story.sheet.winner:
        yield from _unfinished(leads[-1], story.sheet.total[front] - story.sheet.total[front.other], names[front])
    yield SentencePart(".")


def _in_front(leads: tuple[int, ...], past: bool) -> Iterator[SentencePart]:
    if leads[-1] > 0:
        first = len(leads) - next(after for after, lead in enumerate(reversed(leads)) if lead <= 0)
        yield SentencePart(" and in the lead from " if past else " and have been in the lead since ")
        yield SentencePart(f"deal {first}", first)


def _unfinished(lead: int, margin: int, name: str) -> Iterator[SentencePart]:
    """Yield the effect on the lead of the credits for an unfinished rubber."""
    if lead != margin:
        stood = f"{lead:,} ahead" if lead > 0 else f"{-lead:,} behind" if lead else "level"
        whom = "you" if name == "you" else "them"
        yield SentencePart(f"; the last deal left {whom} {stood}, and the unfinished rubber {margin:,} ahead")
