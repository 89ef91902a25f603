"""Test for a season of eight pairs without email, run with the desk, letters and the phone.

It uses only information shown on the pages.
"""

import html
import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.models.rounds import Round
from competition.draw.queries.draw import clear_cache
from tests import stories
from tests.competition.contest.sent import CONTEST
from tests.competition.desk.views.test_desk import heading, needs
from tests.competition.desk_reading import desk, filled, fingerprint_on, said, text
from tests.factories import OrganiserFactory
from tests.markup import markup

LIST = "Entries 2031\nNo\tName 1\tName 2\tTelephone\n"
LIST += "".join(f"{n}\tAda Lark {n}\tBen Wren {n}\t07 555 {n:04}\n" for n in range(1, 7))


class Organiser:
    """An organiser who follows the links and buttons of the desk."""

    def __init__(self, client: Client) -> None:
        self.client, self.presses = client, 0

    def found(self) -> None:
        closing = timezone.localdate().replace(year=2031)
        page = self.post(reverse("desk:new"), {**CONDITIONS, "closing_date": closing.isoformat(), "season": "2031"})
        self.desk, self.competition = page.redirect_chain[-1][0], Competition.objects.get()

    def post(self, address: str, data: dict):
        self.presses += 1
        page = self.client.post(address, data, follow=True)
        assert page.status_code == 200, text(page)
        return page

    def look(self):
        return self.client.get(self.desk)

    def button(self, button: str) -> str:
        """Return the URL behind the first button with this label on the desk."""
        page = html.unescape(markup(self.look()))
        link = re.search(rf'href="([^"]*)">{button}', page) or re.search(
            rf'action="([^"]*)">(?:(?!</form>).)*{button}', page, re.DOTALL
        )
        return self.desk + link[1]

    def decide(self, address: str, data: dict) -> str:
        """Fill in a form, confirm its preview, and return the message on the page."""
        shown = self.post(address, data)
        return said(self.post(address, {**data, "shown": fingerprint_on(shown)}))[0]


CONDITIONS = {
    **CONTEST,
    "deals": "2",
    "tie_break": "continues",
    "only_partscore": "100",
    "confirmation": "automatic",
    "home": "upper",
    "entry_form": "on",
    "extensions": "on",
}


@pytest.fixture
def organiser(client):
    client.force_login(OrganiserFactory(username="olive"))
    organiser = Organiser(client)
    organiser.found()
    return organiser


def test_a_season_of_eight_pairs_runs_without_email(organiser):
    enter(organiser)
    draw(organiser)
    phones = letters(organiser)
    assert len(phones) == 8
    for number in (1, 2, 3):
        play_round(organiser, phones, number)
        assert all(match.winner for match in stories.now(organiser.competition).rounds[number - 1].matches)

    assert f"Champions: {stories.now(organiser.competition).champion} ." in text(organiser.look())
    assert "The season is over. 8 pairs to tell." in [what for what, *_ in needs(organiser.look())]
    tell_everybody(organiser)
    assert heading(organiser.look()) == "The season is over. One thing is left."
    assert needs(organiser.look())[0][2] == "Delete contact details"
    assert mail.outbox == []


def tell_everybody(organiser: Organiser) -> None:
    """Mark every waiting message as told."""
    for topic in re.findall(r'href="messages/(\w+)/">Tell', html.unescape(markup(organiser.look()))):
        organiser.post(desk("tell", organiser.competition, topic), {"way": "letter"})


def enter(organiser: Organiser) -> None:
    """Import six pairs from a spreadsheet and accept two entries."""
    shown = organiser.post(desk("import", organiser.competition), {"text": LIST})
    seen = re.search(r'name="seen" value="(\w+)"', markup(shown))[1]
    organiser.post(desk("import", organiser.competition), {"text": LIST, "seen": seen, "enter": "1"})
    for n in (7, 8):
        entry = {"player1": f"Cy Finch {n}", "player2": f"Di Heron {n}", "phone1": f"07 555 {n:04}"}
        Client().post(reverse("entry:enter", args=[organiser.competition.slug]), entry)
    assert needs(organiser.look())[0][0] == "2 entries are waiting for your decision."
    page = markup(organiser.client.get(organiser.button("Review entries")))
    for address in re.findall(r'href="(/desk/[^"]*/applications/[^"]*)"', page):
        organiser.post(address, filled(organiser.client.get(address), accept="1"))
    assert organiser.competition.pairs.count() == 8


