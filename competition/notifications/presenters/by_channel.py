"""Presenters for the messages of one kind, grouped by channel."""

from collections.abc import Sequence
from dataclasses import dataclass

from competition.notifications.kinds.entries import OF_AN_ENTRY
from competition.notifications.models import Occasion
from competition.notifications.queries.message_states import Notification
from scoring.rules.spoken import quantity

# Channels that the organiser serves by hand come first.
_WAYS = ("telephone", "letter", "text", "mail")


@dataclass(frozen=True, slots=True)
class Group:
    """The messages of one kind that use the same channel."""

    way: str
    notifications: Sequence[Notification]

    @property
    def to_do(self) -> list[Notification]:
        """The messages that still need the organiser."""
        return [one for one in self.notifications if one.to_do]

    @property
    def to_press(self) -> list[Notification]:
        """The messages that the button sends. Returned emails need a corrected address first."""
        return [one for one in self.to_do if not one.came_back]

    @property
    def emails(self) -> int:
        """The number of emails that the button sends: one to each player with an address."""
        return sum(bool(player.email) for one in self.to_press for player in one.message.pair.present)


@dataclass(frozen=True, slots=True)
class ByChannel:
    """The messages of one kind, grouped by channel."""

    occasion: Occasion
    notifications: Sequence[Notification]

    @property
    def left(self) -> int:
        """The number of pairs that the organiser still has to tell."""
        return len({one.message.who for one in self.notifications if one.to_do})

    @property
    def is_of_entries(self) -> bool:
        """Return True if the messages are about entries and not about a draw."""
        return self.occasion in OF_AN_ENTRY

    @property
    def headline(self) -> str:
        """The news, and the number of pairs to tell."""
        if self.left:
            return f"{self.occasion.heading}. {quantity(self.left, 'pair')} to tell."
        return f"{self.occasion.heading}. All pairs are told."

    @property
    def groups(self) -> list[Group]:
        """The groups, with the channels that need work by hand first."""
        of = {way: [one for one in self.notifications if one.taken == way] for way in _WAYS}
        return [Group(way, found) for way, found in of.items() if found]

    @property
    def progress(self) -> str:
        """The number of emails sent so far. Empty if none was requested."""
        emails = [row for one in self.notifications for row in one.emails]
        gone, back = sum(row.sent_at is not None for row in emails), sum(row.parked_at is not None for row in emails)
        if not emails:
            return ""
        have = "email is" if len(emails) == 1 else "emails are"
        failed = f" {quantity(back, 'was', 'were')} not delivered." if back else ""
        return f"{gone} of {len(emails)} {have} sent.{failed}"


def by_occasion(found: Sequence[Notification]) -> list[ByChannel]:
    """Return the messages grouped by kind. Leave out kinds without messages."""
    kinds = [ByChannel(kind, [one for one in found if one.message.occasion is kind]) for kind in Occasion]
    return [kind for kind in kinds if kind.notifications]
