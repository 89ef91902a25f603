"""What has become of each message: who is told, who waits, what came back."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches
from typing import Generic, TypeVar

from django.conf import settings
from django.db.models import Q

from competition.contest.models import Competition
from competition.entries.models.pair import Pair, Player, Way
from competition.knockout.models.draw import RoundConditions
from competition.knockout.queries.draw import PublishedDraw, get_draw
from competition.post.models import Mail, Occasion, Told, Wording
from competition.post.queries.entries import ENTRIES, EntryMessage
from competition.post.queries.mails import TRIES, Key, each, rows, told_by_hand
from competition.post.queries.occasions import OF_A_DRAW, Message, messages

MAIL = "mail"
# Whatever pairs are told of, and whoever sent in an entry.
TO_PAIRS = OF_A_DRAW.union(ENTRIES)
M = TypeVar("M", bound=Message | EntryMessage)


@dataclass(frozen=True, slots=True)
class Telling(Generic[M]):
    """A message, the way it goes, and what has become of it: the mails asked for, or that somebody told the pair."""

    message: M
    mails: tuple[Mail, ...]
    by_hand: Told | None
    # When the pair last had its pages open.
    opened_at: datetime | None = None
    # What the pair and its opponents are called on the list.
    pair: str = ""
    meets: str = ""

    @property
    def way(self) -> str:
        """As the pair wishes; by the organiser's own mail where none leaves the site, by letter without an address.

        Of an entry there is no letter to print.
        """
        pair, of_entry = self.message.pair, isinstance(self.message, EntryMessage)
        if pair.way == Way.TELEPHONE and any(player.phone for player in pair.present):
            return Told.Way.TELEPHONE
        if pair.way != Way.MAIL or not any(player.email for player in pair.present):
            return Told.Way.TEXT if of_entry else Told.Way.LETTER
        return MAIL if settings.HAS_MAIL else Told.Way.TEXT

    @property
    def taken(self) -> str:
        """The way it went, or will go."""
        return self.by_hand.way if self.by_hand else MAIL if self.mails else self.way

    @property
    def told_at(self) -> datetime | None:
        """When the pair was told, by whatever way."""
        if self.by_hand:
            return self.by_hand.at
        return self.message.known_at or max((row.sent_at for row in self.mails if row.sent_at), default=None)

    @property
    def opened(self) -> bool:
        """Whether the pair has opened its pages since it was told."""
        return bool(self.told_at and self.opened_at and self.opened_at >= self.told_at)

    @property
    def last_at(self) -> datetime | None:
        """When the last became of it: that the pair opened its pages, or was told."""
        return self.opened_at if self.opened else self.told_at

    @property
    def how(self) -> str:
        """How it was told, in a word, or that the pair knows of it by its own pages."""
        if self.opened:
            return "opened"
        if self.by_hand:
            return {"letter": "printed", "telephone": "rung"}.get(self.by_hand.way, "told")
        return "sent" if not self.message.known_at else "opened" if self.message.known_by == "page" else "told"

    @property
    def came_back(self) -> bool:
        """Whether no mail reaches the pair as it is known now."""
        return not self.told_at and bool(self.mails) and all(row.is_parked for row in self.mails)

    @property
    def waits(self) -> bool:
        """Whether a mail is on its way: asked for, or going by itself."""
        if self.told_at or self.came_back:
            return False
        return bool(self.mails) or (self.way == MAIL and not self.message.occasion.pressed)

    @property
    def to_do(self) -> bool:
        """Whether the organiser has still to do something about it."""
        return not self.told_at and not self.waits


def tellings(draw: PublishedDraw, *occasions: Occasion) -> list[Telling[Message]]:
    """What the facts call for, or do on these occasions, each with what has become of it, in three queries."""
    opened = dict(Pair.objects.filter(competition=draw.competition).values_list("pk", "opened_at"))
    found = tellings_of(draw, rows(draw), *occasions)
    forms = draw.forms
    return [
        replace(
            one,
            opened_at=opened.get(one.message.pair.pk),
            pair=forms[one.message.pair.number].line,
            meets=forms[one.message.others.number].short if one.message.others else "",
        )
        for one in found
    ]


def tellings_of(draw: PublishedDraw, sent: Mapping[Key, Mail], *occasions: Occasion) -> list[Telling[Message]]:
    """The same where it is known what has been asked for or sent, in one query."""
    told = told_by_hand(draw)
    found = [one for one in messages(draw, *occasions) if _says_something(one, sent, told)]
    mails: dict[tuple, list[Mail]] = {}
    for one in each(found):
        if (row := sent.get(one.key)) and one.message and isinstance(one.reader, Player):
            row.player = one.reader
            mails.setdefault(one.message.key, []).append(row)
    return [Telling(one, tuple(mails.get(one.key, ())), told.get(one.key)) for one in found]


def _says_something(message: Message, sent: Mapping[Key, Mail], told: Mapping[tuple, Told]) -> bool:
    """False of a correction taken back that the pair was never told of: all is as it knows it."""
    row = message.fact
    if not isinstance(row, RoundConditions) or row.takes_back_id is None:
        return True
    earlier = replace(message, about=str(row.takes_back_id))
    return earlier.key in told or any(mail.key in sent for mail in each([earlier]))


def by_letter(competition: Competition, occasion: str) -> list[Message]:
    """What pairs read of an occasion on paper: those who get letters, and those who were told by one."""
    draw = get_draw(competition)
    if draw is None or occasion not in OF_A_DRAW:
        return []
    found = tellings(draw, Occasion(occasion))
    return [one.message for one in found if one.taken == Told.Way.LETTER]


def returned(found: list[Telling]) -> list[tuple[Telling, Mail, str]]:
    """The mails that came back, or have been tried in vain, each with the address that may have been meant."""
    stuck = [(one, row, row.email) for one in found for row in one.mails if not row.sent_at]
    hosts = Counter(_host(player.email) for one in found for player in one.message.pair.present)
    return [
        (one, row, likely(email, hosts))
        for one, row, email in stuck
        if not one.by_hand and (row.is_parked or (row.parked_at is None and row.tries >= TRIES))
    ]


def parked_to_organisers(competition: Competition) -> list[Mail]:
    """The emails with news of this competition that no organiser gets (one query)."""
    found = Mail.objects.filter(about__startswith=f"{competition.pk} ", occasion=Occasion.NEWS, sent_at=None)
    return [row for row in found.exclude(parked_at=None).select_related("user") if row.is_parked]


def parked(competition: Competition, key: int) -> Mail | None:
    """The parked email of this key, if it is about this competition."""
    theirs = Q(player__competition=competition) | Q(application__competition=competition)
    theirs |= Q(occasion=Occasion.NEWS, about__startswith=f"{competition.pk} ")
    return Mail.objects.filter(theirs, pk=key, sent_at=None).exclude(parked_at=None).first()


def likely(email: str, hosts: Counter[str]) -> str:
    """The address with a slip put right: where more have nearly the same behind the @, theirs; else as it is."""
    name, host = email.rpartition("@")[0], _host(email)
    meant = get_close_matches(host, [other for other in hosts if hosts[other] > hosts[host]], n=1, cutoff=0.8)
    return f"{name}@{meant[0]}" if meant else email


def _host(email: str) -> str:
    return email.rpartition("@")[2].lower()


def player(competition: Competition, key: int) -> Player | None:
    """The player of this key, who is in a pair of this competition now."""
    return competition.players.filter(pk=key, left_at=None).select_related("pair__competition").first()


def wording(competition: Competition, occasion: Occasion) -> Wording:
    """The organiser's words of this occasion; empty where there are none (one query)."""
    found = Wording.objects.filter(competition=competition, occasion=occasion).first()
    return found or Wording(competition=competition, occasion=occasion)
