"""A copy of each released version, with what everybody was told of its draws when it was made."""

import gzip
import json
import tomllib
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from competition.calling_off import actions as calling_off
from competition.entries.actions import attendance
from competition.entries.models.pair import Player
from competition.knockout.rules.outcome import Kind
from competition.log.actions import Actor, Grounds
from competition.lots.models import PUBLISHED, Draw
from competition.management import demo
from competition.match.actions import play
from competition.nightly.models import NightlyTask
from competition.pages.models import RateLimitHit, Site
from competition.paper.actions import paper
from competition.post import models as post
from competition.signing_in import actions as sign_ins
from scoring.pads.game import Game
from scoring.rules.conditions import Conditions
from scoring.rules.sides import Tally
from tests import desks, friends, stories
from tests.competition.lots import golden
from tests.house.sources import ROOT

FOLDER = ROOT / "fixtures" / "copies"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
PAGES = ("draw.json", "record/record.json")
# What the app leaves empty, or forgets within a day.
UNUSED = {"auth_group", "auth_group_permissions", "auth_user_groups", "auth_user_user_permissions", "django_session"}

Told = dict[str, dict[str, Any]]


def versions() -> list[str]:
    """Every version of which a copy is kept."""
    return sorted(path.name.removesuffix(".sqlite3.gz") for path in FOLDER.glob("*.sqlite3.gz"))


def unpacked(version: str, folder: Path) -> Path:
    """The copy of this version, as `backup` wrote it."""
    copy = folder / f"{version}.sqlite3"
    copy.write_bytes(gzip.decompress((FOLDER / f"{version}.sqlite3.gz").read_bytes()))
    return copy


def told_then(version: str) -> tuple[datetime, Told]:
    """When the copy of this version was made, and what everybody was told of its draws at that moment."""
    kept = json.loads((FOLDER / f"{version}.json").read_text(encoding="utf-8"))
    return datetime.fromisoformat(kept["at"]), kept["draws"]


def told_now() -> Told:
    """What everybody is told of every published draw, by its address."""
    ask = Client(SERVER_NAME="localhost")
    slugs = Draw.objects.filter(PUBLISHED).values_list("competition__slug", flat=True)
    return {slug: {page: ask.get(f"/{slug}/{page}").json() for page in PAGES} for slug in slugs}


def lost(then: object, now: object, where: str = "draws") -> Iterator[str]:
    """What was told and is told otherwise; what is told besides is no matter."""
    if isinstance(then, dict) and isinstance(now, dict):
        for name, part in then.items():
            yield from lost(part, now.get(name, "nothing"), f"{where}.{name}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for number, (part, other) in enumerate(zip(then, now, strict=True)):
            yield from lost(part, other, f"{where}.{number}")
    elif then != now:
        yield f"{where} was {then!r} and is {now!r}"


def keep(copy: Path) -> None:
    """Play something of everything in the empty database, and keep a copy of it as that of this version."""
    _play()
    if empty := _empty_tables() - UNUSED:
        raise SystemExit(f"Nothing is kept of {', '.join(sorted(empty))}: play that too.")
    at = timezone.now()
    timezone.now = lambda: at
    call_command("backup", copy)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{VERSION}.sqlite3.gz").write_bytes(gzip.compress(copy.read_bytes(), mtime=0))
    kept = json.dumps({"at": at.isoformat(), "draws": told_now()}, ensure_ascii=False, separators=(",", ":"))
    (FOLDER / f"{VERSION}.json").write_text(kept, encoding="utf-8")


def _play() -> None:
    Client().force_login(organiser := demo.organiser("a-good-long-password"))
    demo.load(organiser)
    for phase in desks.PHASES.values():
        phase(8)
    for record in golden.GOLDEN:
        golden.stored(record)
    _play_at_the_table()
    friends.record(*friends.begin(Game.NULLOS, host="localhost"), "D 1N0 6", "pass")
    RateLimitHit.objects.create(asker="somebody")
    Site.objects.create(name="Lakes Bridge")
    sign_ins.change_email(organiser, "new@kept.example")
    NightlyTask.objects.create(name="backup", done_at=timezone.now())
    about, player = {"occasion": "draw", "about": "kept"}, Player.objects.first()
    post.Mail.objects.create(**about, player=player, message_id="<kept@mail.example>")
    post.Told.objects.create(**about, pair=player.pair, way="letter", by=organiser)
    post.Wording.objects.create(competition=player.competition, occasion="draw", after="Please ring me.")


def _play_at_the_table() -> None:
    """A deal sent by a phone and a change that waits, points alone, a replay, and whatever can be taken back."""
    competition = stories.published(8)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    play.record_deal(upper, number=1, deal=stories.deal(), submission=uuid4())
    stories.record(stories.table(lower.pair, "R1-M1"), stories.deal("2S"))
    stories.amend(stories.table(lower.pair, "R1-M1"), number=1, deal=stories.deal(tricks=9))
    paper.keep_points(stories.tables(competition, "R1-M2")[0], lines=[Tally(90, 0)], credits=Tally(0, 50))
    stories.settle(competition, "R1-M3")
    stories.undo(competition, "R1-M3")
    stories.settle(competition, "R1-M4", kind=Kind.PLAYED, totals=(900, 500))
    stories.penalise(competition, "R1-M4", upper=-100)
    stories.replay(competition, "R1-M4")
    stories.correct_conditions(competition, 3, Conditions(deals=36))
    stories.extend(competition, 2)
    stories.take_back_extension(competition, 2)
    stories.agree(competition, "R1-M3", at=timezone.now() + timedelta(days=2), venue="At home")
    attendance.keep_away(stories.place(competition, "R1-M3").pair, [(date(2030, 5, 1), date(2030, 5, 8))], by=Actor())
    leaving = stories.tables(competition, "R1-M3")[0].pair
    stories.withdraw(leaving)
    stories.bring_back(leaving)
    stories.put_in(stories.enter_late(competition), leaving.number)
    stories.take_back_placing(competition)
    stories.respell(leaving, "Ada Northe")
    stories.take_back_spelling(leaving)
    stories.correct_particulars(competition, name="Lakes Knockout", opening_day="2030-05-01", opening_hour="13:30:00")
    stories.take_back_particulars(competition)
    off = stories.published(4)
    calling_off.cancel(off, grounds=Grounds("The hall has burnt down."), by=stories.organiser_of(off))


def _empty_tables() -> set[str]:
    models = apps.get_models(include_auto_created=True)
    return {model._meta.db_table for model in models if not model._base_manager.exists()}
