"""Queries for pairs, players and applications, for a new entry, and for players who share a name."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Max, QuerySet

from competition.contest.models import Competition
from competition.contest.rules.names import (
    distinguished,
    identity_of,
    is_first_name,
    is_named,
    key_of,
    letters,
    person_key,
    split_name,
    surname,
)
from competition.entries.models import Away, Pair, Player, PreferredChannel
from competition.entries.rules.directory import alike_places
from scoring.rules.refusal import Refused, Stale

PUBLISHED = (
    "You cannot add or remove entries, because the draw is published. Withdraw a pair or add a late entry instead."
)


def pairs() -> QuerySet[Pair]:
    """Return all entered pairs, with the related rows needed for names and access checks."""
    return Pair.objects.select_related("competition__conditions").prefetch_related("players")


def next_number(competition: Competition) -> int:
    """Return the number of the next pair: one more than the highest number."""
    return (competition.pairs.aggregate(last=Max("number"))["last"] or 0) + 1


def players_by_key(competition: Competition) -> dict[str, Player]:
    """Return the current players of a competition by identity."""
    return {player.identity: player for player in competition.players.filter(left_at=None).select_related("pair")}


def players_beside(pair: Pair) -> dict[str, Player]:
    """Return the players to compare with a substitute for this pair, by identity.

    After the draw they include players who have left other pairs, because nobody may play for two pairs in one draw.
    """
    entered = players_by_key(pair.competition)
    if not pair.competition.is_published:
        return entered
    left = pair.competition.players.exclude(pair=pair).filter(left_at__isnull=False).select_related("pair")
    return {player.identity: player for player in left} | entered


def players_elsewhere(competition: Competition) -> dict[str, list[Player]]:
    """Return players with a distinguishing word from other published draws in the region.

    They are grouped by normalised name. Each player appears once, from the latest season.
    """
    words = (
        Player.objects.exclude(distinction="")
        .exclude(competition=competition)
        .filter(
            competition__region__iexact=competition.region,
            competition__is_demo=competition.is_demo,
            competition__draws__publication__isnull=False,
            competition__draws__publication__followed_by=None,
        )
    )
    latest = {row.identity: row for row in words.select_related("competition").order_by("competition__season", "pk")}
    by_key: dict[str, list[Player]] = defaultdict(list)
    for row in latest.values():
        by_key[row.key].append(row)
    return by_key


@dataclass(frozen=True, slots=True)
class Spelling:
    """A spelling of a club or an area, with its number of pairs and similar spellings."""

    name: str
    pairs: int
    like: tuple[str, ...]


def spellings(competition: Competition, kind: str) -> list[Spelling]:
    """Return every spelling of the clubs or areas (`kind`), in alphabetical order."""
    counts = Counter(competition.pairs.exclude(**{kind: ""}).values_list(kind, flat=True))
    names = sorted(counts, key=str.casefold)
    twins: dict[str, list[str]] = {name: [] for name in names}
    for first, second in alike_places(names):
        twins[first].append(second)
        twins[second].append(first)
    return [Spelling(name, counts[name], tuple(twins[name])) for name in names]


def known_places(competition: Competition) -> dict[str, list[str]]:
    """Return the known clubs and areas as suggestions (two queries)."""
    return {f"{kind}s": [spelling.name for spelling in spellings(competition, kind)] for kind in ("club", "area")}


def entries(competition: Competition) -> list[Pair]:
    """Return the pairs by number, with their players and withdrawals."""
    return list(competition.pairs.prefetch_related("players", "withdrawals"))


def entered(competition: Competition) -> list[Pair]:
    """Return the pairs by number, with their players. Withdrawals are not public before the draw."""
    return list(competition.pairs.prefetch_related("players"))


def entry(competition: Competition, number: int) -> Pair | None:
    """Return the pair with this number, or None."""
    entered = competition.pairs.select_related("competition").prefetch_related("players", "withdrawals")
    return entered.filter(number=number).first()


@dataclass(frozen=True, slots=True)
class Attendance:
    """The pairs that match a search, by name, and the counts for all pairs.

    `here` is the number of pairs that are present. `due` is the number of pairs that are present or expected.
    """

    expected: list[Pair]
    others: list[Pair]
    here: int
    due: int


def by_name(pairs: Iterable[Pair], text: str = "") -> list[Pair]:
    """Return the pairs with names that include every word of `text`, sorted by the first player's surname."""
    found = [pair for pair in pairs if is_named(pair.name, text)]
    return sorted(found, key=lambda pair: (letters(surname(pair.present[0].name)), letters(pair.name)))


