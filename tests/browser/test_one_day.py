"""Browser test for a day at one venue: the desk page and the large screen update themselves."""

import pytest
from django.urls import reverse

from tests import stories
from tests.browser.browser import check
from tests.browser.cookies import cookies
from tests.competition.worlds import send_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("width", [360, 1280])
def test_one_press_starts_a_round_on_the_desk_and_on_the_large_screen(open_browser, live_server, width):
    competition = stories.published(6, minutes=60, deals=8, confirmation="both")
    screen, page = open_browser(1280), open_browser(width)
    screen.goto(reverse("public:screen", args=[competition.slug]))
    screen.get_by_text("Quarter-finals: not started").wait_for()
    page.context.add_cookies(cookies(competition.owner, live_server.url))
    page.goto(reverse("desk:today", args=[competition.slug]))
    check(page)

    page.get_by_role("button", name="Start the quarter-finals").click()

    page.get_by_text("60 minutes left. Then finish the deal in play.").wait_for()
    check(page)
    screen.get_by_text("Then finish the deal in play.").wait_for()
    check(screen)
    send_in(competition, "R1-M2", 1240, 870)
    page.get_by_text("Confirm for them").wait_for()
    screen.get_by_text("1,240").wait_for()
