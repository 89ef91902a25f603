"""Property-based and worked tests for headlines: each headline must be true."""

import re
from itertools import accumulate, pairwise

from hypothesis import given, settings, strategies

from scoring.rules.conditions import TieBreak
from scoring.rules.deal import PointsReason
from scoring.rules.sheet import Sheet, read_sheet
from scoring.rules.sides import BySide, Side
from scoring.rules.words import number
from scoring.story.headline import story_headline
from scoring.story.story import make_story
from tests.scoring.rules.generated import mirrored, realistic_sheets, sheets
from tests.scoring.rules.notation import sheet

NAMES = BySide("A & B", "C & D")
COUNTS = {number(count): count for count in range(61)}


class Facts:
    """One pair's facts from a score sheet, calculated independently from the lines."""

    def __init__(self, sheet: Sheet, side: Side) -> None:
        self.sheet, self.deals, self.side = sheet, len(sheet.lines), side
        self.gains = [line.score[side] - line.score[side.other] for line in sheet.lines]
        self.leads = [0, *accumulate(self.gains)]
        self.margin = sheet.total[side] - sheet.total[side.other]
        self.slams = {one: [line for line in sheet.lines if self.is_slam(line, one)] for one in Side}
        self.rubbers = {one: sum(line.rubber is one for line in sheet.lines) for one in Side}

    def is_slam(self, line, side: Side) -> bool:
        deal = line.deal
        return bool(deal.contract and deal.contract.level > 5 and deal.side is side and deal.over >= 0)

    @property
    def honours(self) -> int:
        held = [entry for line in self.sheet.lines for entry in line.entries if entry.reason is PointsReason.HONOURS]
        return sum(entry.points if entry.side is self.side else -entry.points for entry in held)

    @property
    def changes(self) -> int:
        ahead = [lead > 0 for lead in self.leads if lead]
        return sum(one != other for one, other in pairwise(ahead))

    def is_level_after(self, deal: int) -> bool:
        played = [line.deal for line in self.sheet.lines[:deal]]
        return read_sheet(played, self.sheet.first_dealer, self.sheet.conditions).total.ahead is None


def count(text: str) -> int:
    return COUNTS[text.lower()]


# Claims of each headline apart from the margin: its pattern, and a condition on the facts.
CLAIMS = {
    "tie_break": (
        r"Level (.*) deals: A & B win by .* after (\d+)",
        lambda f, level, last: int(last) == f.deals and all(map(f.is_level_after, map(int, re.findall(r"\d+", level)))),
    ),
    "credits": (r"The unfinished rubber decides the match: .*", lambda f: f.leads[-1] <= 0),
    "last_slam": (r"A slam on the last deal: .*", lambda f: f.leads[-2] <= 0 and f.slams[f.side][-1].number == f.deals),
    "last_deal": (
        r"(?:([\d,]+) behind|Level) with a deal to go: .*",
        lambda f, behind: -f.leads[-2] == int((behind or "0").replace(",", "")),
    ),
    "comeback": (
        r"([\w-]+) deals? to go and ([\d,]+) behind: .*",
        lambda f, left, behind: (
            -min(f.leads) == -f.leads[f.deals - count(left)] == int(behind.replace(",", "")) and count(left) > 1
        ),
    ),
    "honours": (r"Honours decide the match: .*", lambda f: f.honours >= f.margin),
    "grand_slam": (r"Seven .* made: .*", lambda f: any(line.deal.contract.level == 7 for line in f.slams[f.side])),
    "hair": (r".* points apart after (\d+) deals: .*", lambda f, deals: int(deals) == f.deals),
    "fewer_rubbers": (
        r"(\w+) rubbers? against (\w+), and .*",
        lambda f, few, many: (count(few), count(many)) == (f.rubbers[f.side], f.rubbers[f.side.other]),
    ),
    "swing": (
        r"([\d,]+) on one deal: .*",
        lambda f, points: int(points.replace(",", "")) == max(f.gains) == max(map(abs, f.gains)),
    ),
    "rubbers": (
        r"(\w+) rubbers to none: .*",
        lambda f, won: (count(won), 0) == (f.rubbers[f.side], f.rubbers[f.side.other]),
    ),
    "slams": (
        r"(?:(\w+) slams|Six .*) (?:bid )?and made: .*",
        lambda f, many: len(f.slams[f.side]) == (count(many) if many else 1) and not f.slams[f.side.other],
    ),
    "landslide": (r".* clear after (\d+) deals: .*", lambda f, deals: int(deals) == f.deals),
    "throughout": (r"In the lead from the first deal to the last: .*", lambda f: min(f.leads[1:]) > 0),
    "seesaw": (r"The lead changes hands (\w+) times: .*", lambda f, times: count(times) == f.changes),
    "never_behind": (r"Never behind: .*", lambda f: min(f.leads) == 0),
    "for_good": (
        r"In the lead from deal (\d+) to the end: .*",
        lambda f, deal: min(f.leads[int(deal) :]) > 0 >= f.leads[int(deal) - 1],
    ),
    "ahead": (
        r"([\w-]+) deals? to go: A & B lead by ([\d,]+)",
        lambda f, left, by: (
            count(left) == f.sheet.deals_left and int(by.replace(",", "")) == max(f.leads[-1], -f.leads[-1])
        ),
    ),
    "takes_lead": (
        r"([\w-]+) deals? to go: A & B take the lead, by ([\d,]+)",
        lambda f, left, by: f.leads[-2] <= 0 < f.leads[-1] == int(by.replace(",", "")),
    ),
    "level": (
        r"([\w-]+) deals? to go, and level at ([\d,]+)",
        lambda f, left, at: f.leads[-1] == 0 and count(left) == f.sheet.deals_left,
    ),
    "tied": (r"Level after (\d+) deals.*: \w+ more to play", lambda f, deals: f.is_level_after(int(deals))),
    "in_tie_break": (
        r"Tie-break, ([\w-]+) deals? to go.*",
        lambda f, left: f.deals > f.sheet.conditions.deals and count(left) == f.sheet.deals_left,
    ),
}


