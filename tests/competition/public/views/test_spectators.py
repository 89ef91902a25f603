"""Tests that no public address shows totals or deals that the conditions hide from spectators."""

import re

import pytest
from django.urls import reverse

from competition.match.actions import play
from competition.web.png import draw_png
from scoring.templatetags.bridge import points
from tests import stories
from tests.caches import clear_caches
from tests.competition.addresses import addresses_of_every_kind
from tests.competition.desk_reading import desk, text
from tests.competition.pair_reading import address
from tests.competition.public_reading import block, public
from tests.competition.public_reading import text as public_text

GRAND_SLAM = stories.deal("7H", 13)
DEALS = '7♥|7H|7 hearts|<svg class="spark'
REPORTED = (4730, 3980)


@pytest.fixture(autouse=True)
def _pictures_as_they_were_written(monkeypatch):
    """Replace each picture by its SVG text, so that the test can search the text."""
    monkeypatch.setattr("resvg_py.svg_to_bytes", lambda svg_string, **how: svg_string.encode())
    draw_png.cache_clear()
    yield
    draw_png.cache_clear()


def playing(spectators: str):
    """Return a competition with a grand slam in R1-M1 and a reported result in R1-M2."""
    competition = stories.published(4, deals=2, spectators=spectators)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, GRAND_SLAM)
    ours, theirs = REPORTED
    play.submit_totals(stories.tables(competition, "R1-M2")[0], ours=ours, theirs=theirs)
    clear_caches()
    return competition


def decided(spectators: str):
    """Return the same competition with two official results. One has a score sheet."""
    competition = playing(spectators)
    upper, lower = stories.tables(competition, "R1-M1")
    stories.record(upper, stories.deal("1C", 6))
    play.confirm(lower, outcome=play.submit_sheet(upper).number)
    play.confirm(stories.tables(competition, "R1-M2")[1], outcome=1)
    clear_caches()
    return competition


def telling(client, competition, pattern: str) -> set[str]:
    """Return the public addresses with text that matches this pattern."""
    pages = {pattern: client.get(url) for url, pattern in addresses_of_every_kind(competition).items()}
    pages |= {"home": client.get("/")}
    return {name for name, page in pages.items() if page.status_code == 200 and found(page, pattern)}


def found(page, pattern: str) -> bool:
    content = b"".join(page.streaming_content) if page.streaming else page.content
    return bool(re.search(pattern, content.decode(errors="replace")))


def totals_of(competition) -> str:
    """Return a pattern for both matches' totals and margins."""
    totals = [side.total for side in stories.now(competition).matches["R1-M1"].sides if side.total]
    numbers = [*totals, *REPORTED, REPORTED[0] - REPORTED[1]]
    return "|".join(rf"(?<![\w,.#-]){number}(?![\w,.-])" for total in numbers for number in {f"{total}", points(total)})


def test_everybody_sees_totals_and_deals_by_default(client):
    competition = playing("deals")

    assert len(telling(client, competition, totals_of(competition))) > 10
    assert len(telling(client, competition, DEALS)) > 4


@pytest.mark.parametrize("spectators", ["after", "results"])
def test_no_public_address_reveals_the_score_of_a_match_in_play(client, spectators):
    competition = playing(spectators)

    assert telling(client, competition, f"{totals_of(competition)}|{DEALS}|Deal 1 of 2|awaiting confirmation") == set()
    page = client.get(public("match", competition, "R1-M1"))
    assert ": in play." in public_text(page)
    assert ": in play." in block(client.get(public("draw", competition)), "R1-M2")
    match = client.get(public("match-json", competition, "R1-M1")).json()
    assert (match["state"], match["deals_recorded"], match["sheet"]) == ("in play", 0, None)
    for name in ("match-csv", "match-pbn", "match-print", "match-pad"):
        assert client.get(public(name, competition, "R1-M1")).status_code == 404


def test_totals_and_deals_are_public_after_the_match(client):
    competition = decided("after")

    assert len(telling(client, competition, totals_of(competition))) > 10
    assert client.get(public("match-csv", competition, "R1-M1")).status_code == 200


def test_only_results_are_public_after_the_match(client):
    competition = decided("results")

    assert len(telling(client, competition, totals_of(competition))) > 10
    assert telling(client, competition, DEALS) == set()
    assert "Only the result of this match is public." in public_text(client.get(public("match", competition, "R1-M1")))
    assert client.get(public("match-csv", competition, "R1-M1")).status_code == 404


@pytest.mark.parametrize("spectators", ["after", "results"])
def test_pairs_and_organisers_see_everything(at_desk, phone, spectators):
    competition = playing(spectators)
    organiser = at_desk(competition)
    state = stories.now(competition).matches["R1-M1"]
    total = points(state.sides[0].total)

    for client, page in (
        (phone(state.pairs[1]), address("match", competition)),
        (organiser, desk("match", competition, "R1-M1")),
    ):
        assert total in text(client.get(page))
    assert "4,730" in text(organiser.get(desk("match", competition, "R1-M2")))
    assert total in text(organiser.get(desk("matches", competition)))


def test_a_polled_page_of_a_match_with_hidden_deals_is_current_until_the_next_deal(client):
    competition = playing("after")
    shown = client.get(public("match", competition, "R1-M1")).context["shown"]
    live = public("match-live", competition, "R1-M1", shown=shown)
    assert client.get(live).status_code == 204

    stories.record(stories.tables(competition, "R1-M1")[0], stories.deal("1C", 6))

    assert client.get(live).status_code == 200


def test_the_draw_of_an_earlier_day_does_not_reveal_a_reported_result(client):
    competition = playing("after")

    assert not found(client.get(f"{reverse('public:draw', args=[competition.slug])}?day=1"), "4,730")
