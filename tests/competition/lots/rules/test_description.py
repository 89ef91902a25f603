"""What everybody reads of the method."""

from __future__ import annotations

from competition.lots.rules.description import PROMISE, STEPS, TERMS, likelihood
from competition.lots.rules.drawing import METHOD


def test_the_steps_are_eight_and_two_words_are_explained():
    assert [step.split()[0] for step in STEPS] == ["The", "The", "A", "If", "Now", "The", "The", "The"]
    assert [term[:14] for term in TERMS] == ["A lot below n ", "To shuffle a l"]


def test_every_paragraph_is_one_line():
    texts = (PROMISE, *STEPS, *TERMS)

    assert [" ".join(text.split()) for text in texts] == list(texts)


def test_the_texts_that_lots_come_from_are_told_with_the_name_of_the_method():
    assert f'"{METHOD}/SEED/COUNT"' in TERMS[0]


def test_where_the_best_first_round_was_exchanged_it_is_not_said_to_be_as_likely_as_others():
    assert [likelihood(tries).split()[0] for tries in (1, 225, 0)] == ["Every", "Every", "No"]
