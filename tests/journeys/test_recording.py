"""Recording a deal on a small phone: what is on the screen, how large it is, and what it says."""

import pytest
from django.urls import reverse

from competition.entries.private_links import link_key
from tests import stories
from tests.journeys.browser import check

SMALL_PHONE = {"width": 360, "height": 640}
NAMES = ("Margaret Wilson", "Patricia Hughes", "Geoffrey Taylor", "Rosemary Turner")


@pytest.fixture
def table(transactional_db):
    """A match whose upper pair sits North-South and has won one game; deal 2 is next."""
    competition = stories.published(2)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    for player, name in zip((*upper.pair.players.all(), *lower.pair.players.all()), NAMES, strict=True):
        player.name = name
        player.save()
    stories.record(upper, stories.deal("4S", 10))
    return stories.tables(competition, "R1-M1")[0]


@pytest.fixture
def sit_down(open_browser, table):
    """A window on the table of the match, which the upper pair has scrolled to."""

    def sit(size=SMALL_PHONE, **options):
        page = open_browser(size["width"], **options)
        page.set_viewport_size(size)
        page.goto(reverse("link:open", args=[link_key(table.pair)]))
        page.locator("form .button").click()
        page.goto(reverse("play:match", args=[table.snapshot.competition.slug, table.state.code]) + "#table")
        return page

    return sit


def press(page, **keys: str) -> None:
    """Tap these keys of the form, one after the other."""
    for name, value in keys.items():
        page.locator(f".deal-form [name={name}][value='{value}']").click()


def ends(page, selector: str) -> float:
    """How far down the screen something ends, in pixels."""
    box = page.locator(selector).bounding_box()
    return box["y"] + box["height"]


def size_of_print(page, selector: str) -> list[float]:
    read = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    return page.locator(selector).evaluate_all(read)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_usual_deal_needs_no_scrolling_on_a_small_phone(sit_down, scheme):
    page = sit_down(color_scheme=scheme)
    press(page, declarer="N", level="7", denomination="NT", doubling="4", tricks="13")
    page.locator(".preview").filter(has_text="NT").wait_for()

    assert page.locator("#table").bounding_box()["y"] >= -1
    assert ends(page, ".deal-form .button.primary") <= SMALL_PHONE["height"]
    check(page)


@pytest.mark.parametrize("deals", [1, 2])
def test_it_needs_none_either_while_deals_wait_to_be_sent(sit_down, deals):
    page = sit_down()
    page.route("**/deals/", lambda route: route.fulfill(body="Whoever this is, it is not the site."))
    for number in range(2, 2 + deals):
        press(page, declarer="N", level="4", denomination="S", tricks="10")
        page.get_by_role("button", name=f"Record deal {number}").click()
        page.get_by_role("heading", name=f"Deal {number + 1} of 30").wait_for()
    press(page, declarer="N", level="7", denomination="NT", doubling="4", tricks="13")

    assert page.locator("#waiting summary").is_visible()
    assert page.locator("#table").bounding_box()["y"] >= -1
    assert ends(page, ".deal-form .button.primary") <= SMALL_PHONE["height"]
    check(page)


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_every_key_is_large_enough_for_a_finger(sit_down, width):
    page = sit_down({"width": width, "height": 640})
    press(page, level="4")

    keys = [one.bounding_box() for one in page.locator(".deal-form :is(.choices span, .button)").all()]
    assert [box for box in keys if box["height"] < 44 or box["width"] < 44] == []


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_on_the_table_is_larger_than_dealer_and_vulnerability(sit_down, width):
    page = sit_down({"width": width, "height": 640})

    facts = size_of_print(page, "#next-deal dd")
    assert len(facts) == 2
    # On a phone the score lies further down, off this screen.
    others = ".deal-form *, #next" if width == 360 else ".deal-form *, #next, #pad *"
    assert min(facts) >= max(size_of_print(page, others))


LIGHT_AT_ONE = ["7 light", "6 light", "5 light", "4 light", "3 light", "2 light", "1 light"]
LIGHT_AT_SEVEN = ["13 light", "12 light", "11 light", "10 light", "9 light", "8 light", *LIGHT_AT_ONE]


@pytest.mark.parametrize(
    ("level", "results"),
    [("1", [*LIGHT_AT_ONE, "made", "+1", "+2", "+3", "+4", "+5", "+6"]), ("7", [*LIGHT_AT_SEVEN, "made"])],
)
def test_each_count_of_tricks_says_what_it_comes_to_at_the_level_pressed(sit_down, level, results):
    page = sit_down()
    press(page, level=level)

    keys = page.get_by_role("group", name="Tricks won by declarer").locator("label").all_inner_texts()
    assert [" ".join(key.split()) for key in keys] == [f"{count} {result}" for count, result in enumerate(results)]


def test_before_a_level_is_pressed_the_keys_are_bare_counts(sit_down):
    keys = sit_down().get_by_role("group", name="Tricks won by declarer").locator("label").all_inner_texts()

    assert [key.strip() for key in keys] == [str(count) for count in range(14)]


def offered(page) -> list[str]:
    """The keys of honours that can be pressed."""
    return page.locator("[name=honours]:enabled").evaluate_all("keys => keys.map(key => key.value)")


def test_a_hundred_for_honours_is_not_offered_at_no_trump(sit_down):
    page = sit_down()
    everything = ["", "ns-100", "ns-150", "ew-100", "ew-150"]
    assert offered(page) == everything

    press(page, honours="ew-100", denomination="NT")
    assert offered(page) == ["", "ns-150", "ew-150"]
    assert page.locator("[name=honours]:checked").input_value() == ""

    press(page, denomination="S")
    assert offered(page) == everything


def test_without_scripts_a_hundred_for_honours_at_no_trump_is_refused_and_all_that_was_pressed_stays(sit_down):
    page = sit_down(javascript=False)
    press(page, declarer="S", level="3", denomination="NT", tricks="9", honours="ns-100")
    with page.expect_navigation():
        page.get_by_role("button", name="Record deal 2").click()

    assert page.locator(".errors li").inner_text().startswith("Honours: Honours at no-trump are four aces")
    kept = page.locator(".deal-form :checked").evaluate_all("keys => keys.map(key => key.value)")
    assert kept == ["S", "3", "NT", "1", "9", "ns-100"]


def test_what_will_be_written_is_said_before_it_is_saved(sit_down):
    page = sit_down()
    line = page.locator(".preview[role=status]")

    press(page, declarer="N", level="4", denomination="S", tricks="11")
    line.get_by_text("4♠ by North, 11 tricks: We 120 below, 30 + 700 above.").wait_for()

    press(page, tricks="9")
    line.get_by_text("4♠ by North, 9 tricks: They 100 above.").wait_for()
    assert page.locator(".deal-form [name=tricks]:checked").input_value() == "9"
