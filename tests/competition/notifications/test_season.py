"""Test for a season from entry to champion, in which the pairs use only their emails."""

import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.draw.models.rounds import Round
from competition.draw.rules.result import Stage
from competition.entries.private_links import link_key, pair_code
from scoring.templatetags.bridge import day
from tests import stories
from tests.competition.desk_reading import desk, filled, fingerprint_on
from tests.mailboxes import mailboxes, use

pytestmark = pytest.mark.django_db
LETTERS = "ABCD"
MOST_ACTS = 18


class Desk:
    """The organiser. `acts` counts the submitted forms."""

    def __init__(self, client: Client, competition, letters: str) -> None:
        self.client, self.competition, self.acts = client, competition, 0
        # The emails to each pair, by the first letter of its names.
        self.texts: dict[str, list[str]] = {letter: [] for letter in letters}

    def press(self, name: str, *rest, **sent: object):
        """Submit a form, which the site must accept."""
        self.acts += 1
        answer = self.client.post(desk(name, self.competition, *rest), sent)
        assert answer.status_code == 302, answer.content.decode()
        return answer

    def look(self, name: str, *rest):
        """Return a page of the desk."""
        return self.client.get(desk(name, self.competition, *rest))

    def decide(self, name: str, *rest, match: str = "", **sent: object) -> None:
        """Fill in a form, preview its effects and submit it."""
        address = desk(name, self.competition, *rest, **({"match": match} if match else {}))
        shown = fingerprint_on(self.client.post(address, sent))
        self.acts += 2
        assert self.client.post(address, {**sent, "shown": shown}).status_code == 302

    def tell(self, topic: str) -> None:
        """Send the emails of one kind."""
        self.press("tell", topic, way="email")
        self.post_goes()

    def post_goes(self) -> None:
        """Send the due emails."""
        call_command("send_emails")


class Reader:
    """A pair that knows only its emails. The latest email is the last."""

    def __init__(self, letter: str, emails: list[str]) -> None:
        self.name, self.emails, self.client = f"Ada {letter}rcher", emails, Client()

    def latest(self, says: str) -> str:
        """Return the latest email that contains this text, or ""."""
        return next((email for email in reversed(self.emails) if says in email), "")

    def link(self) -> str:
        """Return the private link in the latest email."""
        return re.findall(r"https?://[\w.]+(/p/[\w~-]+/)", self.emails[-1])[-1]

    def confirm_entry(self) -> None:
        """Confirm the entry with the link in the latest email."""
        link = re.findall(r"https?://[\w.]+(/[\w-]+/enter/\w+~[\w-]+/)", self.emails[-1])[0]
        reference = re.search(r'name="entry" value="(\w+)"', self.client.get(link).content.decode())[1]
        assert self.client.post(link, {"entry": reference, "confirm": "1"}).status_code == 302

    def match(self) -> str:
        """Open the latest private link. Return the address of the match that its page links to."""
        page = self.client.post(self.link(), follow=True).content.decode()
        return re.search(r'"(/play/[\w-]+/R\d+-M\d+/)', page)[1]

    def send_in(self, ours: int, theirs: int) -> None:
        """Report a result as two totals."""
        answer = self.client.post(f"{self.match()}totals/", {"ours": ours, "theirs": theirs})
        assert answer.status_code == 302

    def answer(self, verdict: str = "confirm", **more: object) -> None:
        """Reply to the result in the latest email."""
        assert self.latest("reported the result")
        address = self.match()
        number = re.search(r'name="outcome" value="(\d+)"', self.client.get(address).content.decode())[1]
        assert self.client.post(f"{address}{verdict}/", {"outcome": number, **more}).status_code == 302


@pytest.fixture
def boxes(settings):
    # Parsing every page as HTML takes longer than rendering it.
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("tests.")]
    with mailboxes() as found:
        use(settings, found.port)
        yield found


@pytest.fixture
def competition():
    return stories.taking_entries(0)


def entered(organiser: Desk) -> list[Reader]:
    """Return the accepted pairs after their entry."""
    page = reverse("entry:enter", args=[organiser.competition.slug])
    for n, letter in enumerate(organiser.texts):
        names = {"player1": f"Ada {letter}rcher", "player2": f"Ben {letter}owman", "way": "email"}
        reached = {"email1": address(letter), "phone1": f"07 555 {n:04}"}
        assert Client().post(page, {**names, **reached}).status_code == 302
    organiser.post_goes()
    readers = [Reader(letter, emails) for letter, emails in organiser.texts.items()]
    for reader in readers:
        reader.confirm_entry()
    organiser.press("accept-all")
    organiser.post_goes()
    assert all("You are entered as pair" in reader.emails[-1] for reader in readers)
    return readers


def address(letter: str) -> str:
    return f"{letter.lower()}@k.example"


def drawn(organiser: Desk) -> None:
    """Make and publish the draw, and send the emails about it."""
    organiser.press("lock-list")
    organiser.press("draw", attempt=1)
    organiser.press("publish", **filled(organiser.look("publish")))
    organiser.tell("draw")


