"""Tests for the public pages of a draw round by round, in which winners are drawn again."""

import re

import pytest

from competition.draw.actions.rounds import draw_round
from competition.draw.rules.result import Stage
from tests import stories
from tests.competition.public_reading import drawn, public, shown_round, text
from tests.markup import markup
from tests.queries import asked

LATER = (
    "Round 2 2 matches and a bye, play by Sun 30 Jun 2030 {} "
    "Semi-finals 1 match and a bye, play by Tue 30 Jul 2030 Drawn later. "
    "Final 1 match, play by Thu 29 Aug 2030 Drawn later."
)


@pytest.fixture
def competition():
    return stories.published(9, drawn_by_round=True)


def draw_next(competition, number):
    draw_round(competition, number, by=stories.organiser_of(competition))


def with_bye(competition, number=1):
    """Return the pair with a bye in this round."""
    matches = stories.now(competition).rounds[number - 1].matches
    return next(state.pairs[0] for state in matches if state.stage is Stage.BYE)


def test_rounds_to_be_drawn_show_their_dates_and_no_matches(client, competition):
    page = client.get(public("draw", competition))

    assert LATER.format("Drawn after Round 1, or sooner.") in text(page)
    assert re.findall(r'<li class="match" id="(.*?)-', markup(page)) == ["R1"] * 5
    assert "css/tree.css" not in markup(page)
    assert "1 of them has a bye in Round 1 and starts in the next round." in text(page)


def test_a_decided_round_stays_on_a_phone_until_the_next_is_drawn(client, competition):
    stories.settle_round(competition, 1)

    page = client.get(public("draw", competition))

    assert shown_round(page) == "Round 1 4 of 4 decided"
    assert LATER.format("All matches of Round 1 are decided. The organiser draws this round next.") in text(page)
    assert shown_round(client.get(public("draw", competition, round=3))).startswith("Semi-finals")


def test_a_drawn_round_names_both_sides_and_the_day_of_its_draw(client, competition):
    draw_next(competition, 2)

    page = client.get(public("draw", competition))
    matches = stories.now(competition).rounds[1].matches
    code = next(state.code for state in matches if all(side.awaiting for side in state.sides))

    assert "Round 2 Play by Sun 30 Jun 2030. Drawn on " in text(page)
    assert all(" or " in side for side in drawn(page, code))
    assert "Semi-finals 1 match and a bye, play by Tue 30 Jul 2030 Drawn after Round 2, or sooner." in text(page)


def test_a_pair_that_went_through_reads_that_the_next_round_is_drawn_later(client, competition):
    lucky = with_bye(competition)
    state = next(state for state in stories.now(competition).rounds[0].matches if state.is_open)
    stories.settle(competition, state.code)
    winner, loser = state.pairs

    found = {pair: text(client.get(public("draw", competition, pair=pair.number))) for pair in (lucky, winner, loser)}

    assert "have a bye Round 2 is drawn later." in found[lucky]
    assert "won round 1 Round 2 is drawn later." in found[winner]
    assert "were knocked out in Round 1" in found[loser]


def test_the_page_takes_as_many_queries_for_20_pairs_as_for_9(client, competition):
    def queries(of):
        draw_next(of, 2)
        draw_next(of, 3)
        return len(asked(client.get, public("draw", of))[1])

    assert queries(competition) == queries(stories.published(20, drawn_by_round=True))


def test_a_big_draw_has_no_sections(client):
    competition = stories.published(66, drawn_by_round=True)

    page = client.get(public("draw", competition))

    assert len(re.findall('<li class="match" id=', markup(page))) == 33
    assert "Section" not in text(page)
    assert client.get(public("draw", competition, section=2)).status_code in (200, 302)


def test_a_match_of_a_round_to_be_drawn_says_so(client, competition):
    page = client.get(public("match", competition, "R2-M1"))

    assert "This match is not drawn yet The day Play by Sun 30 Jun 2030" in text(page)
    assert "Drawn after Round 1, or sooner. Thirty deals are played." in text(page)
    assert "The winners go through. The semi-finals are drawn later." in text(page)
    assert "a pair still to be drawn" not in markup(page)
    assert "The winners are the champions." in text(client.get(public("match", competition, "R4-M1")))


def test_an_open_match_says_that_the_next_round_is_drawn_later(client, competition):
    state = next(state for state in stories.now(competition).rounds[0].matches if state.is_open)

    page = text(client.get(public("match", competition, state.code)))

    assert "The winners go through. Round 2 is drawn later." in page
    assert "champions" not in page


def test_a_winner_reads_on_its_own_page_that_the_next_round_is_drawn_later(client, competition):
    pair = with_bye(competition)

    assert "Round 2 is drawn later." in text(client.get(public("pair", competition, pair.number)))
    draw_next(competition, 2)
    assert "Round 2 is drawn later." not in text(client.get(public("pair", competition, pair.number)))


def test_the_data_names_the_rounds_to_be_drawn_and_the_times_of_draws(client, competition):
    draw_next(competition, 2)

    rounds = client.get(public("draw-json", competition)).json()["rounds"]

    assert [bool(of_round["drawn_at"]) for of_round in rounds] == [True, True, False, False]
    source = {"kind": "undrawn", "round": 3}
    assert rounds[2]["matches"][0]["sides"] == [{"pair": None, "undrawn": 3, "source": source, "total": None}] * 2
    assert "drawn_at" not in client.get(public("draw-json", stories.published(3))).json()["rounds"][0]


def test_the_calendar_says_which_rounds_are_not_drawn(client, competition):
    draw_next(competition, 2)

    calendar = client.get(public("calendar", competition)).content.decode()

    assert re.findall("DESCRIPTION:(.*?)\r", calendar)[:3] == ["0 of 4 decided.", "0 of 3 decided.", "Not drawn yet."]


def test_the_picture_shows_drawn_rounds_without_lines(client, competition):
    draw_next(competition, 2)

    picture = client.get(public("draw-svg", competition)).content.decode()

    assert re.findall('<g id="(R.)', picture) == ["R1"] * 5 + ["R2"] * 3
    assert "The semi-finals are drawn later." in picture
    assert picture.count(">bye<") == 2
    assert "V" not in "".join(re.findall(r' d="(.*?)"', picture))


@pytest.mark.parametrize("pairs", [9, 70])
def test_every_public_page_can_be_read_at_every_stage(client, pairs):
    competition = stories.published(pairs, drawn_by_round=True)
    pages = ("draw", "matches", "draw-svg", "draw-png", "draw-csv", "embed", "calendar", "feed", "record", "reveal")
    found = []
    for number in range(2, 6):
        stories.settle_round(competition, number - 1)
        for page in pages:
            found.append((page, client.get(public(page, competition)).status_code))
        if number > len(stories.now(competition).rounds) or pairs > 9:
            break
        draw_next(competition, number)

    assert {page for page, status in found if status not in (200, 302)} == set()


def test_a_bye_for_a_pair_that_is_not_known_yet_has_no_date(client, competition):
    draw_next(competition, 2)
    matches = stories.now(competition).rounds[1].matches
    code = next(state.code for state in matches if any(side.bye for side in state.sides))

    page = text(client.get(public("match", competition, code)))

    assert "A bye for " in page
    assert "They have a bye, so they go through without a match. The semi-finals are drawn later." in page
    assert "agree a date" not in page
