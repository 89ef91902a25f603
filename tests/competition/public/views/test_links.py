"""Tests for all links that can be reached from the home page without JavaScript."""

import re
from html import unescape
from urllib.parse import urldefrag, urljoin, urlparse

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import resolve

from tests import bulk, stories
from tests.caches import clear_caches
from tests.competition.addresses import PUBLIC

SITE = "http://testserver/"
STATIC, DESK = f"{SITE}static/", f"{SITE}desk/"
LINK = re.compile(r'<(?:a|link|script|img|iframe|form)\b[^>]*?\b(?:href|src|action)="([^"]*)"')
# Pages without links: polled, embedded, linked from the desk, read by monitoring or requested by browsers.
UNLINKED = {"live", "home-live", "match-live", "plate-live", "embed", "healthz", "favicon", "robots", "sitemap"}
UNLINKED |= {"screen", "screen-live", "security-txt", "change-password", "names-calendar", "names-feed"}


@pytest.fixture(scope="module")
def found(django_db_setup, django_db_blocker):
    """Return every response by URL, for a competition open for entries, one in mid-season and one that is over."""
    # Pages cached by earlier tests would hide the competitions created here.
    clear_caches()
    # Each view's own tests validate its pages.
    with django_db_blocker.unblock(), transaction.atomic(), override_settings(MIDDLEWARE=settings.MIDDLEWARE[1:]):
        stories.entered(2)
        bulk.with_the_longest_names(4)
        bulk.over(2, season=2025)
        yield followed(Client())
        transaction.set_rollback(True)


def followed(client: Client) -> dict[str, HttpResponse]:
    """Return all responses that links from the home page lead to, except the organiser's pages."""
    answers: dict[str, HttpResponse] = {}
    waiting = [SITE]
    while waiting:
        address = urldefrag(waiting.pop()).url
        if address not in answers:
            answer = answers[address] = client.get(address)
            # A page for signed-in users redirects to the sign-in page, which the test requests next.
            waiting += [urljoin(address, answer.url)] if answer.status_code == 302 else []
            waiting += [link for link in links(address, answers[address]) if not link.startswith((STATIC, DESK))]
    return answers


def links(address: str, answer: HttpResponse) -> list[str]:
    """Return the full URLs of all links to this site. A file has none."""
    whole = [urljoin(address, unescape(link)) for link in LINK.findall(page(answer))]
    return [link for link in whole if link.startswith(SITE)]


def page(answer: HttpResponse) -> str:
    """Return the HTML of a response, or "" for a file."""
    return answer.content.decode() if answer["Content-Type"].startswith("text/html") else ""


def pages(found: dict[str, HttpResponse]) -> dict[str, str]:
    """Return the HTML pages among the responses, by URL."""
    return {address: page(answer) for address, answer in found.items() if page(answer)}


def test_no_link_is_broken(found):
    assert {
        address: answer.status_code for address, answer in found.items() if answer.status_code not in (200, 302)
    } == {}


def test_links_reach_every_public_page_and_file(found):
    reached = {resolve(urlparse(address).path).url_name for address in found}

    assert {route.name for route in PUBLIC} - reached == UNLINKED


def test_every_fragment_in_a_link_exists_on_its_page(found):
    leads = {link for address, answer in found.items() for link in links(address, answer) if "#" in link}

    assert leads
    assert [link for link in leads if f'id="{urldefrag(link).fragment}"' not in page(found[urldefrag(link).url])] == []


def test_every_image_stylesheet_and_script_exists(found):
    files = {link for address, answer in found.items() for link in links(address, answer) if link.startswith(STATIC)}

    assert files
    assert [file for file in files if not finders.find(file.removeprefix(STATIC))] == []


def test_every_page_has_one_main_heading(found):
    assert {address: text.count("<h1") for address, text in pages(found).items() if text.count("<h1") != 1} == {}


def test_every_page_has_its_own_title(found):
    titles = {(re.search("<title>(.*?)</title>", text)[1], urlparse(at).path) for at, text in pages(found).items()}

    assert len({title for title, _ in titles}) == len(titles)


def test_every_page_has_a_preview_and_a_short_title(found):
    searched = set()
    for address, html in pages(found).items():
        assert 0 < len(unescape(re.search("<title>(.*?)</title>", html, re.DOTALL)[1])) <= 60, address
        if '<meta name="robots" content="noindex">' in html:
            continue
        own, told = address.partition("?")[0], dict(re.findall('<meta property="og:([\\w:]+)" content="(.*?)">', html))
        assert f'<link rel="canonical" href="{own}">' in html, address
        assert unescape(told["url"]) == own
        assert all(told[what] for what in ("title", "description", "image", "image:alt", "site_name")), address
        searched.add(resolve(urlparse(address).path).url_name)
    assert {"home", "draw", "match", "pair", "player", "archive"} <= searched
    assert "match-print" not in searched
