"""Property-based tests: cached draws and pages equal fresh ones after every move of a season."""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, time, timedelta
from itertools import chain

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from competition.knockout.queries.draw import PublishedDraw, get_draw, read_draw
from competition.knockout.queries.polling import holding, still_holds
from competition.knockout.queries.states import MatchState
from competition.web.cached_page import MOMENT
from tests import stories
from tests.competition.knockout.histories import Season, moves
from tests.competition.public_reading import public
from tests.forgetting import forget

pytestmark = [pytest.mark.django_db, pytest.mark.database]

# Names of URLs that take only the competition.
PUBLIC = (
    "draw live embed draw-json draw-csv draw-svg feed calendar conditions record reveal record-json committed matches"
)
MATCH = "match match-live match-print match-json match-svg match-csv"
ARCHIVE = "home home-live archive archive-csv archive-json players"
DESK = "competition more matches log"
PLAIN = (str, int, float, bool, date, time, timedelta, type(None))
# Parts of a page that differ each time: the CSRF token and the time.
PASSING = r'name="csrfmiddlewaretoken" value="\w+"|[Aa]s (of|it stands) [^<]*|"as_of": "[^"]*"'


def histories(examples: int) -> settings:
    """Return settings for the same seasons each time: this many with --thorough, otherwise a few."""
    return settings(
        max_examples=examples if settings().max_examples >= 1000 else max(1, examples // 60),
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )


@pytest.fixture
def season():
    """Return a function that starts a season with this many pairs."""
    with pytest.MonkeyPatch.context() as patch:
        yield lambda pairs: Season(pairs, patch)


@given(pairs=st.sampled_from([2, 3, 5, 7]), history=st.lists(moves, min_size=8, max_size=20))
@histories(300)
def test_a_cached_draw_equals_a_fresh_draw(season, pairs, history):
    played = season(pairs)

    for move in played.make(history):
        cached, afresh = get_draw(played.competition.slug), read_draw(played.competition)
        assert values(cached) == values(afresh), move


@given(pairs=st.sampled_from([3, 5]), history=st.lists(moves, min_size=6, max_size=10))
@histories(10)
def test_every_cached_page_equals_a_fresh_page(client, season, pairs, history):
    played, organiser = season(pairs), Client()
    organiser.force_login(stories.organiser_of(played.competition).organiser)

    for move in played.make(history):
        # A page may show deals a moment late.
        played.moment += MOMENT
        kept = {address: content(by, address) for by, address in pages(client, organiser, played)}
        forget()
        for by, address in pages(client, organiser, played):
            assert kept.pop(address) == content(by, address), (move, address)
        assert not kept


@given(pairs=st.sampled_from([3, 5]), history=st.lists(moves, min_size=6, max_size=10))
@histories(60)
def test_a_match_whose_polling_value_holds_is_unchanged(client, season, pairs, history):
    played, before = season(pairs), {}

    for move in chain(["begin"], played.make(history)):
        slug, now = played.competition.slug, read_draw(played.competition)
        held = {code for code in before if still_holds(slug, code, before[code][0])}
        forget()
        after = {code: (holding(now, state, ""), *shown(client, played, state)) for code, state in now.matches.items()}
        assert [code for code in held if before[code] != after[code]] == [], move
        before = after


def shown(client: Client, played: Season, state: MatchState) -> tuple:
    """Return all that the public page of a match shows, and the values on the pages of its pairs."""
    beside = (state.beside_deals, state.sheet and state.sheet.version)
    return content(client, public("match", played.competition, state.code)), beside


def pages(anybody: Client, organiser: Client, played: Season) -> list[tuple[Client, str]]:
    """Return the URL of every page and file of a season, with the client that requests it."""
    competition, draw = played.competition, read_draw(played.competition)
    asked = [public(name, competition) for name in PUBLIC.split()]
    for number in draw.pairs:
        asked += [public("draw", competition, pair=number), public("pair", competition, number)]
        asked += [public("pair-feed", competition, number), public("pair-calendar", competition, number)]
    asked += [public(name, competition, code) for name in MATCH.split() for code in draw.matches]
    asked += [reverse(f"public:{name}") for name in ARCHIVE.split()]
    desk = [reverse(f"desk:{name}", args=[competition.slug]) for name in DESK.split()]
    desk += [reverse("desk:match", args=[competition.slug, code]) for code in draw.matches]
    return [*((anybody, address) for address in asked), *((organiser, address) for address in desk)]


def content(by: Client, address: str) -> list[str]:
    """Return the status and the lines of an answer, without the parts that differ each time."""
    answer = by.get(address)
    return [str(answer.status_code), *re.sub(PASSING, "", answer.content.decode()).splitlines()]


def values(draw: PublishedDraw) -> dict:
    """Return the public attributes of a draw as plain values."""
    names = {*vars(draw), *(name for name, kind in vars(PublishedDraw).items() if hasattr(kind, "__get__"))}
    told = {name: getattr(draw, name) for name in sorted(names) if not name.startswith("_")}
    return {name: plain(value) for name, value in told.items() if not callable(value)}


def plain(value):
    """Return a value with rows and dataclasses as dictionaries, so that it can be compared."""
    if isinstance(value, Model):
        names = [field.attname for field in value._meta.concrete_fields]
    elif is_dataclass(value):
        names = [field.name for field in fields(value)]
    elif isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    elif isinstance(value, (list, tuple, set)):
        return [plain(one) for one in value]
    else:
        return value if isinstance(value, PLAIN) else repr(value)
    return {"kind": type(value).__name__, **{name: plain(getattr(value, name)) for name in names}}
