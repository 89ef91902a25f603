"""Queries for due emails and for undelivered emails."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone

from competition.contest.models import Competition
from competition.contest.queries import read_version
from competition.draw.models.draw import PUBLISHED, Draw
from competition.draw.queries.competitions import all_but_broken
from competition.draw.queries.draw import PublishedDraw, get_draw
from competition.entries.models import Pair, Player, PreferredChannel
from competition.entries.queries.applications import (
    UNCONFIRMED_FOR,
    addresses_of,
    applications,
    mailboxes_to_confirm,
    unconfirmed_applications,
)
from competition.match.queries.offer_days import known_at
from competition.notifications.kinds.entries import OF_AN_ENTRY, EntryMessage
from competition.notifications.kinds.message import Message, is_emailed
from competition.notifications.kinds.of_draw import OF_A_DRAW
from competition.notifications.kinds.places import PlaceMessage, place_messages
from competition.notifications.kinds.told_places import OF_A_PLACE, is_asked_for, told_places
from competition.notifications.models import Email, Told, Topic
from competition.web.cached_page import Version

# After this many attempts, the organiser must look at the email.
TRIES = 3
# A working sender sends every due email within this time.
PATIENCE = timedelta(minutes=15)
# The facts for a batch are read again after this time.
_FRESH = timedelta(minutes=1)
Reader = Player | User
# The class and primary key of the reader, the kind of message, and its `about`.
Key = tuple[type, int, str, str]


@dataclass(frozen=True, slots=True)
class Due:
    """A due email to a player or an organiser. News for an organiser and a requested link have no `message`."""

    reader: Reader
    topic: Topic
    about: str
    message: Message | EntryMessage | None = None
    # The subject, lines and greeting of an email to an organiser.
    subject: str = ""
    lines: tuple[str, ...] = ()
    called: str = ""
    # The address, if it is not the reader's own.
    address: str = ""

    @property
    def key(self) -> Key:
        """The key that prevents a second email to this reader."""
        return type(self.reader), self.reader.pk, self.topic, self.about

    @property
    def email(self) -> str:
        """The email address to send to."""
        return self.address or self.reader.email


class EmailDraft(NamedTuple):
    """The contents of an email. `reply_to` is the organiser's public address, and `calendar` is an iCalendar file."""

    subject: str
    text: str
    reply_to: str = ""
    calendar: str = ""


def due() -> list[Due]:
    """Return every due email that has not been sent, except to refused addresses."""
    # There is nothing to send before the draw. Three months after the end, there are no addresses.
    reached = Player.objects.filter(~Q(email="")).values("competition")
    competitions = {competition.pk: competition for competition in drawn_competitions().filter(pk__in=reached)}
    # An unreadable competition must not delay the emails of other competitions.
    emails = all_but_broken(competitions, lambda keys: {key: list(_find_due(competitions[key])) for key in keys})
    return [*(email for key in competitions for email in emails.get(key, ())), *_find_due_of_entries()]


class CurrentEmails:
    """The current due emails of each competition, read again whenever the competition changes.

    Sending the rest of a batch may take minutes, and an email must not contain outdated facts.
    """

    def __init__(self) -> None:
        self._read: dict[int, tuple[Version | None, datetime, dict[Key, Due]]] = {}

    def find(self, due_email: Due) -> Due | None:
        """Return the email with its current message, or None if it is no longer due (one query)."""
        if not isinstance(due_email.message, Message):
            return due_email
        competition = due_email.message.competition
        version, now = read_version(competition.slug), timezone.now()
        known = self._read.get(competition.pk)
        # A result may become final without any change, when its reply time ends.
        if known is None or known[0] != version or now - known[1] > _FRESH:
            row = Competition.objects.filter(pk=competition.pk).first()
            current = {email.key: email for email in _find_due(row)} if row else {}
            known = self._read[competition.pk] = (version, now, current)
        return known[2].get(due_email.key)


