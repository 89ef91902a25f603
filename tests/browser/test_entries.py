"""Browser tests for entries, from the entry form to the opening day."""

from datetime import date
from functools import partial

import pytest

from competition.entries.actions import applications
from competition.entries.private_links import confirmation_key
from competition.entries.queries.pairs import Entry, PlayerEntry
from tests import stories
from tests.browser.browser import check_all_round
from tests.browser.person import said


@pytest.fixture
def competition(transactional_db):
    """Create open entries with players of the same name, a seed, a late entry, a new entry and a substitute."""
    found = stories.taking_entries(4)
    found.opening_day = date(2030, 5, 4)
    found.save()
    found.pairs.filter(number=1).update(club="St. Anne's BC", area="North shore", seed=1, attending=True)
    found.pairs.filter(number=2).update(club="St Annes B.C.", given_bye=True, entered_on=date(2090, 1, 1))
    player = PlayerEntry("Ida Tern", "07 555 0199")
    stories.substitute(found.pairs.get(number=3), player, because="Ben is ill.")
    applications.apply(found, Entry((PlayerEntry("Ida Terne", "07 555 0101"), PlayerEntry("Ed Swift"))), wishes="")
    return found


@pytest.fixture
def at_desk(open_browser, competition):
    """Return a function that opens the organiser's window."""

    return partial(open_browser, whose=competition.organisers.get())


def test_the_entry_pages_are_accessible_and_fit(open_browser, competition, settings):
    settings.HAS_EMAIL = True
    players = PlayerEntry("Una Teal", email="una@example.org"), PlayerEntry("Vic Wigeon")
    sent = applications.apply(competition, Entry(players, "Harbour"), wishes="")
    window = open_browser()
    for page in ("", "enter/", f"enter/{sent.reference}/", f"enter/{confirmation_key(sent)}/"):
        window.goto(f"/{competition.slug}/{page}")
        check_all_round(window)

    competition.closing_date = date(2026, 3, 31)
    competition.save()
    window.goto(f"/{competition.slug}/enter/")
    check_all_round(window)


def test_a_pair_enters_and_attends_the_opening_day(at_desk, open_browser, competition):
    pair = open_browser()
    pair.goto(f"/{competition.slug}/")
    pair.get_by_role("link", name="Enter as a pair").click()
    pair.get_by_label("First player’s name").fill("Cy Finch")
    pair.get_by_label("Second player’s name").fill("Di Heron")
    pair.get_by_role("button", name="Send entry").click()
    assert "Give at least one phone number" in said(pair.locator(".errors"))
    pair.get_by_label("First player’s phone").fill("07 555 0102")
    pair.get_by_text("We want to play on the opening day").click()
    pair.get_by_role("button", name="Send entry").click()
    assert "We have your entry." in said(pair.locator(".notice", has_text="entry"))

    desk = at_desk()
    desk.goto(f"/desk/{competition.slug}/pairs/")
    desk.get_by_role("link", name="Cy Finch & Di Heron").click()
    desk.get_by_role("button", name="Accept entry").click()
    assert "Accepted as pair 5." in said(desk.locator("#answered .notice"))
    desk.goto(f"/desk/{competition.slug}/attendance/")
    desk.get_by_role("button", name="Cy Finch & Di Heron").click()
    desk.locator("#pair-5[aria-pressed=true]").wait_for()
    assert said(desk.locator("#attendance .lead")) == "1 of 2 here"

    pair.reload()
    assert "You are entered as pair 5." in said(pair.locator(".notice"))
