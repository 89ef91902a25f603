"""Tests of refusals."""

from scoring.rules.refusal import Refused, quoted


def test_a_refusal_has_its_message():
    assert str(Refused("Deal 4 is next.")) == "Deal 4 is next."


def test_a_refusal_without_a_message_has_a_default():
    assert str(Refused()) == "That cannot be done."


def test_input_is_quoted():
    assert quoted(" 8H ") == "“8H”"


def test_long_input_is_quoted_short_and_on_one_line():
    assert quoted("one line\nand another\x1b[31m line") == "“one line and another…”"
