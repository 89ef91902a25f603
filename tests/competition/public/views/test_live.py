import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils import timezone

from tests import stories
from tests.competition.public_reading import block, public, words
from tests.markup import markup

pytestmark = pytest.mark.published(4, deals=2)


@pytest.fixture
def upper(competition):
    return stories.now(competition).matches["R1-M1"].pairs[0]


def poll(page) -> str:
    """Return the URL that a page polls."""
    return re.search(r'hx-get="(.*?)"', markup(page))[1].replace("&amp;", "&")


def news(answer) -> str:
    return words(re.search(r'<p id="news".*?</p>', markup(answer))[0])


def test_a_poll_asks_for_the_selected_round_and_pair(client, competition, upper):
    page = client.get(public("draw", competition, round=2, pair=upper.number))

    asked = parse_qs(urlsplit(poll(page)).query)

    assert (asked["round"], asked["pair"]) == (["2"], [str(upper.number)])


def test_a_new_deal_appears_in_the_draw_and_the_news(client, competition, upper):
    page = client.get(public("draw", competition))
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal())

    answer = client.get(poll(page))

    assert (answer.status_code, client.get(poll(answer)).status_code) == (200, 204)
    sides = " and ".join(str(pair) for pair in stories.now(competition).matches["R1-M1"].pairs)
    assert block(answer, "R1-M1") == f"Deal 1 of 2 done: {sides.replace(' and ', ' 60, ')} 0."
    assert re.fullmatch(
        rf"Last change \d\d:\d\d, Semi-finals: Deal 1 of 2 done: {sides.replace(' and ', ' 60, ')} 0\.", news(answer)
    )


def test_a_change_on_an_earlier_day_is_shown_with_its_date(client, competition, monkeypatch):
    page = client.get(public("draw", competition))
    stories.settle(competition, "R1-M1")
    later = timezone.now() + stories.AFTER_REPLY_TIME

    monkeypatch.setattr(timezone, "now", lambda: later)

    assert re.match(r"Last change \w{3} \d+ \w{3} \d{4}, \d\d:\d\d, Semi-finals: ", news(client.get(poll(page))))


def test_a_finished_draw_is_not_polled(client):
    competition = stories.published(2)
    stories.settle_round(competition, 1)

    assert "hx-get" not in markup(client.get(public("draw", competition)))


def test_a_poll_with_an_invalid_version_receives_the_draw(client, competition):
    for query in ("", "?shown=5-99999999999999999999", "?shown=²-²"):
        assert client.get(public("live", competition) + query).status_code == 200
    assert client.get(public("live", stories.entered(3))).status_code == 404
