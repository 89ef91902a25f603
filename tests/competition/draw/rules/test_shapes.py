import pytest

from competition.draw.rules.shapes import has_shape


@pytest.mark.parametrize(
    ("value", "shape", "fits"),
    [
        (1, int, True),
        (True, int, False),
        (1.0, int, False),
        ("", str, True),
        ("\ud800", str, False),
        (None, None, True),
        (None, int, False),
        (None, (int, None), True),
        ("1", (int, None), False),
        ([], [int], True),
        ([1, 2], [int], True),
        ([1, "2"], [int], False),
        ({}, [int], False),
        ({"a": 1, "b": "more"}, {"a": int}, True),
        ({"b": 1}, {"a": int}, False),
        ({"a": [{"b": None}]}, {"a": [{"b": (str, None)}]}, True),
        ([["a", 1]], {"a": int}, False),
    ],
)
def test_a_value_has_a_shape_only_if_all_its_parts_fit(value, shape, fits):
    assert has_shape(value, shape) is fits