def draw(organiser: Organiser) -> None:
    """Close the entries, make the draw and publish it."""
    Competition.objects.update(closing_date=timezone.localdate() - timedelta(days=1))
    address = organiser.button("Make the draw")
    organiser.post(f"{address}lock/", {})
    organiser.post(address, {"attempt": "1"})
    assert organiser.button("Review the draw") == address
    publish = f"{address}publish/"
    organiser.post(publish, filled(organiser.client.get(publish)))


def letters(organiser: Organiser) -> dict[int, Client]:
    """Sign in every pair with the code in its letter. Return the browsers by pair number."""
    page = markup(organiser.client.get(desk("letters", organiser.competition)))
    phones = {}
    for number, code in re.findall(r'Pair (\d+)</p>.*?class="code keep">(.*?)<', page, re.DOTALL):
        phones[int(number)] = phone = Client()
        phone.post(phone.post(reverse("link:code"), {"code": code}).url)
    return phones


def play_round(organiser: Organiser, phones: dict[int, Client], number: int) -> None:
    """Report the matches in a round: one by its pairs, one overdue, one by phone, and one without a reply."""
    competition = organiser.competition
    for position, match in enumerate(stories.now(competition).rounds[number - 1].matches, start=1):
        if position in (2, 3):
            continue
        first, second = (phones[pair.number] for pair in match.pairs)
        at = f"/play/{competition.slug}/{match.code}/"
        assert first.post(f"{at}totals/", {"ours": "1,200", "theirs": "900"}).status_code == 302
        if position == 1 and number == 2:
            second.post(f"{at}confirm/", {"outcome": "1"})
        elif position == 1:
            second.post(f"{at}dispute/", filled(second.get(f"{at}dispute/"), reason="Deal 2 went light."))
    if number != 2:
        settle_disputed(organiser)
    while "Mark as told" in text(organiser.look()):
        address = organiser.button("Mark as told")
        organiser.post(address, {"outcome": "1"})
    stories.let_reply_time_pass()
    if number == 1:
        ring_in(organiser, number)
    if number < 3:
        decide_late(organiser, number)


def settle_disputed(organiser: Organiser) -> None:
    assert needs(organiser.look())[0][2] == "Decide deal 2"
    address = organiser.button("Decide deal 2").replace("/dispute/", "/rule/")
    totals = {
        "kind": "played",
        "total_upper": "1,200",
        "total_lower": "900",
        "reason": "Both cards say so.",
        "note": "",
    }
    assert "by 1,200 to 900." in organiser.decide(address, totals)


def ring_in(organiser: Organiser, number: int) -> None:
    """Report the third match in a round by phone."""
    code = f"R{number}-M3"
    report = {"total_upper": "700", "total_lower": "1,000", "source": "telephone", "counts": "at once", "save": "1"}
    report |= {"reason": "The result as it was reported.", "note": ""}
    organiser.decide(desk("type-in-totals", organiser.competition, code), report)


def decide_late(organiser: Organiser, number: int) -> None:
    """Make the second match in a round overdue, and decide it."""
    late = timezone.localdate() - timedelta(days=20)
    Round.objects.filter(draw__competition=organiser.competition, number=number).update(play_by=late)
    clear_cache()
    assert "are 20 days past the play-by date." in needs(organiser.look())[0][0]
    assert organiser.client.get(organiser.button("Decide the match")).status_code == 200
    address = organiser.button("Decide the match").replace("/overdue/", "/rule/")
    form = markup(organiser.client.get(f"{address}?kind=walkover"))
    winner = re.search(r'name="winner" value="(\d+)"', form)[1]
    sent = {"kind": "walkover", "winner": winner, "reason": "The others could not find a day.", "note": ""}
    assert "go through by walkover" in organiser.decide(address, sent)
