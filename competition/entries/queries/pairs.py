"""Queries for pairs, players and applications, which are the entries that pairs send."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Max, QuerySet

from competition.contest.models import Competition
from competition.contest.rules.names import is_named, letters
from competition.entries.models.pair import Away, Pair, Player
from competition.entries.rules.spellings import alike_places
from scoring.rules.refusal import Refused, Stale

PUBLISHED = (
    "You cannot add or remove entries, because the draw is published. Withdraw a pair or add a late entry instead."
)


def pairs() -> QuerySet[Pair]:
    """Return all entered pairs with the related rows that names and access checks need."""
    return Pair.objects.select_related("competition__conditions").prefetch_related("players")


def next_number(competition: Competition) -> int:
    """Return the number of the next pair: one more than the highest number."""
    return (competition.pairs.aggregate(last=Max("number"))["last"] or 0) + 1


def players_by_key(competition: Competition) -> dict[str, Player]:
    """Return the current players of a competition by identity."""
    return {player.identity: player for player in competition.players.filter(left_at=None).select_related("pair")}


def players_beside(pair: Pair) -> dict[str, Player]:
    """Return the players with whom a substitute of this pair is compared, by identity.

    After the draw they include players who have left other pairs, because nobody may play for two pairs of one draw.
    """
    taken = players_by_key(pair.competition)
    if not pair.competition.is_published:
        return taken
    left = pair.competition.players.exclude(pair=pair).filter(left_at__isnull=False).select_related("pair")
    return {player.identity: player for player in left} | taken


def players_elsewhere(competition: Competition) -> dict[str, list[Player]]:
    """Return players of other published draws in the region who have a distinguishing word.

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
    found: dict[str, list[Player]] = defaultdict(list)
    for row in latest.values():
        found[row.key].append(row)
    return found


@dataclass(frozen=True, slots=True)
class Spelling:
    """A spelling of a club or an area, the number of its pairs, and similar spellings."""

    name: str
    pairs: int
    like: tuple[str, ...]


def spellings(competition: Competition, kind: str) -> list[Spelling]:
    """Return every spelling of the clubs or areas (`kind`), in alphabetical order."""
    written = Counter(competition.pairs.exclude(**{kind: ""}).values_list(kind, flat=True))
    names = sorted(written, key=str.casefold)
    twins: dict[str, list[str]] = {name: [] for name in names}
    for one, other in alike_places(names):
        twins[one].append(other)
        twins[other].append(one)
    return [Spelling(name, written[name], tuple(twins[name])) for name in names]


def known_places(competition: Competition) -> dict[str, list[str]]:
    """Return the known clubs and areas as suggestions (two queries)."""
    return {f"{kind}s": [spelling.name for spelling in spellings(competition, kind)] for kind in ("club", "area")}


def applications() -> QuerySet[Pair]:
    """Return the pairs that sent their entry, of any status and with their players, earliest first."""
    return Pair.of_any_status.exclude(reference="").order_by("sent_at", "pk").prefetch_related("players")


def waiting_applications(competition: Competition) -> QuerySet[Pair]:
    """Return the pairs that wait for the organiser's answer, earliest first."""
    return applications().filter(competition=competition, status=Pair.Status.WAITING)


def application(competition: str, reference: str) -> Pair | None:
    """Return the pair that sent the entry with this reference, or None. `competition` is a slug."""
    found = applications().filter(reference=reference, competition__slug=competition)
    return found.select_related("competition__conditions").first()


def entries(competition: Competition) -> list[Pair]:
    """Return the pairs with their players and withdrawals, by number."""
    return list(competition.pairs.prefetch_related("players", "withdrawals"))


def entered(competition: Competition) -> list[Pair]:
    """Return the pairs with their players, by number. Withdrawals are not public before the draw."""
    return list(competition.pairs.prefetch_related("players"))


def entry(competition: Competition, number: int) -> Pair | None:
    """Return the pair with this number, or None."""
    known = competition.pairs.select_related("competition").prefetch_related("players", "withdrawals")
    return known.filter(number=number).first()


@dataclass(frozen=True, slots=True)
class Attendance:
    """The pairs that match a search, by name, and the counts of all pairs.

    `here` counts the pairs that are present. `due` counts the pairs that are present or expected.
    """

    expected: list[Pair]
    others: list[Pair]
    here: int
    due: int


def read_attendance(competition: Competition, wanted: str = "") -> Attendance:
    """Return the attendance on the opening day (three queries).

    The lists contain the pairs whose names include every word of `wanted`.
    """
    entered = competition.pairs.prefetch_related("players", "withdrawals")
    pairs = [pair for pair in entered if not pair.withdrawal]
    found = sorted((pair for pair in pairs if is_named(pair.name, wanted)), key=lambda pair: letters(pair.name))
    return Attendance(
        expected=[pair for pair in found if pair.attending],
        others=[pair for pair in found if not pair.attending],
        here=sum(pair.here_since is not None for pair in pairs),
        due=sum(pair.attending or pair.here_since is not None for pair in pairs),
    )


def away(pairs: Iterable[Pair], *, since: date) -> dict[int, list[Away]]:
    """Return the days away of these pairs from `since` on, earliest first, by primary key (one query)."""
    found: dict[int, list[Away]] = defaultdict(list)
    for row in Away.objects.filter(pair__in=[pair.pk for pair in pairs], last__gte=since):
        found[row.pair_id].append(row)
    return found


def must_take_lists(competition: Competition) -> None:
    """Raise Refused if the draw is published. Late pairs are entered one at a time."""
    if competition.is_published:
        raise Refused(PUBLISHED)


def as_read(pair: Pair, shown: str) -> Pair:
    """Return the current pair. The caller holds the lock of the competition.

    `shown` is the fingerprint of the pair on the organiser's page. Raises Stale if the pair has changed since then.
    """
    stands = pairs().get(pk=pair.pk)
    if stands.fingerprint != shown:
        raise changed(stands)
    return stands


def changed(pair: Pair) -> Stale:
    """Return the Stale error for an organiser who saw an older version of the pair."""
    gone = ", withdrawn" if pair.withdrawal else ""
    return Stale(
        f"This pair has changed since you opened the page. It now has: {without_contacts(pair)}{gone}. Check it, "
        f"then save again."
    )


def without_contacts(pair: Pair) -> str:
    """Return the details of a pair without its contact details, for the log."""
    told = [pair.name, pair.club, pair.area, "attends the opening day" if pair.attending else ""]
    told += [f"seed {pair.seed}" if pair.seed else "", "awarded a bye" if pair.given_bye else ""]
    return ", ".join(filter(None, told))
