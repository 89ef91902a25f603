"""Pair that scores a match on its phone."""

import re
from contextlib import suppress

from playwright.sync_api import Error

from tests.browser.browser import check, until
from tests.browser.person import Person, said


class Pair(Person):
    """Two players who share a private link."""

    def arrive(self, link: str) -> None:
        """Open the private link and confirm it."""
        self.go(link)
        check(self.page)
        self.press(said(self.page.locator("form .button")))

    def open_sheet(self, first_dealer: str) -> None:
        """Start the score sheet. This pair's first player sits North, and the opponents' first player sits East."""
        self.follow("Start the score sheet")
        self.choose("First dealer", first_dealer)
        check(self.page)
        self.press("Start the score sheet")

    def say(self, declarer: str, contract: str, tricks: int, honours: str = "no honours") -> None:
        """Fill in a deal. The contract is written like "2♥" or "3NT doubled"."""
        bid, _, doubling = contract.partition(" ")
        self.choose("Declarer", declarer.split()[0])
        self.choose("Level", bid[0])
        self.choose("Denomination", bid[1:])
        self.choose("Doubled or not", doubling or "undoubled")
        self._fare(tricks - 6 - int(bid[0]))
        if honours != "no honours":
            self._tap(self.page.get_by_role("checkbox", name="honours"))
            self.choose("Honours", honours)

    def _fare(self, over: int) -> None:
        """Choose the result of the contract. Show the rare results first if necessary."""
        if not -4 <= over <= 3:
            self._tap(self.page.get_by_role("checkbox", name="more"))
        self.choose("Result", f"{abs(over)} {'over' if over > 0 else 'light'}" if over else "made")

    def record(self, *deal) -> None:
        """Record the next deal, with the arguments of `say`."""
        self.say(*deal)
        self._write(f"Record deal {self._next}")

    def pass_in(self) -> None:
        """Record the next deal as passed in."""
        self._write("Passed in")

    def stop_asking(self) -> None:
        """Stop the page polling after one more request."""
        if self.javascript:
            with self.page.expect_response(re.compile("shown=")) as asked:
                self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000") + 60)
            asked.value.finished()

    def record_too_late(self, *deal) -> str:
        """Record a deal under a number that the other phone has used since the last poll. Return the error message."""
        self.say(*deal)
        self._push(f"Record deal {self._next}")
        answer = said(self.page.locator("#table [role=alert]:visible p"))
        self.look()
        return answer

    def keep_what_stands(self) -> None:
        """Discard the deal that was recorded too late."""
        if self.javascript:
            # The page ignores taps immediately after a question appears.
            self.wait(1)
            self._push("Theirs is right")
            self.page.clock.resume()
            self.page.locator("#waiting").wait_for(state="hidden")
        else:
            self.follow("Theirs is right")

    @property
    def _next(self) -> str:
        return self.page.locator("[name=number]").input_value()

    def _push(self, button: str) -> None:
        self._tap(self.page.get_by_role("button", name=button, exact=True))

    def _write(self, button: str) -> None:
        written = self.page.locator(f"#summary-sheet a[href$='/deals/{self._next}/']")
        self._push(button)
        written.wait_for(state="attached")
        self.look()

    def catch_up(self, deal: int | None) -> None:
        """Wait until the page asks for this deal next, or for no further deal."""
        self.wait(5)
        until(lambda: self._due == deal)

    @property
    def _due(self) -> int | None:
        """The number of the next deal, None after the last deal, or 0 while the page loads.

        It is read in one call, because the form can disappear at any moment.
        """
        with suppress(Error):
            numbers = self.page.locator("[name=number]").evaluate_all("fields => fields.map(field => field.value)")
            return int(numbers[0] or 0) or None if numbers else None
        return 0

    def learn(self, news: str) -> None:
        """Wait until the page shows the result of an action on another phone."""
        self.wait(5)
        assert self.reads(news)
        if self.javascript:
            # The page reports that it was read, which changes the page again.
            self.wait(5)
            until(self._is_loaded)
        check(self.page)

    def _is_loaded(self) -> bool:
        """Return True if the page is not about to reload."""
        with suppress(Error):
            return not self.page.evaluate("sessionStorage.renewed")
        return False

    def correct_deal(self, deal: int, tricks: int) -> None:
        """Correct the number of tricks in a deal, after a preview."""
        self.page.locator("summary", has_text="Summary sheet").click()
        with self.page.expect_navigation():
            self._tap(self.page.locator(f"#summary-sheet a[href$='/deals/{deal}/']"))
        self.look()
        level = self.page.locator("[name=level]:checked").input_value()
        self._fare(tricks - 6 - int(level))
        self.look()
        with self.page.expect_navigation():
            self._tap(self.page.locator("[name=save]"))
        self.look()

    def undo(self) -> None:
        """Undo the last deal and clear the form."""
        button = said(self.page.locator("#last-deal .button"))
        if self.javascript:
            self._push(button)
        else:
            self.press(button)
        self.page.get_by_role("button", name="Clear").or_(self.page.get_by_role("link", name="Clear")).click()

    def send_in(self) -> str:
        """Report the result from the score sheet. Return the sentence shown before."""
        self.follow("Report the result")
        sentence = said(self.page.locator("main .lead"))
        check(self.page)
        self.press("Report the result")
        return sentence

    def send_totals(self, ours: int, theirs: int) -> list[str]:
        """Report two totals without a score sheet. Return the error messages."""
        self.fill({"Our total": ours, "Their total": theirs})
        self.press("Report the totals")
        check(self.page)
        return self.faults()

    def dispute(self, reason: str) -> None:
        """Dispute the result reported by the other pair."""
        self.follow("Dispute the result")
        self.fill({"What is wrong?": reason})
        check(self.page)
        self.press("Dispute the result")
