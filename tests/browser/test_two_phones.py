"""Browser test for a whole match with a tie-break on two phones that lose their connection for a while."""

import random
from collections.abc import Iterable
from statistics import median

import pytest

from competition.contest.models import Competition
from scoring import models
from scoring.rules.conditions import ScoringConditions
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import DealResult, Honours
from scoring.rules.sheet import Standing, read_sheet
from scoring.rules.sides import Seat, Side
from scoring.rules.words import question
from tests import stories
from tests.browser.browser import until
from tests.browser.person import said
from tests.browser.test_bad_signal import Phone, lay_line, match, sit_down, tables  # noqa: F401
from tests.scoring.presenters.test_json_card import reading

pytestmark = pytest.mark.django_db(transaction=True)
# With this random seed the totals are level after thirty deals.
SEED, DEALS = 1315, 32
# LISTEN stores the phone's own scores. DRAWN returns the parts drawn by the phone and by the site.
LISTEN = 'document.addEventListener("table", (event) => { window.told = event.detail; });'
DRAWN = """async () => {
  const page = new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), "text/html");
  const words = (part) => part.textContent.replace(/\\s+/g, "");
  const shown = (from) => ["#strip .tally", "#strip [data-card=number]", "#strip [data-card=dealer]", "#pads"]
    .map((part) => words(from.querySelector(part)));
  return [shown(document), shown(page)];
}"""


def a_deal(dice: random.Random) -> DealResult:
    """Return a random deal that raises no question on the phone."""
    while question(deal := _any_deal(dice)):
        pass
    return deal


def _any_deal(dice: random.Random) -> DealResult:
    if dice.random() < 0.08:
        return DealResult.passed_in()
    level, suit = dice.choice([1, 2, 2, 3, 3, 4, 4, 4, 6]), dice.choice(list(Denomination))
    doubling = Doubling(dice.choice([1] * 8 + [2]))
    tricks = min(13, 6 + level + dice.choice([0, 0, 0, 1, 1, 2, -1, -1, -2, -3]))
    held = Honours(dice.choice(list(Side)), 150 if suit is Denomination.NT else 100) if dice.random() < 0.1 else None
    return DealResult(dice.choice(list(Seat)), Contract(level, suit, doubling), tricks, held)


@pytest.fixture
def competition():
    return stories.published(2, deals=30)


class Table:
    """Two phones in one match, with the deals so far and the taps for each deal."""

    def __init__(self, phones: Iterable[Phone], deals: list[DealResult]) -> None:
        self.phones, self.deals = list(phones), deals
        self.taps: list[int] = []

    def play(self, number: int, phone: Phone) -> None:
        """Record this deal on this phone and check the phone's score."""
        self.taps.append(self._tap(phone, number, self.deals[number - 1]))
        self.agrees(phone, number)

    def comes_to(self, number: int) -> None:
        """Record the deals up to this one on other phones."""
        upper, _ = stories.tables(Competition.objects.get(), "R1-M1")
        stories.record(upper, *self.deals[len(upper.opened.deals) : number])
        self.is_up_to_date(number)

    def agrees(self, phone: Phone, number: int) -> None:
        """Wait until this phone's scores up to this deal agree with the rules."""
        expected = reading(read_sheet(self.deals[:number], Seat.N, ScoringConditions()))
        until(lambda: phone.page.evaluate("window.told?.deals.length") == number)
        assert phone.page.evaluate("window.told") == expected

    def is_up_to_date(self, number: int) -> None:
        """Wait until both phones have sent everything, and check that they draw the page exactly as the site does."""
        for phone in self.phones:
            phone.all_sent()
        for phone in self.phones:
            phone.wake()
            self.agrees(phone, number)
            mine, sites = phone.page.evaluate(DRAWN)
            assert mine == sites
        assert models.Deal.objects.count() == number

    @staticmethod
    def _tap(phone: Phone, number: int, deal: DealResult) -> int:
        if deal.contract is None or deal.declarer is None or deal.tricks is None:
            phone.press("Passed in")
            return 1
        contract, over = deal.contract, deal.tricks - deal.contract.tricks
        keys = {"declarer": deal.declarer, "level": contract.level, "denomination": contract.denomination}
        if contract.doubling > 1:
            keys["doubling"] = contract.doubling.value
        for name, value in keys.items():
            phone.key(name, value)
        if deal.honours:
            phone.page.locator("[data-more=honours]").click()
            phone.key("honours", f"{deal.honours.side}-{deal.honours.points}")
        phone.key("result", over)
        phone.press(f"Record deal {number}")
        return len(keys) + 2 + 2 * bool(deal.honours)


def test_two_phones_score_a_match_with_lost_connections(sit_down):  # noqa: F811
    dice = random.Random(SEED)
    table = Table((sit_down(0), sit_down(1)), [a_deal(dice) for _ in range(DEALS)])
    one, other = table.phones
    for phone in table.phones:
        phone.page.context.add_init_script(LISTEN)
        phone.open()

    for number in (1, 2):
        table.play(number, table.phones[number % 2])
        table.is_up_to_date(number)
    table.comes_to(12)
    for phone, first, last in ((one, 13, 15), (other, 16, 18)):
        phone.line.cut()
        for number in range(first, last + 1):
            table.play(number, phone)
        assert models.Deal.objects.count() == first - 1
        phone.line.mend()
        table.is_up_to_date(last)
    table.comes_to(28)
    for phone in table.phones:
        phone.line.cut()
    for number in (29, 30):
        table.play(number, one)
    assert one.page.evaluate("window.told.standing") == Standing.TIED
    assert said(one.page.locator("#next")) == "Deal 31 of 32"
    for number in (31, 32):
        table.play(number, one)
    assert one.page.locator("[data-outbox]").is_hidden()
    for phone in table.phones:
        phone.line.mend()
        phone.page.get_by_role("link", name="Report the result").wait_for()

    played = read_sheet(table.deals, Seat.N, ScoringConditions())
    assert [row.facts() for row in models.Deal.objects.order_by("number")] == table.deals
    assert one.page.evaluate("window.told.total") == {"ns": played.total.ns, "ew": played.total.ew}
    assert median(table.taps) == 5
