import re

import pytest

from competition.draw.rules.result import ResultKind
from tests import stories
from tests.competition.public_reading import public, text, words
from tests.markup import markup

pytestmark = [pytest.mark.django_db, pytest.mark.published(6, plate="first match")]


def test_a_draw_without_a_plate_has_no_plate_page(client):
    competition = stories.published(4)

    assert client.get(public("plate", competition)).status_code == 404
    assert public("plate", competition) not in client.get(public("draw", competition)).text


def test_every_place_in_the_plate_says_who_enters_and_why(client, competition):
    stories.settle(competition, "R1-M2", kind=ResultKind.PLAYED, totals=(4000, 3000))
    stories.settle(competition, "R1-M3", kind=ResultKind.CONCEDED)
    stories.settle(competition, "R2-M1", kind=ResultKind.PLAYED, totals=(4000, 3000))

    page = text(client.get(public("plate", competition)))

    assert "Pairs that lose their first match play on here: 2 pairs so far, at most 3." in page
    assert "A pair beside an empty place has a bye." in page
    assert "2 pairs, 1 may come, 1 empty" in page
    assert "lost to North 3 & South 3, Quarter-finals" in page
    assert "conceded to North 1 & South 1, Quarter-finals" in page
    assert "if they lose to North 1 & South 1" in page
    assert "Empty: North 2 & South 2 won" in page


def test_a_lost_match_links_to_the_plate_and_back(client, competition):
    stories.settle(competition, "R1-M2", kind=ResultKind.PLAYED, totals=(4000, 3000))

    assert "North 5 & South 5 play on in the plate" in text(client.get(f"/{competition.slug}/matches/R1-M2/"))
    assert "Show this match in the plate" in text(client.get(f"/{competition.slug}/matches/R4-M1/"))


def test_the_honours_board_names_the_winners_of_the_plate(client, competition):
    for code in ("R1-M2", "R1-M3", "R2-M1", "R2-M2", "R3-M1", "R4-M2", "R5-M1"):
        stories.settle(competition, code, kind=ResultKind.CONCEDED)

    assert "plate: Ada North 5 & Ben South 5" in text(client.get(public("honours", competition)))


def test_the_rules_say_who_plays_in_the_plate(client):
    one = stories.published(4, plate="round 1", plate_conceded=False)
    other = stories.published(4, plate="first match", plate_walkover=True)

    rules, others = (text(client.get(public("conditions", competition))) for competition in (one, other))

    assert "A pair that loses in round 1 continues in the plate." in rules
    assert "A pair that conceded its match does not play in the plate." in rules
    assert "A pair that loses the first match it plays, in round 1 or 2, continues in the plate." in others
    assert "A walkover counts as a match, and the pair that gave it plays in the plate." in others


def test_a_result_updates_the_open_plate_page(client, competition):
    polled = re.compile(r'hx-get="(.*?)"')
    page = markup(client.get(public("plate", competition)))
    assert client.get(polled.search(page)[1]).status_code == 204
    stories.settle(competition, "R1-M2", kind=ResultKind.PLAYED, totals=(4000, 3000))

    answer = client.get(polled.search(page)[1])

    assert answer.status_code == 200
    assert "1 pair so far" in words(markup(answer))
    assert client.get(polled.search(markup(answer))[1]).status_code == 204


def test_the_page_takes_12_queries_and_two_while_cached(client, competition, django_assert_max_num_queries):
    with django_assert_max_num_queries(12):
        client.get(public("plate", competition))
    with django_assert_max_num_queries(2):
        client.get(public("plate", competition))
