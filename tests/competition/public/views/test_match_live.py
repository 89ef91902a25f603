"""Tests for the page of a match in play."""

import re

import pytest
from django.utils import timezone

from competition.match.actions import play
from tests import stories
from tests.competition.public_reading import public, words
from tests.markup import markup

pytestmark = pytest.mark.published(4, deals=2)


@pytest.fixture
def upper(competition):
    """Return the match as seen by the upper pair, with a score sheet."""
    return stories.open_sheet(competition, "R1-M1")[0]


def poll(page) -> str:
    """Return the URL that a page polls, or "" if it polls nothing."""
    found = re.search(r'hx-get="(.*?)"', markup(page))
    return found[1] if found else ""


def show(client, competition, code: str = "R1-M1"):
    return client.get(public("match", competition, code))


def news(answer) -> str:
    return words(re.search(r'<p id="news".*?</p>', markup(answer))[0])


def test_a_deal_is_announced_only_once(client, competition, upper):
    page = show(client, competition)
    stories.record(upper, stories.deal())

    first = client.get(poll(page))
    second = client.get(poll(first))

    one, other = stories.now(competition).matches["R1-M1"].pairs
    assert re.fullmatch(rf"Last change \d\d:\d\d, Semi-finals: Deal 1 of 2 done: {one} 60, {other} 0\.", news(first))
    assert second.status_code == 204


def test_a_change_in_another_match_is_not_announced(client, competition, upper):
    page = show(client, competition)
    stories.settle(competition, "R1-M2")

    assert client.get(poll(page)).status_code == 204
    assert show(client, competition).content == page.content


def test_a_match_is_rendered_again_when_its_pairs_become_known(client, competition):
    assert " or " in (before := words(markup(show(client, competition, "R2-M1"))))

    stories.settle(competition, "R1-M2")

    after = words(markup(show(client, competition, "R2-M1")))
    assert (after != before, "beat" in after or "went through" in after) == (True, True)


def test_an_automatic_confirmation_is_announced(client, competition, upper, monkeypatch):
    play.submit_totals(upper, ours=4730, theirs=3980)
    sent = stories.notify(competition)
    asked = poll(show(client, competition))
    assert client.get(asked).status_code == 204

    monkeypatch.setattr(timezone, "now", lambda: sent.reply_deadline)

    answer = client.get(asked)
    assert (answer.status_code, poll(answer)) == (200, "")


def test_a_page_polls_at_least_every_five_seconds(client, competition):
    for address in (public("draw", competition), public("match", competition, "R1-M1")):
        seconds = re.search(r'hx-trigger="every (\d+)s"', markup(client.get(address)))[1]

        assert int(seconds) < 5


def test_a_poll_returns_the_same_content_as_the_page(client, competition, upper):
    before = show(client, competition)
    stories.record(upper, stories.deal())

    moved = re.search(r'<div id="moving".*</div>', markup(client.get(poll(before))), re.DOTALL)[0]

    assert moved in markup(show(client, competition))


def test_the_title_names_a_pair_that_goes_through(client, competition):
    page = show(client, competition, "R2-M1")
    stories.settle(competition, "R1-M1")

    told = markup(client.get(poll(page)))

    upper = stories.now(competition).matches["R2-M1"].pairs[0]
    title = words(re.search(r'<h1 id="title".*?</h1>', told)[0])
    assert title.startswith(f"{stories.now(competition).forms[upper.number].short} against ")


def test_a_poll_with_an_invalid_version_receives_the_match(client, competition):
    for query in ("", "?shown=²"):
        assert client.get(public("match-live", competition, "R1-M1") + query).status_code == 200
    assert client.get(public("match-live", competition, "R9-M1")).status_code == 404
