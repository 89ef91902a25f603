"""Presenters for messages: texts for each channel, calendar files, emails to organisers, groups and letters."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.utils import formataddr
from typing import NamedTuple, cast

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from competition.accounts.models import AccountChange
from competition.contest.access import LOST_PASSWORD_LASTS, lost_password_key
from competition.contest.models import Organiser
from competition.draw.queries.states import PublishedMatch
from competition.entries.models import Pair, Player
from competition.entries.presenters import mailto_link, sms_link, whatsapp_link
from competition.entries.private_links import confirmation_key, link_key, pair_code, reply_code
from competition.entries.queries.applications import UNCONFIRMED_FOR
from competition.match.models import Offer
from competition.notifications.kinds.appointments import appointment
from competition.notifications.kinds.dates import Dates
from competition.notifications.kinds.entries import OF_AN_ENTRY, EntryMessage
from competition.notifications.kinds.message import Message, Text, subject, with_name
from competition.notifications.kinds.of_draw import OF_A_DRAW
from competition.notifications.models import Topic, Wording
from competition.notifications.queries.emails import Due, EmailDraft, emails_of
from competition.notifications.queries.message_states import EMAIL, Notification
from competition.web.files import csv_table
from competition.web.svg import qr_code
from scoring.rules.words import quantity
from scoring.templatetags.bridge import day, moment


def message_text(message: Message | EntryMessage, wording: Wording | None = None) -> Text:
    """Return the text of a message, with the organiser's wording before and after it."""
    if isinstance(message, EntryMessage):
        text = OF_AN_ENTRY[message.topic].text(message)
    else:
        text = OF_A_DRAW[message.topic].text(message)
    before, after = (wording.before, wording.after) if wording else ("", "")
    return replace(text, paragraphs=tuple(paragraph for paragraph in (before, *text.paragraphs, after) if paragraph))


@dataclass(frozen=True, slots=True)
class WrittenMessage:
    """A message in the format of each channel. `site` is the base URL for its links."""

    message: Message | EntryMessage
    text: Text
    site: str
    # The player who reads the message, or None for both.
    reader: Player | None = None

    @property
    def subject(self) -> str:
        """The subject of the email."""
        return with_name(self.text.heading, self.message.competition)

    @property
    def draft(self) -> EmailDraft:
        """The email. Replies go to the organiser's public address."""
        organiser = next((organiser for organiser in self.message.competition.to_ask if organiser.email), None)
        reply_to = formataddr((" ".join(organiser.name.split()), organiser.email)) if organiser else ""
        return EmailDraft(self.subject, self.email_body, reply_to, appointment(self.message, self.site))

    @property
    def link(self) -> str:
        """The private link of the pair, or the page of its entry if the pair is not entered."""
        pair = self.message.pair
        if not pair.is_entered:
            return self.site + reverse("entry:sent", args=[self.message.competition.slug, pair.reference])
        return self.site + reverse("link:open", args=[link_key(pair)])

    @property
    def is_secret(self) -> bool:
        """True if the message contains a private link."""
        return self.message.pair.is_entered

    @property
    def others(self) -> Pair | None:
        """The opponents, if the message includes their contact details."""
        return self.message.others if self.text.contacts else None

    @property
    def email_body(self) -> str:
        """The text of the email."""
        competition = self.message.competition
        rules = self.site + reverse("public:conditions", args=[competition.slug])
        draw = self.site + reverse("public:draw", args=[competition.slug])
        parts = [
            f"Dear {_join_names(player.display_name for player in self._readers)},",
            *self.text.paragraphs,
            *self._linked,
            *([f"Your opponents:\n{_list_contacts(self.others.present)}"] if self.others else []),
            *([f"The rules of this competition:\n{rules}"] if self.text.rules else []),
            *([f"The whole draw, to read or to print:\n{draw}"] if self.text.draw else []),
            *([f"Organisers to ask:\n{_list_contacts(competition.to_ask)}"] if competition.to_ask else []),
        ]
        return "\n\n".join(parts) + "\n"

    @property
    def short(self) -> str:
        """The message as a text message."""
        name = str(self.message.competition)
        named = any(name in paragraph for paragraph in self.text.paragraphs)
        sentences = [*([] if named else [f"{name}."]), *map(_join_lines, self.text.paragraphs)]
        if self.others:
            people = (f"{person} {person.phone or person.email}".strip() for person in self.others.present)
            sentences.append("; ".join(people) + ".")
        contacts = "; ".join(f"{person.name} {person.phone}".strip() for person in self.message.competition.to_ask)
        page = "Your private page" if self.is_secret else "Your entry"
        return " ".join([*sentences, f"{page}: {self.link}", contacts]).strip()

    @property
    def spoken(self) -> str:
        """The message for a phone call, including the numbers that the pair should write down."""
        sentences = [*map(_join_lines, self.text.paragraphs)]
        people = self.others.present if self.others else []
        numbers = [f"{player} is on {player.phone}" for player in people if player.phone]
        if numbers:
            sentences.append(f"Please write down: {_join_names(numbers)}.")
        return " ".join(sentences)

    @property
    def mailto(self) -> str:
        """The mailto: URL that opens the email in the organiser's own email program. Empty without an address."""
        return mailto_link([self.message.pair], self.subject, self.email_body)

    @property
    def own_texts(self) -> list[tuple[str, str]]:
        """The label and URL of each way to write from the organiser's own phone, with a prepared text."""
        players = [player for player in self.message.pair.present if player.phone]
        texts = [(f"Text {player}", sms_link(player.phone, self.short)) for player in players]
        chats = [(f"WhatsApp to {player}", whatsapp_link(player.phone, self.short)) for player in players]
        return [*texts, *((label, address) for label, address in chats if address)]

    @property
    def _readers(self) -> list[Player]:
        """The reader and any partner with the same address, or both players without a reader."""
        address = self.reader.email.casefold() if self.reader else ""
        players = self.message.pair.present
        return [player for player in players if player.email.casefold() == address] if address else players

    @property
    def _confirmation(self) -> list[str]:
        pair = self.message.pair
        if self.message.topic is not Topic.RECEIVED or pair.confirmed_at:
            return []
        link = self.site + reverse("entry:confirm", args=[self.message.competition.slug, confirmation_key(pair)])
        kept = f"An entry that nobody confirms is deleted after {UNCONFIRMED_FOR.days} days."
        return [f"Did you send it? Please confirm it here, or delete it if it is not yours:\n{link}", kept]

    @property
    def _linked(self) -> list[str]:
        competition = self.message.competition
        if not self.is_secret:
            page = f"Your entry for {competition}, and the organiser’s answer:\n{self.link}"
            return [*self._confirmation, page]
        warning = "Keep this link between the two of you. Anyone with it can edit your score sheet."
        return [f"Your page in {competition}, for the dates and the score sheet:\n{self.link}", warning]