def read_attendance(competition: Competition, text: str = "") -> Attendance:
    """Return the attendance on the opening day (three queries).

    The lists contain the pairs with names that include every word of `text`.
    """
    entered = competition.pairs.prefetch_related("players", "withdrawals")
    pairs = [pair for pair in entered if not pair.withdrawal]
    matches = by_name(pairs, text)
    return Attendance(
        expected=[pair for pair in matches if pair.attending],
        others=[pair for pair in matches if not pair.attending],
        here=sum(pair.here_since is not None for pair in pairs),
        due=sum(pair.attending or pair.here_since is not None for pair in pairs),
    )


def arrivals(competition: Competition) -> dict[int, datetime]:
    """Return the times when pairs were ticked as present on the opening day, by number (one query)."""
    present = competition.pairs.filter(here_since__isnull=False)
    return {pair.number: pair.here_since for pair in present if pair.here_since}


def away(pairs: Iterable[Pair], *, since: date) -> dict[int, list[Away]]:
    """Return these pairs' days away from `since` on, earliest first, by primary key (one query)."""
    by_pair: dict[int, list[Away]] = defaultdict(list)
    for row in Away.objects.filter(pair__in=[pair.pk for pair in pairs], last__gte=since):
        by_pair[row.pair_id].append(row)
    return by_pair


def must_take_lists(competition: Competition) -> None:
    """Raise Refused if the draw is published. Late pairs are entered one at a time."""
    if competition.is_published:
        raise Refused(PUBLISHED)


def as_read(pair: Pair, fingerprint: str) -> Pair:
    """Return the current pair. The caller must hold the lock of the competition.

    `fingerprint` is the fingerprint of the pair on the organiser's page. Raises Stale if the pair has changed since
    then.
    """
    current = pairs().get(pk=pair.pk)
    if current.fingerprint != fingerprint:
        raise stale_pair(current)
    return current


def stale_pair(pair: Pair) -> Stale:
    """Return the Stale error for an organiser who saw an older version of the pair."""
    withdrawn = ", withdrawn" if pair.withdrawal else ""
    return Stale(
        f"This pair has changed since you opened the page. It now has: {without_contacts(pair)}{withdrawn}. Check it, "
        f"then save again."
    )


def without_contacts(pair: Pair) -> str:
    """Return the pair's details without contact details, for the log."""
    parts = [pair.name, pair.club, pair.area, "attends the opening day" if pair.attending else ""]
    parts += [f"seed {pair.seed}" if pair.seed else "", "awarded a bye" if pair.given_bye else ""]
    return ", ".join(filter(None, parts))


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A player in an entry. The name may end with a word in brackets that distinguishes a namesake."""

    name: str
    phone: str = ""
    email: str = ""

    @property
    def facts(self) -> dict[str, str]:
        """The stored fields of the player, without surrounding spaces."""
        name, distinction = split_name(self.name)
        names = {"name": name, "key": person_key(name), "distinction": distinction}
        return {**names, "phone": self.phone.strip(), "email": self.email.strip()}


@dataclass(frozen=True, slots=True)
class Entry:
    """The details of one pair."""

    players: tuple[PlayerEntry, PlayerEntry]
    club: str = ""
    area: str = ""
    attending: bool = False
    seed: int | None = None
    given_bye: bool = False
    way: str = PreferredChannel.EMAIL
    grade: str = ""

    @classmethod
    def of(cls, pair: Pair) -> "Entry":
        """Return a pair's current details."""
        first, second = (PlayerEntry(player.display_name, player.phone, player.email) for player in pair.present)
        return cls.with_players((first, second), pair)

    @classmethod
    def with_players(cls, players: "tuple[PlayerEntry, PlayerEntry]", pair: Pair) -> "Entry":
        """Return a pair's current details, with these players (no query)."""
        return cls(players, pair.club, pair.area, pair.attending, pair.seed, pair.given_bye, pair.way, pair.grade)

    @property
    def keys(self) -> tuple[str, ...]:
        """The identities of both players: normalised names with any distinguishing word."""
        return tuple(identity_of(player.name) for player in self.players)


