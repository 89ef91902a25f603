"""What organisers are told by mail: news of their competitions, and a link for a lost password."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.utils import timezone

from competition.contest.models import Competition, Organiser
from competition.entries.queries import waiting_applications
from competition.knockout.queries.reading import snapshot_of
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.rules.stages import Stage
from competition.pages.cached_page import day_begins
from competition.post.models import Mail, Occasion
from competition.post.queries.entry_tellings import entry_tellings
from competition.post.queries.mails import Due, Reader, by_key, may_go, rows, troubles
from competition.post.queries.occasions import NEWS
from competition.post.queries.tellings import returned

# How long whoever asked for a new password waits for the mail; then they have to ask again.
_ASKED = timedelta(hours=1)


class News(NamedTuple):
    """Something an organiser wants to know: what is known by this key, since when."""

    key: str
    at: datetime
    line: str


def to_organisers() -> Iterator[Due]:
    """Every mail that organisers are to get."""
    found = [*_news(), *_passwords()]
    known = by_key(Mail.objects.filter(user__in={one.reader.pk for one in found}))
    return (one for one in found if may_go(one, known.get(one.key)))


def _news() -> Iterator[Due]:
    wanting = Organiser.objects.exclude(user__email="").exclude(news=Organiser.News.NONE).select_related("user")
    told: dict[int, list[Organiser]] = {}
    for one in wanting:
        told.setdefault(one.competition_id, []).append(one)
    for competition in Competition.objects.filter(pk__in=told):
        news = _of_competition(competition)
        for one in told[competition.pk]:
            yield from _each(one.user, competition, news) if one.news == "each" else _daily(one.user, competition, news)


def _each(user: User, competition: Competition, news: list[News]) -> Iterator[Due]:
    for one in news:
        yield Due(user, Occasion.NEWS, f"{competition.pk} {one.key}", lines=(str(competition), one.line))


def _daily(user: User, competition: Competition, news: list[News]) -> Iterator[Due]:
    """What happened yesterday, once today."""
    today = day_begins(timezone.now())
    lines = [one.line for one in news if today - timedelta(days=1) <= one.at < today]
    if lines:
        about = f"{competition.pk} {timezone.localdate(today)}"
        yield Due(user, Occasion.NEWS, about, lines=(str(competition), *lines))


def _of_competition(competition: Competition) -> list[News]:
    snapshot, since = snapshot_of(competition), timezone.now() - NEWS
    sent = waiting_applications(competition)
    news = [News(f"entry {one.pk}", one.sent_at, f"{one.name} have sent in their entry.") for one in sent]
    news += [_does_not_arrive(row, row.reader) for _, row, _ in returned(entry_tellings(competition))]
    return [one for one in [*news, *(_of_matches(snapshot) if snapshot else ())] if one.at > since]


def _of_matches(snapshot: Snapshot) -> Iterator[News]:
    for state in snapshot.as_read.values():
        met, last = " and ".join(pair.name for pair in state.pairs), state.last
        if state.stage is Stage.DISPUTED and last and last.answered_at:
            said = f"{met} do not agree on the result of {state.code}: “{last.answer_reason}”"
            yield News(f"dispute {last.pk}", last.answered_at, said)
        if state.overdue:
            days = timedelta(days=snapshot.competition.conditions.report_days + 1)
            since = timezone.make_aware(datetime.combine(state.play_by + days, datetime.min.time()))
            yield News(f"late {state.code} {state.play_by}", since, f"{met} are late with {state.code}.")
    yield from (_does_not_arrive(mail, player) for player, mail in troubles(snapshot, rows(snapshot)))


def _does_not_arrive(mail: Mail, reader: Reader) -> News:
    return News(f"mail {mail.pk}", mail.since, f"The mail to {reader} does not arrive.")


def _passwords() -> Iterator[Due]:
    asked = Mail.objects.filter(occasion=Occasion.PASSWORD, since__gt=timezone.now() - _ASKED)
    for row in asked.select_related("user"):
        if row.user and row.user.is_active and row.user.email:
            yield Due(row.user, Occasion.PASSWORD, row.about)


def with_sign_in(name: str) -> list[User]:
    """The organisers who sign in by this name or have this address, can be written to and have a password."""
    found = User.objects.filter(is_active=True).exclude(email="")
    theirs = found.filter(username=name) | found.filter(email__iexact=name)
    return [user for user in theirs if user.has_usable_password()]
