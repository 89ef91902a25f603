"""Browser tests for the guide: on a phone, on a screen, in a search and in print."""

from tests.browser.browser import check_all_round, until


def test_the_guide_is_accessible_and_fits(open_browser):
    page = open_browser()
    for address in ("/guide/", "/guide/organiser/draw/", "/guide/organiser/desk/", "/guide/reader/"):
        page.goto(address)
        check_all_round(page)


def test_links_lead_from_chapter_to_chapter(open_browser):
    page = open_browser()
    page.goto("/guide/")
    page.get_by_role("link", name="Agree a date").click()
    page.get_by_role("link", name="Next chapter").click()

    assert page.get_by_role("heading", level=1).inner_text() == "Record a match"
    page.get_by_role("link", name="Undo the last deal").click()
    until(lambda: page.url.endswith("#record-undo"))


def test_a_whole_book_is_printed_without_its_contents(open_browser):
    page = open_browser(1280)
    page.goto("/guide/pair/")
    assert page.get_by_role("button", name="Print this book").is_visible()

    page.emulate_media(media="print")

    assert not page.get_by_role("navigation", name="Chapters").is_visible()
    assert page.get_by_role("heading", name="Concede or withdraw").is_visible()
