"""The details with which a pair is entered, and the reasons why it cannot be entered."""

from collections.abc import Mapping
from dataclasses import dataclass

from competition.contest.rules.names import distinguished, identity_of, person_key, split_name
from competition.entries.models.pair import Pair, Player, Way


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A player of an entry. The name may end with a word in brackets that distinguishes a namesake."""

    name: str
    phone: str = ""
    email: str = ""

    @property
    def facts(self) -> dict[str, str]:
        """The stored fields of the player, without surrounding spaces."""
        name, distinction = split_name(self.name)
        known = {"name": name, "key": person_key(name), "distinction": distinction}
        return {**known, "phone": self.phone.strip(), "email": self.email.strip()}


@dataclass(frozen=True, slots=True)
class Entry:
    """The details of one pair."""

    players: tuple[PlayerEntry, PlayerEntry]
    club: str = ""
    area: str = ""
    attending: bool = False
    seed: int | None = None
    given_bye: bool = False
    way: str = Way.EMAIL

    @classmethod
    def of(cls, pair: Pair) -> "Entry":
        """Return the current details of a pair."""
        first, second = (PlayerEntry(player.display_name, player.phone, player.email) for player in pair.present)
        return cls((first, second), pair.club, pair.area, pair.attending, pair.seed, pair.given_bye, pair.way)

    @property
    def keys(self) -> tuple[str, ...]:
        """The identities of both players: normalised names with any distinguishing word."""
        return tuple(identity_of(player.name) for player in self.players)


def objection(entry: Entry, taken: Mapping[str, Player], own: Pair | None = None) -> str:
    """Return the reason why this pair cannot be entered, or "" if it can.

    `taken` are the players already entered, by identity. Players of the pair `own` do not count.
    """
    first, second = entry.keys
    if first == second:
        return f"{entry.players[0].name} cannot be both players of a pair. {told_apart_by(entry.players[0].name)}"
    ranked = [one.pair for one in taken.values() if entry.seed and one.pair.seed == entry.seed and one.pair != own]
    if ranked:
        return f"Pair {ranked[0].number} already has seed {entry.seed}. Give each rank once."
    others = [taken[key] for key in entry.keys if key in taken and taken[key].pair != own]
    if not others:
        return ""
    if len(others) == 2 and others[0].pair == others[1].pair:
        return (
            f"This pair is already entered as pair {others[0].pair.number}. Correct the names, or leave the pair out."
        )
    return entered_already(others[0])


def entered_already(player: Player) -> str:
    """Return a message that this player is already in a pair, with advice for namesakes."""
    name, number = player.display_name, player.pair.number
    return f"{name} is already in pair {number}. A player can be in one pair only. {told_apart_by(name)}"


def told_apart_by(name: str) -> str:
    """Return advice for entering two people with the same name."""
    example = distinguished(split_name(name)[0], "senior")
    return f"If two people have this name, write a word after it: “{example}”."
