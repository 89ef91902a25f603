"""Property-based test that no value in an export file breaks a page."""

import json
from functools import cache

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.audit.actions import Actor
from competition.contest.models import Competition
from competition.draw.queries.draw import clear_cache
from competition.transfer.actions.importing import import_competition
from competition.transfer.presenters.file import file_of
from competition.transfer.rules.file import unpacked
from scoring.rules.refusal import Refused
from tests.caches import clear_caches
from tests.competition.transfer.test_file import PAGES, emptied, played
from tests.factories import OrganiserFactory

pytestmark = pytest.mark.django_db

MARKUP = "<script>alert(7)</script>"
HOSTILE = ("", "\u200b", "\U000e0041", "\ud800", "\x00", "x" * 30_000, MARKUP, "../", "9999-12-31T23:59:59+00:00")
HOSTILE += ("0001-01-01T00:00:00+00:00", "9999-12-31", "0001-01-01", "2026-05-30T12:00:00", "24:00", "NaN", "1e400")
HOSTILE += (
    None,
    True,
    0,
    -1,
    1,
    2,
    7,
    99,
    10**6,
    2**31 - 1,
    2**63 - 1,
    2**64,
    1.5,
    float("inf"),
    [],
    [[]],
    {},
    {"a": 1},
)
SITE = ("/", "/archive/", "/players/", "/sitemap.xml", "/desk/")
DESK = ("", "log/", "matches/", "matches/R1-M1/", "pairs/", "messages/", "file/")


@cache
def text_of_a_file() -> str:
    """Return the facts of a season as JSON. Reading JSON is the fastest way to copy them."""
    competition = played()
    facts = unpacked(file_of(competition, private=True))
    emptied(competition)
    return json.dumps(facts)


def spoil(facts: dict, data: st.DataObject) -> None:
    """Replace one value in the file, or the name of its site, by a hostile value."""
    value = data.draw(st.sampled_from(HOSTILE))
    tables = sorted(name for name, table in facts["tables"].items() if table["rows"])
    chosen = data.draw(st.sampled_from([*tables, "site"]))
    if chosen == "site":
        facts["site"] = value
        return
    row = data.draw(st.sampled_from(facts["tables"][chosen]["rows"]))
    row[data.draw(st.integers(0, len(row) - 1))] = value


# Importing and showing a season takes a second.
@settings(max_examples=settings.default.max_examples // 4)
@given(st.data())
def test_no_value_in_a_file_breaks_a_page_or_is_shown_unescaped(data):
    facts = json.loads(text_of_a_file())
    spoil(facts, data)
    user, client = OrganiserFactory(), Client()
    try:
        opened = import_competition(facts, by=Actor(organiser=user))
    except Refused:
        assert Competition.with_hidden.count() == 0
        return
    clear_caches()
    client.force_login(user)
    try:
        addresses = SITE + tuple(f"/{opened.slug}/{page}" for page in PAGES)
        for address in addresses + tuple(f"/desk/{opened.slug}/{page}" for page in DESK):
            answer = client.get(address)
            assert answer.status_code < 500, address
            is_markup = answer["Content-Type"].startswith(("text/html", "image/svg", "application/atom"))
            assert not (is_markup and MARKUP in answer.content.decode()), address
        assert file_of(opened, private=True)
    finally:
        emptied(Competition.objects.get())
        clear_cache()
