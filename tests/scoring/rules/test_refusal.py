"""How a rule says no."""

from scoring.rules.refusal import Refused, quoted


def test_a_refusal_reads_as_its_sentence():
    assert str(Refused("Deal 4 is next.")) == "Deal 4 is next."


def test_a_refusal_without_words_still_reads_as_a_sentence():
    assert str(Refused()) == "That cannot be done."


def test_what_was_typed_is_shown_back_in_quotation_marks():
    assert quoted(" 8H ") == "“8H”"


def test_long_and_broken_typing_is_shown_short_and_on_one_line():
    assert quoted("one line\nand another\x1b[31m line") == "“one line and another…”"
