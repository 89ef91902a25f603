"""Browser tests for a whole competition of five pairs, and for a match without JavaScript."""

import pytest
from django.urls import reverse

from competition.draw.queries.draw import clear_cache
from competition.entries.private_links import link_key
from tests import stories
from tests.browser.browser import check
from tests.browser.organiser import Organiser
from tests.browser.pair import Pair
from tests.browser.spectator import Spectator
from tests.factories import OrganiserFactory

LARK, FINCH = "Ada Lark & Ben Wren", "Cleo Finch & Dan Heron"
LIST = (
    "player1;player2;club;phone1;opening_day",
    "Eve Plover;Finn Robin;Hillside;07 555 0103;no",
    "Gwen Swift;;Hillside;;no",
    "Iris Dove;Jack Rook;;;",
)


@pytest.mark.django_db(transaction=True)
def test_five_pairs_play_a_whole_competition(open_browser):
    OrganiserFactory(username="olive")

    def join(kind, width=360):
        return kind(open_browser(width), javascript=True)

    organiser, spectator = join(Organiser, 1280), join(Spectator)
    enter_five_pairs(organiser)
    draw_and_publish(organiser, spectator)
    lark, finch = (arrive(join(Pair), organiser, name) for name in (LARK, FINCH))
    play_a_tie(lark, finch, spectator)
    spectator.follow("Semi-finals")
    dispute_two_totals(lark, join(Pair), organiser, spectator)
    others = walk_over(organiser, spectator)
    play_the_final(lark, arrive(join(Pair), organiser, others), spectator)
    look_around(organiser, lark, finch, spectator)


# Tests in tests/competition/desk/views and tests/competition/notifications run whole seasons without JavaScript.
@pytest.mark.django_db(transaction=True)
def test_a_match_is_played_without_javascript_in_dark_mode(open_browser):
    competition = stories.published(2, deals=4)
    pairs = [table.pair for table in stories.tables(competition, "R1-M1")]

    def join(kind):
        return kind(open_browser(javascript=False, color_scheme="dark"), javascript=False)

    lark, finch, spectator = join(Pair), join(Pair), join(Spectator)
    for person, pair, names in ((lark, pairs[0], LARK), (finch, pairs[1], FINCH)):
        for player, name in zip(pair.players.all(), names.split(" & "), strict=True):
            player.name = name
            player.save()
        person.arrive(reverse("link:open", args=[link_key(pair)]))
    # The test saved the names without an action, so the cached draw is out of date.
    clear_cache()
    spectator.go(f"/{competition.slug}/")
    play_a_tie(lark, finch, spectator)
    assert spectator.champions() == LARK


def enter_five_pairs(organiser):
    organiser.sign_in("olive", "a-good-long-password")
    organiser.found({"Name": "Lakes Knockout", "Season": 2030, "Opening day (optional)": "2030-04-06"})
    organiser.set_conditions({"Deals in a match": 4, "Closing date": "2030-03-31"})
    organiser.follow("Add a pair")
    organiser.enter("Ada Lark", "Ben Wren", opening_day=True, then="Add pair, then another")
    organiser.enter("Cleo Finch", "Ada Lark", opening_day=True)
    assert organiser.reads("Ada Lark is also in pair 1 (Harbour). Are they two different people?")
    organiser.enter("Cleo Finch", "Dan Heron", opening_day=False)
    organiser.follow("Add a list of pairs")
    assert organiser.list_pairs(*LIST) == ["Line 3, Gwen Swift, Hillside, no: player2: Give the names of both players."]
    assert organiser.list_pairs(*(line.replace("Swift;;", "Swift;Hal Teal;") for line in LIST)) == []
    organiser.press("Add these 3 pairs")
    assert organiser.reads("3 pairs are entered.")
    organiser.go(f"{organiser.desk}pairs/5/remove/")
    organiser.follow("Cancel")


