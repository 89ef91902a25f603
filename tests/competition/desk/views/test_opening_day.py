"""Tests for the desk on the opening day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competition.match.actions import play
from tests import stories
from tests.competition.desk.views.test_desk import heading
from tests.competition.desk_reading import desk, text


@pytest.fixture
def competition():
    """Return a draw of five pairs on its opening day. All pairs except pair 5 attend."""
    competition = stories.entered(5)
    competition.opening_day = timezone.localdate()
    competition.save()
    competition.pairs.exclude(number=5).update(attending=True)
    stories.publish(competition)
    return competition


def arrive(organiser, competition, *numbers: int):
    """Press “They are here” for these pairs. Return the desk."""
    for number in numbers:
        organiser.post(desk("tick", competition, number), {"here": "1", "back": "desk"})
    return organiser.get(desk("competition", competition))


def numbers(competition) -> list[int]:
    """Return the numbers of the pairs that play on the day, table by table."""
    first = stories.now(competition).rounds[0].matches
    return [
        number
        for match in first
        if match.has_two_pairs and all(pair.attending for pair in match.pairs)
        for number in match.numbers
    ]


def test_the_desk_says_who_is_missing_until_everybody_has_arrived(organiser, competition):
    *others, last = numbers(competition)

    none = organiser.get(desk("competition", competition))
    one_missing = arrive(organiser, competition, *others)
    everybody = arrive(organiser, competition, last)

    player = competition.pairs.get(number=last).present[0]
    count = len(others) + 1
    assert heading(none) == f"Opening day: {'two' if count == 2 else 'four'} pairs are not here yet"
    assert heading(one_missing) == f"Opening day: table {count // 2} waits for one pair"
    assert f"{player.pair} are not here yet." in text(one_missing)
    assert f"{player.display_name} {player.phone}" in text(one_missing)
    assert f"{count} of {count} pairs are here" in text(everybody)
    assert "are not here yet" not in text(everybody)


def test_the_button_leads_back_to_the_desk(organiser, competition):
    first, *_ = numbers(competition)

    answer = organiser.post(desk("tick", competition, first), {"here": "1", "back": "desk"})

    assert answer.url == desk("competition", competition)


def test_a_result_from_the_opening_day_is_on_the_desk(organiser, competition):
    first, *_ = numbers(competition)
    match = next(
        match for match in stories.now(competition).rounds[0].matches if first in [pair.number for pair in match.pairs]
    )
    play.submit_totals(stories.tables(competition, match.code)[0], ours=3120, theirs=2480)

    page = text(organiser.get(desk("competition", competition)))

    assert "1 of" in page.partition("tables in play")[2][:12]
    assert "3,120 to 2,480" in page.partition("What came in")[2]
    assert f"{match.pairs[0].name} are not here yet." not in page


def test_the_desk_lists_the_pairs_that_need_not_come(organiser, competition):
    page = text(organiser.get(desk("competition", competition)))

    assert "pairs with a bye" in page.partition("Need not come")[2]


@pytest.mark.parametrize("days", [-1, 1])
def test_the_desk_is_the_usual_one_on_other_days(organiser, competition, days):
    competition.opening_day += timedelta(days=days)
    competition.save()

    assert not heading(organiser.get(desk("competition", competition))).startswith("Opening day")


def test_the_opening_day_is_not_announced_on_the_day_itself(organiser, competition):
    today = f"{timezone.localdate():%A} {timezone.localdate().day}"

    page = text(organiser.get(desk("competition", competition)))

    assert "The next important date is" in page
    assert f"The next important date is {today}" not in page
