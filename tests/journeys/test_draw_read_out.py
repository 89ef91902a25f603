"""Browser tests for the accessibility of the published draw: screen readers, keyboard, forced colours and sizes."""

import re

import pytest

from competition.knockout.rules.result import Kind
from tests import stories
from tests.competition.worlds import with_long_names
from tests.journeys.browser import check_all_round, overflow

pytestmark = pytest.mark.django_db(transaction=True)


def played(competition, rounds: int):
    """Decide the matches of the first `rounds` rounds and return the competition."""
    for number in range(rounds):
        for state in stories.now(competition).rounds[number].matches:
            if state.is_open:
                stories.settle(competition, state.code, kind=Kind.PLAYED, totals=(2350, 1980))
    return competition


def test_a_screen_reader_reads_a_result_as_a_sentence_and_the_sort_order_of_the_table(open_browser):
    competition = played(stories.published(4), 1)
    winner = stories.now(competition).matches["R1-M1"].winner
    page = open_browser(1280)
    page.goto(f"/{competition.slug}/")

    link = page.get_by_role("link", name=re.compile(f"^{winner} beat .* by 2,350 to 1,980.$"))
    names = link.locator(".side[data-won]")
    by_initials = names.locator(".l").bounding_box()["y"] == names.locator(".n .n").bounding_box()["y"]
    link.focus()
    assert (link.count(), names.count()) == (1, 1)
    assert by_initials
    assert names.locator(".f").inner_text() == str(winner)
    page.emulate_media(forced_colors="active", color_scheme="dark")
    weights = [
        int(page.locator(f".side[data-{how}]").first.evaluate("name => getComputedStyle(name).fontWeight"))
        for how in ("won", "lost")
    ]
    assert weights[0] >= 600 > weights[1]

    page.goto(f"/{competition.slug}/matches/")
    page.get_by_role("link", name="Decided").press("Enter")
    page.wait_for_url("**/?show=decided")
    assert page.get_by_role("link", name=re.compile("by 2,350 to 1,980")).count() == 2


@pytest.mark.parametrize(("pairs", "rounds"), [(5, 3), (22, 1)])
def test_the_draw_and_its_table_are_accessible_and_fit(open_browser, pairs, rounds):
    competition = with_long_names(pairs)
    for number in range(1, rounds + 1):
        stories.settle_round(competition, number)
    page = open_browser()
    page.goto(f"/{competition.slug}/")
    check_all_round(page)
    if pairs == 5:
        page.goto(f"/{competition.slug}/matches/")
        check_all_round(page)


# Whatever is wider than the place it is shown in.
CUT = """names => names.filter(name => name.offsetParent && name.scrollWidth > name.clientWidth + 1)
    .map(name => name.textContent)"""


def test_no_name_is_cut_in_letters_twice_as_large(open_browser):
    page = open_browser(375)
    page.goto(f"/{with_long_names(22).slug}/")
    names = page.locator(".draw :is(.n, .s)")
    assert names.count()

    page.evaluate("document.documentElement.style.fontSize = '36px'")

    assert names.evaluate_all(CUT) == []
    assert overflow(page) == []
