"""Tests that public responses contain no private data."""

from datetime import time

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import F
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from competition.accounts.models import AccountChange
from competition.audit.models import UsedFormKey
from competition.contest.models import Cancellation
from competition.draw.models.rounds import (
    Extension,
    FixedDay,
    HomePair,
    Meeting,
    NotedPenalty,
    PlaceChange,
    RoundClock,
    RoundDraw,
    Withdrawal,
)
from competition.entries.models import Pair, Player, SignedOutDevice
from competition.entries.private_links import link_key
from competition.entries.queries.pairs import PlayerEntry
from competition.management import demo
from competition.match.models import Offer
from competition.notifications.models import Email, Told, Wording
from competition.rulings.models import DetailsCorrection, NameCorrection
from competition.transfer.models import Draft
from competition.transfer.queries.tables import AUTHOR
from competition.web.models import EmailTest, NightlyTask, RateLimitHit, Site
from competition.web.png import draw_png
from scoring.models import DealCorrection, SummarySheet
from scoring.pads.papers import PadGame
from scoring.rules.conditions import ScoringConditions
from tests import friends, stories
from tests.competition.addresses import addresses_of_every_kind

# Public text columns. Every other text column is private until it is listed here.
FOR_EVERYBODY = {
    "Competition": {"name", "slug", "region", "opening_place", "imports", "introduction"},
    "Cancellation": {"reason"},
    "LockedList": {"algorithm", "conditions", "entries", "fingerprint", "secret"},
    "Draw": {"dice"},
    "Publication": {"reason"},
    "DrawnElsewhere": {"how", "place", "places", "drawn_by", "witnesses"},
    "Extension": {"reason"},
    "LogEntry": {"match", "event"},
    "Organiser": {"name", "phone", "email"},
    "ResultEntry": {"reason", "seed"},
    "Conditions": {"grades", "grade_prizes", "left_out", "next_event"},
    "FixedDay": {"reason"},
    "RoundClock": {"reason"},
    "RoundDraw": {"reason", "ways", "places"},
    "HomePair": {"reason", "lot"},
    "NotedPenalty": {"reason"},
    "Pair": {"club", "grade"},
    "DetailsCorrection": {"reason", "before", "after"},
    "PlaceChange": {"reason", "lot"},
    "Player": {"name", "key", "distinction", "left_because"},
    "NameCorrection": {"reason", "before", "after"},
    "PastSeason": {"name", "note", "score"},
    "PastPair": {"first", "second"},
    "Round": {"name", "place"},
    "Site": {"name"},
    "RoundConditions": {"reason"},
    "RulesChange": {"reason", "heading", "before", "after"},
    "RulesPart": {"heading", "text"},
    "SummarySheet": {"credits", "leads", "standing"},
    "Swap": {"reason"},
    "Withdrawal": {"reason"},
}
TEXTS = (models.CharField, models.TextField, models.JSONField)
# URLs of responses without a player's name.
NAMELESS = {
    "healthz",
    "favicon.ico",
    "robots.txt",
    "site.webmanifest",
    "sitemap.xml",
    ".well-known/security.txt",
    ".well-known/change-password",
    # These redirect to a pair's permanent address.
    "players/<slug:one>/<slug:partner>/calendar.ics",
    "players/<slug:one>/<slug:partner>/feed.atom",
    # The large screen has short names.
    "<slug:competition>/screen/",
    "<slug:competition>/screen/live/",
    # The list of players puts surnames first.
    "players/",
    "players/?find={name}",
    "<slug:competition>/?find={name}",
    "<slug:competition>/calendar.ics",
    "<slug:competition>/conditions/",
    "<slug:competition>/matches/<code:code>.csv",
}


def secrets() -> dict[type[models.Model], dict[str, str]]:
    """Return a secret for each private text column, by model."""
    kept = [get_user_model(), *apps.get_app_config("competition").get_models()]
    kept += apps.get_app_config("scoring").get_models()
    found = {
        model: {field.name: f"hushed {model.__name__} {field.name}"[: field.max_length] for field in _private(model)}
        for model in kept
    }
    return {model: columns for model, columns in found.items() if columns}


def _private(model: type[models.Model]) -> list[models.Field]:
    public = FOR_EVERYBODY.get(model.__name__, set())
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, TEXTS) and not field.choices and field.name not in {*public, AUTHOR}
    ]


def said(answer: HttpResponse) -> str:
    """Return a response in lower case, with the folded lines of a calendar joined."""
    return f"{answer.headers}{answer.cookies}{answer.content.decode()}".replace("\r\n ", "").lower()


@pytest.fixture(autouse=True)
def _pictures_as_they_were_written(monkeypatch):
    """Replace each picture by its SVG text, so that the test can search the text."""
    monkeypatch.setattr("resvg_py.svg_to_bytes", lambda svg_string, **how: svg_string.encode())
    draw_png.cache_clear()
    yield
    draw_png.cache_clear()


# A match in the draw of a later round, before it is decided.
WAY = {"match": 1, "pair": None, "club": "", "area": "", "seed": None, "had_bye": False}


