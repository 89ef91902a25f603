"""Players who have the name of another player in the competition: what the organiser is asked about them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from competition.contest.rules.people import distinguished, identity_of, is_first_name, key_of, person_key, split_name
from competition.entries.models.pair import Pair, Player

DIFFERENT = "They are two different people"


class Other(NamedTuple):
    """Another player of the same name: the whole name, where the player stands, and the club and number of the pair."""

    name: str
    where: str
    club: str
    number: int | None = None

    @classmethod
    def of(cls, player: Player) -> "Other":
        """A player who is in a pair, or was."""
        was = "also" if player.left_at is None else "was earlier"
        return cls(player.display_name, f"{was} in pair {player.pair.number}", player.pair.club, player.pair.number)


class Namesake(NamedTuple):
    """A player to be entered whose name another player has; `needs_word` if the two names are the same as they stand.

    `place` is 1 or 2. `suggestion` is a word that tells the two apart, as far as the entry gives one.
    """

    place: int
    name: str
    other: Other
    needs_word: bool
    suggestion: str

    @property
    def key(self) -> str:
        """The name as it is compared, without a word in brackets."""
        return person_key(split_name(self.name)[0])

    @property
    def question(self) -> str:
        """What the organiser is asked."""
        club = f" ({self.other.club})" if self.other.club else ""
        verb = "" if self.other.where.startswith("was") else "is "
        return f"{self.other.name} {verb}{self.other.where}{club}. Are they two different people?"


def namesakes(
    names: Mapping[int, str],
    club: str,
    taken: Mapping[str, Player],
    own: Pair | None = None,
    *,
    words_count: bool = True,
) -> list[Namesake]:
    """Find the players of an entry, by place, whose names somebody in another pair or the partner has.

    Names that the pair `own` has already are not asked about again. A name with a word in brackets is no question,
    unless somebody has the very same or the word does not count, as the organiser did not give it.
    """
    had = {player.place: player.identity for player in own.present} if own else {}
    by_key = {player.key: player for player in taken.values() if player.pair != own}
    found = []
    for place, name in names.items():
        bare, word = split_name(name)
        identity, partner = identity_of(name), names.get(3 - place, "")
        same = player if (player := taken.get(identity)) and player.pair != own else None
        is_sure = identity in had.values() or (word and words_count)
        alike = same or (None if is_sure else by_key.get(person_key(bare)))
        is_partners = identity == identity_of(partner) and had.get(place) != identity
        if alike:
            other = Other.of(alike)
            found.append(Namesake(place, name, other, same is not None, suggestion(name, club, partner, other, taken)))
        elif is_partners and (place == 2 or had.get(2) == identity):
            found.append(Namesake(place, name, Other(bare, "the name of both players", ""), True, ""))
    return found


def is_whole_pair(found: Sequence[Namesake]) -> bool:
    """Return True if both players have the names of the two in one other pair."""
    return len(found) == 2 and found[0].other.number is not None and found[0].other.number == found[1].other.number


def suggestion(name: str, club: str, partner: str, other: Other, taken: Mapping[str, object]) -> str:
    """Suggest a word that tells a player from the other: the club where the clubs differ.

    For a first name alone it may be the partner too, or a number, so that a list can be taken as it is.
    """
    bare, word = split_name(name)
    words = [word, club if key_of(club) != key_of(other.club) else ""]
    if is_first_name(name):
        words += [f"with {split_name(partner)[0].split()[0]}" if partner else "", *map(str, range(2, 2000))]
    free = (one for one in words if one and _fits(bare, one) and identity_of(distinguished(bare, one)) not in taken)
    return next(free, "")


def _fits(name: str, word: str) -> bool:
    return split_name(distinguished(name, word)) == (name, word)
