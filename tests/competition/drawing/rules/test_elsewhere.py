"""Tests of the sentence about a draw that was made elsewhere."""

from datetime import date

import pytest

from competition.drawing.rules.elsewhere import sentence

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
def test_the_sentence_says_what_is_known(facts, text):
    assert sentence(*facts) == f"{text} {END}"
