"""Browser tests for a season that began on paper: three pasted blocks, and names drawn from a hat."""

import pytest

from competition.contest.models import Competition
from competition.transfer.models import Draft
from tests import stories
from tests.browser.browser import check_all_round
from tests.browser.organiser import Organiser
from tests.browser.person import said
from tests.competition.transfer.season import PLAYERS, competition_on_paper
from tests.factories import OrganiserFactory

# Twenty-two pairs with 10 byes. The first pair in each match wins in both rounds.
SURNAMES = """Adair Bligh|Carew Doyle|Ewart Frost|Gower Hurst|Innes Joyce|Keane Locke|Moray Nolan|Oakes Perry
Quick Royle|Stark Tully|Unwin Vance|Wells Yates|Abbot Byrne|Clegg Drury|Elgar Finch|Grant Hatch
Ivens Jarvis|Kemp Lyall|Mason Noble|Odell Price|Quinn Rigby|Swift Thorn"""
PAIRS = [two.split() for line in SURNAMES.splitlines() for two in line.split("|")]
ENTRIES = "\n".join(f"Ann {one} & Bob {other}" for one, other in PAIRS)
NAMES = ["/".join(two) for two in PAIRS]
# A bye follows each of the first ten pairs. The other twelve pairs play each other.
FIRST = [(name, "bye") for name in NAMES[:10]] + [*zip(NAMES[10::2], NAMES[11::2], strict=True)]
DRAW = "\n".join(f"{one} - {other}" for one, other in FIRST)
SECOND = [*zip(NAMES[0:10:2], NAMES[1:10:2], strict=True), *zip(NAMES[10::4], NAMES[12::4], strict=True)]
RESULTS = ["\n".join(f"{one} 4520 {other} 3310" for one, other in matches) for matches in (FIRST[10:], SECOND)]


@pytest.mark.django_db(transaction=True)
def test_a_running_season_is_published_from_three_pasted_blocks(open_browser):
    owner = Organiser(open_browser(1280, whose=OrganiserFactory()), javascript=True)
    owner.go("/desk/")
    owner.follow("New competition")
    owner.follow("It is already running")
    owner.follow("Enter the name")
    owner.fill({"Name": "Lakes Knockout", "Season": "2026"})
    owner.press("Create competition")
    owner.follow("Paste the pairs")
    owner.fill({"List of pairs": ENTRIES})
    owner.press("Check list")
    owner.press("Add these 22 pairs")
    owner.follow("Enter the draw")
    owner.fill({"The draw": DRAW})
    owner.press("Read the draw")
    owner.press("Use this draw: 6 matches, 10 byes")
    owner.fill({"Place": "Riverbend Hall", "Drawn by": "Win Tansley"})
    owner.press("Save how it was made")
    owner.follow("Enter results")
    for pasted in RESULTS:
        owner.page.locator("#paste summary").click()
        owner.taps += 1
        owner.fill({"Results from a spreadsheet": pasted})
        owner.press("Fill in the rows")
        owner.press(f"Save {len(pasted.splitlines())} results")
    owner.follow("Back to the steps")
    owner.follow("Set the dates")
    owner.press("Save the dates")
    owner.follow("Check everything and publish")
    check_all_round(owner.page)
    owner.press("Publish the season")

    assert owner.taps <= 25
    draw = stories.now(Competition.objects.get())
    assert [round.played for round in draw.rounds] == [6, 8, 0, 0, 0]
    assert draw.matches["R3-M1"].pairs[0].name == "Ann Adair & Bob Bligh"


@pytest.mark.django_db(transaction=True)
def test_names_are_drawn_from_a_hat_by_keyboard(open_browser):
    competition = competition_on_paper()
    owner = open_browser(1280, whose=competition.organisers.first())
    owner.goto(f"/desk/{competition.slug}/adopt/hat/")
    check_all_round(owner)
    owner.set_viewport_size({"width": 1280, "height": 900})

    letters = ("north", "east", "sto", "wo", "marsh", "gle")
    for number, ((one, _), typed) in enumerate(zip(PLAYERS, letters, strict=True), start=1):
        owner.keyboard.type(typed)
        assert one.split()[0] in said(owner.locator("#suggestions button").first)
        owner.keyboard.press("Enter")
        owner.locator(".placed > li:first-child .ordinal", has_text=str(number)).wait_for()

    assert said(owner.locator("h1")) == "All 6 pairs are drawn"
    assert Draft.objects.get().is_drawn
    owner.goto(f"/desk/{competition.slug}/adopt/hat/screen/")
    assert said(owner.locator(".band .ordinal")) == "Sixth out of the hat"
