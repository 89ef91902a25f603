"""Tests for refusals."""

from scoring.rules.refusal import Refused, fingerprint, quoted


def test_a_refusal_has_its_message():
    assert str(Refused("Deal 4 is next.")) == "Deal 4 is next."


def test_a_refusal_without_a_message_has_a_default():
    assert str(Refused()) == "That cannot be done."


def test_input_is_quoted():
    assert quoted(" 8H ") == "“8H”"


def test_long_input_is_shortened_and_quoted_on_one_line():
    assert quoted("one line\nand another\x1b[31m line") == "“one line and another…”"


def test_equal_values_have_equal_fingerprints():
    assert fingerprint("R1-M1", [(1, 900)]) == fingerprint("R1-M1", [(1, 900)])


def test_different_values_have_different_fingerprints():
    seen = [("R1-M1", 900), ("R1-M1", 890), ("R1-M1", "900"), ("R1-M1", 900, None), (900, "R1-M1"), ()]

    prints = {fingerprint(*values) for values in seen}

    assert (len(prints), {len(one) for one in prints}) == (6, {16})
