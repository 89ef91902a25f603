"""Organiser working at the desk in a browser."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page

from tests.browser.person import Person, said


class Organiser(Person):
    """The organiser of a competition."""

    desk = ""

    def decide(self) -> None:
        """Confirm the previewed decision."""
        with self.page.expect_navigation():
            self._tap(self.page.locator("form:has([name=shown]) .actions button").first)
        self.look()

    def sign_in(self, name: str, password: str) -> None:
        """Open the desk and sign in."""
        self.go("/desk/")
        self.fill({"Username": name, "Password": password})
        self.press("Sign in")

    def found(self, details: Mapping[str, object]) -> None:
        """Create a competition with the default conditions."""
        self.follow("New competition")
        self.follow("It begins now")
        self.fill(details)
        self.press("Create competition")
        self.desk = self.page.url

    def set_conditions(self, conditions: Mapping[str, object]) -> None:
        """Change some conditions of contest."""
        self.follow("More")
        self.follow("Conditions")
        self.fill(conditions)
        self.press("Save conditions")

    def enter(self, first: str, second: str, *, opening_day: bool, then: str = "Add pair") -> None:
        """Enter a pair in the open form."""
        self.fill({"First player’s name": first, "Second player’s name": second, "Club": "Harbour"})
        self.fill({"First player’s phone": "07 555 0101", "Second player’s email": "second@example.org"})
        if opening_day:
            self.page.get_by_text("They attend the opening day").click()
        self.press(then)

    def list_pairs(self, *lines: str) -> list[str]:
        """Paste a list of pairs and return the errors in its lines."""
        self.fill({"List of pairs": "\n".join(lines)})
        self.press("Check again" if self.page.locator("#preview").count() else "Check list")
        return self.faults()

    def publish(self, *play_by: str) -> None:
        """Publish the latest draw with the play-by date of each round."""
        self.follow("Publish this draw")
        for field, day in zip(self.page.locator("[name^=round]").all(), play_by, strict=True):
            field.fill(day)
        self.press("Publish the draw")
        if self.page.locator("#questions").count():
            self.press("Publish the draw")

    def private_link(self, pair: str) -> str:
        """Return the private link of this pair."""
        self.go(f"{self.desk}pairs/")
        row = self.page.get_by_role("row").filter(has_text=pair)
        self.follow(f"Private link of pair {said(row.locator('td').first)}")
        return said(self.page.locator("#link"))

    def states(self) -> dict[str, str]:
        """Return the state of each match in the list of all matches."""
        self.go(f"{self.desk}matches/")
        rows = self.page.locator(".ledger > [id]").all()
        return {row.get_attribute("id") or "": row.get_attribute("data-state") or "" for row in rows}

    def look_ahead(
        self, code: str, kind: str, winner: str, *, reason: str, totals: Mapping[str, int] | None = None
    ) -> list[str]:
        """Preview a ruling and return a line for each pair that it affects."""
        self.go(f"{self.desk}matches/{code}/")
        self.follow(kind)
        self.choose("Who goes through?", f"{winner} go through")
        self.fill({f"Total of {pair}": total for pair, total in (totals or {}).items()} | {"Public reason": reason})
        self.press("Show what this changes")
        return [said(line) for line in self.page.locator("#decision li").all()]

    def name_deputy(self, name: str) -> str:
        """Invite a deputy and return the invitation link."""
        self.follow("More")
        self.follow("Organisers")
        self.follow("Invite a deputy")
        self.fill({"Name of the deputy": name})
        self.press("Create invitation")
        return said(self.page.locator("#link"))

    def take_up(self, invitation: str, password: str) -> None:
        """Accept a deputy's invitation and choose a password."""
        self.go(invitation)
        self.fill({"New password": password, "Repeat the password": password})
        self.press("Save password")


def sign_in_elsewhere(page: Page, organiser: User) -> None:
    """Sign in at the desk in another tab, which invalidates the CSRF token on every open page."""
    page.context.clear_cookies(name="sessionid")
    tab = page.context.new_page()
    tab.goto(reverse("desk:sign-in"))
    tab.get_by_label("Username").fill(organiser.username)
    tab.get_by_label("Password", exact=True).fill("a-good-long-password")
    with tab.expect_navigation():
        tab.get_by_role("button", name="Sign in").click()
    tab.close()