def objection(entry: Entry, entered: Mapping[str, Player], own: Pair | None = None) -> str:
    """Return the reason why this pair cannot be entered, or "" if it can.

    `entered` are the players already entered, by identity. Players of the pair `own` do not count.
    """
    first, second = entry.keys
    if first == second:
        return f"{entry.players[0].name} cannot be both players of a pair. {told_apart_by(entry.players[0].name)}"
    others = [player.pair for player in entered.values() if player.pair != own]
    if ranked := [pair for pair in others if entry.seed and pair.seed == entry.seed]:
        return f"Pair {ranked[0].number} already has seed {entry.seed}. Use each rank only once."
    twins = [entered[key] for key in entry.keys if key in entered and entered[key].pair != own]
    if not twins:
        return ""
    if len(twins) == 2 and twins[0].pair == twins[1].pair:
        return f"This pair is already entered as pair {twins[0].pair.number}. Correct the names, or leave the pair out."
    return entered_already(twins[0])


def entered_already(player: Player) -> str:
    """Return a message that this player is already in a pair, with advice about namesakes."""
    name = player.display_name
    number = player.pair.number
    return f"{name} is already in pair {number}. A player can be in only one pair. {told_apart_by(name)}"


def told_apart_by(name: str) -> str:
    """Return advice for entering two people with the same name."""
    example = distinguished(split_name(name)[0], "senior")
    return f"If two people have this name, write a word after it: “{example}”."


DIFFERENT = "They are two different people"
SOMEBODY_ELSE = "somebody-else"


class Other(NamedTuple):
    """Another player with the same name: name, location, club, and pair number."""

    name: str
    where: str
    club: str
    number: int | None = None

    @classmethod
    def of(cls, player: Player) -> "Other":
        """Return the description of a current or former player."""
        verb = "is also" if player.left_at is None else "was earlier"
        return cls(player.display_name, f"{verb} in pair {player.pair.number}", player.pair.club, player.pair.number)


class Beside(NamedTuple):
    """The players to compare with an entry.

    `taken` are the current players of the competition by identity. `elsewhere` are players in other competitions by
    normalised name.
    """

    taken: Mapping[str, Player]
    elsewhere: Mapping[str, list[Player]]


def beside(competition: Competition) -> Beside:
    """Return the players to compare with an entry in this competition (two queries)."""
    return Beside(players_by_key(competition), players_elsewhere(competition))


def former_player(pair: Pair, name: str) -> Player | None:
    """Return the player with this name who left the pair most recently, or None."""
    there = (player for player in pair.players.all() if player.left_at and player.only_in_id is None)
    left = [player for player in there if player.identity == identity_of(name)]
    return max(left, key=lambda player: (player.left_at, player.pk)) if left else None


def beside_pair(pair: Pair) -> Beside:
    """Return the players to compare with a substitute for this pair."""
    return Beside(players_beside(pair), players_elsewhere(pair.competition))


