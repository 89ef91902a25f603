"""A spectator of the published draw."""

from tests.journeys.person import Person, eventually, said

# Of a name in every length the whole one comes last.
SIDES = """sides => sides.map(side => [
    ([...side.querySelectorAll(".n span")].pop() ?? side).textContent + ("won" in side.dataset ? " (won)" : ""),
    side.querySelector(".total")?.textContent ?? "",
])"""


class Spectator(Person):
    """Somebody who follows the draw on a phone."""

    def sees(self, code: str, sides: dict[str, str]) -> None:
        """Wait for the next news, and fail unless it has a match stand like this: each side with its total."""
        self.wait(31)
        eventually(lambda: self.sides(code), sides)

    def sides(self, code: str) -> dict[str, str]:
        """Both sides of a match as they stand on the draw now, each with its total."""
        return dict(self.page.locator(f"#{code} .side").evaluate_all(SIDES))

    def match_of(self, pair: str, round: int) -> str:
        """The code of the match of a round in which this pair stands."""
        block = self.page.locator(f".match[id^=R{round}-]").filter(has=self.page.get_by_text(pair, exact=True))
        return block.get_attribute("id") or ""

    def champions(self) -> str:
        """Who stands above the draw as the champions, now or before long."""
        return said(self.page.locator(".champion h2"))
