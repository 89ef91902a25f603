"""One message by each way: as a mail, as a short text, as words to say on the telephone."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from django.contrib.auth.models import User
from django.urls import reverse

from competition.contest.doors import invitation_key
from competition.contest.models import Organiser
from competition.entries.formats.recipients import mail as own_mail
from competition.entries.formats.recipients import sms
from competition.entries.models.application import Application
from competition.entries.models.pair import Pair, Player
from competition.entries.private_links import link_key
from competition.post.formats.texts import Text, text
from competition.post.models import Occasion, Wording
from competition.post.queries.entries import EntryMessage
from competition.post.queries.mails import Due
from competition.post.queries.occasions import Message


@dataclass(frozen=True, slots=True)
class Written:
    """A message ready to go by any way; `site` is the address of the site, from which its links follow."""

    message: Message | EntryMessage
    text: Text
    site: str

    @property
    def subject(self) -> str:
        """The subject of the mail."""
        return f"{self.message.competition}: {self.text.heading}"

    @property
    def link(self) -> str:
        """The private link of the pair, and of no other; of whoever is no pair the page of the entry."""
        pair = self.message.pair
        if isinstance(pair, Application):
            return self.site + reverse("entry:sent", args=[self.message.competition.slug, pair.reference])
        return self.site + reverse("link:open", args=[link_key(pair)])

    @property
    def is_secret(self) -> bool:
        """Whether the private link of a pair is in it."""
        return isinstance(self.message.pair, Pair)

    @property
    def others(self) -> Pair | None:
        """The opponents, where they are to be reached."""
        return self.message.others if self.text.contacts else None

    @property
    def mail(self) -> str:
        """The whole mail."""
        competition = self.message.competition
        rules = self.site + reverse("public:conditions", args=[competition.slug])
        parts = [
            f"Dear {_and(player.display_name for player in self.message.pair.present)},",
            *self.text.paragraphs,
            *self._linked,
            *([f"Your opponents:\n{_reached(self.others.present)}"] if self.others else []),
            *([f"The conditions of contest:\n{rules}"] if self.text.rules else []),
            *([f"Who to ask:\n{_reached(competition.to_ask)}"] if competition.to_ask else []),
        ]
        return "\n\n".join(parts) + "\n"

    @property
    def short(self) -> str:
        """The same for a telephone's screen."""
        name = str(self.message.competition)
        named = any(name in said for said in self.text.paragraphs)
        told = [*([] if named else [f"{name}."]), *map(_in_a_line, self.text.paragraphs)]
        if self.others:
            told.append("; ".join(f"{one} {one.phone or one.email}".strip() for one in self.others.present) + ".")
        asked = "; ".join(f"{one.name} {one.phone}".strip() for one in self.message.competition.to_ask)
        page = "Your page, for you two only" if self.is_secret else "Your entry"
        return " ".join([*told, f"{page}: {self.link}", asked]).strip()

    @property
    def spoken(self) -> str:
        """The same to be said, with what is to be written down."""
        told = [*map(_in_a_line, self.text.paragraphs)]
        numbers = [f"{one} is on {one.phone}" for one in self.others.present if one.phone] if self.others else []
        if numbers:
            told.append(f"Have you a pencil? {_and(numbers)}.")
        return " ".join(told)

    @property
    def own_mail(self) -> str:
        """An address that opens the organiser's own mail program with the mail; empty where no address is known."""
        return own_mail([self.message.pair], self.subject, self.mail)

    @property
    def own_texts(self) -> list[tuple[str, str]]:
        """For each player with a telephone, the address that opens a telephone's messages with the text."""
        return [(one.display_name, sms(one.phone, self.short)) for one in self.message.pair.present if one.phone]

    @property
    def _linked(self) -> list[str]:
        if not self.is_secret:
            return [f"Your entry, and what has become of it:\n{self.link}"]
        kept = "Keep this link between the two of you: whoever has it can write on your sheet."
        return [f"Your page, for the dates and the score sheet:\n{self.link}", kept]


def written(message: Message | EntryMessage, site: str, wording: Wording | None = None) -> Written:
    """A message as it goes out now, with the organiser's own words."""
    return Written(message, text(message, wording), site)


def _in_a_line(paragraph: str) -> str:
    """A paragraph with its list, if it has one, as a sentence."""
    first, *items = paragraph.split("\n- ")
    return f"{first} {'; '.join(items)}." if items else first


def _and(names) -> str:
    return " and ".join(names)


def _reached(people: Iterable[Player] | Iterable[Organiser]) -> str:
    called = ((one.display_name if isinstance(one, Player) else one.name, one) for one in people)
    return "\n".join(", ".join(filter(None, (name, one.phone, one.email))) for name, one in called)


def to_organiser(one: Due, site: str) -> tuple[str, str]:
    """Subject and text of a mail to an organiser; `site` is what its links begin with."""
    reader = cast(User, one.reader)
    if one.occasion is Occasion.PASSWORD:
        link = site + reverse("desk:welcome", args=[invitation_key(reader)])
        subject = "A new password for your desk"
        told = [
            f"Somebody, you we hope, has asked for a new password for {reader.get_username()}. Choose it here:",
            link,
            "If it was not you, do nothing: the password you have stays as it is.",
        ]
    else:
        competition, *lines = one.lines
        subject = f"{competition}: {lines[0]}" if len(lines) == 1 else f"{competition}: {len(lines)} things are new"
        told = ["\n".join(lines), f"Your desk:\n{site}{reverse('desk:home')}"]
    return subject, "\n\n".join([f"Dear {reader.get_full_name() or reader.get_username()},", *told]) + "\n"
