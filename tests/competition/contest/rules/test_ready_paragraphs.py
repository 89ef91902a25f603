import pytest

from competition.contest.rules.ready_paragraphs import (
    PARAGRAPHS,
    READY_PARTS,
    is_used,
    pieces,
    unfilled,
    with_paragraphs,
)
from competition.contest.rules.rulebook import LONGEST_HEADING, LONGEST_PART, Part, clauses

FEE = PARAGRAPHS["fee"]


def test_each_key_names_one_paragraph():
    assert len(PARAGRAPHS) == sum(len(ready.paragraphs) for ready in READY_PARTS)


def test_each_paragraph_is_one_clause():
    assert [text for text in PARAGRAPHS.values() if len(clauses(text)) != 1] == []


def test_all_ready_paragraphs_for_a_part_fit_into_it():
    texts = {ready.heading: "\n\n".join(ready.paragraphs.values()) for ready in READY_PARTS}

    assert [heading for heading in texts if len(heading) > LONGEST_HEADING] == []
    assert [heading for heading, text in texts.items() if len(text) > LONGEST_PART / 2] == []


def test_a_paragraph_is_added_at_the_end_of_its_part():
    parts = [Part("Entry fee", "The fee is $20 a pair.")]

    assert with_paragraphs(parts, ["refund"]) == [
        Part("Entry fee", "The fee is $20 a pair.\n\nIf you withdraw before the draw, you get the fee back.")
    ]


def test_missing_parts_are_added_in_their_usual_order():
    parts = with_paragraphs([Part("Parking", "Park in the street.")], ["no-appeal", "no-fee", "table-talk"])

    assert [part.heading for part in parts] == ["Entry fee", "Ethics", "Appeals", "Parking"]


def test_the_words_to_fill_in_are_marked():
    assert pieces(FEE) == [
        ("The fee is ", False),
        ("$20", True),
        (" a pair. Pay it by ", False),
        ("date", True),
        (".", False),
    ]


@pytest.mark.parametrize(
    ("text", "used"),
    [
        (FEE, True),
        ("The fee is $25 a pair.\nPay it by Tue 25 Aug 2026.", True),
        ("The fee is $25 a player. Pay it by Tue 25 Aug 2026.", False),
        ("", False),
    ],
)
def test_a_paragraph_is_used_if_its_fixed_words_are_in_the_text(text, used):
    assert is_used(FEE, text) is used


def test_words_in_brackets_are_unfilled_until_they_are_replaced():
    assert unfilled(f"{FEE} Or by [date].") == ["[$20]", "[date]"]
    assert unfilled("The fee is $20 a pair. Pay it by Tuesday [noon].") == []
