"""Browser tests for setting up a new site as the README describes."""

import re
import sys

import pytest
from django.contrib.auth.models import User

from competition.desk.queries.site_checks import remember_alarm
from tests import servers, stories
from tests.browser.browser import Windows, check_all_round, until
from tests.browser.organiser import Organiser
from tests.browser.person import said
from tests.mailboxes import mailboxes
from tests.test_serve import serving, wait_for

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the server is found by /proc")
ADDRESS = "ann@lakes.example"
ACCOUNT = {
    "Name of the site": "Lakes Bridge",
    "Username": "ann",
    "Password": "seven-green-lakes",
    "Repeat the password": "seven-green-lakes",
    "Your name": "Ann Field",
    "Email address": ADDRESS,
}


def test_the_setup_link_works_without_javascript(chromium, tmp_path):
    with mailboxes() as boxes:
        environment = servers.environment(f"sqlite:///{tmp_path}/db.sqlite3", tmp_path / "static")
        environment |= {"EMAIL_URL": f"smtp://127.0.0.1:{boxes.port}", "EMAIL_FROM": "desk@lakes.example"}
        environment |= {"BACKUP_FOLDER": str(tmp_path / "backups")}
        with serving(environment, tmp_path) as served:
            wait_for(lambda: "Set it up here" in served.text, lambda: served.text)
            link = re.search(r"Set it up here, within three days: (\S+)", served.text)[1]
            windows = Windows(chromium, f"http://localhost:{served.port}")
            owner = Organiser(windows.open(390, javascript=False), javascript=False)
            _set_up(owner, link)
            assert [email["From"] for email in boxes.emails] == ["Lakes Bridge <desk@lakes.example>"]
            _look_at_the_site(owner, link)
            windows.close()
            assert windows.complaints == []


@pytest.mark.django_db(transaction=True)
def test_the_site_fault_warning_fits_on_the_desk(open_browser):
    competition = stories.published(4)
    User.objects.filter(pk=competition.owner_id).update(is_superuser=True)
    remember_alarm(True)
    window = open_browser(whose=competition.owner)

    for address in ("/desk/", f"/desk/{competition.slug}/"):
        window.goto(address)
        assert said(window.get_by_role("link", name="Site has a fault")) == "Site ! has a fault"
        check_all_round(window)


def _set_up(owner: Organiser, link: str) -> None:
    owner.go("/")
    assert owner.reads("This site is being set up.")
    owner.go(link)
    check_all_round(owner.page)
    owner.fill({**ACCOUNT, "Repeat the password": "seven-blue-lakes"})
    owner.press("Set up site")
    assert owner.faults() == ["Repeat the password: The two password fields didn’t match."]
    owner.fill(ACCOUNT)
    owner.press("Set up site")
    assert owner.reads("You are signed in as ann. Next, create your first competition.")
    check_all_round(owner.page)
    owner.fill({"Send a test email to": ADDRESS})
    owner.press("Send test email")
    until(lambda: owner.page.reload() and "The mail server accepted" in said(owner.page.locator("main")))
    assert owner.reads("The mail server accepted the email to ann@lakes.example.")


def _look_at_the_site(owner: Organiser, link: str) -> None:
    owner.found({"Name": "Lakes Knockout", "Season": 2030, "Closing date": "2030-03-31"})
    assert owner.page.title().endswith(" – Lakes Bridge")
    owner.go("/desk/site/")
    assert owner.reads("The site can write to the SQLite database")
    check_all_round(owner.page)
    owner.follow("Change the name of the site")
    check_all_round(owner.page)
    owner.fill({"Name of the site": "Plains Bridge"})
    owner.press("Save name")
    assert owner.reads("The name of the site is changed.")
    owner.go(link)
    assert owner.reads("This site is set up")
