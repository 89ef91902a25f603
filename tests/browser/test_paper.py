"""Browser tests for typing in a score sheet from paper."""

import pytest
from django.urls import reverse

from tests import stories
from tests.browser.browser import check, until

pytestmark = pytest.mark.django_db(transaction=True)
PASTE = """([cell, text]) => {
    const carried = new DataTransfer();
    carried.setData("text", text);
    const event = new ClipboardEvent("paste", { clipboardData: carried, bubbles: true, cancelable: true });
    document.getElementById(cell).dispatchEvent(event);
}"""


@pytest.fixture
def competition():
    return stories.published(2, deals=4)


@pytest.fixture
def open_page(competition, open_browser):
    """Return a function that opens the page for typing in a paper sheet, as one of the pairs."""

    def come(name: str = "paper", width: int = 360, **options):
        upper, _ = stories.tables(competition, "R1-M1")
        page = open_browser(width, whose=upper.pair, service_workers="block", **options)
        page.goto(reverse(f"play:{name}", args=[competition.slug, "R1-M1"]))
        return page

    return come


def focused(page) -> str:
    return page.evaluate("document.activeElement.name")


def said(page, number: int) -> str:
    return " ".join(page.inner_text(f"#said-{number}").split())


def test_enter_and_the_arrow_keys_move_between_cells(open_page):
    page, names = open_page(), []
    page.focus("#deal-1")

    for key in ("Enter", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "Enter", "ArrowUp"):
        page.keyboard.press(key)
        names.append(focused(page))

    assert names == ["deal-2", "we-2", "they-2", "they-3", "we-3", "deal-4", "deal-3"]


def test_a_wrong_sum_is_shown_while_typing(open_page):
    page = open_page()

    page.fill("#deal-1", "2hn+1")
    page.press("#deal-1", "ArrowRight")
    page.keyboard.type("100")

    assert until(lambda: "the paper has" in said(page, 1))
    assert said(page, 1).endswith("After deal 1 the paper has We 100, but the deals give 90.")
    assert focused(page) == "we-1"
    check(page)


def test_a_pasted_column_fills_the_rows_below(open_page):
    page = open_page(width=1280)

    page.evaluate(PASTE, ["deal-3", "p\n2h s =\t60\t0\n3nt e ="])

    assert [page.input_value(f"[name={cell}]") for cell in ("deal-3", "deal-4", "we-4", "they-4")] == [
        "p",
        "2h s =",
        "60",
        "0",
    ]
    assert page.inner_text("#paper-left") == "There was no row or column for: 3nt e =."
    check(page)


def test_a_tie_adds_two_rows_and_keeps_the_focus(open_page):
    page = open_page()
    page.evaluate(PASTE, ["deal-1", "2h n =\n2h e =\np"])
    page.focus("#deal-4")

    page.keyboard.type("p")

    assert until(lambda: page.locator("#deal-6").count())
    assert focused(page) == "deal-4"
    page.fill("#deal-4", "1c n =")
    assert until(lambda: not page.locator("#deal-6").count())


def press(page, *keys: str) -> None:
    for key in keys:
        page.locator(f"#row-keys label:has({key})").click()


def test_the_rows_can_be_filled_with_the_deal_keys(open_page):
    page = open_page()
    page.get_by_role("button", name="Fill the rows with keys").click()
    assert page.inner_text("#row-heading").startswith("Row 1")
    press(page, "[name=declarer][value=N]", "[name=level][value='3']", "[name=denomination][value=NT]")
    press(page, "[name=result][value='1']")
    page.get_by_role("button", name="Next, row 2").click()

    assert page.input_value("#deal-1") == "3nt n +1"
    assert until(lambda: "We 130" in page.inner_text("#row-keys [data-said]"))
    page.get_by_role("button", name="Passed in").click()
    press(page, "[name=declarer][value=E]", "[name=level][value='4']", "[name=denomination][value=S]")
    press(page, "[name=doubling][value='2']", "[data-more=honours]", "[name=honours][value=ns-100]")
    press(page, "[name=result][value='-1']")
    check(page)
    page.get_by_role("button", name="Next, row 4").click()
    page.get_by_role("button", name="Passed in").click()

    assert [page.input_value(f"#deal-{number}") for number in (2, 3, 4)] == ["p", "4sx e -1 h100 n-s", "p"]
    assert page.locator("#row-keys").is_hidden()
    page.reload()
    assert until(lambda: page.input_value("#deal-3") == "4sx e -1 h100 n-s")
