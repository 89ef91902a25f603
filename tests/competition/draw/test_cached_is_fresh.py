"""Tests that cached draws and pages equal fresh ones after every move in random seasons."""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, time, timedelta
from itertools import chain, count
from random import Random

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from competition.contest.rules.names import slug_of
from competition.draw.queries.draw import PublishedDraw, get_draw, read_draw
from competition.draw.queries.polling import polling_value, still_holds
from competition.draw.queries.states import PublishedMatch
from competition.web.cached_page import MOMENT
from tests import stories
from tests.caches import clear_caches
from tests.competition.draw.histories import MOVES, NAMES, Season
from tests.competition.public_reading import public
from tests.competition.worlds import send_in

pytestmark = pytest.mark.django_db

# Names of URLs with only the competition as a parameter.
PUBLIC = (
    "draw live embed draw-json draw-csv draw-svg feed calendar conditions record reveal record-json locked-list matches"
)
MATCH = "match match-live match-print match-pad match-json match-svg match-csv"
ARCHIVE = "home home-live archive archive-csv archive-json players sitemap"
PLAIN = (str, int, float, bool, date, time, timedelta, type(None))
# Parts of a page that always differ: the CSRF token, the form key and the time.
PASSING = r'name="(?:csrfmiddlewaretoken|form_key)" value="[\w-]+"|[Aa]s (of|it stands) [^<]*|"as_of": "[^"]*"'


@pytest.fixture
def seeds(request):
    """Return a function that returns the seeds for a test's seasons: a few, or many with --thorough."""
    return lambda few, many: range(many if request.config.getoption("thorough") else few)


@pytest.fixture
def season():
    """Return a function that starts a season with this many pairs."""
    with pytest.MonkeyPatch.context() as patch:
        yield lambda pairs: Season(pairs, patch)


@pytest.mark.database
def test_a_cached_draw_is_fresh_after_every_kind_of_move(season, seeds):
    never = {*MOVES} - {"wait"}

    for seed in count():
        if seed not in seeds(1, 300) and not never:
            return
        assert seed < 20 or not never, f"Never made: {', '.join(never)}"
        played, dice = season((5, 2, 3, 7)[seed % 4]), Random(seed)
        before = played.competition.log.count()
        # Every other move is one not yet made, if there is one.
        names = (dice.choice(sorted(never) if never and turn % 2 else NAMES) for turn in range(30))
        for move in played.make((name, dice.randrange(100)) for name in names):
            if ((after := played.competition.log.count()) > before and move in never) or move == "wait":
                assert values(get_draw(played.competition.slug)) == values(read_draw(played.competition)), (seed, move)
                never.discard(move)
            before = after


def test_every_cached_page_equals_a_fresh_page(client, season, seeds, settings):
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("tests.")]

    for seed in seeds(1, 10):
        played, dice = season((3, 5)[seed % 2]), Random(seed)

        for turn, move in enumerate(played.make((dice.choice(NAMES), dice.randrange(100)) for _ in range(3))):
            # A page may show deals slightly late.
            played.moment += MOMENT
            kept = {address: content(client, address) for address in pages(played)}
            if turn % 3 < 2:
                continue
            clear_caches()
            for address, cached in kept.items():
                assert cached == content(client, address), (seed, move, address)


def test_a_match_with_the_same_polling_value_is_unchanged(client, season, seeds):
    for seed in seeds(1, 10):
        played, dice, before = season((3, 5)[seed % 2]), Random(seed), {}

        for move in chain(["begin"], played.make((dice.choice(NAMES), dice.randrange(100)) for _ in range(6))):
            slug, now = played.competition.slug, read_draw(played.competition)
            held = {code for code in before if still_holds(slug, code, before[code][0])}
            clear_caches()
            after = {
                code: (polling_value(now, code), *shown(client, played, state)) for code, state in now.matches.items()
            }
            assert [code for code in held if before[code] != after[code]] == [], (seed, move)
            before = after


def test_telling_a_pair_of_a_result_changes_the_polling_value():
    competition = stories.published(4)
    send_in(competition, "R1-M1")
    now = stories.now(competition)
    held = polling_value(now, "R1-M1")
    assert still_holds(competition.slug, "R1-M1", held)

    stories.notify(competition, "R1-M1")

    assert not still_holds(competition.slug, "R1-M1", held)


def test_the_page_of_a_final_shows_each_deal_of_a_semi_final(client):
    competition = stories.published(4)
    table, _ = stories.open_sheet(competition, "R1-M1")
    page = client.get(public("match", competition, "R2-M1")).content.decode()
    held = re.search(r"live/\?shown=([\w-]+)", page)[1]
    assert still_holds(competition.slug, "R2-M1", held)

    stories.record(table, stories.deal("4S", 10))

    assert not still_holds(competition.slug, "R2-M1", held)
    news = client.get(public("match-live", competition, "R2-M1"), {"shown": held}).content.decode()
    assert ("Deal 1 of 30 done" in page, "Deal 1 of 30 done" in news) == (False, True)


def shown(client: Client, played: Season, state: PublishedMatch) -> tuple:
    """Return everything on a match's public page, with the values that change its pairs' pages."""
    beside = (state.beside_deals, state.sheet and state.sheet.version)
    return content(client, public("match", played.competition, state.code)), beside


def pages(played: Season) -> list[str]:
    """Return the URL of every public page and file in a season, including those of one of its pairs."""
    competition, draw = played.competition, read_draw(played.competition)
    asked = [public(name, competition) for name in PUBLIC.split()]
    asked += [public(name, competition, min(draw.pairs)) for name in ("pair", "pair-feed", "pair-calendar")]
    asked += [public("draw", competition, pair=min(draw.pairs))]
    asked += [public(name, competition, code) for name in MATCH.split() for code in draw.matches]
    people = [slug_of(player.name, competition.region) for player in competition.players.order_by("pk")[:2]]
    asked += [reverse("public:head-to-head", args=people), f"{reverse('public:players')}?find=northe"]
    return asked + [reverse(f"public:{name}") for name in ARCHIVE.split()]


def content(by: Client, address: str) -> list[str]:
    """Return the status and the lines of a response, without the parts that always differ."""
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
