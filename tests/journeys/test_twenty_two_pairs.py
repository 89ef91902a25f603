"""A competition of 22 pairs, from the entry form to the champion, by owner and deputy, in the dark."""

import pytest
from django.core.management import call_command

from competition.contest.models import Competition
from competition.knockout.rules.outcome import Kind
from competition.log.models import LogEntry
from tests import stories
from tests.factories import OrganiserFactory
from tests.journeys.organiser import Organiser
from tests.journeys.pair import Pair
from tests.journeys.spectator import Spectator

LIST = (
    "player1;player2;club;phone1",
    *(f"Ada {middle}. North;Ben {middle}. South;Hillside;07 555 0100" for middle in "ABCDEFGHIJKLMNOPQRSTU"),
)
LARK = "Cleo Lark & Dan Lark"
DAYS = ("2030-05-31", "2030-07-31", "2030-09-30", "2030-10-31", "2030-11-30")
PASSWORD = "seven quiet lamps"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_twenty_two_pairs_play_to_the_champion_with_all_that_happens(open_browser, capsys):
    OrganiserFactory(username="olive", first_name="Olive Oak")

    def join(kind, width=360):
        return kind(open_browser(width, color_scheme="dark"), javascript=True)

    owner, deputy, spectator = join(Organiser, 1280), join(Organiser), join(Spectator)
    take_entries(owner, spectator)
    deputy.take_up(owner.name_deputy("Erin Vale"), PASSWORD)
    draw(owner, deputy, spectator)
    competition = Competition.objects.get()
    substitute(deputy, spectator)
    first_round(competition, owner, deputy, join, spectator)
    further_rounds(competition)
    correct_a_quarter_final(competition, deputy, spectator)
    final(competition, owner, join, spectator)
    close(owner, deputy, spectator)
    call_command("check_integrity")
    assert capsys.readouterr().out == "Every copy agrees with the facts.\n"


def take_entries(owner, spectator):
    owner.sign_in("olive", "a-good-long-password")
    owner.found({"Name": "Rivers Knockout", "Season": 2030, "Closing date": "2030-03-31"})
    spectator.go("/rivers-knockout-2030/enter/")
    spectator.fill({"First player’s name": "Cleo Lark", "Second player’s name": "Dan Lark"})
    spectator.fill({"First player’s telephone": "07 555 0199"})
    spectator.press("Send our entry")
    owner.follow("Pairs")
    owner.follow(LARK)
    owner.press("Accept: enter the pair")
    spectator.page.reload()
    assert spectator.reads("You are in, as pair 1.")
    owner.go(f"{owner.desk}pairs/import/")
    assert owner.list_pairs(*LIST) == []
    owner.press("Enter these 21 pairs")


def draw(owner, deputy, spectator):
    deputy.follow("Rivers Knockout 2030")
    deputy.desk = deputy.page.url
    deputy.follow("Draw")
    deputy.press("Fix the list")
    deputy.press("Draw lots")
    deputy.publish(*DAYS)
    assert deputy.reads("The draw is published.")
    spectator.go("/rivers-knockout-2030/")
    owner.go(f"{owner.desk}letters/?pair=1")
    assert owner.reads(LARK)


def substitute(deputy, spectator):
    deputy.go(f"{deputy.desk}pairs/1/substitute/")
    deputy.choose("Who leaves?", "Dan Lark")
    deputy.fill({"Who comes in?": "Fay Lark", "Why?": "A broken wrist."})
    deputy.press("Put the substitute in")
    spectator.go("/rivers-knockout-2030/pairs/1/")
    assert spectator.reads("Cleo Lark & Fay Lark")


