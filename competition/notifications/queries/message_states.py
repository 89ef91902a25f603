"""Queries for the state of each message, for letters, and for the storage time of contact details."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Generic, NamedTuple, TypeVar

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from competition.contest.models import Competition
from competition.contest.rules.conditions import CONTACTS_KEPT
from competition.contest.rules.names import Forms
from competition.draw.models.result_entry import Notice
from competition.draw.models.rounds import RoundConditions
from competition.draw.presenters import words
from competition.draw.presenters.overview import is_over
from competition.draw.queries.draw import PublishedDraw, get_draw
from competition.draw.queries.states import PublishedMatch
from competition.entries.models import Pair, Player, PreferredChannel
from competition.entries.queries.applications import addresses_of, applications, mailboxes_to_confirm
from competition.entries.rules.addresses import count_hosts, likely
from competition.match.models import Offer
from competition.notifications.kinds.entries import OF_AN_ENTRY, EntryMessage
from competition.notifications.kinds.message import Message
from competition.notifications.kinds.of_draw import OF_A_DRAW
from competition.notifications.kinds.places import PlaceNews
from competition.notifications.kinds.players import NewPlayer
from competition.notifications.models import Email, Told, Topic, Wording
from competition.notifications.queries.emails import (
    NEWS,
    TRIES,
    Key,
    KnownNews,
    by_key,
    drawn_competitions,
    emails_of,
    entry_messages,
    messages,
    rows,
    told_by_hand,
    waits_long,
)
from competition.rulings.models import RulesChange

EMAIL = "email"
# All kinds of message to a pair or about an entry.
TO_PAIRS = {*OF_A_DRAW, *OF_AN_ENTRY}
M = TypeVar("M", bound=Message | EntryMessage)


@dataclass(frozen=True, slots=True)
class Notification(Generic[M]):
    """A message with its channel and state: the requested emails, or a record that the pair was told by hand."""

    message: M
    emails: tuple[Email, ...]
    by_hand: Told | None
    # Time of the pair's last visit to its pages.
    opened_at: datetime | None = None
    # Names of the pair and its opponents in the list.
    pair: str = ""
    meets: str = ""

    @property
    def way(self) -> str:
        """The channel that the pair prefers, if it is available.

        On a site without email, the organiser's own email program is used instead. A pair without an email address
        gets a letter. A message about an entry is never printed, so it becomes a text message.
        """
        pair = self.message.pair
        of_entry = isinstance(self.message, EntryMessage)
        if pair.way == PreferredChannel.TELEPHONE and any(player.phone for player in pair.present):
            return Told.Way.TELEPHONE
        if pair.way != PreferredChannel.EMAIL or not any(player.email for player in pair.present):
            return Told.Way.TEXT if of_entry else Told.Way.LETTER
        return EMAIL if settings.HAS_EMAIL else Told.Way.TEXT

    @property
    def taken(self) -> str:
        """The channel that was used, or otherwise the channel that will be used."""
        return self.by_hand.way if self.by_hand else EMAIL if self.emails else self.way

    @property
    def told_at(self) -> datetime | None:
        """The time when the pair was told, by any channel."""
        if self.by_hand:
            return self.by_hand.at
        return self.message.known_at or max((row.sent_at for row in self.emails if row.sent_at), default=None)

    @property
    def opened(self) -> bool:
        """True if the pair has opened its pages since it was told."""
        return bool(self.told_at and self.opened_at and self.opened_at >= self.told_at)

    @property
    def last_at(self) -> datetime | None:
        """The time of the latest event: either the pair was told or it opened its pages."""
        return self.opened_at if self.opened else self.told_at

    @property
    def how(self) -> str:
        """A word for the channel used to tell the pair, or "opened" if it saw the news on its pages."""
        if self.opened:
            return "opened"
        if self.by_hand:
            return {"letter": "printed", "telephone": "phoned"}.get(self.by_hand.way, "told")
        return "sent" if not self.message.known_at else "opened" if self.message.known_by == "page" else "told"

    @property
    def came_back(self) -> bool:
        """True if no email can reach the pair at its current addresses."""
        return not self.told_at and bool(self.emails) and all(row.is_parked for row in self.emails)

    @property
    def waits(self) -> bool:
        """True if an email has been requested or will be sent automatically."""
        if self.told_at or self.came_back:
            return False
        return bool(self.emails) or (self.way == EMAIL and not self.message.pressed)

    @property
    def to_do(self) -> bool:
        """True if the organiser still has to tell the pair."""
        return not self.told_at and not self.waits


def notifications(draw: PublishedDraw, *topics: Topic) -> list[Notification[Message]]:
    """Return all messages, or only those of the given kinds, with their state (three queries)."""
    current = notifications_of(draw, rows(draw), *topics)
    forms = draw.forms
    return [
        replace(
            notification,
            pair=forms[notification.message.pair.number].line,
            meets=_meets(notification.message, forms),
        )
        for notification in current
    ]


def _meets(message: Message, forms: Mapping[int, Forms]) -> str:
    """Return the short name of the opponents in a message. "" if they are not yet known."""
    if isinstance(message.fact, PlaceNews) and message.fact.place.waits:
        return "drawn later"
    return forms[message.others.number].short if message.others else ""


def _as_seen(notification: Notification[Message], opened_at: datetime | None) -> Notification[Message]:
    """Mark a message as known if the pair has seen it on its pages and the organiser need no longer tell it.

    `opened_at` is the time of the pair's last visit. A cached draw does not have this time.
    """
    since = notification.message.since
    notification = replace(notification, opened_at=opened_at)
    if notification.to_do and notification.way != EMAIL and since and opened_at and opened_at >= since:
        seen = replace(notification.message, known_at=opened_at, known_by=Notice.Channel.PAGE)
        return replace(notification, message=seen)
    return notification


def notifications_of(draw: PublishedDraw, sent: Mapping[Key, Email], *topics: Topic) -> list[Notification[Message]]:
    """Return the messages for these rows of emails, without the names for the list (two queries)."""
    by_hand = told_by_hand(draw)
    opened = dict(Pair.objects.filter(competition=draw.competition).values_list("pk", "opened_at"))
    current = messages(draw, *topics, known=KnownNews(sent, by_hand))
    news = [message for message in current if _is_news(message, sent, by_hand)]
    emails: dict[tuple, list[Email]] = {}
    for due_email in emails_of(news):
        if (row := sent.get(due_email.key)) and due_email.message and isinstance(due_email.reader, Player):
            row.player = due_email.reader
            emails.setdefault(due_email.message.key, []).append(row)
    all_of_them = (Notification(one, tuple(emails.get(one.key, ())), by_hand.get(one.key)) for one in news)
    found = (_as_seen(notification, opened.get(notification.message.pair.pk)) for notification in all_of_them)
    # Old news stays only while the organiser still has to tell it.
    oldest = draw.now - NEWS
    return [row for row in found if row.to_do or row.message.since is None or row.message.since > oldest]


def all_notifications(competition: Competition, draw: PublishedDraw | None) -> list[Notification]:
    """Return every message about the entries and the draw, with its state but without the names for the list.

    After the contact details have been deleted, no pair can be told.
    """
    if not (are_needed(competition, draw) or are_known(competition)):
        return []
    return [*entry_notifications(competition), *(notifications_of(draw, rows(draw)) if draw else ())]


def waiting_since(notifications: Iterable[Notification]) -> datetime | None:
    """Return the time since which an email to a pair has waited too long, or None."""
    waiting = (row for notification in notifications for row in notification.emails)
    return min((row.since for row in waiting if waits_long(row)), default=None)


def _is_news(message: Message, sent: Mapping[Key, Email], by_hand: Mapping[tuple, Told]) -> bool:
    """Return False if the message is about an undone decision that the pair was never told."""
    row = message.fact
    undone = row.undoes if isinstance(row, NewPlayer) else ""
    if isinstance(row, RoundConditions | RulesChange) and row.undoes_id:
        undone = str(row.undoes_id)
    if not undone:
        return True
    earlier = replace(message, about=undone)
    return earlier.key in by_hand or any(email.key in sent for email in emails_of([earlier]))


def by_letter(competition: Competition, topic: str) -> list[Message]:
    """Return the messages of this kind to pairs that get letters or were told by letter."""
    draw = get_draw(competition)
    if draw is None or topic not in OF_A_DRAW:
        return []
    current = notifications(draw, Topic(topic))
    return [notification.message for notification in current if notification.taken == Told.Way.LETTER]


def returned_emails(notifications: list[Notification]) -> list[tuple[Notification, Email, str]]:
    """Return the returned and failing emails, each with a suggested address."""
    unsent = [(notification, row) for notification in notifications for row in notification.emails if not row.sent_at]
    pairs = (notification.message.pair for notification in notifications)
    hosts = count_hosts(player.email for pair in pairs for player in pair.present)
    return [
        (notification, row, likely(row.email, hosts))
        for notification, row in unsent
        if not notification.by_hand and (row.is_parked or (row.parked_at is None and row.tries >= TRIES))
    ]


def parked_to_organisers(competition: Competition) -> list[Email]:
    """Return the parked emails to organisers with news of this competition (one query)."""
    unsent = Email.objects.filter(about__startswith=f"{competition.pk} ", topic=Topic.NEWS, sent_at=None)
    return [row for row in unsent.exclude(parked_at=None).select_related("user") if row.is_parked]


def parked(competition: Competition, key: int) -> Email | None:
    """Return the parked email with this primary key, or None if it is not about this competition."""
    to_pairs = Q(player__pair__competition=competition)
    to_organisers = Q(topic=Topic.NEWS, about__startswith=f"{competition.pk} ")
    return Email.objects.filter(to_pairs | to_organisers, pk=key, sent_at=None).exclude(parked_at=None).first()


def player(competition: Competition, key: int) -> Player | None:
    """Return the player with this primary key, or None if they are not in this competition."""
    return competition.players.filter(pk=key, left_at=None).select_related("pair__competition").first()


def wording(competition: Competition, topic: Topic) -> Wording:
    """Return the organiser's wording for this kind of message. It is empty if there is none (one query)."""
    stored = Wording.objects.filter(competition=competition, topic=topic).first()
    return stored or Wording(competition=competition, topic=topic)