def write_message(
    message: Message | EntryMessage, site: str, wording: Wording | None = None, reader: Player | None = None
) -> WrittenMessage:
    """Return the current message with the organiser's wording, to both players or to one reader."""
    return WrittenMessage(message, message_text(message, wording), site, reader)


def _join_lines(paragraph: str) -> str:
    """Return a paragraph on one line, with its list items separated by semicolons."""
    first, *items = paragraph.split("\n- ")
    return f"{first} {'; '.join(items)}." if items else first


def _join_names(names) -> str:
    return " and ".join(names)


def _list_contacts(people: Iterable[Player] | Iterable[Organiser]) -> str:
    named = ((person.display_name if isinstance(person, Player) else person.name, person) for person in people)
    return "\n".join(", ".join(filter(None, (name, person.phone, person.email))) for name, person in named)


def to_reader(due: Due, site: str) -> EmailDraft:
    """Return an email that is not a message about a draw. `site` is the base URL for its links."""
    subject, paragraphs = _WITHOUT_MESSAGE[due.topic](due, site)
    return EmailDraft(subject, "\n\n".join([f"Dear {due.called},", *paragraphs]) + "\n")


def _password(due: Due, site: str) -> tuple[str, list[str]]:
    reader = cast(User, due.reader)
    host = site.partition("://")[2]
    link = site + reverse("desk:new-password", args=[lost_password_key(reader)])
    hours = quantity(round(LOST_PASSWORD_LASTS.total_seconds() / 3600), "hour")
    until = moment(timezone.now() + LOST_PASSWORD_LASTS)
    paragraphs = [
        f"Someone asked for a new password for your account at {host}. Your username is {reader.get_username()}.",
        f"Choose the new password here:\n{link}",
        f"This link works once, for {hours}: until {until}.",
        "If you did not ask for it, you do not need to do anything. Your password has not changed.",
    ]
    return subject(f"Choose a new password for {host}", "Choose a new password"), paragraphs