def first_round(competition, owner, deputy, join, spectator):
    extended, defaulted, disputed, left, *others = (
        match.code for match in stories.now(competition).rounds[0].matches if match.is_open
    )
    deputy.give_more_time(extended, 14, "Snow on the pass.")
    deputy.settle(defaulted, "Double default", reason="Neither pair rang the other.")
    dispute(competition, disputed, owner, join)
    gone, stays = stories.now(competition).by_code[left].pairs
    deputy.go(f"{deputy.desk}pairs/{gone.number}/withdraw/")
    deputy.fill({"Reason": "Moved away."})
    deputy.press("Withdraw the pair")
    deputy.press("Yes, do it")
    for code in (extended, *others):
        stories.settle(competition, code, kind=Kind.PLAYED, totals=(2000, 1500))
    now = stories.now(competition)
    assert now.by_code[defaulted].outcome.kind is Kind.DOUBLE_DEFAULT
    assert stays in {pair for match in now.rounds[1].matches for pair in match.pairs}
    spectator.go(f"/rivers-knockout-2030/matches/{extended}/")
    assert spectator.reads("2,000")


def dispute(competition, code, owner, join):
    upper, lower = (str(pair) for pair in stories.now(competition).by_code[code].pairs)
    first, second = join(Pair), join(Pair)
    first.arrive(owner.private_link(upper))
    second.arrive(owner.private_link(lower))
    first.follow("Send two totals only")
    first.send_totals(1240, 980)
    second.go("/play/")
    second.dispute("Deal 3 went two light.")
    owner.go(f"{owner.desk}matches/?show=disputed")
    owner.follow(code)
    assert owner.reads("Deal 3 went two light.")
    owner.look_ahead(code, "Ruling", upper, totals={upper: 1140, lower: 1080}, reason="Both cards say two light.")
    owner.press("Yes, do it")
    first.go("/play/")
    assert first.reads("1,140")


def further_rounds(competition):
    for number in (2, 3, 4):
        for match in stories.now(competition).rounds[number - 1].matches:
            if match.is_open:
                stories.settle(competition, match.code, kind=Kind.PLAYED, totals=(2000, 1500))


def correct_a_quarter_final(competition, deputy, spectator):
    now = stories.now(competition)
    quarter = now.rounds[2].matches[0]
    semi = now.by_code[quarter.feeds]
    winner, loser = (str(pair) for pair in quarter.pairs)
    deputy.settle(quarter.code, "Played", totals={winner: 2000, loser: 2100}, reason="Two totals were exchanged.")
    spectator.go("/rivers-knockout-2030/?round=4")
    assert spectator.reads("A result is set aside")
    assert stories.now(competition).by_code[semi.code].outcome is None

    deputy.take_ruling_back(quarter.code, "The first card was right.")

    assert stories.now(competition).by_code[semi.code].outcome == semi.outcome
    spectator.go("/rivers-knockout-2030/")
    spectator.sees(semi.code, {f"{winner} (won)": "2,000", str(semi.pairs[1]): "1,500"})


def final(competition, owner, join, spectator):
    upper, lower = (str(pair) for pair in stories.now(competition).by_code["R5-M1"].pairs)
    first, second = join(Pair), join(Pair)
    first.arrive(owner.private_link(upper))
    second.arrive(owner.private_link(lower))
    first.follow("Send two totals only")
    first.send_totals(3400, 2900)
    second.go("/play/rivers-knockout-2030/R5-M1/")
    second.press("Confirm the result")
    spectator.go("/rivers-knockout-2030/")
    assert spectator.champions() == upper


def close(owner, deputy, spectator):
    assert {*LogEntry.objects.filter(event="substituted").values_list("organiser__first_name", flat=True)} == {
        "Erin Vale"
    }
    owner.go(f"{owner.desk}log/?match=&pair=1&who=")
    assert owner.reads("Fay Lark plays for Dan Lark")
    owner.follow("More")
    owner.follow("Organisers")
    owner.follow("Remove")
    owner.press("Remove Erin Vale")
    assert deputy.page.goto(deputy.desk).status == 404
    spectator.go("/rivers-knockout-2030/record/")
    assert spectator.reads("Neither pair rang the other.")
