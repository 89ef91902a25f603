"""Queries for other emails: news for organisers, changes to their accounts, and requested links."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple, cast

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from competition.accounts.models import AccountChange
from competition.audit.events import Event
from competition.contest.models import Competition, Organiser
from competition.contest.queries import greeting_name
from competition.draw.queries.competitions import all_but_broken
from competition.draw.queries.draw import PublishedDraw, get_draw
from competition.draw.rules.result import Stage
from competition.entries.models import Pair, Player
from competition.entries.queries.applications import waiting_applications
from competition.notifications.models import Email, Topic
from competition.notifications.queries.emails import NEWS, Due, by_key, may_go, rows, troubles
from competition.notifications.queries.message_states import entry_notifications, returned_emails
from competition.web.cached_page import day_begins

# A request for a new password or for a private link expires after this time.
_ASKED = timedelta(hours=1)


class OrganiserNews(NamedTuple):
    """An event for an organiser, with a key, a time, a subject and a sentence."""

    key: str
    at: datetime
    subject: str
    line: str


def to_organisers() -> Iterator[Due]:
    """Yield every due email to an organiser."""
    due_emails = [*_find_news(), *_find_password_requests(), *_find_account_changes()]
    sent = by_key(Email.objects.filter(user__in={due_email.reader.pk for due_email in due_emails}))
    return (due_email for due_email in due_emails if may_go(due_email, sent.get(due_email.key)))


def links_asked_for() -> Iterator[Due]:
    """Yield every due email with a private link to a player who requested it."""
    requests = Email.objects.filter(topic=Topic.LOST, since__gt=timezone.now() - _ASKED, player__in=present_players())
    for row in requests.select_related("player__pair__competition"):
        due_email = Due(cast(Player, row.player), Topic.LOST, row.about, called=str(row.player))
        if may_go(due_email, row):
            yield due_email


def present_players() -> QuerySet[Player]:
    """Return the current players with an email address in entered pairs."""
    return Player.objects.filter(left_at=None, pair__status=Pair.Status.ENTERED).exclude(email="")


def _find_news() -> Iterator[Due]:
    wanting = Organiser.objects.exclude(user__email="").exclude(news=Organiser.News.NONE).select_related("user")
    by_competition: dict[int, list[Organiser]] = {}
    for organiser in wanting:
        by_competition.setdefault(organiser.competition_id, []).append(organiser)
    rows = {row.pk: row for row in Competition.objects.filter(pk__in=by_competition)}
    # An unreadable competition must not delay the emails of other competitions.
    news = all_but_broken(rows, lambda keys: {key: _news_of_competition(rows[key]) for key in keys})
    for key, lines in news.items():
        for organiser in by_competition[key]:
            make_emails = _email_each if organiser.news == "each" else _email_daily
            yield from make_emails(organiser, rows[key], lines)


def _email_each(organiser: Organiser, competition: Competition, news: list[OrganiserNews]) -> Iterator[Due]:
    for fact in news:
        yield _make_email(organiser, competition, f"{competition.pk} {fact.key}", fact.subject, [fact.line])


def _email_daily(organiser: Organiser, competition: Competition, news: list[OrganiserNews]) -> Iterator[Due]:
    """Yield one email about yesterday's events, if there were any."""
    today = day_begins(timezone.now())
    yesterday = [fact for fact in news if today - timedelta(days=1) <= fact.at < today]
    if yesterday:
        about = f"{competition.pk} {timezone.localdate(today)}"
        subject = yesterday[0].subject if len(yesterday) == 1 else f"{len(yesterday)} events yesterday"
        yield _make_email(organiser, competition, about, subject, [fact.line for fact in yesterday])


def _make_email(organiser: Organiser, competition: Competition, about: str, subject: str, lines: list[str]) -> Due:
    name = organiser.name or organiser.user.get_full_name() or greeting_name(organiser.user)
    return Due(organiser.user, Topic.NEWS, about, subject=subject, lines=(str(competition), *lines), called=name)


def _news_of_competition(competition: Competition) -> list[OrganiserNews]:
    draw = get_draw(competition)
    since = timezone.now() - NEWS
    sent = waiting_applications(competition)
    new = "There is a new entry"
    news = [
        OrganiserNews(f"entry {pair.pk}", pair.sent_at, new, f"{pair.name} entered the competition.") for pair in sent
    ]
    limits = competition.log.filter(event=Event.ENTRIES_LIMITED, at__gt=since)
    news += [OrganiserNews(f"limit {line.pk}", line.at, "Very many entries came in", line.text) for line in limits]
    news += [_make_delivery_news(row, row.addressee) for _, row, _ in returned_emails(entry_notifications(competition))]
    return [fact for fact in [*news, *(_news_of_matches(draw) if draw else ())] if fact.at > since]


def _news_of_matches(draw: PublishedDraw) -> Iterator[OrganiserNews]:
    for state in draw.matches.values():
        pairs = " and ".join(pair.name for pair in state.pairs)
        last = state.last
        if state.stage is Stage.DISPUTED and last and last.answered_at:
            sentence = f"{pairs} disagree about the result of their match. Their reason: “{last.answer_reason}”"
            yield OrganiserNews(
                f"dispute {last.pk}", last.answered_at, f"{state.round_name}: a result is disputed", sentence
            )
        if state.overdue:
            days = timedelta(days=draw.competition.conditions.report_days + 1)
            since = timezone.make_aware(datetime.combine(state.play_by + days, datetime.min.time()))
            sentence = f"The match of {pairs} is overdue."
            yield OrganiserNews(
                f"late {state.code} {state.play_by}", since, f"{state.round_name}: a match is overdue", sentence
            )
    yield from (_make_delivery_news(email, player) for player, email in troubles(draw, rows(draw)))


def _make_delivery_news(email: Email, reader: Pair | Player | User) -> OrganiserNews:
    sentence = f"The email to {reader} was not delivered. {email.fault}".strip()
    return OrganiserNews(f"email {email.pk}", email.since, "An email was not delivered", sentence)


def _find_password_requests() -> Iterator[Due]:
    requests = Email.objects.filter(topic=Topic.PASSWORD, since__gt=timezone.now() - _ASKED)
    for row in requests.select_related("user"):
        if row.user and row.user.is_active and row.user.email:
            yield Due(row.user, Topic.PASSWORD, row.about, called=greeting_name(row.user))


def _find_account_changes() -> Iterator[Due]:
    """Yield an email about each change to an account, to its previous address."""
    fresh = AccountChange.objects.filter(at__gt=timezone.now() - NEWS).exclude(address="")
    for change in fresh.select_related("user"):
        lines = (change.what, change.at.isoformat())
        name = greeting_name(change.user)
        yield Due(change.user, Topic.ACCOUNT, str(change.pk), lines=lines, called=name, address=change.address)


def with_link(email: str) -> list[Player]:
    """Return the current players with this email address in entered pairs."""
    return list(present_players().filter(email__iexact=email))


def with_sign_in(name: str) -> list[User]:
    """Return the organisers with this username or email address who have both an address and a password."""
    with_address = User.objects.filter(is_active=True).exclude(email="")
    theirs = with_address.filter(username=name) | with_address.filter(email__iexact=name)
    return [user for user in theirs if user.has_usable_password()]