def _account(due: Due, site: str) -> tuple[str, list[str]]:
    what, at = due.lines
    if what in (AccountChange.What.ALLOWED, AccountChange.What.STOPPED):
        return _permission(what, site)
    named = AccountChange.What(what).label
    when = moment(datetime.fromisoformat(at))
    host = site.partition("://")[2]
    paragraphs = [f"The {named} of your account at {host} was changed on {when}."]
    if what == AccountChange.What.EMAIL:
        paragraphs.append("From now on, news and links for a new password go to the new address, not to this one.")
    paragraphs.append("If you changed it yourself, you do not need to do anything.")
    lost_password = site + reverse("desk:lost-password")
    chosen = site + reverse("desk:password")
    told_by = "the owner of your competition or the person who runs the site"
    if what == AccountChange.What.EMAIL:
        act = f"sign in and change your password at once. This signs out every other device:\n{chosen}"
        correct = f"Then correct the email address. If you cannot sign in, tell {told_by}."
        paragraphs += [f"If it was not you, {act}", correct]
    else:
        paragraphs += [f"If it was not you, ask for a new password at once:\n{lost_password}", f"Also tell {told_by}."]
    short = f"The {named} of your account was changed"
    return subject(f"The {named} of your account at {host} was changed", short), paragraphs


def _permission(what: str, site: str) -> tuple[str, list[str]]:
    host = site.partition("://")[2]
    if what == AccountChange.What.ALLOWED:
        news = f"You may now create competitions at {host}."
        act = f"Choose “New competition” on your desk:\n{site}{reverse('desk:home')}"
    else:
        news = f"You can no longer create competitions at {host}. You keep the competitions that you organise."
        act = "The person who runs the site changed this. Ask them if you need to create one."
    return subject(news.partition(". ")[0].removesuffix("."), "Your account was changed"), [news, act]


def _news(due: Due, site: str) -> tuple[str, list[str]]:
    competition, *lines = due.lines
    paragraphs = [f"News of {competition}:", "\n".join(lines), f"Your desk:\n{site}{reverse('desk:home')}"]
    return with_name(due.subject, competition), paragraphs


def _lost_link(due: Due, site: str) -> tuple[str, list[str]]:
    pair = cast(Player, due.reader).pair
    paragraphs = [
        f"Someone asked for the private link of {pair} in {pair.competition}.",
        f"Open your matches here:\n{site}{reverse('link:open', args=[link_key(pair)])}",
        "Anyone with this link can record your matches, so keep it between you and your partner.",
        "If you did not ask for it, you do not need to do anything. Only you got this email.",
    ]
    return with_name("Your private link", pair.competition), paragraphs


_WITHOUT_MESSAGE: dict[Topic, Callable[[Due, str], tuple[str, list[str]]]] = {
    Topic.NEWS: _news,
    Topic.PASSWORD: _password,
    Topic.ACCOUNT: _account,
    Topic.LOST: _lost_link,
}


# Show the texts of this many messages next to a button. The messages page shows the others.
MOST_TEXTS = 12


class ReadyText(NamedTuple):
    """The news in a message that a button sends, without the private link, because the page asks for no password."""

    pair: str
    heading: str
    paragraphs: tuple[str, ...]


# Channels that need work by hand come first.
_WAYS = ("telephone", "letter", "text", "email")


@dataclass(frozen=True, slots=True)
class MessageGroup:
    """The messages of one kind that use the same channel."""

    way: str
    notifications: Sequence[Notification]

    @property
    def to_do(self) -> list[Notification]:
        """The messages that the organiser still has to deal with."""
        return [notification for notification in self.notifications if notification.to_do]

    @property
    def to_press(self) -> list[Notification]:
        """The messages that the button sends. Returned emails need a corrected address first."""
        return [notification for notification in self.to_do if not notification.came_back]

    @property
    def emails(self) -> int:
        """The number of emails that the button sends: one to each address of a pair."""
        return sum(1 for _ in emails_of(notification.message for notification in self.to_press))


