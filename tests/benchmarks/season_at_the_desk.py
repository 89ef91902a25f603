"""The visits of an organiser to the desk in a season of 37 pairs, with everything that can happen in one."""

from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path

from competition.contest.models import Competition
from competition.draw.queries.draw import PublishedDraw
from competition.management.commands.send_emails import send
from tests import stories
from tests.benchmarks.reckoning import CountedOrganiser
from tests.clock import BEGINS
from tests.mailboxes import Mailboxes

_FAMILIES = (
    "Ashby Barlow Carver Dunstan Everleigh Foxglove Garland Hartley Inglewood Jessop Kettlewell Lanyon Marchant "
    "Norwood Osgood Pemberton Quince Rowntree Stanhope Thorne Underhill Vickers Wainwright Yardley "
    "Abbot Bexley Coombe Dalton Ellery Fenwick Greaves Holroyd Ibbotson Jardine Kirkby Lomax"
)
FAMILIES = _FAMILIES.split()
MEN = ("Amos", "Basil", "Cedric", "Dennis", "Edgar", "Frank")
WOMEN = ("Ada", "Blanche", "Clara", "Dora", "Enid", "Flora")
COLUMNS = "Name 1,Name 2,Club,Phone 1,Email 1,Phone 2,Email 2,Opening day"
BOUNCES, WITHOUT_EMAIL = "blanche.kettlewell@plains.example", (3, 11)
OPENING_DAY = date(2027, 1, 9)
# The last day of each round.
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
    """A season that is played: its organiser, its mail server and its clock. `slug` is its address."""

    organiser: CountedOrganiser
    boxes: Mailboxes
    clock: Path
    slug: str = ""

    def visit(self, day: date, hour: int = 10) -> None:
        """Let the organiser open the desk on this day, after all emails until then were sent."""
        self.send()
        then = datetime.combine(day, time(hour), BEGINS.tzinfo)
        self.clock.write_text(str((then - BEGINS).total_seconds()))
        self.send()
        self.organiser.open(f"/desk/{self.slug}/" if self.slug else "/desk/")

    def send(self) -> None:
        """Send the emails that are due."""
        send(lambda: False)

    @property
    def competition(self) -> Competition:
        """The competition as it is stored."""
        return Competition.objects.get(slug=self.slug)

    @property
    def draw(self) -> PublishedDraw:
        """The present draw."""
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
        """Send or tell every message that waits for the organiser."""
        organiser = self.organiser
        organiser.menu("Messages")
        topics = "main section.card a.button[href*='/messages/']"
        while organiser.has(topics):
            organiser.go(organiser.page.locator(topics))
            while organiser.has("main form[action$='/tell/']"):
                organiser.submit("form[action$='/tell/']")
            organiser.menu("Messages")
        self.send()


def play(organiser: CountedOrganiser, boxes: Mailboxes, clock: Path) -> None:
    """Play the season from its creation to its end."""
    season = Season(organiser, boxes, clock)
    season.visit(BEGINS.date())
    with organiser.step("create the competition"):
        season.create()
    with organiser.step("enter 36 pairs"):
        season.enter()
    season.visit(date(2026, 12, 6))
    with organiser.step("draw and publish"):
        season.publish()
    with organiser.step("tell the draw"):
        season.tell()
