"""Browser test for a match of 34 deals with six corrections, two of them declined, on two phones."""

from dataclasses import replace

import pytest
from django.urls import reverse

from competition.draw.queries.draw import get_draw
from scoring.models import Deal, DealCorrection
from scoring.rules.deal import Honours
from tests import stories
from tests.browser.browser import check, until
from tests.browser.person import said
from tests.browser.test_bad_signal import Phone, lay_line, match, sit_down, tables  # noqa: F401

# The history as a spectator reads it, from the end to the beginning.
HISTORY = [
    "Confirmed the result: 950 to 1,170.",
    "Reported the result: 950 to 1,170.",
    "Changed deal 34 from 1NT by East, made, to 1NT by East, +1.",
    "Deal 34: 1NT by East, made.",
    "Declined to change deal 5 from 1NT by North, 1 light, to 2NT by North, 1 light.",
    "Asked the other pair to agree to change deal 5 from 1NT by North, 1 light, to 2NT by North, 1 light.",
    "Deal 20: 1NT by East, 1 light.",
    "Deleted deal 20: 1NT by East, 1 light.",
    "Agreed to change deal 13 from 1NT by North, 1 light, to 1NT by North, 1 light, 150 honours to North-South.",
    "Agreed to change deal 12 from 1NT by East, 1 light, to 1NT by East, 1 light, 150 honours to East-West.",
    "Declined to change deal 10 from 1NT by East, 1 light, to 1NT by East, made.",
    "Started the score sheet: Ada North 2 North, Ada North 1 East, Ben South 2 South, Ben South 1 West.",
]
pytestmark = pytest.mark.django_db(transaction=True)
OURS, THEIRS = stories.deal("1NT", 6), stories.deal("1NT", 6, "E")


@pytest.fixture
def competition():
    return stories.published(2, deals=30)


def play(competition, last: int) -> None:
    """Record the deals up to this one. The totals are level after every second deal."""
    upper = stories.tables(competition, "R1-M1")[0]
    played = len(upper.opened.deals)
    stories.record(upper, *[THEIRS if number % 2 else OURS for number in range(played, last)])


def correct(phone: Phone, number: int, **keys: object) -> None:
    """Correct a deal on its page, and check that page."""
    phone.page.goto(f"{phone.match}deals/{number}/")
    for name, value in keys.items():
        if name == "honours":
            phone.page.get_by_role("checkbox", name="honours").click()
        phone.key(name, value)
    claimed = phone.page.locator("[name=claimed]")
    phone.page.locator("button[name=save]").wait_for()
    if "honours" in keys and claimed.count():
        claimed.check()
    check(phone.page)
    phone.page.locator("button[name=save]").click()
    phone.page.locator("#table").wait_for()


def reply(phone: Phone, button: str) -> str:
    """Reply to the request on this phone, and return the heading of the request."""
    phone.page.goto(f"{phone.match}history/")
    phone.open()
    request = phone.page.locator(".request[data-yours]")
    request.wait_for()
    check(phone.page)
    title = said(request.locator("h3"))
    request.get_by_role("button", name=button).click()
    until(lambda: phone.page.locator(".request[data-yours]").count() == 0)
    return title


def test_the_history_of_a_match_lists_six_corrections(sit_down, competition):  # noqa: F811
    ours, theirs = sit_down(0), sit_down(1)
    upper, lower = (table.pair for table in stories.tables(competition, "R1-M1"))
    play(competition, 20)

    # Deal 10, with a different number of tricks. The other pair declines.
    correct(ours, 10, result=0)
    assert reply(theirs, "Not right") == f"{upper} ask you to agree: deal 10 was 1NT by Ada 1., made."
    # Deals 12 and 13, with honours claimed in time but not entered.
    correct(theirs, 12, honours="ew-150")
    reply(ours, "Accept")
    correct(ours, 13, honours="ns-150")
    reply(theirs, "Accept")
    # The last deal can be changed freely, and the other phone says so.
    ours.open()
    ours.press("Undo deal 20")
    until(lambda: ours.number == "20")
    ours.press_record("1NT", 6, "E")
    ours.all_sent()
    theirs.open()
    told = theirs.page.locator(".request h3").filter(has_text="deleted")
    assert said(told) == f"{upper} deleted deal 20."
    # Deal 5, declined by the pair asked.
    play(competition, 30)
    correct(theirs, 5, level=2)
    reply(ours, "Not right")
    # Two tie-break deals leave the totals level, and two more decide. The other pair corrects the last of them at once.
    play(competition, 33)
    ours.open()
    ours.press_record("1NT", 7, "E")
    ours.all_sent()
    correct(theirs, 34, result=1)
    ours.open()
    told = ours.page.locator(".request h3").filter(has_text="changed deal 34")
    assert said(told) == f"{lower} changed deal 34."

    ours.page.get_by_role("link", name="Report the result").click()
    ours.press("Report the result")
    theirs.open()
    listed = theirs.page.locator("#changes-made ~ ul > li")
    check(theirs.page)
    assert [said(line).partition("Our total")[0] for line in listed.all()] == [
        f"Deal 20: 1NT by Ada 1., 1 light → is now not on the score sheet. {upper} deleted deal 20. "
    ]
    theirs.press("Confirm the result")

    until(lambda: get_draw(competition).matches["R1-M1"].result is not None)
    assert [change.answer for change in DealCorrection.objects.order_by("pk")] == [
        "declined",
        "accepted",
        "accepted",
        "made at once",
        "declined",
        "made at once",
    ]
    assert [row.facts() for row in Deal.objects.filter(number__in=[5, 10, 12])] == [
        OURS,
        THEIRS,
        replace(THEIRS, honours=Honours(THEIRS.side, 150)),
    ]
    theirs.page.goto(reverse("play:history", args=[competition.slug, "R1-M1"]))
    check(theirs.page)
    told = said(theirs.page.locator("main"))
    places = [told.find(sentence) for sentence in HISTORY]
    assert -1 not in places, told
    assert places == sorted(places), told