def wordings(competition: Competition) -> dict[str, Wording]:
    """Return the organiser's wordings by kind of message (one query)."""
    return {row.topic: row for row in Wording.objects.filter(competition=competition)}


def entry_notifications(competition: Competition) -> list[Notification[EntryMessage]]:
    """Return the message about each entry with its state (one query if there are no entries).

    Leave out accepted entries once the draw is published, because those pairs get a message about the draw.
    """
    about_entries = entry_messages(applications().filter(competition=competition))
    if not about_entries:
        return []
    sent = by_key(Email.objects.filter(player__pair__competition=competition, topic__in=OF_AN_ENTRY))
    by_hand = Told.objects.filter(pair__competition=competition, topic__in=OF_AN_ENTRY)
    by_message = {(row.topic, row.about, row.pair_id): row for row in by_hand}
    is_drawn = drawn_competitions().filter(pk=competition.pk).exists()
    asked = mailboxes_to_confirm() if any(row.topic is Topic.RECEIVED for row in about_entries) else {}
    rows = (_make_notification(message, sent, by_message, asked) for message in about_entries)
    return [row for row in rows if row.told_at or _is_to_be_told(row.message, is_drawn)]


def _make_notification(
    message: EntryMessage,
    sent: Mapping[Key, Email],
    by_hand: Mapping[tuple[str, str, int], Told],
    asked: Mapping[str, int],
) -> Notification[EntryMessage]:
    emails = []
    pair = message.pair
    # Addresses may have been deleted since, so look at all players and not only those with an address.
    for player in pair.present:
        if row := sent.get((type(player), player.pk, message.topic, message.about)):
            row.player, player.pair = player, pair
            emails.append(row)
    notification = Notification(message, tuple(emails), by_hand.get(message.key), pair.opened_at, pair.name)
    is_asked = any(asked.get(address) == pair.pk for address in addresses_of(pair))
    goes_by_itself = notification.way == EMAIL and is_asked and pair.sent_at > timezone.now() - NEWS
    if message.topic is not Topic.RECEIVED or emails or goes_by_itself:
        return notification
    # The pair has already seen this on the confirmation page of the entry form.
    return replace(notification, message=replace(message, known_at=pair.sent_at, known_by=Notice.Channel.PAGE))


