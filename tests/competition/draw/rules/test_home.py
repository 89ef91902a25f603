import pytest

from competition.draw.rules.home import home_pair
from competition.draw.rules.lot import at_home

LOT = at_home("lakes", "R2-M1", (3, 8))


@pytest.mark.parametrize(
    ("rule", "travelled", "home"),
    [
        ("upper", (False, True), 3),
        ("neutral", (False, True), None),
        ("lot", (False, True), LOT),
        ("turns", (False, True), 8),
        ("turns", (True, False), 3),
        ("turns", (True, True), LOT),
        ("turns", (False, False), LOT),
    ],
)
def test_each_rule_determines_its_home_pair(rule, travelled, home):
    assert home_pair(rule, "lakes", "R2-M1", (3, 8), travelled) == home
