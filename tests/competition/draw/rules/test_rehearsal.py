from collections.abc import Callable
from datetime import date

import pytest

from competition.contest.rules.plate import PlateRules
from competition.draw.rules.bracket import resolve
from competition.draw.rules.drawing import draw
from competition.draw.rules.pairing import DrawnEntry, Preferences
from competition.draw.rules.rehearsal import holiday_on, plan, play_by_dates, unusual_dates
from competition.draw.rules.result import Result, ResultKind
from competition.draw.rules.sources import Entrant, spots_of
from tests.competition.sizes import SIZES

MAY = date(2026, 5, 2)


def test_twenty_seven_pairs_need_five_rounds():
    found = plan(27, MAY, weeks=4)

    assert (found.byes, found.matches, found.days, found.final_by) == (5, 26, 28, date(2026, 9, 19))
    assert [(round.name, round.matches, round.play_by) for round in found.rounds] == [
        ("Round 1", 11, date(2026, 5, 30)),
        ("Round 2", 8, date(2026, 6, 27)),
        ("Quarter-finals", 4, date(2026, 7, 25)),
        ("Semi-finals", 2, date(2026, 8, 22)),
        ("Final", 1, date(2026, 9, 19)),
    ]


def test_number_of_matches_is_one_less_than_pairs():
    for pairs in SIZES:
        found = plan(pairs, MAY)

        assert sum(round.matches for round in found.rounds) == found.matches == pairs - 1
        assert found.byes + pairs == 2 ** len(found.rounds)


def test_every_round_lasts_the_same_number_of_weeks():
    assert play_by_dates(MAY, 2) == [date(2026, 6, 13), date(2026, 7, 25)]


@pytest.mark.parametrize(
    ("rounds", "remarks"),
    [
        ({"Round 1": date(2026, 5, 30), "Round 2": date(2026, 6, 27)}, []),
        ({"Round 1": date(2026, 12, 25)}, ["Round 1 ends on Christmas Day."]),
        ({"Final": date(2026, 5, 9)}, ["The final has only 7 days."]),
        ({"Round 1": date(2026, 5, 30), "Semi-finals": date(2026, 6, 5)}, ["The semi-finals have only 6 days."]),
        ({"Round 1": date(2026, 5, 30), "Round 2": date(2026, 5, 31)}, ["Round 2 has only 1 day."]),
        ({"Round 1": date(2026, 6, 13), "Round 2": date(2026, 7, 7)}, []),
        (
            {"Round 1": MAY, "Round 2": date(2026, 6, 13), "Round 3": date(2026, 7, 7)},
            ["Round 3 has 24 days, and the round before 42."],
        ),
        ({"Round 1": MAY, "Round 2": date(2026, 6, 13), "Round 3": date(2026, 7, 19)}, []),
        ({"Round 1": date(2026, 5, 1)}, ["Round 1 ends on a date in the past."]),
        ({"Semi-finals": date(2026, 5, 1)}, ["The semi-finals end on a date in the past."]),
    ],
)
def test_unusual_play_by_dates_raise_a_warning(rounds, remarks):
    assert [remark for _, remark in unusual_dates(MAY, [*rounds.items()], today=MAY)] == remarks


@pytest.mark.parametrize(
    ("day", "holiday"),
    [
        (date(2024, 3, 31), "Easter Sunday"),
        (date(2025, 4, 18), "Good Friday"),
        (date(2026, 4, 6), "Easter Monday"),
        (date(2038, 4, 25), "Easter Sunday"),
        (date(2285, 3, 22), "Easter Sunday"),
        (date(2026, 4, 7), ""),
        (date(2027, 1, 1), "New Year’s Day"),
        (date(2026, 5, 4), "the early May bank holiday"),
        (date(2026, 5, 11), ""),
        (date(2026, 5, 25), "the spring bank holiday"),
        (date(2027, 5, 31), "the spring bank holiday"),
        (date(2026, 8, 31), "the summer bank holiday"),
        (date(2026, 8, 24), ""),
        (date(2026, 8, 30), ""),
        # Boxing Day 2026 and Christmas Day 2027 are Saturdays, so both holidays move.
        (date(2026, 12, 24), "Christmas Eve"),
        (date(2026, 12, 28), "the bank holiday after Christmas"),
        (date(2027, 12, 27), "the bank holiday after Christmas"),
        (date(2027, 12, 28), "the bank holiday after Christmas"),
        (date(2028, 12, 28), ""),
        (date(2028, 1, 3), "the bank holiday after New Year’s Day"),
        (date(2023, 1, 2), "the bank holiday after New Year’s Day"),
        (date(2029, 1, 2), ""),
    ],
)
def test_public_holidays_of_any_year_are_known(day, holiday):
    assert holiday_on(day) == holiday


def entered(places: tuple, rules: PlateRules, winners: Callable[[tuple[int, int]], int]) -> int:
    """Return the number of pairs that enter the plate if these pairs win every match in rounds 1 and 2."""
    spots, results = spots_of(places, rules), []
    for number in (0, 1):
        for match in resolve(spots, results).rounds[number]:
            if match.pairs:
                results.append(Result(match.code, match.pairs, ResultKind.PLAYED, winners(match.pairs)))
    return sum(isinstance(side, Entrant) for match in resolve(spots, results).plate[0] for side in match.sides)


@pytest.mark.parametrize("until", [1, 2])
def test_the_plan_shows_how_many_pairs_enter_the_plate(until):
    rules = PlateRules(until)
    for pairs in [size for size in SIZES if 3 < size < 70]:
        places = draw([DrawnEntry(number) for number in range(1, pairs + 1)], seed="ducks", preferences=Preferences())
        with_bye = {a or b for a, b in zip(places.places[::2], places.places[1::2], strict=True) if not (a and b)}

        fewest = entered(places.places, rules, lambda two, byes=with_bye: max(two, key=lambda pair: pair in byes))
        most = entered(places.places, rules, lambda two, byes=with_bye: min(two, key=lambda pair: pair in byes))

        plate = plan(pairs, MAY, plate=rules).plate
        assert (plate.fewest, plate.most) == (fewest, most), pairs


def test_a_plan_without_a_plate_has_no_plate_rounds():
    assert (plan(22, MAY).plate, plan(2, MAY, plate=PlateRules()).plate) == (None, None)
