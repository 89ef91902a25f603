"""Players who have the name of another player in the competition: what the organiser is asked about them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from competition.contest.models import Competition
from competition.contest.rules.people import distinguished, identity_of, is_first_name, key_of, person_key, split_name
from competition.entries.models.pair import Pair, Player
from competition.entries.queries import players_beside, players_by_key, players_elsewhere

DIFFERENT = "They are two different people"
SOMEBODY_ELSE = "somebody-else"


class Other(NamedTuple):
    """Another player of the same name: the whole name, where the player is, and the club and number of the pair."""

    name: str
    where: str
    club: str
    number: int | None = None

    @classmethod
    def of(cls, player: Player) -> "Other":
        """A player who is in a pair, or was."""
        verb = "is also" if player.left_at is None else "was earlier"
        return cls(player.display_name, f"{verb} in pair {player.pair.number}", player.pair.club, player.pair.number)


class Beside(NamedTuple):
    """The players an entry is compared with: those in now, by whole name, and those of other competitions, by name."""

    taken: Mapping[str, Player]
    elsewhere: Mapping[str, list[Player]]


def beside(competition: Competition) -> Beside:
    """The players of a competition, and those of other competitions who have namesakes (two queries)."""
    return Beside(players_by_key(competition), players_elsewhere(competition))


def beside_pair(pair: Pair) -> Beside:
    """The players a substitute of this pair is compared with."""
    return Beside(players_beside(pair), players_elsewhere(pair.competition))


class Namesake(NamedTuple):
    """A player to be entered whose name another player has; `needs_word` if the two names are the same as they stand.

    `place` is 1 or 2. `suggestion` is a word that tells the two apart, as far as the entry gives one. `elsewhere` are
    the whole names under which it may be a player of other competitions: then nobody here has the name.
    """

    place: int
    name: str
    other: Other
    needs_word: bool
    suggestion: str
    elsewhere: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name as it is compared, without a word in brackets."""
        return person_key(split_name(self.name)[0])

    @property
    def question(self) -> str:
        """What the organiser is asked."""
        if self.elsewhere:
            return f"{self.other.where} Is this {'one of them' if len(self.elsewhere) > 1 else 'the same person'}?"
        club = f" ({self.other.club})" if self.other.club else ""
        return f"{self.other.name} {self.other.where}{club}. Are they two different people?"

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What the organiser may answer about a player of other competitions."""
        return [*((name, f"Yes: enter {name}") for name in self.elsewhere), (SOMEBODY_ELSE, "No, somebody else")]


def namesakes(
    names: Mapping[int, str],
    club: str,
    beside: Beside,
    own: Pair | None = None,
    *,
    words_count: bool = True,
) -> list[Namesake]:
    """Find the players of an entry, by place, whose names somebody in another pair or the partner has.

    Names that the pair `own` has already are not asked about again. A name with a word in brackets is no question,
    unless somebody has the very same or the word does not count, as the organiser did not give it.
    """
    taken = beside.taken
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
            found.append(Namesake(place, name, Other(bare, "is the name of both players", ""), True, ""))
        elif not is_sure and (known := of_elsewhere(place, name, beside)):
            found.append(known)
    return found


def of_elsewhere(place: int, name: str, beside: Beside) -> Namesake | None:
    """A player who may be one of those told apart in other competitions; a first name alone is a stranger there."""
    bare, word = split_name(name)
    if word or is_first_name(name):
        return None
    known = [one for one in beside.elsewhere.get(person_key(bare), ()) if one.identity not in beside.taken]
    where = " ".join(f"{one} played in {one.competition}." for one in known)
    names = tuple(one.display_name for one in known)
    return Namesake(place, name, Other(bare, where, ""), False, "", names) if known else None


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
