"""Tests for a played match with only a margin or only a winner."""

import json
import re

import pytest

from competition.draw.rules.result import ResultKind
from competition.management.commands.check_integrity import differences
from competition.match.actions import play
from competition.public.presenters import card_svg, draw_card, draw_svg
from tests import stories
from tests.competition.public_reading import block, drawn, lines, public, text, words
from tests.competition.worlds import ADDRESS

pytestmark = pytest.mark.published(2)
KNOWN = pytest.mark.parametrize(("margin", "said"), [(110, "by 110"), (None, "(score not recorded)")])
FILES = ("draw-json", "draw-csv", "draw-svg", "calendar", "feed")
PAGES = ("draw", "matches", "record", "conditions")


def settle(competition, margin: int | None) -> None:
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, margin=margin)


@KNOWN
def test_every_page_shows_the_winner_if_there_are_no_totals(client, competition, pairs, margin, said):
    settle(competition, margin)

    page = client.get(public("draw", competition))
    assert block(page, "R1-M1") == f"{pairs[0]} beat {pairs[1]} {said}."
    won, lost = drawn(page, "R1-M1")
    assert won.endswith("by 110" if margin else "won")
    assert not re.search(r"\d$|won$|lost$", lost) or lost.endswith(pairs[1].name[-1])
    told = text(client.get(public("match", competition, "R1-M1")))
    assert f"{pairs[0]} beat {pairs[1]} {said}." in told
    assert f"{pairs[0].name} Harbour Bridge Club{' won by 110' if margin else ''} lost {pairs[1].name}" in told
    assert ("Only the margin was reported." if margin else "Nobody reported the totals.") in told
    assert "ruling" not in told
    [(_, line)] = lines(client.get(public("matches", competition))).values()
    assert f"{pairs[0]} beat {pairs[1]} {said}." in line
    assert ("by 110" if margin else "score not recorded") in line
    assert "won and lost 1–0" in text(client.get(public("pair", competition, pairs[0].number)))
    assert "won and lost 0–1" in text(client.get(public("pair", competition, pairs[1].number)))


def test_a_pending_result_without_totals_shows_its_margin(client, competition, pairs):
    play.submit_winner(stories.tables(competition)[0], we_won=False, margin=110)

    told = text(client.get(public("match", competition, "R1-M1")))
    assert f"{pairs[1]} won by 110, awaiting confirmation." in told
    assert "by 110, if it is confirmed" in told
    assert "0 to 0" not in told


def invented(client, addresses: list[str]) -> list[str]:
    """Return the lines on these pages and in these files that state a score or a ruling that nobody reported."""
    answers = [client.get(address) for address in addresses]
    assert {answer.status_code for answer in answers} == {200}
    invention = r".*(?:\bNone\b|\b0 to 0\b|\b0–0\b|[Bb]y a ruling|>0</).*"
    return [line for answer in answers for line in re.findall(invention, answer.content.decode())]


def test_no_page_or_file_contains_an_invented_score(client, competition, pairs, settings):
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("tests.")]
    match = [public(name, competition, "R1-M1") for name in ("match", "match-json", "match-svg")]
    standing = [*match, *(public(name, competition) for name in ("draw", "draw-json", "draw-csv"))]
    everything = [*match, *(public(name, competition) for name in (*PAGES, *FILES))]
    everything += [public("pair", competition, pairs[0].number), "/archive/", "/archive.csv", "/archive.json"]

    play.submit_winner(stories.tables(competition)[0], we_won=True, margin=None)
    play.dispute(stories.tables(competition)[1], outcome=1, reason="Not so.")
    assert invented(client, standing) == []
    settle(competition, None)
    assert invented(client, everything) == []
    assert differences() == []
    stories.settle(competition, "R1-M1", kind=None)
    play.submit_winner(stories.tables(competition)[0], we_won=True, margin=110)
    stories.cancel(competition)
    assert invented(client, standing) == []


def test_draw_json_has_the_margin_only_if_it_is_known(client, competition, pairs):
    for margin in (110, None):
        settle(competition, margin)

        [round] = client.get(public("draw-json", competition)).json()["rounds"]
        [match] = round["matches"]
        assert (match["outcome"], match["winner"]) == ("played", pairs[0].number)
        assert ("margin" in match, match.get("margin")) == (margin is not None, margin)
        assert [side["total"] for side in match["sides"]] == [None, None]
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(900, 790))
    assert "margin" not in json.dumps(client.get(public("draw-json", competition)).json())


@KNOWN
def test_pictures_show_the_winner_if_there_are_no_totals(competition, margin, said):
    settle(competition, margin)
    draw = stories.now(competition)
    state = draw.matches["R1-M1"]

    for picture in (card_svg.card(draw, state), draw_card.card(draw), draw_svg.picture(draw, ADDRESS)):
        written = re.findall(r"<text[^>]*>.*?</text>", picture, re.DOTALL)
        assert any(words(line) == ("by 110" if margin else "won") for line in written)


def test_the_archive_shows_champions_if_there_are_no_totals(client, competition, pairs):
    settle(competition, 110)
    assert "won by 110" in text(client.get("/archive/"))

    settle(competition, None)
    assert "core not recorded" in text(client.get("/archive/"))
