"""Browser tests of the card with a pair's next step, in every state of its match."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from competition.contest.models import Organiser
from tests import stories, turns
from tests.browser.browser import check_all_round, overflow

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 740}
MOST_WORDS = 30
# The lowest edge of the first button, in CSS pixels from the top, with the usual text and with text of twice its size.
LOWEST, LOWEST_OF_LARGE = 560, 1_000
# The size of the root with text of twice the usual size.
LARGE = "36px"
CARD = """() => {
  const card = document.querySelector(".next-step");
  const button = card.querySelector(".button, .date");
  const above = document.createRange();
  above.setStart(card, 0);
  above.setEndBefore(button);
  const words = above.toString().split(/\\s+/).filter((word) => /\\w/.test(word)).length;
  return [words, Math.round(button.getBoundingClientRect().bottom + scrollY)];
}"""


def faults(page: Page, lowest: int) -> list[str]:
    """Return what is wrong with the card: too many words above its button, or a button too far down."""
    words, bottom = page.evaluate(CARD)
    return [
        *([f"{words} words above the button"] if words > MOST_WORDS else []),
        *([f"the button ends at {bottom} px"] if bottom > lowest else []),
        *overflow(page),
    ]


def enlarge(page: Page, size: str) -> None:
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)


@pytest.mark.parametrize("name", turns.STATES)
def test_the_next_step_is_found_at_once(open_browser, name):
    competition = stories.published(4, first_play_by=turns.TODAY + turns.timedelta(days=10))
    Organiser.objects.filter(competition=competition).update(name="Winifred Tansley", phone="07 555 0100")
    pair = turns.STATES[name](competition)
    page = open_browser(PHONE["width"], whose=pair)

    page.goto(reverse("play:home"))

    assert faults(page, LOWEST) == []
    enlarge(page, LARGE)
    assert faults(page, LOWEST_OF_LARGE) == []
    enlarge(page, "")
    check_all_round(page)
    if pair.competition == competition and (page.goto(match(pair)), page.locator(".next-step").count())[1]:
        page.set_viewport_size(PHONE)
        assert faults(page, LOWEST) == []
        enlarge(page, LARGE)
        assert faults(page, LOWEST_OF_LARGE) == []


def match(pair) -> str:
    return reverse("play:match", args=[pair.competition.slug, "R1-M1"])
