"""Browser tests for signing in and out, and for accepting an invitation with an existing account."""

import pytest

from competition.entries.private_links import MOST_CODES_IN_TEN_MINUTES, pair_code
from competition.web.rate_limit import Limit, RateLimit
from tests import stories
from tests.browser.browser import check_all_round
from tests.browser.organiser import Organiser
from tests.browser.person import said
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "a-good-long-password"


def test_an_organiser_signs_out_on_all_devices(open_browser):
    competition = stories.entered(2)
    owner = Organiser(open_browser(), javascript=True)
    owner.go("/desk/")
    owner.page.get_by_label("Keep me signed in on this device for 60 days").check()
    check_all_round(owner.page)
    owner.fill({"Username": competition.owner.username, "Password": PASSWORD})
    owner.press("Sign in")

    owner.follow("Signed-in devices")
    assert owner.reads("Chrome on Linux")
    owner.go(f"/desk/password/again/?next=/desk/{competition.slug}/letters/")
    owner.fill({"Your password": PASSWORD})
    owner.press("Continue")
    assert said(owner.page.locator("h1")) == "Letters"

    owner.go("/desk/sign-ins/")
    owner.press("Sign out everywhere")
    owner.go("/desk/")
    assert said(owner.page.locator("h1")) == "Sign in"


def test_a_deputy_accepts_an_invitation_with_an_old_account(open_browser):
    competition, other = stories.entered(2), OrganiserFactory()
    owner, deputy = (Organiser(open_browser(), javascript=True) for _ in range(2))
    owner.sign_in(competition.owner.username, PASSWORD)
    owner.go(f"/desk/{competition.slug}/")
    deputy.go(owner.name_deputy("Dora Quill"))
    check_all_round(deputy.page)

    deputy.page.locator("main").get_by_role("link", name="Sign in").click()
    deputy.fill({"Username": other.username, "Password": PASSWORD})
    deputy.press("Sign in")
    check_all_round(deputy.page)
    deputy.press(f"Become a deputy as {other.username}")

    deputy.go(f"/desk/{competition.slug}/organisers/")
    assert deputy.reads(other.username)


def test_a_pair_signs_in_with_its_name_after_others_guessed_codes(open_browser):
    pair, player = stories.entered(1).pairs.get(), Organiser(open_browser(), javascript=True)
    guesses = RateLimit(*[Limit("code from 127.0.0.1", MOST_CODES_IN_TEN_MINUTES)] * MOST_CODES_IN_TEN_MINUTES)
    guesses.note()

    player.go("/p/")
    player.fill({"Entry code": pair_code(pair)})
    player.press("Open my matches")
    check_all_round(player.page)
    player.fill({"Entry code": pair_code(pair), "Your name": pair.present[0].name})
    player.press("Open my matches")

    assert player.reads(f"Continue as {pair}")
