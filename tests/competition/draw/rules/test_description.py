"""Tests for the public description of the draw method."""

from __future__ import annotations

from datetime import date

import pytest

from competition.draw.rules.description import BY_ROUND, PROMISE, STEPS, TERMS, likelihood, sentence_elsewhere
from competition.draw.rules.drawing import METHOD


def test_description_has_seven_steps_and_two_terms():
    assert [step.split(".")[0] for step in STEPS] == [
        *("Places", "Awarded byes", "A random first round", "Faults"),
        *("Random first rounds are drawn up to 1,000 times", "Stirring", "Seats"),
    ]
    assert [term[:14] for term in TERMS] == ["A lot below n ", "To shuffle a l"]


def test_every_paragraph_is_one_line():
    texts = (PROMISE, *STEPS, *BY_ROUND, *TERMS)

    assert [" ".join(text.split()) for text in texts] == list(texts)


def test_description_names_the_draw_method():
    assert f'"{METHOD}/SEED/COUNT"' in TERMS[0]


def test_likelihood_is_approximate_after_exchanges():
    assert [likelihood(tries).split()[0] for tries in (1, 225, 0)] == ["Every", "Every", "No"]


END = "This site did not draw it and cannot prove it."


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        (
            (date(2026, 8, 22), "Riverbend Hall", "out of a hat", "Winifred Tansley", "Hilda Ogilby"),
            "Drawn on Saturday 22 August 2026 at Riverbend Hall out of a hat by Winifred Tansley, "
            "witnessed by Hilda Ogilby.",
        ),
        ((None, "", "out of a hat", "", "Hilda Ogilby"), "Drawn out of a hat, witnessed by Hilda Ogilby."),
        ((None, "", "", "", ""), "Drawn elsewhere."),
    ],
)
def test_the_sentence_contains_only_known_facts(facts, text):
    assert sentence_elsewhere(*facts) == f"{text} {END}"
