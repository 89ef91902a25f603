"""Spectator of the published draw in a browser."""

from tests.browser.person import Person, eventually, said

# The page shows a name in several lengths. The last is the whole name.
SIDES = """sides => sides.map(side => [
    ([...side.querySelectorAll(".n span")].pop() ?? side).textContent + ("won" in side.dataset ? " (won)" : ""),
    side.querySelector(".total")?.textContent ?? "",
])"""


class Spectator(Person):
    """A spectator following the draw on a phone."""

    def sees(self, code: str, sides: dict[str, str]) -> None:
        """Wait for the next poll, and fail unless a match shows these sides with their totals."""
        self.wait(31)
        eventually(lambda: self.sides(code), sides)

    def sides(self, code: str) -> dict[str, str]:
        """Return both sides of a match in the draw, each with its total."""
        return dict(self.page.locator(f"#{code} .side").evaluate_all(SIDES))

    def match_of(self, pair: str, round: int) -> str:
        """Return the code of this pair's match in a round."""
        block = self.page.locator(f".match[id^=R{round}-]").filter(has=self.page.get_by_text(pair, exact=True))
        return block.get_attribute("id") or ""

    def champions(self) -> str:
        """Return the champions shown above the draw."""
        return said(self.page.locator(".champion h2"))