def _is_to_be_told(message: EntryMessage, is_drawn: bool) -> bool:
    if message.topic is Topic.DECLINED:
        return any(player.phone or player.email for player in message.pair.present)
    return message.topic is Topic.RECEIVED or not is_drawn


class Addressee(NamedTuple):
    """A pair that gets a letter, and its next match, or None before its draw.

    `later` is a sentence about the round that is drawn later, if the pair waits for it.
    """

    pair: Pair
    match: PublishedMatch | None
    later: str = ""


def addressees(
    competition: Competition, *, number: int | None = None, on_paper: bool = False, round: int | None = None
) -> list[Addressee]:
    """Return the pairs that are still in, or only those in a round or without an email address.

    `number` selects one pair, even if it has been knocked out, unless it has withdrawn.
    """
    draw = get_draw(competition)
    if draw is None:
        everybody = [Addressee(pair, None) for pair in competition.pairs.prefetch_related("players")]
    else:
        matches = [match for match in draw.matches.values() if match.is_to_be_decided]
        coming = {pair.number: match for match in matches for pair in match.pairs}
        later = {match.through: words.drawn_later(draw, match) for match in draw.matches.values()}
        still_drawn = [pair for _, pair in sorted(draw.pairs.items()) if pair.withdrawal is None]
        everybody = [Addressee(pair, coming.get(pair.number), later.get(pair.number, "")) for pair in still_drawn]
    if number is not None:
        return [addressee for addressee in everybody if addressee.pair.number == number]
    still_in = [addressee for addressee in everybody if addressee.match or addressee.later or draw is None]
    in_it = [row for row in still_in if round is None or (row.match and row.match.round == round)]
    return [row for row in in_it if not (on_paper and any(player.email for player in row.pair.present))]


