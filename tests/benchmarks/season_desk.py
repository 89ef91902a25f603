"""Actions of an organiser at the desk, and of the pairs on their own pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path

from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage
from competition.entries.models import Player
from competition.management.commands.send_emails import send
from competition.match.actions import play as pairs_play
from tests import stories
from tests.benchmarks.counting import CountedOrganiser
from tests.clock import BEGINS
from tests.mailboxes import Mailboxes, body

_FAMILIES = (
    "Ashby Barlow Carver Dunstan Everleigh Foxglove Garland Hartley Inglewood Jessop Kettlewell Lanyon Marchant "
    "Norwood Osgood Pemberton Quince Rowntree Stanhope Thorne Underhill Vickers Wainwright Yardley "
    "Abbot Bexley Coombe Dalton Ellery Fenwick Greaves Holroyd Ibbotson Jardine Kirkby Lomax"
)
FAMILIES = _FAMILIES.split()
MEN = ("Amos", "Basil", "Cedric", "Dennis", "Edgar", "Frank")
WOMEN = ("Ada", "Blanche", "Clara", "Dora", "Enid", "Flora")
COLUMNS = "Name 1,Name 2,Club,Phone 1,Email 1,Phone 2,Email 2,Opening day"
BOUNCES, CORRECTED, WITHOUT_EMAIL = "enid.dunstan@plains.example", "enid.dunstan@lakes.example", (3, 11)
OPENING_DAY = date(2027, 1, 9)
# The play-by date of each round.
PLAY_BY = [date(2027, month, 28) for month in (1, 2, 3, 4, 5, 6)]


def pairs() -> list[str]:
    """Return a line for each of 36 pairs. Two pairs have no email address, and one address does not exist."""
    return [_line(number, family) for number, family in enumerate(FAMILIES, start=1)]


def _line(number: int, family: str) -> str:
    partner = FAMILIES[-number]
    first, second = f"{WOMEN[number % 6]} {family}", f"{MEN[number % 5]} {partner}son"
    emails = ["", ""] if number in WITHOUT_EMAIL else [_email(first), _email(second)]
    club = ("Lakes", "Plains", "Harbour")[number % 3]
    comes = "yes" if number <= 26 else "no"
    phones = [f"07 555 {1000 + number}", f"07 555 {2000 + number}"]
    return ",".join([first, second, club, phones[0], emails[0], phones[1], emails[1], comes])


def _email(name: str) -> str:
    return f"{name.lower().replace(' ', '.')}@plains.example"


@dataclass
class Season:
    """A season in play, with its organiser, mail server and clock. `slug` is its address."""

    organiser: CountedOrganiser
    boxes: Mailboxes
    clock: Path
    slug: str = ""
    # The time at which the mail server accepted each email, and the pair at each address.
    sent_at: list[datetime] = field(default_factory=list)
    pairs: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.boxes.after_taking = lambda: self.sent_at.append(timezone.localtime())

    def visit(self, day: date, hour: int = 10) -> None:
        """Let the organiser open the desk on this day, after sending all emails due before then."""
        self.send()
        then = datetime.combine(day, time(hour), BEGINS.tzinfo)
        self.clock.write_text(str((then - BEGINS).total_seconds()))
        self.send()
        with self.organiser.step("open the desk"):
            self.organiser.open(f"/desk/{self.slug}/" if self.slug else "/desk/")

    def send(self) -> None:
        """Send the emails that are due, and note the pair of each address."""
        send(lambda: False)
        for player in Player.objects.exclude(email="").select_related("pair"):
            self.pairs[player.email.lower()] = f"{player.pair.number:02} {player.pair}"

    @property
    def competition(self) -> Competition:
        """The competition as it is stored."""
        return Competition.objects.get(slug=self.slug)

    @property
    def draw(self) -> PublishedDraw:
        """The current draw."""
        return stories.now(self.competition)

    # Steps before the draw.

    def create(self) -> None:
        """Create the competition."""
        organiser = self.organiser
        organiser.follow("/desk/new/")
        organiser.follow("/new/competition/")
        details = {"name": "Lakes and Plains Rubber Knockout", "season": "2027", "opening_place": "Lakeside Hall"}
        details |= {"closing_date": "2026-12-05", "opening_day": f"{OPENING_DAY}", "opening_hour": "10:00"}
        for name, value in details.items():
            organiser.type(name, value)
        organiser.submit()
        self.slug = organiser.page.url.rstrip("/").rsplit("/", 1)[1]

    def enter(self) -> None:
        """Paste the list of 36 pairs."""
        organiser = self.organiser
        organiser.follow("pairs/import/")
        organiser.paste("text", "\n".join([COLUMNS, *pairs()]))
        organiser.submit()
        organiser.go(organiser.page.locator("main button[name=enter]"))

    def publish(self) -> None:
        """Lock the list, make the draw and publish it."""
        organiser = self.organiser
        organiser.menu("Draw")
        organiser.submit("form[action*='/lock/']")
        organiser.submit("#draw-actions form")
        organiser.follow("/draw/publish/")
        if organiser.has("main a[href*='then=publish']"):
            organiser.follow("then=publish")
            organiser.type("name", "Winifred Tansley")
            organiser.type("phone", "07 555 0100")
            organiser.submit()
        for number, day in enumerate(PLAY_BY, start=1):
            organiser.type(f"round{number}", f"{day}")
        organiser.submit()
        if organiser.has("#questions"):
            organiser.submit()

    def tell(self) -> None:
        """Send or give every message that waits for the organiser, starting from the tasks on the desk."""
        organiser = self.organiser
        if not organiser.has("#needs"):
            organiser.menu("Desk")
        while organiser.has("#needs form[action$='/tell/']"):
            organiser.submit("#needs form[action$='/tell/']")
            if not organiser.has("#needs"):
                organiser.menu("Desk")
        for address in self._addresses_of_messages():
            organiser.go(organiser.page.locator(f"#needs a.button[href='{address}']"))
            while organiser.has("main form[action$='/tell/']"):
                organiser.submit("form[action$='/tell/']")
            organiser.menu("Desk")
        self.send()

    def _addresses_of_messages(self) -> Iterator[str]:
        """Yield the address of each message on the desk once, even if its task stays."""
        seen: set[str] = set()
        while left := [
            one for one in self.organiser.addresses("#needs a.button[href*='messages/']") if one not in seen
        ]:
            seen.add(left[0])
            yield left[0]

    # Steps between the draw and the end.

    def correct_address(self) -> None:
        """Correct the address of a returned email, and send it again."""
        organiser = self.organiser
        self.boxes.refused.clear()
        organiser.go(organiser.page.locator("#needs a.button[href*='pairs/'], #needs a.button[href*='messages/draw']"))
        if organiser.has("main [name=email1]"):
            organiser.type("email1", CORRECTED)
            organiser.submit("form:has([name=email1])")
        else:
            organiser.type("email", CORRECTED)
            organiser.submit("form[action$='/correct/']")
        self.send()
        assert CORRECTED in self.boxes.recipients, "The invitation was not sent to the corrected address."

    def add_late_pair(self) -> None:
        """Add a pair that takes a bye."""
        organiser = self.organiser
        organiser.menu("Pairs")
        organiser.follow("/late/")
        organiser.follow("pairs/new/")
        names = {"player1": "Nora Merriweather", "player2": "Miles Tolliver"}
        for name, value in (names | {"phone1": "07 555 3001", "email1": "nora@plains.example"}).items():
            organiser.type(name, value)
        organiser.submit()
        organiser.type("reason", "Their letter was lost.")
        organiser.decide()

    def withdraw(self, number: int) -> None:
        """Withdraw a pair."""
        organiser = self.organiser
        self.open_pair(number)
        organiser.follow("/withdraw/")
        organiser.type("reason", "She is ill.")
        organiser.decide()

    def substitute(self, number: int) -> None:
        """Replace the second player of a pair."""
        organiser = self.organiser
        self.open_pair(number)
        organiser.follow("/substitute/")
        organiser.choose("leaving", 2)
        for name, value in {"player": "Iris Pendlebury", "phone": "07 555 3003", "because": "He is ill."}.items():
            organiser.type(name, value)
        organiser.submit()

    def open_pair(self, number: int) -> None:
        """Open the page of a pair."""
        self.organiser.menu("Pairs")
        self.organiser.follow(f"/pairs/{number}/")

    def open_match(self, state: PublishedMatch) -> None:
        """Open the page of a match from the desk."""
        organiser = self.organiser
        needed = f"#needs a[href*='matches/{state.code}/']"
        if organiser.has(needed):
            organiser.go(organiser.page.locator(needed))
            return
        organiser.go(organiser.page.locator(f"#season a[href$='round={state.round}']"))
        organiser.follow(f"{state.code}/")

    def tick_arrivals(self, states: Sequence[PublishedMatch]) -> None:
        """Tick the pairs in these matches that come to the opening day."""
        organiser = self.organiser
        if not organiser.has("#day a[href*='/attendance/']"):
            organiser.menu("More")
        organiser.follow("/attendance/")
        for number in (number for state in states for number in state.numbers):
            organiser.click(organiser.page.locator(f"#pair-{number}"))
            organiser.page.locator(f"#pair-{number}[aria-pressed=true]").wait_for()

    def enter_results(self, states: Sequence[PublishedMatch]) -> None:
        """Enter the results of several matches on the page of a round."""
        organiser = self.organiser
        organiser.go(organiser.page.locator("#season a[href$='results/']"))
        for state in states:
            organiser.choose(f"{state.code}-winner", state.numbers[0])
            organiser.type(f"{state.code}-winners", 2400)
            organiser.type(f"{state.code}-losers", 1900)
        organiser.submit("#results")

    def enter_result_by_phone(self, state: PublishedMatch) -> None:
        """Enter the result that a pair reports by phone."""
        organiser = self.organiser
        organiser.follow("results/by-phone/")
        organiser.follow(f"{state.code}/type-in/")
        organiser.type("total_upper", 2400)
        organiser.type("total_lower", 1900)
        organiser.decide()

    def settle_dispute(self, state: PublishedMatch) -> None:
        """Decide a disputed match for the pair that reported."""
        organiser = self.organiser
        self.open_match(state)
        organiser.submit("#answer form")
        organiser.confirm()

    def choose_way(self, way: str) -> None:
        """Choose a way to decide a match, on its page or on the page listing the ways."""
        organiser = self.organiser
        if not organiser.has(f"main a[href*='kind={way}']"):
            organiser.follow("/rule/")
        organiser.follow(f"kind={way}")

    def rule(self, state: PublishedMatch, way: str, reason: str, **fields: object) -> None:
        """Decide a match in this way."""
        organiser = self.organiser
        self.open_match(state)
        self.choose_way(way)
        for name, value in fields.items():
            (organiser.choose if name == "winner" else organiser.type)(name, value)
        organiser.type("reason", reason)
        organiser.decide()

    def extend(self, state: PublishedMatch) -> None:
        """Extend an overdue match, with the proposed date and reason."""
        self.open_overdue(state)
        self.organiser.submit("form[action*='/extend/']")
        self.organiser.confirm()

    def give_walkover(self, state: PublishedMatch) -> None:
        """Give a walkover in an overdue match, with the proposed reason."""
        self.open_overdue(state)
        self.organiser.submit("form:has([name=kind][value=walkover])")
        self.organiser.confirm()

    def open_overdue(self, state: PublishedMatch) -> None:
        """Open the page of an overdue match."""
        self.open_match(state)
        if not self.organiser.page.url.endswith("/overdue/"):
            self.organiser.follow("/overdue/")

    def delete_contacts(self) -> None:
        """Delete the contact details."""
        organiser = self.organiser
        organiser.menu("More")
        organiser.follow("/forget-contacts/")
        organiser.submit()

    # Actions of the pairs.

    def to_play(self, round: int) -> list[PublishedMatch]:
        """Return the matches in a round that two pairs have yet to play."""
        return [state for state in self.draw.rounds[round - 1].matches if state.is_open and not state.last]

    def play_until(self, last: int) -> None:
        """Let the pairs play every match up to this round, and confirm every result."""
        for number in range(1, last + 1):
            for state in self.to_play(number):
                self.report(state)

    def answer(self) -> None:
        """Let the pairs confirm every result waiting for them."""
        for state in self.draw.matches.values():
            if state.stage is Stage.SUBMITTED and state.to_answer and state.last:
                pairs_play.confirm(stories.table(state.to_answer, state.code), outcome=state.last.number)

    def report(self, state: PublishedMatch, dispute: str = "", *, is_answered: bool = True) -> None:
        """Let one pair report a result and the other pair confirm or dispute it."""
        upper, lower = stories.tables(self.competition, state.code)
        entry = pairs_play.submit_totals(upper, ours=2400, theirs=1900)
        if dispute:
            pairs_play.dispute(lower, outcome=entry.number, reason=dispute)
        elif is_answered:
            pairs_play.confirm(lower, outcome=entry.number)

    def write_emails(self, folder: Path) -> None:
        """Write all emails in order, to one file for each pair."""
        folder.mkdir(parents=True, exist_ok=True)
        for number, (message, at) in enumerate(zip(self.boxes.emails, self.sent_at, strict=True), start=1):
            to = str(message["To"])
            head = f"{number}. {at:%a %d %b %Y, %H:%M}, to {to}\nSubject: {message['Subject']}"
            with (folder / f"{self.pairs.get(to.lower(), to)}.txt").open("a") as file:
                file.write(f"{head}\n\n{body(message)}\n{'-' * 72}\n")
