"""A season of sixteen pairs from entry to champion in which nobody knows more than the mailbox says."""

import re

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from competition.entries.private_links import link_key
from tests import stories
from tests.competition.desk_reading import desk, filled
from tests.mailboxes import Mailboxes, mailboxes, use

pytestmark = pytest.mark.django_db
LETTERS = "ABCDEFGHIJKLMNOP"
PAIRS = len(LETTERS)
MOST_ACTS = 20


class Desk:
    """The organiser, every press counted."""

    def __init__(self, client: Client, competition) -> None:
        self.client, self.competition, self.acts = client, competition, 0

    def press(self, name: str, *rest, **sent: object):
        """Send one form; it must be taken."""
        self.acts += 1
        answer = self.client.post(desk(name, self.competition, *rest), sent)
        assert answer.status_code == 302, answer.content.decode()
        return answer

    def look(self, name: str, *rest):
        """A page of the desk."""
        return self.client.get(desk(name, self.competition, *rest))

    def tell(self, occasion: str) -> None:
        """Send the mails of an occasion."""
        self.press("tell", occasion, way="mail")


class Reader:
    """A pair that knows what its mailbox holds and nothing else."""

    def __init__(self, boxes: Mailboxes, address: str) -> None:
        self.boxes, self.address, self.client = boxes, address, Client()

    @property
    def mails(self) -> list[str]:
        """What has come, the latest last."""
        return [mail.get_content() for mail in self.boxes.mails if mail["To"] == self.address]

    def latest(self, says: str) -> str:
        """The latest mail that says this; empty where none does."""
        return next((mail for mail in reversed(self.mails) if says in mail), "")

    def match(self) -> str:
        """The address of the match that its page leads to, once the link of the latest mail has been opened."""
        link = re.findall(r"https://k\.example(/p/\S+/)", self.mails[-1])[-1]
        page = self.client.post(link, follow=True).content.decode()
        return re.search(r'"(/play/[\w-]+/R\d+-M\d+/)', page)[1]

    def send_in(self, ours: int, theirs: int) -> None:
        """Send in two totals."""
        answer = self.client.post(f"{self.match()}totals/", {"ours": ours, "theirs": theirs})
        assert answer.status_code == 302

    def answer(self, verdict: str = "confirm", **more: object) -> None:
        """Answer the result that a mail told of."""
        assert self.latest("have sent in the result")
        address = self.match()
        number = re.search(r'name="outcome" value="(\d+)"', self.client.get(address).content.decode())[1]
        assert self.client.post(f"{address}{verdict}/", {"outcome": number, **more}).status_code == 302


def post_goes() -> None:
    call_command("send_mail")


@pytest.fixture
def boxes(settings):
    # Reading every page as HTML takes longer than making it.
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("tests.")]
    with mailboxes() as found:
        use(settings, found.port)
        yield found


@pytest.fixture
def organiser(at_desk):
    competition = stories.taking_entries(0)
    return Desk(at_desk(competition), competition)


def entered(organiser: Desk, boxes: Mailboxes) -> dict[str, Reader]:
    """Sixteen pairs that sent in their entries and were accepted, by the address they gave."""
    page = reverse("entry:enter", args=[organiser.competition.slug])
    for n in range(PAIRS):
        names = {"player1": f"Ada {chr(65 + n)}rcher", "player2": f"Ben {chr(65 + n)}owman"}
        assert (
            Client().post(page, {**names, "email1": f"pair{n}@k.example", "phone1": f"07 555 {n:04}"}).status_code
            == 302
        )
    post_goes()
    readers = {f"pair{n}@k.example": Reader(boxes, f"pair{n}@k.example") for n in range(PAIRS)}
    assert all("your entry" in reader.mails[0] for reader in readers.values())
    organiser.press("accept-all")
    post_goes()
    assert all("You are entered as pair" in reader.mails[-1] for reader in readers.values())
    return readers


def drawn(organiser: Desk) -> None:
    """The draw is made and published, and everybody told."""
    organiser.press("commit")
    organiser.press("draw", attempt=1)
    organiser.press("publish", **filled(organiser.look("publish")))
    organiser.tell("draw")
    post_goes()


def played(organiser: Desk, readers: dict[str, Reader], number: int) -> None:
    """A round: of each two whose mails name each other one sends in, the other confirms what its mail says."""
    told = [reader for reader in readers.values() if reader.latest("you meet") == reader.mails[-1]]
    assert len(told) == PAIRS >> number - 1
    senders = []
    for reader in told:
        others = re.search(r"you meet (Ada \w+)", reader.mails[-1])[1]
        if others > re.search(r"Dear (Ada \w+)", reader.mails[-1])[1]:
            reader.send_in(4000 + 10 * number, 3000)
            senders.append(reader)
    post_goes()
    for reader in told:
        if reader not in senders:
            reader.answer()
    post_goes()
    assert all(reader.latest("confirmed by") == reader.mails[-1] for reader in senders)


def test_a_season_in_which_pairs_know_only_what_their_mailbox_says(organiser, boxes):
    readers = entered(organiser, boxes)
    drawn(organiser)
    for number in (1, 2, 3, 4):
        played(organiser, readers, number)
        if number < 4:
            organiser.tell("round")
            post_goes()
    organiser.tell("over")
    post_goes()

    champion = stories.now(organiser.competition).champion
    assert all(f"The champions are {champion}." in reader.mails[-1] for reader in readers.values())
    assert organiser.acts <= MOST_ACTS
    twice = [mail["Message-ID"] for mail in boxes.mails]
    assert len(twice) == len({*twice})
    links = {pair.present[0].email: link_key(pair) for pair in organiser.competition.pairs.all()}
    for reader in readers.values():
        others = [link for address, link in links.items() if address != reader.address]
        assert [link for link in others for mail in reader.mails if link in mail] == []
