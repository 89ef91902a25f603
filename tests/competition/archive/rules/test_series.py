"""Tests that competitions with a common name form one series."""

from competition.archive.rules.series import groups, keys


def test_former_names_join_seasons_of_one_region():
    found = [
        keys("Lakes Knockout", "North", ["Lakes Cup", "Old Cup"]),
        keys("lakes cup", "North"),
        keys("Lakes Cup", "South"),
        keys("Old Cup", "north", ["Oldest Cup"]),
        keys("Oldest Cup", "North"),
    ]

    assert groups(found) == [[0, 1, 3, 4], [2]]
