"""Browser tests for sharing a page."""

import pytest

from competition.draw.rules.result import ResultKind
from tests import stories
from tests.browser.browser import until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("where", ["", "matches/R1-M1/"], ids=["draw", "match"])
def test_sharing_copies_the_text_if_the_browser_has_no_share_menu(open_browser, where):
    competition = stories.published(2)
    page = open_browser(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    page.goto(f"/{competition.slug}/{where}")

    if not where:
        page.get_by_text("Follow and share the draw").click()
    page.get_by_role("button", name="Share").click()

    until(page.get_by_role("button", name="Copied").is_visible)
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f" {page.url}")
    assert copied == f"{page.locator('[data-shared]').get_attribute('data-shared')} {page.url}"


def test_the_share_button_is_hidden_without_javascript(open_browser):
    competition = stories.published(2)
    page = open_browser(javascript=False)
    page.goto(f"/{competition.slug}/")

    assert page.get_by_role("button", name="Share").count() == 0


SENT = """() => {
    window.sent = [];
    Object.defineProperty(navigator, "canShare", { value: () => true });
    Object.defineProperty(navigator, "share", { value: async (data) => { window.sent.push(data); } });
}"""
PICTURE = """async () => {
    const picture = await createImageBitmap(window.sent[0].files[0]);
    const canvas = new OffscreenCanvas(picture.width, picture.height), pen = canvas.getContext("2d");
    pen.drawImage(picture, 0, 0);
    const colours = [...pen.getImageData(0, 0, picture.width, picture.height).data];
    const ink = colours.filter((red, at) => at % 4 === 0 && red === 38 && colours[at + 1] === 34).length;
    return [picture.width, picture.height, `${colours.slice(0, 3)}`, ink > 1000];
}"""


def test_a_match_is_shared_with_a_picture(open_browser):
    competition = stories.published(2)
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 4280))
    page = open_browser()
    page.add_init_script(f"({SENT})()")
    page.goto(f"/{competition.slug}/matches/R1-M1/")

    page.get_by_role("button", name="Share").click()
    until(lambda: page.evaluate("window.sent.length"))

    text, kind = page.evaluate("[window.sent[0].text, window.sent[0].files[0].type]")
    assert (text.endswith(f"won by 450, 4,730 to 4,280 {page.url}"), kind) == (True, "image/png")
    # The picture has its stated size, a green background and enough dark pixels for text.
    assert page.evaluate(PICTURE) == [1200, 630, "29,87,65", True]


def test_the_draw_is_shared_as_text(open_browser):
    competition = stories.published(2)
    page = open_browser()
    page.add_init_script(f"({SENT})()")
    page.goto(f"/{competition.slug}/")

    page.get_by_text("Follow and share the draw").click()
    page.get_by_role("button", name="Share").click()

    until(lambda: page.evaluate("window.sent.length"))
    assert page.evaluate("window.sent[0]") == {
        "text": f"{competition}: 2 pairs. Final: 0 of 1 decided",
        "url": page.url,
    }
