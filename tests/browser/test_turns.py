"""Browser tests for the card with a pair's next step: in every state, and from the invitation to the champions."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from competition.contest.models import Organiser
from competition.entries.private_links import link_key
from tests import stories, turns
from tests.browser.browser import check_all_round, overflow
from tests.browser.pair import Pair
from tests.browser.person import said
from tests.competition.worlds import rename

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 740}
MOST_WORDS = 30
# The lowest allowed edge of the first button, in CSS pixels from the top, with normal text and with double-size text.
LOWEST, LOWEST_OF_LARGE = 560, 1_000
# The root size for double-size text.
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
    """Return the faults of the card: too many words above its button, or a button too far down."""
    words, bottom = page.evaluate(CARD)
    return [
        *([f"{words} words above the button"] if words > MOST_WORDS else []),
        *([f"the button ends at {bottom} px"] if bottom > lowest else []),
        *overflow(page),
    ]


def enlarge(page: Page, size: str) -> None:
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)


@pytest.mark.parametrize("name", turns.STATES)
def test_the_next_step_is_visible_at_once(open_browser, name):
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


class Phone(Pair):
    """A pair that knows only what its card says, and does what the card offers."""

    def reads_card(self, sentence: str) -> None:
        """Open My matches and find this sentence on the card, above a button that is visible without scrolling."""
        self.go(reverse("play:home"))
        stands = said(self.page.locator(".next-step .stands"))
        assert sentence in stands
        assert faults(self.page, LOWEST) == []

    def takes_step(self) -> None:
        """Press the button of the card."""
        with self.page.expect_navigation():
            self._tap(self.page.locator(".next-step .button, .next-step .date").first)
        self.look()


@pytest.fixture
def phones(open_browser):
    """Return the phones of both pairs in a final of two deals, with their private links opened."""
    competition = stories.published(2, deals=2, first_play_by=turns.TODAY + turns.timedelta(days=20))
    both = [table.pair for table in stories.tables(competition)]
    rename(competition, both[0].number, "Vera Standish", "Desmond Standish")
    rename(competition, both[1].number, "Thelma Oakshott", "Bruce Oakshott")
    found = [Phone(open_browser(PHONE["width"]), javascript=True) for _ in both]
    for phone, pair in zip(found, both, strict=True):
        phone.arrive(f"/p/{link_key(pair)}/")
    return found


def test_two_phones_lead_the_pairs_from_invitation_to_champions(phones):
    we, they = phones
    _agree_and_cancel_a_date(we, they)
    _play_two_deals(we, they)

    they.reads_card("Is it right that you lost by")
    they.dispute("Deal 2 went one light.")
    they.reads_card("disagree about deal 2.")
    we.reads_card("disagree about deal 2.")
    we.page.get_by_role("link", name="Report it again").click()
    we.press("Report the result")
    they.reads_card("Is it right that you lost by")
    they.takes_step()

    they.reads_card("You lost by")
    we.reads_card("You are the champions.")


def _agree_and_cancel_a_date(we: Phone, they: Phone) -> None:
    we.reads_card("Agree a date with")
    we.takes_step()
    for number in (2, 9):
        we.page.locator("[name=days]").nth(number).click()
    we.press("Offer these days")
    we.reads_card("have your two dates.")
    they.reads_card("offer two dates.")
    they.takes_step()
    we.reads_card("You play ")
    we.takes_step()
    we.follow("Cancel this date")
    we.fill({"Reason": "Vera is ill."})
    we.press("Cancel this date")
    we.reads_card("You cancelled the date.")
    they.reads_card("cancelled the date.")


def _play_two_deals(we: Phone, they: Phone) -> None:
    """Start before a date is agreed, record both deals on one phone, and report the result."""
    we.follow("Start the score sheet")
    we.choose("First dealer", "Vera")
    we.press("Start the score sheet")
    we.record("Vera", "4♠", 10)
    they.reads_card("Deal 2 of 2 is next.")
    we.pass_in()
    we.page.wait_for_load_state()
    we.reads_card("You won by")
    we.send_in()
    we.reads_card("You reported that you won")