@dataclass(frozen=True, slots=True)
class ByChannel:
    """The messages of one kind, grouped by channel."""

    topic: Topic
    notifications: Sequence[Notification]

    @property
    def left(self) -> int:
        """The number of pairs that the organiser still has to tell."""
        return len({notification.message.who for notification in self.notifications if notification.to_do})

    @property
    def emails(self) -> int:
        """The number of emails that one button sends."""
        return sum(group.emails for group in self.groups if group.way == EMAIL)

    def texts(self, wording: Wording | None) -> tuple[ReadyText, ...]:
        """Return the first texts that the organiser still has to pass on, with the organiser's wording."""
        rows = [row for row in self.notifications if row.to_do][:MOST_TEXTS]
        read = ((row.message.pair, message_text(row.message, wording)) for row in rows)
        return tuple(ReadyText(str(pair), text.heading, text.paragraphs) for pair, text in read)

    @property
    def is_of_entries(self) -> bool:
        """True if the messages are about entries and not about a draw."""
        return self.topic in OF_AN_ENTRY

    @property
    def headline(self) -> str:
        """The news and the number of pairs to tell."""
        if self.left:
            return f"{self.topic.heading}. {quantity(self.left, 'pair')} to tell."
        if waiting := len({notification.message.who for notification in self.notifications if notification.waits}):
            return f"{self.topic.heading}. {quantity(waiting, 'pair waits', 'pairs wait')} for an email."
        return f"{self.topic.heading}. All pairs are told."

    def title(self, chosen: Notification | None) -> str:
        """The headline, or "Phone Ada & Ben: date agreed" if only this pair must be told, and by phone."""
        if self.left != 1 or self.is_of_entries or not chosen or not chosen.to_do or chosen.taken != "telephone":
            return self.headline
        message = cast(Message, chosen.message)
        first_names = " & ".join(player.name.split()[0] for player in message.pair.present)
        heading = self.topic.heading
        is_date = self.topic is Topic.DATE
        news = Dates.news(cast(Offer, message.fact)) if is_date else heading[0].lower() + heading[1:]
        return f"Phone {first_names}: {news}"

    @property
    def groups(self) -> list[MessageGroup]:
        """The groups, with the channels that need work by hand first."""
        of = {way: [notification for notification in self.notifications if notification.taken == way] for way in _WAYS}
        return [MessageGroup(way, notifications) for way, notifications in of.items() if notifications]

    @property
    def progress(self) -> str:
        """The number of emails sent so far. Empty if none was requested."""
        emails = [row for notification in self.notifications for row in notification.emails]
        sent, back = sum(row.sent_at is not None for row in emails), sum(row.parked_at is not None for row in emails)
        if not emails:
            return ""
        have = "email is" if len(emails) == 1 else "emails are"
        failed = f" {quantity(back, 'was', 'were')} not delivered." if back else ""
        return f"{sent} of {len(emails)} {have} sent.{failed}"


def by_topic(notifications: Sequence[Notification]) -> list[ByChannel]:
    """Return the messages grouped by kind, without empty kinds."""
    kinds = [ByChannel(kind, [row for row in notifications if row.message.topic is kind]) for kind in Topic]
    return [kind for kind in kinds if kind.notifications]


_COLUMNS = ("Pair", "Names", "Club", "Area")
_PLAYERS = [f"{what} {place}" for place in (1, 2) for what in ("Name", "Phone", "Email")]
_OTHERS = [f"Opponent’s {what}" for what in _PLAYERS]
_MATCH = ("Code", "Link", "Round", "Match", "Play by")


class Letter(NamedTuple):
    """A letter to one pair with its private link, and with its next match and its message if there are any.

    `later` is as in `Addressee`.
    """

    pair: Pair
    match: PublishedMatch | None
    later: str
    link: str
    said: Text | None = None

    @property
    def code(self) -> str:
        """The entry code of the pair."""
        return pair_code(self.pair)

    @property
    def reply_code(self) -> str:
        """The code with which the pair replies on its opponents' phone."""
        return reply_code(self.pair)

    @property
    def qr_code(self) -> SafeString:
        """The private link as a QR code."""
        return qr_code(self.link)

    @property
    def opponents(self) -> Pair | None:
        """The opponents in that match, or None if they are not yet known."""
        return next((pair for pair in self.match.pairs if pair != self.pair), None) if self.match else None


def mail_merge(letters: Iterable[Letter]) -> str:
    """Return a CSV table with a row for each pair: contact details, link, code, opponents and play-by date."""
    return csv_table((*_COLUMNS, *_PLAYERS, *_MATCH, *_OTHERS), map(_make_row, letters))


def _make_row(letter: Letter) -> list[object]:
    pair, match, others = letter.pair, letter.match, letter.opponents
    when = [match.round_name, match.code, day(match.play_by)] if match else ["", "", ""]
    columns = [pair.number, pair.name, pair.club, pair.area, *_list_people(pair)]
    return [*columns, letter.code, letter.link, *when, *(_list_people(others) if others else ())]


def _list_people(pair: Pair) -> Iterator[str]:
    for player in pair.present:
        yield from (player.display_name, player.phone, player.email)
