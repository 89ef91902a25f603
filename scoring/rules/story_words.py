"""The story of a match in sentences, the two sides by the names of their players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.rules.contract import Doubling
from scoring.rules.deal import Honours
from scoring.rules.sheet import ScoredDeal, Standing
from scoring.rules.sides import BySide, Side
from scoring.rules.story import Peak, Step, Story
from scoring.rules.words import contract_words, counted_deals, deal_words, listed, result_words

# So many deals without a score are worth telling; more changes of lead than that are only counted.
A_LONG_DROUGHT = 6
MANY_CHANGES = 6


def headline(story: Story, ns_name: str, ew_name: str) -> str:
    """How the match stands or ended, in one sentence; the credits of Law 80 count as they stand."""
    sheet, names = story.sheet, BySide(ns_name, ew_name)
    played = len(sheet.lines)
    if played == 0:
        return "No deal has been played yet."
    if (ahead := sheet.total.ahead) is None:
        return _level(story)
    high, low = sheet.total.seen_from(ahead)
    if sheet.winner:
        return f"By the sheet {names[ahead]} win by {high - low:,} after {counted_deals(played)}, {high:,} to {low:,}."
    return f"After {played} of {sheet.stage_end} deals: {names[ahead]} ahead by {high - low:,}, {high:,} to {low:,}."


def facts(story: Story, ns_name: str, ew_name: str) -> tuple[str, ...]:
    """What else there is to tell, a sentence each; "they" in the first is the side the headline is about."""
    names = BySide(ns_name, ew_name)
    return (
        *_comeback(story),
        *_lead(story),
        *_ties(story),
        *_peaks(story, names),
        *_slams(story.slams, names),
        *_doubled(story.doubled),
        *_honours(story.honours, names),
        *_rubbers(story, names),
        *_droughts(story, names),
        *_passed_in(story.passed_in),
    )


def _level(story: Story) -> str:
    sheet, level = story.sheet, f"{story.sheet.total.ns:,}"
    if sheet.standing is Standing.TIED:
        return f"Level at {level} after {counted_deals(len(sheet.lines))}: {sheet.deals_left} more to play."
    return f"After {len(sheet.lines)} of {sheet.stage_end} deals: level at {level}."


def _comeback(story: Story) -> Iterator[str]:
    if story.comeback:
        yield f"They were {story.comeback.deficit:,} behind after {_deals(story.comeback.deals)}."
    elif story.sheet.winner:
        yield "They were never behind."


def _lead(story: Story) -> Iterator[str]:
    changes = story.lead_changes
    if len(changes) > MANY_CHANGES:
        yield f"The lead changed hands {len(changes)} times, the last time {_when(changes[-1:])}."
    elif changes:
        yield f"The lead changed hands {_when(changes)}."


def _when(changes: Sequence[Step]) -> str:
    on_deals = [step.deal for step in changes if not step.credits]
    moments = [f"on {_deals(on_deals)}"] if on_deals else []
    if len(on_deals) < len(changes):
        moments.append("with the credits of Law 80")
    return " and ".join(moments)


def _ties(story: Story) -> Iterator[str]:
    # A tie with no deal after it is what the headline tells.
    broken = [tie for tie in story.ties if tie.deal < len(story.sheet.lines)]
    if broken:
        levels = listed(f"at {tie.total.ns:,} after deal {tie.deal}" for tie in broken)
        yield f"The totals were level {levels}, and tie-break deals were played."


def _peaks(story: Story, names: BySide[str]) -> Iterator[str]:
    if story.swing:
        yield f"Biggest swing: {_peak(story.swing, names)}."
    if story.highest and not (story.swing and story.swing.lines == story.highest.lines):
        yield f"Highest score on a deal: {_peak(story.highest, names)}."


def _peak(peak: Peak, names: BySide[str]) -> str:
    if len(peak.lines) > 2:
        return f"{peak.points:,}, on {_deals([line.number for line in peak.lines])}"
    return f"{peak.points:,} " + listed(_scored(line, names) for line in peak.lines)


def _scored(line: ScoredDeal, names: BySide[str]) -> str:
    rubber = ", and the rubber" if line.rubber else ""
    side = line.score.ahead
    receiver = f"to {names[side]} " if side else ""
    return f"{receiver}on deal {line.number} ({deal_words(line.deal)}{rubber})"


def _slams(lines: Sequence[ScoredDeal], names: BySide[str]) -> Iterator[str]:
    for side in Side:
        bid = [_slam(line) for line in lines if line.deal.side is side]
        if bid:
            yield f"{'Slam' if len(bid) == 1 else 'Slams'} bid by {names[side]}: {listed(bid)}."


def _slam(line: ScoredDeal) -> str:
    contract = contract_words(line.deal.contract) if line.deal.contract else ""
    return f"{contract} on deal {line.number} ({result_words(line.deal)})"


def _doubled(lines: Sequence[ScoredDeal]) -> Iterator[str]:
    for doubling in (Doubling.DOUBLED, Doubling.REDOUBLED):
        for fared, made in (("made", True), ("light", False)):
            deals = [
                line.number
                for line in lines
                if line.deal.contract and line.deal.contract.doubling is doubling and (line.deal.over >= 0) is made
            ]
            if deals:
                yield f"{doubling.word.capitalize()} and {fared}: {_deals(deals)}."


def _honours(lines: Sequence[ScoredDeal], names: BySide[str]) -> Iterator[str]:
    held = [(line.number, line.deal.honours) for line in lines if line.deal.honours]
    told = [f"{_awards(held, side)} to {names[side]}" for side in Side if any(award.side is side for _, award in held)]
    if told:
        yield f"Honours: {'; '.join(told)}."


def _awards(held: Sequence[tuple[int, Honours]], side: Side) -> str:
    return listed(f"{award.points} on deal {number}" for number, award in held if award.side is side)


def _rubbers(story: Story, names: BySide[str]) -> Iterator[str]:
    if any(story.rubbers):
        ns, ew = (won or "none" for won in story.rubbers)
        yield f"Rubbers: {ns} to {names.ns}, {ew} to {names.ew}."


def _droughts(story: Story, names: BySide[str]) -> Iterator[str]:
    for drought in story.droughts:
        if drought.length >= A_LONG_DROUGHT:
            yield (
                f"{names[drought.side]} scored nothing on {drought.length} deals running, "
                f"{drought.first_deal} to {drought.last_deal}."
            )


def _passed_in(deals: Sequence[int]) -> Iterator[str]:
    if deals:
        yield f"{_deals(deals).capitalize()} {'was' if len(deals) == 1 else 'were'} passed in."


def _deals(numbers: Sequence[int]) -> str:
    return f"{'deal' if len(numbers) == 1 else 'deals'} {listed(map(str, numbers))}"
