"""A pair with its phone at the table."""

import re
from contextlib import suppress

from playwright.sync_api import Error

from tests.journeys.browser import until
from tests.journeys.person import Person, said


class Pair(Person):
    """Two players who share a private link."""

    def arrive(self, link: str) -> None:
        """Open the private link, which asks first, and say yes."""
        self.go(link)
        self.press(said(self.page.locator("form .button")))

    def open_sheet(self, first_dealer: str) -> None:
        """Sit down, one's first player North and the others' first player East."""
        self.follow("Open the sheet")
        self.choose("First dealer", first_dealer)
        self.press("Open the sheet")

    def say(self, declarer: str, contract: str, tricks: int, honours: str = "no honours") -> None:
        """Press the keys of a deal, its contract as "2♥" or "3NT doubled"."""
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
        """Press how declarer fared, under the key for what is seldom needed if need be."""
        if not -4 <= over <= 3:
            self._tap(self.page.get_by_role("checkbox", name="more"))
        self.choose("Result", f"{abs(over)} {'over' if over > 0 else 'light'}" if over else "made")

    def record(self, *deal) -> None:
        """Record the next deal, in the words of `say`."""
        self.say(*deal)
        self._write(f"Record deal {self._next}")

    def pass_in(self) -> None:
        """Record that the next deal was passed in."""
        self._write(f"Deal {self._next} passed in")

    def stop_asking(self) -> None:
        """Let the page ask for no news of its own accord, from after a first time on."""
        if self.javascript:
            with self.page.expect_response(re.compile("shown=")) as asked:
                self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000") + 60)
            asked.value.finished()

    def record_too_late(self, *deal) -> str:
        """Record a deal whose number the other phone has used since this page asked for news; the answer."""
        self.say(*deal)
        self._push(f"Record deal {self._next}")
        answer = said(self.page.locator("#table [role=alert]:visible p"))
        self.look()
        return answer

    def keep_what_stands(self, deal: int) -> None:
        """Throw away what was recorded too late."""
        if self.javascript:
            self.wait(1)  # a finger may be coming down as a question comes
            self._push("Keep what stands, throw mine away")
            self.page.clock.resume()
            self.page.locator("#waiting").wait_for(state="hidden")
        else:
            self.follow(f"Leave deal {deal} as it stands")

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
        """Let the page come to show that this deal is next, or none; no tap is needed where scripts run."""
        self.wait(5)
        until(lambda: self._due == deal)

    @property
    def _due(self) -> int | None:
        """The deal that is due, read in one go: the form may be gone a moment later. 0 while the page is loaded."""
        with suppress(Error):
            numbers = self.page.locator("[name=number]").evaluate_all("fields => fields.map(field => field.value)")
            return int(numbers[0] or 0) or None if numbers else None
        return 0

    def learn(self, news: str) -> None:
        """Come to read what another phone has brought about."""
        self.wait(5)
        assert self.reads(news)
        if self.javascript:
            self.wait(5)  # that it has been read is told to the site, and changes the page once more
            until(self._is_loaded)
        self.look()

    def _is_loaded(self) -> bool:
        """Whether the page is not about to be loaded again, for what deals alone do not change."""
        with suppress(Error):
            return not self.page.evaluate("sessionStorage.renewed")
        return False

    def amend(self, deal: int, tricks: int) -> None:
        """Put the tricks of a deal right, having seen what that changes."""
        self.page.locator("summary", has_text="Summary sheet").click()
        self.follow(f"Amend deal {deal}")
        level = self.page.locator("[name=level]:checked").input_value()
        self._fare(tricks - 6 - int(level))
        if not self.javascript:
            self.press("See what this changes")
        self.look()
        with self.page.expect_navigation():
            self._tap(self.page.locator("[name=save]"))
        self.look()

    def undo(self) -> None:
        """Take the last deal off the sheet; its keys are pressed again."""
        if self.javascript:
            self._push("Undo")
        else:
            self.press("Undo")
        self.page.get_by_role("button", name="Clear").or_(self.page.get_by_role("link", name="Clear")).click()

    def send_in(self) -> str:
        """Send in the result of the sheet; the sentence that is sent."""
        self.follow("Send in the result")
        sentence = said(self.page.locator("main .lead"))
        self.press("Send in the result")
        return sentence

    def send_totals(self, ours: int, theirs: int) -> list[str]:
        """Send in two totals without a sheet, from the page for it; what is wrong with them."""
        self.fill({"Our total": ours, "Their total": theirs})
        self.press("Send the totals")
        return self.faults()

    def dispute(self, reason: str) -> None:
        """Refuse the result the other pair has sent in."""
        self.follow("Dispute it")
        self.fill({"What is wrong?": reason})
        self.press("Dispute the result")
