import gzip
import re
from datetime import timedelta
from html import unescape

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from competition.public.presenters import tree
from competition.web.cached_page import MOMENT
from tests import bulk, stories
from tests.competition.public_reading import block, public, text

pytestmark = [pytest.mark.django_db, pytest.mark.published(4, deals=2)]
PAGES = ("draw", "draw-json", "record")


def counted(monkeypatch) -> list:
    """Return a list that gains one item each time the draw is rendered."""
    made, layout = [], tree.Layout
    monkeypatch.setattr(tree, "Layout", lambda *asked: made.append(asked) or layout(*asked))
    return made


def pass_time(monkeypatch, span: timedelta) -> None:
    moment = timezone.now() + span
    monkeypatch.setattr(timezone, "now", lambda: moment)


def test_the_draw_is_rendered_at_most_once_a_second(client, monkeypatch):
    competition = stories.published(4)
    stories.open_sheet(competition, "R1-M1")
    pass_time(monkeypatch, timedelta())
    made = counted(monkeypatch)

    shown = [client.get(public("draw", competition)).content]
    for _ in range(3):
        stories.record(stories.tables(competition, "R1-M1")[0], stories.deal())
        shown.append(client.get(public("draw", competition)).content)
    pass_time(monkeypatch, MOMENT)
    shown.append(client.get(public("draw", competition)).content)

    assert [b"Deal 3 of" in content for content in shown] == [False, False, False, False, True]
    assert len(made) == 2


def test_no_page_from_the_future_is_shown_after_the_clock_goes_back(client, monkeypatch):
    competition = stories.published(4)
    pass_time(monkeypatch, timedelta(hours=1))
    made = counted(monkeypatch)
    client.get(public("draw", competition))

    pass_time(monkeypatch, timedelta(hours=-1))
    for _ in range(2):
        client.get(public("draw", competition))

    assert len(made) == 2


def asks(page) -> str:
    """Return the URL that a page polls."""
    return unescape(re.search(r'hx-get="(.*?)"', page.content.decode())[1])


def test_a_poll_is_answered_from_the_cache_without_a_query(client, monkeypatch, django_assert_num_queries):
    competition = stories.published(4)
    pass_time(monkeypatch, timedelta())
    before = asks(client.get(public("draw", competition)))
    stories.settle(competition, "R1-M1")
    told = client.get(before)
    stories.settle(competition, "R1-M2")

    with django_assert_num_queries(0):
        assert client.get(before).content == told.content
    with django_assert_num_queries(0):
        assert client.get(asks(told)).status_code == 204
    pass_time(monkeypatch, MOMENT)
    assert client.get(asks(told)).status_code == 200


def test_a_poll_never_gets_an_answer_older_than_its_page(client, monkeypatch):
    competition = stories.published(8)
    pass_time(monkeypatch, timedelta())
    before = asks(client.get(public("draw", competition)))
    stories.settle(competition, "R1-M1")
    client.get(before)
    stories.settle(competition, "R1-M2")
    shown = asks(client.get(public("draw", competition)))
    stories.settle(competition, "R1-M3")

    assert "walkover" in block(client.get(shown), "R1-M3")


def test_a_ruling_appears_on_the_draw_at_once(client, monkeypatch, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    pass_time(monkeypatch, timedelta())
    client.get(public("draw", competition))
    client.get(public("match", competition, "R1-M1"))

    stories.record(upper, stories.deal())
    # The match page shows a deal at once, the draw only after a second or another change.
    assert "Deal 1 of" in text(client.get(public("match", competition, "R1-M1")))
    stories.settle(competition, "R1-M2")

    shown = text(client.get(public("draw", competition)))
    assert ("Deal 1 of" in shown, "go through by walkover" in shown) == (True, True)


def test_only_a_changed_page_is_sent_again(client, competition):
    etag = client.get(public("draw", competition))["ETag"]

    answer = client.get(public("draw", competition), headers={"if-none-match": etag})

    assert (answer.status_code, answer.content, answer["Cache-Control"]) == (304, b"", "no-cache")
    stories.settle(competition, "R1-M1")
    answer = client.get(public("draw", competition), headers={"if-none-match": etag})
    assert (answer.status_code, "go through by walkover" in block(answer, "R1-M1")) == (200, True)


def test_a_page_is_compressed_if_the_browser_accepts_gzip(client, competition):
    plain = client.get(public("draw", competition))

    for takes, packed in {"gzip, br": True, "gzip;q=0, br": False}.items():
        answer = client.get(public("draw", competition), headers={"accept-encoding": takes})

        assert (answer.get("Content-Encoding") == "gzip") is packed
        assert (gzip.decompress(answer.content) if packed else answer.content) == plain.content
        assert answer["ETag"] == plain["ETag"]


def test_pages_with_128_pairs_are_smaller_than_30_kilobytes(client):
    competition = bulk.over(128)
    pages = [public("draw", competition), public("draw", competition, pair=1), public("matches", competition)]

    answers = [client.get(page, headers={"accept-encoding": "gzip"}) for page in (*pages, "/archive/")]

    assert {page.status_code for page in answers} == {200}
    assert max(len(page.content) for page in answers) < 30_000


def test_unknown_parameters_do_not_add_pages_to_the_cache(client, competition, monkeypatch):
    made = counted(monkeypatch)
    for number in range(2):
        client.get(public("draw", competition, utm=number, round="x", pair=f"-{number}"))
        client.get(public("matches", competition, round=number))
    assert len(caches["pages"]._cache) == 2 * 2

    for number in (0, 5, 999):
        client.get(public("draw", competition, round=number, pair=number))
        client.get(public("draw", competition, round=number, pair=1))
    assert len(made) == 2


def test_a_change_does_not_clear_the_pages_of_other_competitions(client, competition, django_assert_num_queries):
    other = stories.published(4)
    client.get(public("draw", other))
    stories.settle(competition, "R1-M1")

    with django_assert_num_queries(1):
        client.get(public("draw", other))


def test_organisers_and_visitors_get_the_same_page_without_cookies(client, competition):
    organiser = Client()
    organiser.force_login(competition.organisers.get())

    for page in PAGES:
        answers = [browser.get(public(page, competition)) for browser in (client, organiser)]

        assert answers[0].content == answers[1].content
        assert (dict(answers[0].cookies), answers[0]["Vary"]) == ({}, "Accept-Encoding")
