"""Tests for reports of three sentences."""

import re

from hypothesis import given, settings

from scoring.rules.sides import BySide
from scoring.story.report import report
from scoring.story.story import make_story
from tests.scoring.rules.generated import realistic_sheets
from tests.scoring.rules.notation import sheet

NAMES = BySide("A & B", "C & D")
BY_NS, BY_EW = ["N 4S 10", "N 3NT 9"], ["E 4S 10", "E 3NT 9"]


def told(*deals: str, **conditions) -> list[str]:
    sentences = report(make_story(sheet(*deals, **conditions)), NAMES)
    return ["".join(part.text for part in sentence) for sentence in sentences]


def test_a_report_covers_the_rubbers_the_swing_and_the_end():
    assert told(*BY_NS, *BY_EW, *BY_EW, "N 6H 12", deals=7) == [
        "A & B won the first rubber and C & D the next two.",
        "The biggest swing was 800, on deal 2, deal 4 and deal 6.",
        "A & B were 920 behind after deal 6; the last deal left them 240 behind, and the unfinished rubber 60 ahead.",
    ]


def test_a_sheet_without_deals_has_no_report():
    assert told() == []


def test_rubbers_are_reported_in_order():
    for deals, sentence in [
        (["pass"], "No rubber is finished yet in one deal."),
        (BY_NS, "A & B won the first rubber."),
        ([*BY_NS, *BY_EW], "A & B won the first rubber and C & D the second."),
        ([*BY_NS, *BY_NS], "A & B won the first two rubbers."),
        ([*BY_NS, *BY_EW, *BY_NS], "A & B won the first rubber, C & D the second and A & B the third."),
        ([*BY_NS, *BY_EW] * 3, "The rubbers were shared: three to A & B and three to C & D."),
    ]:
        assert told(*deals)[0] == sentence, deals


def test_a_match_in_play_is_reported_in_the_present_tense():
    for deals, sentence in [
        (["pass", "pass"], "Both have 0."),
        (["N 2H 8"], "A & B have never been behind."),
        (["N 2H 8", "E 4S 10"], "C & D were 60 behind after deal 1 and have been in the lead since deal 2."),
    ]:
        assert told(*deals)[-1] == sentence, deals


def test_each_part_links_to_its_deal():
    sentences = report(make_story(sheet("E 3NT 9", *BY_NS, deals=3)), NAMES)

    links = [(part.text, part.deal) for sentence in sentences for part in sentence if part.deal]
    assert links == [("deal 3", 3), ("deal 1", 1), ("deal 2", 2)]


@settings(max_examples=30, derandomize=True, deadline=None)
@given(realistic_sheets())
def test_links_and_deficits_match_the_sheet(played):
    story = make_story(played)
    sentences = report(story, NAMES)

    parts = [part for sentence in sentences for part in sentence]
    assert all(1 <= part.deal <= len(played.lines) for part in parts if part.deal)
    for behind, deal in re.findall(r"([\d,]+) behind after deal (\d+)", "".join(part.text for part in parts)):
        assert -story.leads(story.front)[int(deal)] == int(behind.replace(",", "")) == -min(story.leads(story.front))