def round_names(competition: Competition) -> list[tuple[int, str]]:
    """Return the number and name of each published round with matches to play."""
    draw = get_draw(competition)
    return [
        (round.number, round.name)
        for round in (draw.rounds if draw else ())
        if any(match.is_to_be_decided and match.pairs for match in round.matches)
    ]


KNOWN = ~Q(phone="") | ~Q(email="")


def kept_until(competition: Competition, draw: PublishedDraw | None) -> date:
    """Return the last day on which the app may store contact details."""
    return (_find_last_match(draw) if draw else _find_season_end(competition)) + CONTACTS_KEPT


def are_needed(competition: Competition, draw: PublishedDraw | None) -> bool:
    """Return True if the pairs still need the contact details.

    They need them until the competition is over or cancelled, or the time limit has passed.
    """
    is_done = competition.is_cancelled or (draw is not None and is_over(draw))
    return not is_done and kept_until(competition, draw) >= timezone.localdate()


def _find_last_match(draw: PublishedDraw) -> date:
    """Return the latest date of a first report in any match. Before the end, return the last play-by date."""
    if not is_over(draw):
        return max(match.play_by for match in draw.matches.values())
    reports = [[row.at for row in meeting.result_entries.all()] for meeting in draw.meetings]
    published = [moment for moment in (draw.row.published_at,) if moment]
    return timezone.localdate(max([*published, *(min(moments) for moments in reports if moments)]))


def _find_season_end(competition: Competition) -> date:
    """Return the last day of the season for a competition without a draw."""
    days = (
        competition.closing_date,
        competition.opening_day,
        date(competition.season + competition.over_two_years, 12, 31),
    )
    return max(day for day in days if day)


def are_known(competition: Competition) -> bool:
    """Return True if the app stores any contact details for this competition (one query)."""
    return with_contacts().filter(pk=competition.pk).exists()


def with_contacts() -> QuerySet[Competition]:
    """Return the competitions with stored contact details or offered dates."""
    reachable = Player.of_any_pair.filter(KNOWN).values("pair__competition")
    wishes = Pair.of_any_status.exclude(wishes="").values("competition")
    with_offers = Offer.objects.values("by__competition")
    any_of = Q(pk__in=reachable) | Q(pk__in=wishes) | Q(pk__in=with_offers)
    return Competition.objects.filter(any_of).select_related("conditions")
