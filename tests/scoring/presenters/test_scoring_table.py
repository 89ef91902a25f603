"""Tests that the scoring table agrees with the table on the paper score sheet."""

from scoring.presenters.scoring_table import sections

PRINTED = {
    "Clubs, diamonds": "20",
    "Hearts, spades": "30",
    "No-trump, the first trick": "40",
    "No-trump, each other trick": "30",
    "Won in two games": "700",
    "Won in three games": "500",
    "The only game": "300",
    "The only part-score of the game": "100",
    "Small slam": "500 750",
    "Grand slam": "1,000 1,500",
    "Not doubled": "trick value trick value",
    "Doubled": "100 200",
    "Redoubled": "200 400",
    "Not doubled, each": "50 100",
    "Doubled, 1": "100 200",
    "Doubled, 2": "300 500",
    "Doubled, 3": "500 800",
    "Doubled, 4": "800 1,100",
    "Doubled, 5": "1,100 1,400",
    "Doubled contract made": "50",
    "Redoubled contract made": "100",
    "Four trump honours in one hand": "100",
    "Five trump honours in one hand": "150",
    "Four aces in one hand at no-trump": "150",
}


def table(only_partscore: int) -> dict[str, str]:
    return {name: " ".join(points) for section in sections(only_partscore) for name, points in section.rows}


def test_every_price_is_as_printed_on_the_paper():
    assert table(100) == PRINTED


def test_the_conditions_set_the_value_of_an_only_part_score():
    assert table(50) == PRINTED | {"The only part-score of the game": "50"}


def test_each_row_has_one_price_or_one_for_each_heading():
    sizes = {len(points) - len(section.columns) for section in sections(100) for _, points in section.rows}

    assert sizes == {0, 1}
