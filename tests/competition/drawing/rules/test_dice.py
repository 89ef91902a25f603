"""Tests of the dice that witnesses throw."""

from __future__ import annotations

import pytest

from competition.drawing.rules.drawing import thrown
from scoring.rules.refusal import Refused


@pytest.mark.parametrize(
    ("typed", "dice"), [("4 1 6 2 3", "41623"), ("4,1,6, 2,3", "41623"), ("41623", "41623"), ("", "")]
)
def test_separators_between_dice_are_ignored(typed, dice):
    assert thrown(typed) == dice


@pytest.mark.parametrize("typed", ["1 2 3 4", "4 1 7 2 3", "six", "1" * 61, "½ 1 2 3 4 5"])
def test_invalid_dice_are_refused(typed):
    with pytest.raises(Refused, match="Type 5 to 60 throws of the dice, each a number from 1 to 6."):
        thrown(typed)
