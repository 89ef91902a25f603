"""Tests that every combination of conditions reads as one rulebook, without contradictions or misplaced sentences."""

import re
from datetime import date, time
from functools import cache
from itertools import product

import pytest

from competition.contest.models import Competition, Conditions
from competition.contest.presenters.conditions import conditions_in_words, match_in_steps
from competition.contest.presenters.draw import AboutDraw
from competition.contest.rules.conditions import OPTIONAL_SENTENCES

# Each sentence's settings with their values. The settings of other sentences are in the tables below.
CHOICES = {
    "confirmation": Conditions.Confirmation.values,
    "reporter": Conditions.Reporter.values,
    "deals_required": [False, True],
    "unplayed": Conditions.Unplayed.values,
    "extensions": [True, False],
    "first_offer": Conditions.FirstOffer.values,
    "home": Conditions.Home.values,
    "report_days": [0, 7],
    "days": [(None, "start"), (7, "start"), (7, "end")],
}
# Phrases that never appear on one page together.
EXCLUDE_EACH_OTHER = [
    ["Either pair reports the result", "The winners report the result", "first in the draw reports the result"],
    ["The result counts at once", "the result is final.", "The result counts once"],
    ["plays at home", "The pairs agree on a venue"],
    ["without exceptions", "of a match or a round, and gives a reason"],
    ["without exceptions", "The organiser then decides what happens"],
    [
        "The organiser then decides what happens",
        "dates then goes",
        "picked at random then",
        "then out",
        "Neither pair then",
    ],
    ["unanswered results", "the result is final.", "The result counts at once"],
    ["opponents are known", "before the play-by date"],
    ["at least 3 dates", "up to eight dates"],
]
# Phrases with the condition that they describe.
ONLY_IF = {
    "the result is final": lambda c: c.confirmation == "automatic",
    "reply time": lambda c: c.confirmation == "automatic",
    "unanswered": lambda c: c.confirmation == "both",
    "object until": lambda c: c.confirmation == "final",
    "sends all the deals": lambda c: c.deals_required,
    "extend the play-by date of a match": lambda c: c.extensions,
    "without exceptions": lambda c: c.unplayed == "default",
    "A pair that does not come": lambda c: c.unplayed == "on the day",
    "does not play at home offers": lambda c: c.first_offer == "away" and c.home != "neutral",
    "chosen at random": lambda c: c.home in ("lot", "turns"),
    "within 7 days of the day": lambda c: c.first_offer_days and c.counted_from == "start",
    "7 days before the play-by date": lambda c: c.first_offer_days and c.counted_from == "end",
    "by the end of its play-by date": lambda c: not c.report_days,
}


def valid(c: Conditions) -> bool:
    """Return True if the database accepts this combination."""
    has_home = c.home != "neutral" or c.first_offer in ("upper", "either")
    had_to_offer = c.unplayed != "offers" or c.first_offer != "either"
    return has_home and had_to_offer and not (c.unplayed == "default" and c.extensions)


def rulebooks():
    for values in product(*CHOICES.values()):
        *settings, (days, counted_from) = values
        c = Conditions(**dict(zip(CHOICES, settings, strict=False)), first_offer_days=days, counted_from=counted_from)
        c.last_hour = time(14) if c.unplayed == "on the day" else None
        if valid(c):
            yield c


@cache
def all_texts() -> list[tuple[Conditions, str]]:
    return [(conditions, read(conditions)) for conditions in rulebooks()]


def read(conditions: Conditions, draw: AboutDraw | None = None, **details) -> str:
    competition = Competition(closing_date=date(2030, 3, 31), **details)
    competition.conditions = conditions
    sections = conditions_in_words(competition, draw=draw or AboutDraw(is_published=True))
    return " ".join(sentence for _, sentences in sections for sentence in sentences)


