"""Everything that links lead to from the home page, as it is read where no script is at work."""

import re
from html import unescape
from urllib.parse import urldefrag, urljoin, urlparse

import pytest
from django.contrib.staticfiles import finders
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve

from competition.config.urls import PUBLIC
from tests import bulk, stories
from tests.forgetting import forget

pytestmark = pytest.mark.django_db
SITE = "http://testserver/"
STATIC, DESK = f"{SITE}static/", f"{SITE}desk/"
LINK = re.compile(r'<(?:a|link|script|img|iframe|form)\b[^>]*?\b(?:href|src|action)="([^"]*)"')
# What a page that is open asks for, what a club frames, what whoever watches the server looks at,
# and what a browser asks for by itself.
UNLINKED = {"live", "home-live", "match-live", "embed", "healthz", "favicon", "robots", "sitemap"}
UNLINKED |= {"security-txt", "change-password"}


@pytest.fixture(scope="module")
def found(django_db_setup, django_db_blocker):
    """Every answer by its address: of a competition with its entries open, one in mid-season and one that is over."""
    # What the tests before have kept goes only once this is made.
    forget()
    with django_db_blocker.unblock(), transaction.atomic():
        stories.entered(3)
        bulk.middle(5, name="Autumn Knockout")
        bulk.over(2, season=2025)
        yield followed(Client())
        transaction.set_rollback(True)


def followed(client: Client) -> dict[str, HttpResponse]:
    """What links lead to from the home page, the organiser's desk apart."""
    answers: dict[str, HttpResponse] = {}
    waiting = [SITE]
    while waiting:
        address = urldefrag(waiting.pop()).url
        if address not in answers:
            answer = answers[address] = client.get(address)
            # Whoever is not signed in is led on to where they can be, which is asked in its turn.
            waiting += [urljoin(address, answer.url)] if answer.status_code == 302 else []
            waiting += [link for link in links(address, answers[address]) if not link.startswith((STATIC, DESK))]
    return answers


def links(address: str, answer: HttpResponse) -> list[str]:
    """Where a page leads on this site, in whole addresses; a file leads nowhere."""
    whole = [urljoin(address, unescape(link)) for link in LINK.findall(page(answer))]
    return [link for link in whole if link.startswith(SITE)]


def page(answer: HttpResponse) -> str:
    """The page answered; nothing where the answer is a file."""
    return answer.content.decode() if answer["Content-Type"].startswith("text/html") else ""


def pages(found: dict[str, HttpResponse]) -> dict[str, str]:
    """The pages among what was found, by address."""
    return {address: page(answer) for address, answer in found.items() if page(answer)}


def test_every_link_leads_to_an_answer(found):
    assert {
        address: answer.status_code for address, answer in found.items() if answer.status_code not in (200, 302)
    } == {}


def test_links_lead_to_every_public_page_and_file(found):
    reached = {resolve(urlparse(address).path).url_name for address in found}

    assert {route.name for route in PUBLIC} - reached == UNLINKED


def test_every_place_in_a_page_that_a_link_leads_to_is_there(found):
    leads = {link for address, answer in found.items() for link in links(address, answer) if "#" in link}

    assert leads
    assert [link for link in leads if f'id="{urldefrag(link).fragment}"' not in page(found[urldefrag(link).url])] == []


def test_every_picture_style_and_script_is_there(found):
    files = {link for address, answer in found.items() for link in links(address, answer) if link.startswith(STATIC)}

    assert files
    assert [file for file in files if not finders.find(file.removeprefix(STATIC))] == []


def test_every_page_has_one_heading_above_all_others(found):
    assert {address: text.count("<h1") for address, text in pages(found).items() if text.count("<h1") != 1} == {}


def test_every_page_has_a_title_of_its_own(found):
    titles = {(re.search("<title>(.*?)</title>", text)[1], urlparse(at).path) for at, text in pages(found).items()}

    assert len({title for title, _ in titles}) == len(titles)
