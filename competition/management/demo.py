"""The demo competition: invented players, imported from `fixtures/demo/` with all dates moved to around today.

`competition.json` is an uncompressed export. So is `last_season.json`, a finished season with some of the same players.
`left_behind.json` holds facts that an export leaves out and the demo shows: days away, offered dates, and records of
messages that the organiser gave by hand.
"""

import json
import re
from datetime import UTC, date, datetime

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from competition.audit import append_only
from competition.audit.actions import Actor
from competition.contest.models import Competition
from competition.entries.models import Away
from competition.knockout.models.draw import Meeting
from competition.knockout.models.result_entry import ResultEntry
from competition.match.models import OwnSheet
from competition.notifications.models import Told, Topic
from competition.scheduling.models import Offer, OfferedDate
from competition.transfer.actions import import_competition
from competition.transfer.queries.tables import TABLES, Table
from scoring.models import SummarySheet
from scoring.templatetags.bridge import day

FOLDER = settings.BASE_DIR / "fixtures" / "demo"
FILES = ("competition.json", "left_behind.json", "last_season.json")
ORGANISER = "demo"
LEFT_BEHIND = (
    Table(Away, lambda competition: Q(pair__competition=competition)),
    Table(Offer, lambda competition: Q(meeting__upper__competition=competition)),
    Table(OfferedDate, lambda competition: Q(offer__meeting__upper__competition=competition)),
    Table(Told, lambda competition: Q(pair__competition=competition)),
)
# Local time at which the files were written. A time in the files shows the same hour in every time zone.
_WRITTEN = datetime(2026, 11, 25, 12, tzinfo=UTC)
_DATES = re.compile(
    r"(?P<moment>\d{4}-\d\d-\d\dT[\d:.]+\+00:00)|(?P<day>\d{4}-\d\d-\d\d)"
    rf"|(?P<words>[A-Z]\w\w \d\d? [A-Z]\w\w \d{{4}})|\b(?:{_WRITTEN.year}|{_WRITTEN.year - 1})\b"
)


def organiser(password: str) -> User:
    """Set the password of the demo's organiser, and return the organiser."""
    user, _ = get_user_model().objects.get_or_create(username=ORGANISER)
    user.set_password(password)
    user.save()
    return user


def find() -> Competition | None:
    """Return the current season of the demo competition, or None if it is not loaded."""
    return Competition.objects.filter(is_demo=True).order_by("-season").first()


@append_only.lifted()
def remove() -> None:
    """Delete the demo competition with everything in it, and its last season."""
    meetings = Meeting.objects.filter(match__round__draw__competition__is_demo=True)
    own = OwnSheet.objects.filter(meeting__in=meetings)
    sheets = [*meetings.exclude(sheet=None).values_list("sheet", flat=True), *own.values_list("sheet", flat=True)]
    ResultEntry.objects.filter(meeting__in=meetings).delete()
    meetings.delete()
    SummarySheet.objects.filter(pk__in=sheets).delete()
    for competition in Competition.objects.filter(is_demo=True):
        competition.draws.all().delete()
        competition.delete()


@transaction.atomic
def load(user: User) -> Competition:
    """Import the last season and the current season of the demo, with dates around today. Return the current season."""
    now, by = timezone.now(), Actor(organiser=user)
    facts, left_behind, last_season = (
        json.loads(_move_dates((FOLDER / name).read_text(encoding="utf-8"), now)) for name in FILES
    )
    facts["tables"] |= left_behind
    import_competition(last_season, by=by)
    competition = import_competition(facts, by=by, tables=(*TABLES, *LEFT_BEHIND))
    _update_told_keys(competition)
    return competition


def _move_dates(text: str, now: datetime) -> str:
    """Return the text with its dates moved to today. Events of its last day happen just before now."""
    later = timezone.localdate(now) - _WRITTEN.date()

    def move(found: re.Match[str]) -> str:
        written = found[0]
        if found["moment"]:
            at = datetime.fromisoformat(written)
            if at.date() == _WRITTEN.date():
                return (now - (_WRITTEN - at)).isoformat()
            return timezone.make_aware((at + later).replace(tzinfo=None)).isoformat()
        if found["day"]:
            return (date.fromisoformat(written) + later).isoformat()
        if found["words"]:
            return day(datetime.strptime(f"{written} Z", "%a %d %b %Y %z").date() + later)
        return str(int(written) + (_WRITTEN + later).year - _WRITTEN.year)

    return _DATES.sub(move, text)


def _update_told_keys(competition: Competition) -> None:
    """Replace the positions of draws and rulings in the file by their new keys."""
    told = Told.objects.filter(pair__competition=competition)
    told.filter(topic=Topic.DRAW).update(about=competition.draws.get().pk)
    results = ResultEntry.objects.filter(meeting__upper__competition=competition).order_by("pk")
    for row in told.filter(topic=Topic.RULED):
        row.about = str(results[int(row.about) - 1].pk)
        row.save()
