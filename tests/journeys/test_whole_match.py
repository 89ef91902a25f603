"""A match of 30 deals and a tie-break to its end, by two phones of which one loses its signal for a while."""

from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

import pytest
from django.urls import reverse

from competition.contest.models import Competition
from competition.knockout.models.outcome import Outcome
from scoring.formats import csv_sheet
from scoring.models import Deal as Row
from scoring.rules.deal import Deal
from scoring.rules.sides import Seat, Side
from tests import stories
from tests.journeys.browser import Windows
from tests.journeys.line import Line
from tests.journeys.pair import Pair

SHEET = Path(__file__).parents[2] / "fixtures/sheets/tie_continues.csv"
DEALS = {row.number: row.deal for row in csv_sheet.parse(SHEET.read_bytes())}
NAMES = dict(zip((Seat.N, Seat.S, Seat.E, Seat.W), ("Ada Lark", "Ben Wren", "Cleo Finch", "Dan Heron"), strict=True))


class Phone(Pair):
    """A pair's phone, and how many taps each deal took that was recorded on it."""

    def sit(self, side: Side) -> None:
        """Take this side of the table."""
        self.side, self.counts = side, []

    def put_down(self, deal: Deal, *, signal: bool = True) -> None:
        """Record the next deal as it was played."""
        before = self.taps
        if deal.is_passed_in:
            self.pass_in()
        elif signal:
            self.record(*self._words(deal))
        else:
            self.record_without_signal(*self._words(deal))
        self.counts.append(self.taps - before)

    def _words(self, deal: Deal) -> tuple:
        contract, held = deal.contract, deal.honours
        bid = f"{contract.level}{contract.denomination.symbol} {contract.doubling.word}"
        honours = f"{'We' if held.side is self.side else 'They'} {held.points}" if held else "no honours"
        return NAMES[deal.declarer], bid, deal.tricks, honours


@pytest.fixture
def tables(transactional_db):
    """A final of 30 deals that is still to be played."""
    upper, lower = stories.tables(stories.published(2), "R1-M1")
    for player, name in zip((*upper.pair.players.all(), *lower.pair.players.all()), NAMES.values(), strict=True):
        player.name = name
        player.save()
    return upper, lower


@pytest.fixture
def line(live_server):
    """The first phone's line to the site."""
    site = urlsplit(live_server.url)
    line = Line(site.hostname, site.port)
    yield line
    line.close()


@pytest.fixture
def phones(chromium, open_browser, line, tables):
    """Both pairs' phones on their match; the first one's line can be cut."""
    windows = Windows(chromium, line.address)
    ours, theirs = (table.pair for table in tables)
    phones = [Phone(page, javascript=True) for page in (windows.open(whose=ours), open_browser(whose=theirs))]
    for phone, table, side in zip(phones, tables, Side, strict=True):
        phone.sit(side)
        phone.go(reverse("play:match", args=[table.snapshot.competition.slug, table.state.code]))
    yield phones
    windows.close()
    assert [fault for fault in windows.complaints if not fault.startswith("net::")] == []


def test_a_match_of_thirty_deals_and_a_tie_break_is_played_to_its_confirmed_end(phones, line):
    we, they = phones
    we.open_sheet(NAMES[Seat.S])
    for number in (1, 2):
        we.put_down(DEALS[number])
    they.catch_up(3)
    they.put_down(DEALS[3])
    they.put_down(DEALS[4])
    # Every deal of a match is tapped in by two phones elsewhere.
    on_the_sheet(*(stories.deal("4D", 10) if number == 7 else DEALS[number] for number in range(5, 17)))
    we.catch_up(17)
    they.catch_up(17)
    put_deal_seven_right(we, they)
    lose_the_signal(we, line)
    on_the_sheet(*(DEALS[number] for number in range(20, 29)))
    they.catch_up(29)
    for number in (29, 30):
        they.put_down(DEALS[number])
    level = "Level: 2,310 each"
    assert they.reads(level)
    we.learn(level)
    we.catch_up(31)
    for number in (31, 32):
        we.put_down(DEALS[number])
    agree_on_the_result(we, they)

    assert [row.facts() for row in Row.objects.order_by("number")] == [*DEALS.values()]
    assert median(we.counts + they.counts) == 5


def on_the_sheet(*deals):
    """Deals that are recorded while nobody looks."""
    stories.record(stories.tables(Competition.objects.get(), "R1-M1")[0], *deals)


def put_deal_seven_right(we, they):
    """Nine tricks were ten on the sheet: the other pair agrees, and the one that asked is told."""
    we.amend(7, tricks=9)
    they.learn("The other pair asks you to agree to change deal 7 from 4♦ by North, made, to 4♦ by North, 1 light.")
    they.press("Agree")
    we.learn("The other pair has agreed: deal 7 has been changed.")
    we.press("We have read it")


def lose_the_signal(we, line):
    """Three deals are kept on the phone, and sent when the signal is back."""
    line.cut()
    for number in (17, 18, 19):
        we.put_down(DEALS[number], signal=False)
    assert we.reads("No connection to the site. 3 deals kept on this phone, not sent yet.")
    line.mend()
    we.wait(5)
    we.page.locator("#waiting").wait_for(state="hidden")
    we.page.locator("#summary-sheet a[href$='/deals/19/']").wait_for(state="attached")


def agree_on_the_result(we, they):
    """The whole result in one sentence; one tap confirms it."""
    assert we.send_in() == "Ada Lark & Ben Wren win by 110: 2,470 to 2,360 after 32 deals."
    they.learn("Ada Lark & Ben Wren win by 110: 2,470 to 2,360 after 32 deals.")
    before = they.taps
    they.press("Confirm the result")
    assert they.taps - before == 1
    assert Outcome.objects.get().answer == "confirmed"