def untrue(played: Sheet) -> str:
    """Return the headline of this score sheet if it makes an untrue claim, or ""."""
    # A & B is the leading pair, on either side.
    told = make_story(played)
    front = told.front or Side.NS
    shape, text = story_headline(told, NAMES if front is Side.NS else BySide(NAMES.ew, NAMES.ns))
    pattern, holds = CLAIMS[shape]
    facts = Facts(played, front)
    said = re.fullmatch(pattern, text)
    margin = f"{facts.margin:,}" in text if played.winner else True
    return "" if said and margin and holds(facts, *said.groups()) else f"{shape}: {text}"


@settings(max_examples=40, derandomize=True, deadline=None)
@given(strategies.one_of(sheets(), realistic_sheets()))
def test_no_headline_is_untrue(played):
    assert untrue(played) == ""


@settings(max_examples=20, derandomize=True, deadline=None)
@given(realistic_sheets())
def test_exchanging_the_sides_does_not_change_the_headline(played):
    twin = story_headline(make_story(mirrored(played)), BySide(NAMES.ew, NAMES.ns))

    assert twin == story_headline(make_story(played), NAMES)


def test_a_short_match_has_a_fitting_headline():
    for deals, text in [
        (["pass"], "Three deals to go, and level at 0"),
        (["N 3NT 9"], "Three deals to go: A & B lead by 100"),
        (["N 3NT 9", "E 4S 10"], "Two deals to go: C & D take the lead, by 20"),
        (["N 3NT 9", "pass", "pass"], "One deal to go: A & B lead by 100"),
        (["N 1C 11", "E 3NT 9", "pass", "pass"], "The unfinished rubber decides the match: C & D win by 300"),
        (["E 3NT 9", "pass", "pass", "N 6S 12"], "A slam on the last deal: A & B win by 580"),
        (["E 3NT 9", "pass", "pass", "N 4S 11"], "100 behind with a deal to go: A & B win by 50"),
        (["E 2H 8", "N 2H 8", "pass", "N 3NT 9"], "Level with a deal to go: A & B win by 400"),
        (["E 6SX 12", "pass", "N 6NTX 12", "pass"], "Two deals to go and 910 behind: A & B win by 20"),
        (["N 2H 8 NS:100", "E 2H 8", "pass", "pass"], "Honours decide the match: A & B win by 100"),
        (["N 7C 13", "E 2H 7", "pass", "pass"], "Seven clubs bid and made: A & B win by 1,490"),
        (["N 2H 8", "E 1C 7", "pass", "pass"], "40 points apart after 4 deals: A & B win"),
        (["N 3NTXX 9", "N 4HX 10", "pass", "pass"], "In the lead from the first deal to the last: A & B win by 1,490"),
        (["N 6H 12", "pass", "pass", "E 2H 7"], "Six hearts bid and made: A & B win by 1,030"),
        (["N 6HX 12", "pass", "pass", "E 2H 7"], "Six hearts doubled and made: A & B win by 1,260"),
        (["pass", "N 2H 8", "N 2H 7", "E 2H 7"], "Never behind: A & B win by 160"),
        (["E 2H 8", "N 3NT 10", "pass", "pass"], "In the lead from deal 2 to the end: A & B win by 370"),
    ]:
        assert story_headline(make_story(sheet(*deals, deals=4)), NAMES).text == text, deals


def test_a_tie_is_mentioned_during_and_after_the_tie_break():
    for tie_break in TieBreak:
        level = ["N 1C 11", "N 4S 6"]

        told = [
            story_headline(make_story(sheet(*level, *more, deals=2, tie_break=tie_break)), NAMES).text
            for more in ([], ["pass"], ["pass", "pass"], ["pass", "pass", "E 4S 10", "pass"])
        ]

        by_credits = " with the unfinished rubber" if tie_break is TieBreak.CONTINUES else ""
        assert told[0] == f"Level after 2 deals{by_credits}: two more to play", tie_break
        assert told[1].startswith("Tie-break, one deal to go"), tie_break
        assert told[2] == f"Level after 4 deals{by_credits}: two more to play", tie_break
        assert re.fullmatch(r"Level after 2 and after 4 deals: C & D win by [\d,]+ after 6", told[3]), tie_break


def test_winning_all_rubbers_makes_a_headline():
    won = ["N 4S 10", "N 3NT 9"] * 2

    assert story_headline(make_story(sheet(*won, deals=4)), NAMES).text == "Two rubbers to none: A & B win by 1,840"


def test_one_deal_larger_than_the_margin_makes_a_headline():
    told = sheet("E 3NT 9", "N 4H 10", "E 2S 4", "N 3NTXX 11", "E 4SXX 10", "pass", "pass", deals=7)

    assert story_headline(make_story(told), NAMES).text == "1,800 on one deal: A & B win by 1,340"


def test_winning_with_fewer_rubbers_makes_a_headline():
    lost = ["E 3NT 9", "E 3NT 9"] * 2

    text = "One rubber against two, and A & B win by 1,100"

    assert (
        story_headline(make_story(sheet("E 3NTX 1", *lost, "N 3NT 9", "N 3NT 9", "pass", deals=8)), NAMES).text == text
    )
