"""Tests of two servers that share one PostgreSQL database."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from time import monotonic
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests import servers
from tests.phones import Phone, matches
from tests.servers import free_port, server

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def sites(tmp_path_factory, postgresql) -> Iterator[tuple[list, str, str]]:
    """Yield the matches in play, and the addresses of both servers."""
    with ExitStack() as until_the_end:
        settings = servers.environment(postgresql(), tmp_path_factory.mktemp("static"))
        made, ports = matches(settings), (free_port(), free_port())
        for port in ports:
            until_the_end.enter_context(server(settings, port))
        first, second = (f"http://127.0.0.1:{port}" for port in ports)
        yield made, first, second


def draw_of(site: str, record: str) -> str:
    slug = record.split("/")[2]
    return build_opener().open(f"{site}/{slug}/draw.csv", timeout=10).read().decode()


def test_both_servers_show_a_recorded_deal(sites):
    made, first, second = sites
    _, link, record = made[0]
    draw_of(second, record)
    there, here = Phone(second, link, record), Phone(first, link, record)

    here.play(3)

    assert [here.next_deal(), there.next_deal()] == [4, 4]
    # A cached page may be a second old.
    end = monotonic() + 5
    while draw_of(second, record) != draw_of(first, record):
        assert monotonic() < end


def test_deals_recorded_on_both_servers_are_in_order(sites):
    made, first, second = sites
    _, link, record = made[1]
    phones = Phone(first, link, record), Phone(second, link, record)

    for number in range(1, 9):
        phone, other = phones[number % 2], phones[1 - number % 2]
        phone.answered = list(range(1, number))
        phone.play(number)
        assert other.next_deal() == number + 1


def test_a_deal_on_one_server_is_news_on_the_other(sites):
    made, first, second = sites
    _, link, record = made[3]
    phone = Phone(first, link, record)
    page = phone.browser.open(first + record.removesuffix("deals/"), timeout=10).read().decode()
    shown = re.findall(r'"shown": "([^"]+)"', page)[0]
    poll = f"{second}{record.removesuffix('deals/')}card.json?shown={shown}"

    before = phone.browser.open(poll, timeout=10).status
    phone.play(1)

    assert (before, phone.browser.open(poll, timeout=10).status) == (204, 200)


def test_a_pair_is_signed_in_on_both_servers(sites):
    made, first, second = sites
    _, link, record = made[2]
    phone = Phone(first, link, record)

    phone.site = second
    phone.play(1)

    assert phone.answered == [1]


def test_guessed_codes_are_counted_on_both_servers(sites):
    _, first, second = sites

    def guess(site: str) -> int:
        browser = build_opener(HTTPCookieProcessor())
        page = browser.open(f"{site}/p/", timeout=10).read().decode()
        token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        try:
            browser.open(f"{site}/p/", urlencode({"csrfmiddlewaretoken": token, "code": "111122223333"}).encode())
        except HTTPError as answer:
            return answer.code
        return 200

    answers = [guess((first, second)[turn % 2]) for turn in range(62)]

    assert (answers[0], answers[-2:]) == (422, [429, 429])
