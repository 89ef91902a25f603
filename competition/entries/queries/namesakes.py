"""Queries for players who share a name, and the questions about them for the organiser."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from competition.contest.models import Competition
from competition.contest.rules.names import distinguished, identity_of, is_first_name, key_of, person_key, split_name
from competition.entries.models.pair import Pair, Player
from competition.entries.queries.pairs import players_beside, players_by_key, players_elsewhere

DIFFERENT = "They are two different people"
SOMEBODY_ELSE = "somebody-else"


class Other(NamedTuple):
    """Another player of the same name: name, location, club, and number of the pair."""

    name: str
    where: str
    club: str
    number: int | None = None

    @classmethod
    def of(cls, player: Player) -> "Other":
        """Return the description of a player who is, or was, in a pair."""
        verb = "is also" if player.left_at is None else "was earlier"
        return cls(player.display_name, f"{verb} in pair {player.pair.number}", player.pair.club, player.pair.number)


class Beside(NamedTuple):
    """The players with whom an entry is compared.

    `taken` are the current players of the competition by identity. `elsewhere` are players of other competitions by
    normalised name.
    """

    taken: Mapping[str, Player]
    elsewhere: Mapping[str, list[Player]]


def beside(competition: Competition) -> Beside:
    """Return the players with whom an entry in this competition is compared (two queries)."""
    return Beside(players_by_key(competition), players_elsewhere(competition))


def beside_pair(pair: Pair) -> Beside:
    """Return the players with whom a substitute of this pair is compared."""
    return Beside(players_beside(pair), players_elsewhere(pair.competition))


class Namesake(NamedTuple):
    """A player to be entered who shares a name with another player.

    `place` is 1 or 2. `needs_word` is set if the two whole names are identical, so that a distinguishing word is
    required. `suggestion` is a suitable word, or "" if the entry offers none. `elsewhere` are the whole names of
    possible matches in other competitions. It is set only if nobody in this competition has the name.
    """

    place: int
    name: str
    other: Other
    needs_word: bool
    suggestion: str
    elsewhere: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The normalised name, without a word in brackets."""
        return person_key(split_name(self.name)[0])

    @property
    def question(self) -> str:
        """The question for the organiser."""
        if self.elsewhere:
            return f"{self.other.where} Is this {'one of them' if len(self.elsewhere) > 1 else 'the same person'}?"
        club = f" ({self.other.club})" if self.other.club else ""
        return f"{self.other.name} {self.other.where}{club}. Are they two different people?"

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The possible answers about players of other competitions."""
        return [*((name, f"Yes: enter {name}") for name in self.elsewhere), (SOMEBODY_ELSE, "No, a different person")]


def namesakes(
    names: Mapping[int, str],
    club: str,
    beside: Beside,
    own: Pair | None = None,
    *,
    words_count: bool = True,
) -> list[Namesake]:
    """Return the players of an entry who share a name with their partner or with another player.

    `names` are the names by place. Unchanged names of the pair `own` are skipped. A word in brackets answers the
    question, unless the whole names are identical or `words_count` is False. `words_count` is False if the pair, not
    the organiser, wrote the word.
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
    """Return the question about a player who may be known from other competitions, or None.

    A first name alone is never compared with other competitions.
    """
    bare, word = split_name(name)
    if word or is_first_name(name):
        return None
    known = [one for one in beside.elsewhere.get(person_key(bare), ()) if one.identity not in beside.taken]
    where = " ".join(f"{one} played in {one.competition}." for one in known)
    names = tuple(one.display_name for one in known)
    return Namesake(place, name, Other(bare, where, ""), False, "", names) if known else None


def is_whole_pair(found: Sequence[Namesake]) -> bool:
    """Return True if the two players share their names with both players of one other pair."""
    return len(found) == 2 and found[0].other.number is not None and found[0].other.number == found[1].other.number


def suggestion(name: str, club: str, partner: str, other: Other, taken: Mapping[str, object]) -> str:
    """Suggest a word that distinguishes a player from a namesake, or "" if there is none.

    The word is the club if the clubs differ. For a first name alone it may also be the partner or a number, so that a
    list can be entered without typing.
    """
    bare, word = split_name(name)
    words = [word, club if key_of(club) != key_of(other.club) else ""]
    if is_first_name(name):
        words += [f"with {split_name(partner)[0].split()[0]}" if partner else "", *map(str, range(2, 2000))]
    free = (one for one in words if one and _fits(bare, one) and identity_of(distinguished(bare, one)) not in taken)
    return next(free, "")


def _fits(name: str, word: str) -> bool:
    return split_name(distinguished(name, word)) == (name, word)
