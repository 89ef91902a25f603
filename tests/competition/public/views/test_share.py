"""Tests for the text of shared links."""

import html
import re

import pytest

from competition.draw.rules.result import ResultKind
from competition.match.actions import play
from tests import stories
from tests.competition.public_reading import public

pytestmark = pytest.mark.published(2, deals=2)


def preview(client, competition, what: str) -> str:
    page = client.get(public("match", competition, "R1-M1")).content.decode()
    return html.unescape(re.search(rf'<meta property="og:{what}" content="(.*?)">', page)[1])


def shared(client, address: str) -> str:
    return html.unescape(re.search(r'data-shared="(.*?)"', client.get(address).content.decode())[1])


def test_the_shared_text_of_a_match_with_a_score_sheet_mentions_its_deals(client, competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8), stories.deal("4S", 10, "E"))
    play.submit_sheet(stories.table(upper.pair, "R1-M1"))
    play.confirm(stories.table(lower.pair, "R1-M1"), outcome=1)

    told = f"{lower.pair} won by 360 after 2 deals, 420 to 60"
    assert shared(client, public("match", competition, "R1-M1")) == told
    assert preview(client, competition, "description") == f"Final: {told}"


def test_the_shared_text_of_a_match_in_play_names_the_leader(client):
    competition = stories.published(2, deals=4, spectators="totals")
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("1C", 6))
    ahead = preview(client, competition, "description")
    stories.record(stories.table(upper.pair, "R1-M1"), stories.deal("1C", 6, "E"))
    level = preview(client, competition, "description")

    assert ahead == f"Final: {lower.pair} lead {upper.pair} by 50 to 0 after 1 of 4 deals"
    assert level == f"Final: {upper.pair} and {lower.pair} are level at 50 after 2 of 4 deals"


def test_the_shared_text_of_a_match_with_totals_only_mentions_no_deals(client, competition):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 4280))
    winner = stories.now(competition).champion

    assert preview(client, competition, "description") == f"Final: {winner} won by 450, 4,730 to 4,280"


def test_a_shared_match_has_its_pairs_url_and_picture(client, competition):
    upper, lower = stories.now(competition).matches["R1-M1"].pairs

    assert preview(client, competition, "title") == f"{upper} v {lower}, {competition}"
    assert preview(client, competition, "url") == f"http://testserver{public('match', competition, 'R1-M1')}"
    assert preview(client, competition, "image") == f"http://testserver{public('match-png', competition, 'R1-M1')}"
    assert preview(client, competition, "description").endswith(" play by Fri 31 May 2030.")
    assert shared(client, public("draw", competition)) == f"{competition}: 2 pairs. Final: 0 of 1 decided"
