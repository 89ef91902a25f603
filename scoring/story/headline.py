"""Newspaper headlines for a match, based on the facts on its score sheet."""

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from scoring.rules import tariff
from scoring.rules.contract import Doubling
from scoring.rules.deal import PointsReason
from scoring.rules.sheet import ScoredDeal, Standing
from scoring.rules.sides import BySide, Side
from scoring.rules.words import bid, counted, listed, number
from scoring.story.story import SheetStory

# Thresholds for a headline, in points. SEESAW counts changes in the lead.
FAR_BEHIND = 500
A_HAIR = 100
A_LANDSLIDE = 1000
OUT_OF_SIGHT = 2500
SEESAW = 6


class Headline(NamedTuple):
    """A headline. `shape` names the pattern of match that it describes."""

    shape: str
    text: str


def story_headline(story: SheetStory, names: BySide[str]) -> Headline:
    """Return the headline of a finished or unfinished match, using these names for the sides."""
    sheet = story.sheet
    if sheet.winner:
        won = _Won(story, sheet.winner)
        endings = ((way.__name__[1:], way(won)) for way in _ENDINGS)
        return next(Headline(shape, text.format(names[won.side])) for shape, text in endings if text)
    return _so_far(story, names)


def _so_far(story: SheetStory, names: BySide[str]) -> Headline:
    sheet = story.sheet
    left = counted(story.sheet.deals_left, "deal").capitalize()
    if sheet.standing is Standing.TIED:
        by_credits = " with the unfinished rubber" if sheet.shown.ahead else ""
        more = f"{number(sheet.deals_left)} more to play"
        return Headline("tied", f"Level after {len(sheet.lines)} deals{by_credits}: {more}")
    in_tie_break = len(sheet.lines) > sheet.conditions.deals
    to_go = f"Tie-break, {left.lower()} to go" if in_tie_break else f"{left} to go"
    if (front := story.front) is None:
        shape = "in_tie_break" if in_tie_break else "level"
        return Headline(shape, f"{to_go}, and level at {sheet.shown.ns:,}")
    *before, ahead = story.leads(front)
    if in_tie_break:
        return Headline("in_tie_break", f"{to_go}: {names[front]} lead by {ahead:,}")
    if any(before) and before[-1] <= 0:
        return Headline("takes_lead", f"{to_go}: {names[front]} take the lead, by {ahead:,}")
    return Headline("ahead", f"{to_go}: {names[front]} lead by {ahead:,}")


@dataclass(frozen=True, slots=True)
class _Won:
    """A decided match from the winners' point of view."""

    story: SheetStory
    side: Side

    @property
    def leads(self) -> tuple[int, ...]:
        return self.story.leads(self.side)

    @property
    def margin(self) -> int:
        total = self.story.sheet.total
        return total[self.side] - total[self.side.other]

    @property
    def deals(self) -> int:
        return len(self.story.sheet.lines)

    @property
    def slams(self) -> list[ScoredDeal]:
        return [line for line in self.story.slams if line.deal.side is self.side]

    def net(self, line: ScoredDeal) -> int:
        return line.score[self.side] - line.score[self.side.other]


# Each function returns "" if it does not apply. {} represents the winners' names.


def _tie_break(won: _Won) -> str:
    if not (ties := won.story.ties):
        return ""
    level = listed(f"after {tie.deal}" for tie in ties)
    return f"Level {level} deals: {{}} win by {won.margin:,} after {won.deals}"


def _credits(won: _Won) -> str:
    return "" if won.leads[-1] > 0 else f"The unfinished rubber decides the match: {{}} win by {won.margin:,}"


def _last_slam(won: _Won) -> str:
    on_the_last = won.slams and won.slams[-1].number == won.deals and won.leads[-2] <= 0
    return f"A slam on the last deal: {{}} win by {won.margin:,}" if on_the_last else ""


def _last_deal(won: _Won) -> str:
    before = won.leads[-2]
    if before > 0:
        return ""
    standing = f"{-before:,} behind" if before else "Level"
    return f"{standing} with a deal to go: {{}} win by {won.margin:,}"