def test_no_combination_contradicts_itself():
    for conditions, text in all_texts():
        for phrases in EXCLUDE_EACH_OTHER:
            assert sum(phrase in text for phrase in phrases) <= 1, (phrases, text)
        for phrase, holds in ONLY_IF.items():
            assert phrase not in text or holds(conditions), (phrase, text)
        assert not re.search(r"None|\{|\}|\b0 |\.\.|  ", text), text
    assert len(all_texts()) > 10_000


def test_each_phrase_of_the_tables_is_used():
    unused = [phrase for phrase in ONLY_IF if not any(phrase in text for _, text in all_texts())]

    assert unused == []


@pytest.mark.parametrize(
    ("draw", "phrases"),
    [
        (AboutDraw(), ["Entries close", "If the number of pairs is not a power of two"]),
        (AboutDraw(is_published=True), []),
        (AboutDraw(is_published=True, awarded=[False]), ["The bye was placed at random."]),
        (AboutDraw(is_published=True, awarded=[True, False]), ["The organiser awarded some of the byes."]),
        (AboutDraw(is_published=True, elsewhere="Drawn out of a hat."), ["Drawn out of a hat."]),
        (AboutDraw(is_published=True, elsewhere="Drawn.", awarded=[True]), ["The byes were placed in that draw."]),
        (
            AboutDraw(is_published=True, seeds=2),
            ["The two highest seeds are placed in different halves of the draw."],
        ),
        (AboutDraw(is_published=True, seeds=4), ["and the four highest in different quarters."]),
    ],
)
def test_the_conditions_describe_the_draw_as_it_was_made(draw, phrases):
    told = read(Conditions(), draw)

    assert [phrase for phrase in phrases if phrase not in told] == []
    assert ("A bye does not count" in told) is bool(draw.awarded or not draw.is_published)
    assert ("Entries close" in told, "power of two" in told) == (not draw.is_published, not draw.is_published)
    assert ("seeds are placed" in told) is (draw.seeds > 1)
    assert ("made at random" in told) is (not draw.elsewhere)


def test_a_draw_round_by_round_is_described_without_halves_and_powers_of_two():
    conditions = Conditions(drawn_by_round=True, preference_rounds=2, clubs_apart=True)

    text = read(conditions, AboutDraw(seeds=2))

    assert "Pairs from the same club are kept apart in rounds 1 and 2 where possible." in text
    assert "Two seeds are not drawn against each other in rounds 1 and 2 where possible." in text
    assert "The winners of one round are drawn against each other for the next." in text
    assert "power of two" not in text
    assert "halves" not in text


def test_a_repechage_is_described_with_its_deals():
    text = read(Conditions(drawn_by_round=True, minutes=60, repechage_deals=4), AboutDraw())

    assert "the two closest losers of the round play a repechage of 4 deals for a place in the next round" in text
    assert "No pair has a second bye" not in text


def test_only_rounds_on_a_set_day_are_described_as_such():
    fixtures = [("Final", "Sat 5 Dec 2026, 10:00, Lakeside")]

    some = read(Conditions(), AboutDraw(is_published=True, fixtures=fixtures))
    every = read(Conditions(), AboutDraw(is_published=True, fixtures=fixtures, all_fixed=True))

    assert "Final: the matches are played on Sat 5 Dec 2026, 10:00, Lakeside." in some
    assert ("offers up to eight dates" in some, "offers" in every, "at home" in every) == (True, False, False)


def test_each_optional_sentence_can_be_omitted():
    usual = read(Conditions())

    for name in OPTIONAL_SENTENCES:
        left = read(Conditions(left_out=[name]))
        assert len(left) < len(usual), name
    assert "substitute" not in read(Conditions(left_out=[*OPTIONAL_SENTENCES]))


def test_the_entries_page_has_the_same_sentences():
    for conditions, text in all_texts():
        for _, sentences in match_in_steps(conditions):
            known = sentences.removeprefix("Each pair sees the other’s phone numbers. ")
            known = known.removeprefix("A phone works it out, or you write it on paper. ")
            for sentence in known.split(". "):
                assert sentence.rstrip(".") in text