def still_in(readers: list[Reader], number: int) -> list[Reader]:
    """Return the pairs that have received an email about a match in each round so far."""
    told = [reader for reader in readers if sum("are Ada" in email for email in reader.emails) == number]
    assert len(told) == len(readers) >> number - 1
    return told


def sent_in(organiser: Desk, told: list[Reader], number: int) -> list[Reader]:
    """Let one pair of each match report a result. Return these pairs."""
    senders = []
    for reader in told:
        email = reader.latest("are Ada")
        if re.search(r"are (Ada \w+)", email)[1] > reader.name:
            reader.send_in(4000 + 10 * number, 3000)
            senders.append(reader)
    organiser.post_goes()
    return senders


def played(organiser: Desk, readers: list[Reader], number: int) -> None:
    """Play a round. In the first round, one pair disputes the result, and all others confirm."""
    told = still_in(readers, number)
    senders = sent_in(organiser, told, number)
    others = [reader for reader in told if reader not in senders]
    if number == 1:
        others.pop(0).answer("dispute", reason="We counted honours.")
    for reader in others:
        reader.answer()
    organiser.post_goes()
    # The next match may be known by then, and follows the result.
    confirmed = [any("confirmed the result" in email for email in reader.emails[-2:]) for reader in senders]
    assert sum(confirmed) == len(others)


def ruled(organiser: Desk, readers: list[Reader]) -> None:
    """Decide the disputed match. Check that both pairs are told about the dispute and the ruling."""
    (sender,) = (reader for reader in readers if "Their reason: “We counted honours.”" in reader.emails[-1])
    (state,) = (one for one in stories.now(organiser.competition).matches.values() if one.stage is Stage.DISPUTED)
    totals = {"total_upper": 4010, "total_lower": 3150}
    organiser.decide("rule", state.code, kind="played", reason="The honours count.", **totals)
    organiser.post_goes()
    told = [reader for reader in readers if any("reason: The honours count." in email for email in reader.emails[-2:])]
    assert (len(told), sender in told) == (2, True)


def late(organiser: Desk, readers: list[Reader]) -> None:
    """Make the round overdue, remind the pairs, and extend one match."""
    stories.rewrite(Round.objects.filter(number=2), play_by=timezone.localdate() - timedelta(days=1))
    organiser.tell("late")
    told = still_in(readers, 2)
    assert all("was due by" in reader.emails[-1] for reader in told)
    until = timezone.localdate() + timedelta(days=9)
    organiser.decide("extend", match="R2-M1", play_by=until.isoformat(), reason="Snow.")
    organiser.post_goes()
    said = f"is extended. Please play by {day(until)}. The organiser’s reason: Snow."
    assert sum(said in reader.emails[-1] for reader in told) == 2


def another_link(organiser: Desk, readers: list[Reader]) -> None:
    """Replace a private link. Check that only the new one works."""
    reader = still_in(readers, 2)[0]
    was = reader.link()
    pair = organiser.competition.players.get(name=reader.name).pair
    organiser.press("pair-link", pair.number)
    organiser.post_goes()
    assert "Your private link was replaced." in reader.emails[-1]
    assert (Client().get(was).status_code, Client().get(reader.link()).status_code) == (404, 200)


def season(organiser: Desk, readers: list[Reader]) -> None:
    """Play from the draw to the champion. Check that no pair has read another pair's link or code."""
    drawn(organiser)
    played(organiser, readers, 1)
    ruled(organiser, readers)
    for number in range(2, len(readers).bit_length()):
        organiser.tell("round")
        if number == 2:
            another_link(organiser, readers)
            late(organiser, readers)
        played(organiser, readers, number)
    organiser.tell("over")

    champion = stories.now(organiser.competition).champion
    ended = {
        f"The champions are {champion}." in reader.emails[-1] for reader in readers if reader.name not in str(champion)
    }
    [won] = [reader for reader in readers if reader.name in str(champion)]
    assert (ended, "Congratulations! You have won " in won.emails[-1]) == ({True}, True)
    pairs = organiser.competition.pairs.all()
    keys = {pair.present[0].name: (link_key(pair), pair_code(pair)) for pair in pairs}
    for reader in readers:
        others = [key for name, both in keys.items() if name != reader.name for key in both]
        assert [key for key in others for email in reader.emails if key in email] == []


def test_pairs_can_play_a_season_from_their_emails(at_desk, competition, boxes):
    organiser = Desk(at_desk(competition), competition, LETTERS)
    organiser.texts = {letter: boxes.texts.setdefault(address(letter), []) for letter in LETTERS}

    readers = entered(organiser)
    assert all("received an entry" in reader.emails[0] for reader in readers)
    season(organiser, readers)

    assert organiser.acts <= MOST_ACTS
    twice = [email["Message-ID"] for email in boxes.emails]
    assert len(twice) == len({*twice})