def troubles(draw: PublishedDraw, sent: Mapping[Key, Email]) -> list[tuple[Player, Email]]:
    """Return the failing emails that are still needed, each with its player."""
    stuck = {key: row for key, row in sent.items() if row.sent_at is None and (row.parked_at or row.tries >= TRIES)}
    if not stuck:
        return []
    due_emails = ((due_email, stuck.get(due_email.key)) for due_email in emails_of(messages(draw)))
    reached = ((due_email.reader, row) for due_email, row in due_emails if row and row.refused in ("", due_email.email))
    return [(reader, row) for reader, row in reached if isinstance(reader, Player)]


def waits_long(row: Email) -> bool:
    """Return True if this email should already have been sent. Always False on a site without email."""
    return settings.HAS_EMAIL and not (row.sent_at or row.parked_at) and row.since < timezone.now() - PATIENCE


def rows(draw: PublishedDraw) -> dict[Key, Email]:
    """Return the requested and sent emails to players in a competition (one query)."""
    return by_key(Email.objects.filter(player__competition=draw.competition))


def by_key(emails: Iterable[Email]) -> dict[Key, Email]:
    """Return these emails by the key that prevents a second email."""
    return {(*_find_reader(row), row.topic, row.about): row for row in emails}


def _find_reader(row: Email) -> tuple[type, int]:
    readers = ((Player, row.player_id), (User, row.user_id))
    return next((kind, key) for kind, key in readers if key)


def told_by_hand(draw: PublishedDraw) -> dict[tuple[str, str, int], Told]:
    """Return the records of messages that organisers gave to pairs by hand (one query)."""
    notices = Told.objects.filter(pair__competition=draw.competition)
    return {(row.topic, row.about, row.pair_id): row for row in notices}


def emails_of(to_send: Iterable[Message | EntryMessage]) -> Iterator[Due]:
    """Yield an email for each address of the pairs on the email channel."""
    for message in (message for message in to_send if message.pair.way == PreferredChannel.EMAIL):
        yield from (Due(reader, message.topic, message.about, message) for reader in _find_readers(message.pair))


def _find_readers(pair: Pair) -> Iterable[Player]:
    """Return one player for each address of the pair. An email names both players."""
    readers: dict[str, Player] = {}
    for player in pair.present:
        if player.email:
            readers.setdefault(player.email.casefold(), player)
    return readers.values()


def drawn_competitions() -> QuerySet[Competition]:
    """Return the competitions with a published draw."""
    return Competition.objects.filter(pk__in=Draw.objects.filter(PUBLISHED).values("competition"))


def _find_due(competition: Competition) -> Iterator[Due]:
    draw = get_draw(competition)
    if draw is None:
        return
    known = known_news(draw)
    unknown = (message for message in messages(draw, known=known) if not message.known_at)
    for due_email in emails_of(message for message in unknown if message.key not in known.by_hand):
        if may_go(due_email, known.emails.get(due_email.key)):
            yield due_email


def _find_due_of_entries() -> Iterator[Due]:
    """Yield the emails about received and declined entries and, before the draw, about accepted entries."""
    by_hand = {(row.topic, row.about, row.pair_id) for row in Told.objects.filter(topic__in=OF_AN_ENTRY)}
    reached = Player.of_any_pair.exclude(email="").values("pair")
    fresh = Q(status=Pair.Status.WAITING, sent_at__gt=timezone.now() - NEWS)
    accepted = Q(status=Pair.Status.ENTERED) & ~Q(competition__in=drawn_competitions())
    sent = applications().filter(fresh | accepted | Q(status=Pair.Status.DECLINED, pk__in=reached))
    by_email_key = by_key(Email.objects.filter(topic__in=OF_AN_ENTRY))
    asked = mailboxes_to_confirm()
    due_emails = emails_of(message for message in entry_messages(sent) if message.key not in by_hand)
    wanted = (due for due in due_emails if due.topic is not Topic.RECEIVED or is_asked(due, asked))
    return (due_email for due_email in wanted if may_go(due_email, by_email_key.get(due_email.key)))


def confirmations_missed() -> list[Pair]:
    """Return the entries that were asked at least a week ago to confirm an email address and have not done so.

    No entry is deleted before this email is sent, however long the mail server is down.
    """
    since = timezone.now() - UNCONFIRMED_FOR
    asked = Email.objects.filter(topic=Topic.RECEIVED, sent_at__lte=since, player__pair__status=Pair.Status.WAITING)
    unanswered = {row.player.email.casefold() for row in asked.select_related("player") if row.player}
    old = unconfirmed_applications().filter(sent_at__lte=since).select_related("competition")
    return [pair for pair in old if addresses_of(pair) & unanswered]


