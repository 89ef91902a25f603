"""Tests of the remarks about a draw that was made elsewhere."""

from competition.adopt.rules.remarks import remarks

CONDITIONS = {"opening_day_together": True, "clubs_apart": False, "areas_together": False}


def test_remarks_name_a_club_seeds_and_the_opening_day():
    entries = [
        {"number": n, "club": club, "area": "", "attending": n in (1, 3), "seed": seed, "given_bye": False}
        for n, club, seed in [(1, "Rata", 1), (2, "rata", None), (3, "", 2), (4, "", None)]
    ]
    names = {n: f"Ann {n} & Bo {n}" for n in range(1, 5)}

    assert remarks({"entries": entries, "conditions": CONDITIONS}, names, [1, 2, 3, 4]) == [
        "Ann 1 & Bo 1 and Ann 2 & Bo 2, both of Rata, meet in round 1.",
        "0 of 2 matches to play in round 1 are between pairs who come to the opening day; 2 more pairs who come "
        "meet one who does not.",
    ]
    assert remarks({"entries": entries, "conditions": CONDITIONS}, names, [1, "Q?", 3, None]) == []