@pytest.fixture
def competition():
    """Return the demo with additional rows and with a secret in every private text column."""
    organiser = demo.organiser("a-password")
    competition = demo.load(organiser)
    _, declined = (stories.waiting(competition, f"{name} Hushed", "Bo Hushed") for name in ("An", "Cy"))
    Pair.of_any_status.filter(pk=declined.pk).update(status="declined", wishes="", decline_reason="Full")
    first = stories.now(competition).row.rounds.first()
    Extension.objects.create(round=first, play_by=first.play_by, reason="Snow", at=timezone.now(), decided_by=organiser)
    stories.correct_conditions(competition, len(stories.now(competition).rounds), ScoringConditions(deals=36))
    stories.substitute(competition.pairs.first(), PlayerEntry("Ed Egret"), new_link=True)
    gone = {"pair": competition.pairs.last(), "reason": "Moved away", "at": timezone.now(), "decided_by": organiser}
    Withdrawal.objects.create(**gone)
    stood = next(place for place in stories.now(competition).places if place.pair)
    why = {"reason": "Slip", "at": timezone.now(), "decided_by": organiser}
    NameCorrection.objects.create(player=Player.objects.first(), before="An Lee", after="Ann Lee", **why)
    named = {"before": {"name": "Lake Cup"}, "after": {"name": "Lakes Cup"}}
    DetailsCorrection.objects.create(competition=competition, **named, **why)
    stories.change_rules(competition, None, "Entry fee", "The fee is $20.")
    same = {"place": stood, "pair": stood.pair, "instead_of": stood.pair}
    PlaceChange.objects.create(**same, kind="replacement", reason="Ill", at=timezone.now(), decided_by=organiser)
    hour = {"day": first.play_by, "hour": time(19, 30)}
    FixedDay.objects.create(round=first, match=first.matches.first(), **hour, **why)
    RoundClock.objects.create(round=first, starts_at=timezone.now(), ends_at=timezone.now(), **why)
    RoundDraw.objects.create(round=first, ways=[WAY], places=[1, None], **why)
    competition.conditions.minutes = 60
    competition.conditions.save()
    Cancellation.objects.create(competition=competition, reason="Floods", at=timezone.now(), decided_by=organiser)
    Meeting.objects.update(plays_at=timezone.now(), offered_by=F("upper"), taken_by=F("lower"))
    met, now = Meeting.objects.first(), timezone.now()
    HomePair.objects.create(meeting=met, home="upper", **why)
    NotedPenalty.objects.create(meeting=met, penalised="upper", points=100, **why)
    taken = {"by": met.upper, "at": now, "answer": "taken", "takes": now, "answered_at": now, "answered_by": met.lower}
    cancelled = {"cancelled_at": now, "cancelled_by": met.upper, "cancelled_because": "Ill"}
    # Some columns are unique, so two rows cannot store the same secrets.
    for model in (Offer, Told):
        model.objects.all().delete()
    Offer.objects.create(meeting=met, **taken, **cancelled)
    DealCorrection.objects.create(sheet=SummarySheet.objects.first(), number=1, kind="delete", asked_by="ns")
    RateLimitHit.objects.create(asker="somebody")
    Site.objects.create(pk=1, name="Lakes Bridge")
    Email.objects.create(player=Player.objects.first(), topic="draw", about="1", parked_at=now, fault="Full")
    AccountChange.objects.create(user=organiser, what="email")
    NightlyTask.objects.create(name="backup")
    UsedFormKey.objects.create(digest="a hash")
    Told.objects.create(pair=competition.pairs.first(), topic="draw", about="0", way="letter", by=organiser)
    Wording.objects.create(competition=competition, topic="draw", before="Good luck")
    Draft.objects.create(competition=competition)
    SignedOutDevice.objects.create(pair=competition.pairs.first(), mark="a-mark")
    EmailTest.objects.create(address="ann@k.example")
    friends.record(*friends.begin(PadGame.RUBBER), "S 3NT 9")
    Client().force_login(organiser)
    texts = secrets()
    texts_of_pair = texts.pop(Pair)
    assert Player.objects.exclude(left_at=None).update(left_link=texts[Player].pop("left_link"))
    # A pair with each status has its own private columns.
    for names, rows in (
        ({"area", "link_secret"}, competition.pairs.all()),
        ({"reference", "wishes"}, stories.applications(competition).filter(status="waiting")),
        ({"decline_reason"}, stories.applications(competition).filter(status="declined")),
    ):
        assert rows.update(**{name: texts_of_pair.pop(name) for name in names})
    assert texts_of_pair == {}
    empty = [model.__name__ for model, own in texts.items() if not stories.rewrite(model._base_manager.all(), **own)]
    assert empty == []
    return competition


def test_public_answers_contain_no_private_text(client, competition, settings):
    # Validating all these pages takes longer than rendering them.
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("tests.")]
    hidden = ["hushed", *map(link_key, competition.pairs.all())]
    names = [name.lower() for name in competition.players.values_list("name", flat=True)]
    patterns = addresses_of_every_kind(competition)

    answers = {address: client.get(address) for address in patterns}
    told = {address: said(answer) for address, answer in answers.items()}

    assert [(address, secret) for address in told for secret in hidden if secret.lower() in told[address]] == []
    # The check proves nothing for empty pages, so make sure that all pages have content.
    assert {patterns[address] for address in told if answers[address].status_code < 400} == {*patterns.values()}
    naming = {patterns[address] for address in told if any(name in told[address] for name in names)}
    assert {*patterns.values()} - naming == NAMELESS