class Namesake(NamedTuple):
    """A player to be entered who shares a name with another player.

    `place` is 1 or 2. `needs_word` is True if the two full names are identical, so that a distinguishing word is
    required. `suggestion` is a suitable word, or "" if the entry offers none. `elsewhere` are the full names of
    possible matches in other competitions. It is set only if no player in this competition has the name.
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
            person = "one of them" if len(self.elsewhere) > 1 else "the same person"
            return f"{self.other.where} Is this {person}?"
        club = f" ({self.other.club})" if self.other.club else ""
        return f"{self.other.name} {self.other.where}{club}. Are they two different people?"

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The possible answers about players in other competitions."""
        return [*((name, f"Yes: enter {name}") for name in self.elsewhere), (SOMEBODY_ELSE, "No, a different person")]


def namesakes(
    names: Mapping[int, str],
    club: str,
    beside: Beside,
    own: Pair | None = None,
    *,
    words_count: bool = True,
) -> list[Namesake]:
    """Return the players in an entry who share a name with their partner or with another player.

    `names` are the names by place. Unchanged names of the pair `own` are skipped. A word in brackets answers the
    question, unless the full names are identical or `words_count` is False. `words_count` is False if the pair, not
    the organiser, wrote the word.
    """
    entered = beside.taken
    had = {player.place: player.identity for player in own.present} if own else {}
    by_key = {player.key: player for player in entered.values() if player.pair != own}
    questions = []
    for place, name in names.items():
        bare, word = split_name(name)
        identity = identity_of(name)
        partner = names.get(3 - place, "")
        same = player if (player := entered.get(identity)) and player.pair != own else None
        is_sure = identity in had.values() or (word and words_count)
        alike = same or (None if is_sure else by_key.get(person_key(bare)))
        is_partners = identity == identity_of(partner) and had.get(place) != identity
        if alike:
            other = Other.of(alike)
            word = suggestion(name, club, partner, other, entered)
            questions.append(Namesake(place, name, other, same is not None, word))
        elif is_partners and (place == 2 or had.get(2) == identity):
            questions.append(Namesake(place, name, Other(bare, "is the name of both players", ""), True, ""))
        elif not is_sure and (elsewhere := of_elsewhere(place, name, beside)):
            questions.append(elsewhere)
    return questions


def of_elsewhere(place: int, name: str, beside: Beside) -> Namesake | None:
    """Return the question about a player who may have played in other competitions, or None.

    A first name alone is never compared with other competitions.
    """
    bare, word = split_name(name)
    if word or is_first_name(name):
        return None
    players = [player for player in beside.elsewhere.get(person_key(bare), ()) if player.identity not in beside.taken]
    where = " ".join(f"{player} played in {player.competition}." for player in players)
    names = tuple(player.display_name for player in players)
    return Namesake(place, name, Other(bare, where, ""), False, "", names) if players else None


def is_whole_pair(namesakes: Sequence[Namesake]) -> bool:
    """Return True if the two players share their names with both players of one other pair."""
    numbers = [namesake.other.number for namesake in namesakes]
    return len(numbers) == 2 and numbers[0] is not None and numbers[0] == numbers[1]


def suggestion(name: str, club: str, partner: str, other: Other, entered: Mapping[str, object]) -> str:
    """Suggest a word that distinguishes a player from a namesake, or "" if there is none.

    The word is the club if the clubs differ. For a first name alone it may also be the partner or a number, so that
    the organiser can enter a list without typing.
    """
    bare, word = split_name(name)
    words = [word, club if key_of(club) != key_of(other.club) else ""]
    if is_first_name(name):
        words += [f"with {split_name(partner)[0].split()[0]}" if partner else "", *map(str, range(2, 2000))]
    fitting = (word for word in words if word and _fits(bare, word))
    return next((word for word in fitting if identity_of(distinguished(bare, word)) not in entered), "")


def _fits(name: str, word: str) -> bool:
    return split_name(distinguished(name, word)) == (name, word)
