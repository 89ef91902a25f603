"""An occasion as the organiser reads it: who is told by which way, and what is left to do."""

from collections.abc import Sequence
from dataclasses import dataclass

from competition.post.models import Occasion
from competition.post.queries.entries import ENTRIES
from competition.post.queries.tellings import Telling
from scoring.rules.spoken import quantity

# What is to be done by hand comes first.
_WAYS = ("telephone", "letter", "text", "mail")


@dataclass(frozen=True, slots=True)
class Group:
    """The pairs of an occasion that are told by one way."""

    way: str
    tellings: Sequence[Telling]

    @property
    def to_do(self) -> list[Telling]:
        """Those for whom the organiser has still to do something."""
        return [one for one in self.tellings if one.to_do]

    @property
    def to_press(self) -> list[Telling]:
        """Those whom one press tells: a mail that came back is sent again once its address is put right."""
        return [one for one in self.to_do if not one.came_back]

    @property
    def mails(self) -> int:
        """How many mails the press sends, one to each player with an address."""
        return sum(bool(player.email) for one in self.to_press for player in one.message.pair.present)


@dataclass(frozen=True, slots=True)
class ByWay:
    """All that is to be told on one occasion."""

    occasion: Occasion
    tellings: Sequence[Telling]

    @property
    def left(self) -> int:
        """How many pairs are left for the organiser to tell."""
        return len({one.message.who for one in self.tellings if one.to_do})

    @property
    def is_of_entries(self) -> bool:
        """Whether it is about entries, not about a draw."""
        return self.occasion in ENTRIES

    @property
    def headline(self) -> str:
        """What has happened, and how many are still to be told."""
        if self.left:
            return f"{self.occasion.heading}. Now tell {quantity(self.left, 'pair')}."
        return f"{self.occasion.heading}. Nobody is left to tell."

    @property
    def groups(self) -> list[Group]:
        """The ways that are taken, with what is left to do by hand first."""
        of = {way: [one for one in self.tellings if one.taken == way] for way in _WAYS}
        return [Group(way, found) for way, found in of.items() if found]

    @property
    def progress(self) -> str:
        """How many of those told by mail have been sent theirs; empty before any was asked for."""
        mails = [row for one in self.tellings for row in one.mails]
        gone, back = sum(row.sent_at is not None for row in mails), sum(row.parked_at is not None for row in mails)
        if not mails:
            return ""
        have = "mail has" if len(mails) == 1 else "mails have"
        failed = f" {quantity(back, 'was', 'were')} not delivered." if back else ""
        return f"{gone} of {len(mails)} {have} gone.{failed}"


def by_occasion(found: Sequence[Telling]) -> list[ByWay]:
    """Each occasion there is something to tell of."""
    kinds = [ByWay(kind, [one for one in found if one.message.occasion is kind]) for kind in Occasion]
    return [kind for kind in kinds if kind.tellings]