def _comeback(won: _Won) -> str:
    worst = min(won.leads)
    left = won.leads[::-1].index(worst)
    if -worst < FAR_BEHIND or left > won.deals / 2:
        return ""
    return f"{counted(left, 'deal').capitalize()} to go and {-worst:,} behind: {{}} win by {won.margin:,}"


def _honours(won: _Won) -> str:
    honours = [
        entry.points if entry.side is won.side else -entry.points
        for line in won.story.sheet.lines
        for entry in line.entries
        if entry.reason is PointsReason.HONOURS
    ]
    return f"Honours decide the match: {{}} win by {won.margin:,}" if sum(honours) >= won.margin else ""


def _grand_slam(won: _Won) -> str:
    grand = [line for line in won.story.slams if line.deal.slam == max(tariff.SLAM)]
    return _bid_and_made(won, grand[0]) if len(grand) == 1 and grand[0] in won.slams else ""


def _hair(won: _Won) -> str:
    return f"{won.margin:,} points apart after {won.deals} deals: {{}} win" if won.margin <= A_HAIR else ""


def _fewer_rubbers(won: _Won) -> str:
    ours, theirs = won.story.rubbers.seen_from(won.side)
    if ours >= theirs:
        return ""
    few = "No rubber" if not ours else counted(ours, "rubber").capitalize()
    return f"{few} against {number(theirs)}, and {{}} win by {won.margin:,}"


def _swing(won: _Won) -> str:
    best = max(map(won.net, won.story.sheet.lines))
    is_theirs = won.story.swing is None or won.story.swing.points > best
    if is_theirs or best < max(A_LANDSLIDE, won.margin):
        return ""
    return f"{best:,} on one deal: {{}} win by {won.margin:,}"


def _rubbers(won: _Won) -> str:
    ours, theirs = won.story.rubbers.seen_from(won.side)
    if ours < 2 or theirs:
        return ""
    return f"{counted(ours, 'rubber').capitalize()} to none: {{}} win by {won.margin:,}"


def _slams(won: _Won) -> str:
    if len(won.slams) < len(won.story.slams):
        return ""
    if len(won.slams) > 1:
        return f"{counted(len(won.slams), 'slam').capitalize()} bid and made: {{}} win by {won.margin:,}"
    return _bid_and_made(won, won.slams[0]) if won.slams else ""


def _bid_and_made(won: _Won, line: ScoredDeal) -> str:
    if (contract := line.deal.contract) is None:
        return ""
    made = "bid and made" if contract.doubling is Doubling.UNDOUBLED else "and made"
    return f"{bid(contract).capitalize()} {made}: {{}} win by {won.margin:,}"


def _landslide(won: _Won) -> str:
    return f"{won.margin:,} clear after {won.deals} deals: {{}} win" if won.margin >= OUT_OF_SIGHT else ""


def _throughout(won: _Won) -> str:
    return f"In the lead from the first deal to the last: {{}} win by {won.margin:,}" if min(won.leads[1:]) > 0 else ""


def _seesaw(won: _Won) -> str:
    ahead = [lead > 0 for lead in won.leads if lead]
    changes = sum(side != next_side for side, next_side in pairwise(ahead))
    if changes < SEESAW:
        return ""
    return f"The lead changes hands {counted(changes, 'time')}: {{}} win by {won.margin:,}"


def _never_behind(won: _Won) -> str:
    return f"Never behind: {{}} win by {won.margin:,}" if min(won.leads) == 0 else ""


def _for_good(won: _Won) -> str:
    first = won.deals - next(place for place, lead in enumerate(reversed(won.leads)) if lead <= 0) + 1
    return f"In the lead from deal {first} to the end: {{}} win by {won.margin:,}"


# The first of these that applies becomes the headline.
_ENDINGS = (
    _tie_break,
    _credits,
    _last_slam,
    _last_deal,
    _comeback,
    _honours,
    _grand_slam,
    _hair,
    _fewer_rubbers,
    _swing,
    _rubbers,
    _slams,
    _landslide,
    _throughout,
    _seesaw,
    _never_behind,
    _for_good,
)
