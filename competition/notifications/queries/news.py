"""Queries for emails to organisers: news of their competitions, links for a new password, changes of their account."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.utils import timezone

from competition.accounts.models import AccountChange
from competition.contest.models import Competition, Organiser
from competition.contest.queries import greeting_name
from competition.draw.queries.competitions import all_but_broken
from competition.draw.queries.draw import PublishedDraw, get_draw
from competition.draw.rules.result import Stage
from competition.entries.models import Pair, Player
from competition.entries.queries import waiting_applications
from competition.notifications.models import Email, Topic
from competition.notifications.queries.emails import NEWS, Due, by_key, may_go, rows, troubles
from competition.notifications.queries.message_states import entry_notifications, returned
from competition.web.cached_page import day_begins

# A request for a new password expires after this time.
_ASKED = timedelta(hours=1)


class OrganiserNews(NamedTuple):
    """An event for an organiser, with a key, a time, a subject and a sentence."""

    key: str
    at: datetime
    subject: str
    line: str


def to_organisers() -> Iterator[Due]:
    """Yield every due email to an organiser."""
    found = [*_find_news(), *_find_password_requests(), *_find_account_changes()]
    known = by_key(Email.objects.filter(user__in={one.reader.pk for one in found}))
    return (one for one in found if may_go(one, known.get(one.key)))


def _find_news() -> Iterator[Due]:
    wanting = Organiser.objects.exclude(user__email="").exclude(news=Organiser.News.NONE).select_related("user")
    told: dict[int, list[Organiser]] = {}
    for one in wanting:
        told.setdefault(one.competition_id, []).append(one)
    found = {one.pk: one for one in Competition.objects.filter(pk__in=told)}
    # An unreadable competition must not delay the emails of other competitions.
    news = all_but_broken(found, lambda keys: {key: _news_of_competition(found[key]) for key in keys})
    for key, lines in news.items():
        for one in told[key]:
            yield from (
                _email_each(one, found[key], lines) if one.news == "each" else _email_daily(one, found[key], lines)
            )


def _email_each(one: Organiser, competition: Competition, news: list[OrganiserNews]) -> Iterator[Due]:
    for fact in news:
        yield _make_email(one, competition, f"{competition.pk} {fact.key}", fact.subject, [fact.line])


def _email_daily(one: Organiser, competition: Competition, news: list[OrganiserNews]) -> Iterator[Due]:
    """Yield one email about the events of yesterday, if there were any."""
    today = day_begins(timezone.now())
    found = [fact for fact in news if today - timedelta(days=1) <= fact.at < today]
    if found:
        about = f"{competition.pk} {timezone.localdate(today)}"
        subject = found[0].subject if len(found) == 1 else f"{len(found)} events yesterday"
        yield _make_email(one, competition, about, subject, [fact.line for fact in found])


def _make_email(one: Organiser, competition: Competition, about: str, subject: str, lines: list[str]) -> Due:
    name = one.name or one.user.get_full_name() or greeting_name(one.user)
    return Due(one.user, Topic.NEWS, about, subject=subject, lines=(str(competition), *lines), called=name)


def _news_of_competition(competition: Competition) -> list[OrganiserNews]:
    draw, since = get_draw(competition), timezone.now() - NEWS
    sent = waiting_applications(competition)
    new = "There is a new entry"
    news = [OrganiserNews(f"entry {one.pk}", one.sent_at, new, f"{one.name} entered the competition.") for one in sent]
    news += [_make_delivery_news(row, row.addressee) for _, row, _ in returned(entry_notifications(competition))]
    return [one for one in [*news, *(_news_of_matches(draw) if draw else ())] if one.at > since]


def _news_of_matches(draw: PublishedDraw) -> Iterator[OrganiserNews]:
    for state in draw.matches.values():
        met, last = " and ".join(pair.name for pair in state.pairs), state.last
        if state.stage is Stage.DISPUTED and last and last.answered_at:
            said = f"{met} disagree about the result of their match. Their reason: “{last.answer_reason}”"
            yield OrganiserNews(
                f"dispute {last.pk}", last.answered_at, f"{state.round_name}: a result is disputed", said
            )
        if state.overdue:
            days = timedelta(days=draw.competition.conditions.report_days + 1)
            since = timezone.make_aware(datetime.combine(state.play_by + days, datetime.min.time()))
            said = f"The match of {met} is overdue."
            yield OrganiserNews(
                f"late {state.code} {state.play_by}", since, f"{state.round_name}: a match is overdue", said
            )
    yield from (_make_delivery_news(email, player) for player, email in troubles(draw, rows(draw)))


def _make_delivery_news(email: Email, reader: Pair | Player | User) -> OrganiserNews:
    said = f"The email to {reader} was not delivered. {email.fault}".strip()
    return OrganiserNews(f"email {email.pk}", email.since, "An email was not delivered", said)


def _find_password_requests() -> Iterator[Due]:
    asked = Email.objects.filter(topic=Topic.PASSWORD, since__gt=timezone.now() - _ASKED)
    for row in asked.select_related("user"):
        if row.user and row.user.is_active and row.user.email:
            yield Due(row.user, Topic.PASSWORD, row.about, called=greeting_name(row.user))


def _find_account_changes() -> Iterator[Due]:
    """Yield an email about each change of an account, to the address that the account had before."""
    fresh = AccountChange.objects.filter(at__gt=timezone.now() - NEWS).exclude(address="")
    for one in fresh.select_related("user"):
        lines = (one.what, one.at.isoformat())
        name = greeting_name(one.user)
        yield Due(one.user, Topic.ACCOUNT, str(one.pk), lines=lines, called=name, address=one.address)


def with_sign_in(name: str) -> list[User]:
    """Return the organisers with this username or email address who have an address and a password."""
    found = User.objects.filter(is_active=True).exclude(email="")
    theirs = found.filter(username=name) | found.filter(email__iexact=name)
    return [user for user in theirs if user.has_usable_password()]
