"""Tests for the helpers of the browser tests."""

import pytest

from tests.browser.browser import Windows, check


@pytest.fixture
def windows(chromium, live_server):
    windows = Windows(chromium, live_server.url)
    yield windows
    windows.close()


def show(page, content):
    """Load a page of the site with this content."""
    head = "<!doctype html><html lang=en-GB><title>A page</title><link rel=icon href=data:,>"
    page.route(
        "**/a-page/",
        lambda route: route.fulfill(
            content_type="text/html", body=f"{head}<main><h1>A page</h1>{content}</main></html>"
        ),
    )
    page.goto("/a-page/")


def test_check_finds_an_unknown_role_without_scripts(windows):
    page = windows.open(javascript=False)
    show(page, "<p role=nonsense>text</p>")

    with pytest.raises(AssertionError, match="aria-roles"):
        check(page)


SOUND = (
    "<h2>Names</h2><p>some words</p><p>more words</p><label for=name>Name</label><input id=name autocomplete=name>"
    "<ul><li>one</li></ul><div style='overflow: auto; height: 50px'><p lang=en>short</p></div>"
    "<nav aria-label=One><p>go to <a href=#name>a link</a></p></nav>"
    "<nav aria-label=Two><p>go to <a href=#name>a link</a></p></nav>"
)


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("for=name", "for=nobody", "label"),
        ("aria-label=Two", "aria-label=One", "landmark-unique"),
        ("<p>more", "<p style='color: #bbb'>more", "color-contrast"),
        (">a link</a></p></nav><nav", "></a></p></nav><nav", "link-name"),
    ],
)
def test_check_finds_a_fault_after_a_similar_correct_page(windows, right, wrong, fault):
    page = windows.open()
    show(page, SOUND)
    check(page)

    show(page, SOUND.replace(right, wrong))

    with pytest.raises(AssertionError, match=fault):
        check(page)


def test_check_finds_an_element_that_overflows(windows):
    page = windows.open(360)
    show(page, "<p id=wide style='width: 400px'>text</p>")

    with pytest.raises(AssertionError, match='sticks out beyond 360 px: <p id="wide"'):
        check(page)


def test_check_accepts_a_correct_page(windows):
    page = windows.open()
    show(page, "<p>text</p>")

    check(page)

    assert windows.complaints == []


def test_a_window_records_the_errors_of_its_page(windows):
    page = windows.open()
    show(page, "<img alt=none src=/static/none.svg>")
    show(page, "<script>throw new Error('broken')</script>")
    show(page, "<script>console.warn('careful')</script>")

    assert windows.complaints == [
        f"404 for GET {windows.address}/static/none.svg",
        "script error: broken",
        "console warning: careful",
    ]


def test_a_window_without_javascript_runs_no_script(windows):
    page = windows.open(javascript=False)
    show(page, "<script>document.title = 'changed'</script><noscript>Plain</noscript>")

    assert page.inner_text("noscript") == "Plain"
    check(page)
    assert page.title() == "A page"


def test_static_files_are_served_to_the_browser(windows):
    answer = windows.open().goto("/static/favicon.svg")

    assert answer is not None
    assert answer.headers["content-type"] == "image/svg+xml"