def draw_and_publish(organiser, spectator):
    spectator.go("/")
    spectator.follow("Lakes Knockout 2030")
    assert spectator.reads("The draw is made after that.")
    organiser.follow("Draw")
    organiser.press("Lock the entry list")
    organiser.press("Make the draw")
    organiser.press("Draw again")
    assert organiser.reads("Draw 2")
    organiser.publish("2030-05-31", "2030-07-31", "2030-09-30")
    assert organiser.reads("The draw is published. Now tell the pairs, under Messages.")
    spectator.go("/lakes-knockout-2030/")
    # Five pairs have one match in round 1, and these two pairs attend the opening day.
    assert spectator.sides(spectator.match_of(LARK, 1)) == {LARK: "", FINCH: ""}


def arrive(pair, organiser, name):
    pair.arrive(organiser.private_link(name))
    return pair


def play_a_tie(lark, finch, spectator):
    code = spectator.match_of(LARK, 1)
    lark.open_sheet("Ada Lark")
    lark.record("Ada Lark", "2♥", 9, "We 100")
    spectator.sees(code, {LARK: "190", FINCH: "0"})
    finch.go("/play/")
    finch.follow("See the score sheet")
    finch.record("Dan Heron", "7NT", 0)
    finch.undo()
    finch.pass_in()
    finch.record("Cleo Finch", "2♠", 9)
    lark.catch_up(4)
    finch.stop_asking()
    lark.record("Ada Lark", "1NT", 5)
    answer = finch.record_too_late("Ada Lark", "1NT", 6)
    assert answer == "Deal 4 is recorded as 1NT by Ada, 2 light. You sent 1NT by Ada, 1 light."
    finch.keep_what_stands()
    assert finch.reads("Level: 190 each")
    finch.record("Ben Wren", "1♥", 7)
    finch.pass_in()
    lark.catch_up(None)
    sent = lark.send_in()
    assert sent == f"{LARK} win by 30: 220 to 190 after 6 deals."
    finch.learn("Is it right that you lost by 30?")
    finch.press("Confirm the result")
    spectator.wait(31)


def dispute_two_totals(lark, other, organiser, spectator):
    spectator.wait(31)
    code = spectator.match_of(LARK, 2)
    (theirs,) = spectator.sides(code).keys() - {LARK}
    arrive(other, organiser, theirs)
    lark.go("/play/")
    lark.follow("Open the match")
    lark.follow("Report two totals")
    level = "The totals are level. Play two more deals, and repeat until they differ."
    assert lark.send_totals(980, 980) == [level]
    lark.send_totals(1240, 980)
    other.go("/play/")
    other.dispute("Deal 3 went two light.")
    assert organiser.states()[code] == "disputed"
    ahead = organiser.look_ahead(
        code, "Ruling", LARK, totals={LARK: 1140, theirs: 1080}, reason="The other card says two light as well."
    )
    assert any(line.startswith(f"{LARK} go through.") for line in ahead)
    organiser.decide()
    spectator.sees(code, {f"{LARK} (won)": "1,140", theirs: "1,080"})


def walk_over(organiser, spectator):
    (code,) = {"R2-M1", "R2-M2"} - {spectator.match_of(LARK, 2)}
    winner, absent = spectator.sides(code)
    organiser.look_ahead(code, "Walkover", winner, reason=f"{absent} could not find a day.")
    organiser.decide()
    spectator.sees("R3-M1", {LARK: "", winner: ""})
    return winner


def play_the_final(lark, other, spectator):
    lark.go("/play/")
    lark.follow("Open the match")
    lark.follow("Report two totals")
    lark.send_totals(2200, 140)
    other.go("/play/")
    other.press("Confirm the result")
    spectator.wait(31)
    assert spectator.champions() == LARK


def look_around(organiser, lark, finch, spectator):
    """Open every page not yet opened, except those in `test_desk_pages`."""
    organiser.go("/desk/")
    for page in ("pairs/1/", "conditions/", "record/", "?find=Finch", "?find=nobody"):
        spectator.go(f"/lakes-knockout-2030/{page}")
        check(spectator.page)
    spectator.go("/nowhere/")
    check(spectator.page)
    for pair in (lark, finch):
        pair.go("/play/")
        check(pair.page)
    lark.follow("Sign out")
    lark.press("Sign out")
    organiser.press("Sign out")