def is_asked(due_email: Due, asked: Mapping[str, int]) -> bool:
    """Return True if this address should be asked to confirm an entry. `asked` has the pair by address."""
    message = due_email.message
    return message is not None and asked.get(due_email.email.casefold()) == message.pair.pk


def may_go(due_email: Due, row: Email | None) -> bool:
    """Return True if this email may be sent. `row` is its row, if there is one."""
    if row is None:
        return not (due_email.message.pressed if due_email.message else due_email.topic.pressed)
    return row.sent_at is None and not (row.parked_at and row.refused in ("", due_email.email))


# Do not send messages about events older than this.
NEWS = timedelta(days=7)


class KnownNews(NamedTuple):
    """The emails and the records of messages given by hand in one competition. They decide what is news to a pair."""

    emails: Mapping[Key, Email]
    by_hand: Mapping[tuple[str, str, int], Told]


def known_news(draw: PublishedDraw) -> KnownNews:
    """Return the messages that the pairs of this draw have been given (two queries)."""
    return KnownNews(rows(draw), told_by_hand(draw))


def messages(draw: PublishedDraw, *topics: Topic, known: KnownNews | None = None) -> list[Message]:
    """Return all messages that the draw currently requires, or only those of the given kinds.

    Leave out events before the publication of a draw that was made elsewhere. If `known` is not given and the messages
    depend on it, it is read (two queries).
    """
    kinds = topics or tuple(OF_A_DRAW)
    of_places = _place_messages(draw, known or known_news(draw)) if {*kinds} & {*OF_A_PLACE} else {}
    found = (of_places.get(kind) or OF_A_DRAW[kind].messages(draw) for kind in kinds)
    return [message for of_a_kind in found for message in of_a_kind if _is_current(draw, message)]


def _place_messages(draw: PublishedDraw, known: KnownNews) -> dict[Topic, list[Message]]:
    """Return the messages about the pairs' places, by kind."""
    told = told_places(draw, known.emails.values(), known.by_hand.values())
    is_asked = is_asked_for(draw, known.emails.values())
    by_topic: dict[Topic, list[Message]] = {}
    for one in place_messages(draw, told):
        by_topic.setdefault(one.topic, []).append(_of_a_place(draw, one, is_asked=is_asked))
    return by_topic


def _of_a_place(draw: PublishedDraw, one: PlaceMessage, *, is_asked: bool) -> Message:
    """Return a message about a place.

    The organiser requests the emails about the draw once. Later emails, such as one to a late pair, need no button.
    """
    goes = is_asked if one.topic is Topic.DRAW else draw.competition.sends_new_matches and _is_new(draw, one)
    since = one.news.cause.at if one.topic is Topic.CHANGED and one.news.cause else None
    return Message(draw.competition, one.topic, one.about, one.pair, one.state, one.news, since, goes_by_itself=goes)


def _is_new(draw: PublishedDraw, one: PlaceMessage) -> bool:
    """Return False for a match that was known before its draw, made elsewhere, was published here."""
    published_at = draw.row.published_at
    return not draw.row.is_elsewhere or published_at is None or known_at(draw, one.state) > published_at


# Kinds of message that a pair gets even after it has withdrawn.
_ALSO_WITHDRAWN = (Topic.CHANGED, Topic.OVER)


def _is_current(draw: PublishedDraw, message: Message) -> bool:
    """Return False for an old event, and for most messages to a pair that has withdrawn."""
    if message.pair.withdrawal and message.topic not in _ALSO_WITHDRAWN:
        return False
    since = message.since
    if since is None or (draw.row.is_elsewhere and draw.row.published_at and since <= draw.row.published_at):
        return since is None
    return since > draw.now - NEWS or not is_emailed(message.pair)


def entry_messages(sent: QuerySet[Pair]) -> list[EntryMessage]:
    """Return the messages about these entries, except removed pairs (two queries)."""
    return [EntryMessage(pair) for pair in sent.exclude(status=Pair.Status.REMOVED).select_related("competition")]
