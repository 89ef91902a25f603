"""What a process has cached equals what it reads afresh, after every move of a season."""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, time, timedelta

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from competition.knockout.queries.draw import PublishedDraw, get_draw, read_draw
from competition.pages.cached_page import MOMENT
from tests import stories
from tests.competition.knockout.histories import Season, moves
from tests.competition.public_reading import public
from tests.forgetting import forget

pytestmark = [pytest.mark.django_db, pytest.mark.database]

# Names of addresses that take nothing but the competition.
PUBLIC = (
    "draw live embed draw-json draw-csv draw-svg feed calendar conditions record reveal record-json committed matches"
)
MATCH = "match match-live match-print match-json match-svg match-csv"
ARCHIVE = "home home-live archive archive-csv archive-json players"
DESK = "competition more matches log"
PLAIN = (str, int, float, bool, date, time, timedelta, type(None))
# What is written into an answer when it is made: the token of a form, and the moment.
PASSING = r'name="csrfmiddlewaretoken" value="\w+"|[Aa]s (of|it stands) [^<]*|"as_of": "[^"]*"'


def histories(examples: int) -> settings:
    """So many seasons with --thorough, the same each time; few without."""
    return settings(
        max_examples=examples if settings().max_examples >= 1000 else max(2, examples // 30),
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )


@pytest.fixture
def season():
    """Begin a season of so many pairs."""
    with pytest.MonkeyPatch.context() as patch:
        yield lambda pairs: Season(pairs, patch)


@given(pairs=st.sampled_from([2, 3, 5, 7]), history=st.lists(moves, min_size=8, max_size=20))
@histories(300)
def test_a_cached_draw_equals_one_that_is_read_afresh(season, pairs, history):
    played = season(pairs)

    for move in played.make(history):
        cached, afresh = get_draw(played.competition.slug), read_draw(played.competition)
        assert values(cached) == values(afresh), move


@given(pairs=st.sampled_from([3, 5]), history=st.lists(moves, min_size=6, max_size=10))
@histories(10)
def test_every_cached_page_equals_one_that_is_made_afresh(client, season, pairs, history):
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


def pages(anybody: Client, organiser: Client, played: Season) -> list[tuple[Client, str]]:
    """Every page and file of a season: who asks, and the address."""
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
    """The status and the lines of an answer, without the token of its forms and the moment it was made."""
    answer = by.get(address)
    return [str(answer.status_code), *re.sub(PASSING, "", answer.content.decode()).splitlines()]


def values(draw: PublishedDraw) -> dict:
    """All that a draw tells, in plain values."""
    names = {*vars(draw), *(name for name, kind in vars(PublishedDraw).items() if hasattr(kind, "__get__"))}
    told = {name: getattr(draw, name) for name in sorted(names) if not name.startswith("_")}
    return {name: plain(value) for name, value in told.items() if not callable(value)}


def plain(value):
    """The same value with rows and frozen values as their fields, so that it can be compared."""
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
