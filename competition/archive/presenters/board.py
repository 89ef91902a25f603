"""Honours boards: the winners of each competition by season, with past seasons, also as a table on the desk."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from competition.archive.presenters.season import ArchivedSeason, PastResult, PlayerLink, SeasonLine, by_series
from competition.archive.rules.past_scores import Names
from competition.archive.rules.past_seasons import NOT_KNOWN, PastLine, spans
from competition.contest.rules import seasons
from competition.contest.rules.names import key_of, person_key, surname
from scoring.rules.words import few, ordinal, plural, quantity
from scoring.templatetags.bridge import points

# A longer name may break between its words.
_LONG = 30


class Cells(NamedTuple):
    """A season as texts. `gap` is the reason why it has no winners. `key` is the primary key of a stored season."""

    label: str
    winners: list[str]
    runners_up: list[str]
    score: str
    note: str
    gap: str
    key: int = 0


class BoardGroup(NamedTuple):
    """The seasons in which the competition had the same name."""

    name: str
    seasons: list[Cells]


def groups(lines: Sequence[PastLine], *, present: str, keys: Sequence[int] = ()) -> list[BoardGroup]:
    """Return the seasons as texts, grouped by the name of the competition.

    `keys` are the primary keys of stored seasons.
    """
    named: list[BoardGroup] = []
    for line, key in zip(lines, keys or [0] * len(lines), strict=True):
        name = line.name or present
        if not named or named[-1].name != name:
            named.append(BoardGroup(name, []))
        named[-1].seasons.append(_cells(line, key))
    return named


def _cells(line: PastLine, key: int) -> Cells:
    winners, others = ([unbroken(pair_name(pair)) for pair in pairs] for pairs in (line.winners, line.runners_up))
    return Cells(line.season.name, winners, others, line.score.replace(" to ", "–"), line.note, gap(line), key)


def pair_name(names: Names) -> str:
    """Return a pair's name: "Ann Lee & Bo Ray", or "Ann & Bo Lee" if the surnames are the same."""
    first, second = names
    if not first or not second:
        return f"{first or NOT_KNOWN} & {second or NOT_KNOWN}"
    family = surname(first)
    if key_of(family) == key_of(surname(second)) and first != family and second != family:
        return f"{first[: -len(family)].strip()} & {second}"
    return f"{first} & {second}"


def unbroken(name: str) -> str:
    """Return a pair's name with non-breaking spaces, except before the "&" and in long names."""
    players = (player if len(player) > _LONG else player.replace(" ", "\u00a0") for player in name.split(" & "))
    return " &\u00a0".join(players)


_SAYS_WHY = ("not ", "no ", "never", "cancel", "abandon", "unknown", "lost")


def gap(line: PastLine) -> str:
    """Return the reason why a season has no winners, such as "Not played" or "No record: the book is lost".

    Return "" for a season with winners.
    """
    if line.winners:
        return ""
    if not line.note:
        return "No record"
    if line.note.casefold().startswith(_SAYS_WHY):
        return line.note[:1].upper() + line.note[1:]
    return f"No record: {line.note}"


def summary(lines: Sequence[PastLine]) -> str:
    """Return the number of titles and of seasons without one: "24 titles, and 3 seasons without one"."""
    titles = sum(bool(line.winners) for line in lines)
    gaps = sum(not line.winners for line in lines)
    rest = f", and {quantity(gaps, 'season')} without one" if gaps else ""
    return f"{quantity(titles, 'title')}{rest}"


def period(lines: Sequence[PastLine]) -> str:
    """Return the seasons in words, with only the first and last if there are gaps."""
    seasons = [line.season for line in lines]
    text = spans(seasons)
    return text if text.count(",") == 0 else f"{min(seasons).name} to {max(seasons).name}"


COLUMNS = (
    "competition",
    "region",
    "season",
    "address",
    "champions",
    "runners_up",
    "final",
    "season_name",
    "note",
    "provenance",
)
# The number of seasons in the archive, for one competition and for all. The boards show all seasons.
_LATEST, _ARCHIVE_ROWS = 8, 24


class BoardPair(NamedTuple):
    """A pair on the board. `title` is the number of its title, or 0 for runners-up and if it is not known."""

    people: tuple[PlayerLink, ...]
    title: int = 0

    @property
    def name(self) -> str:
        """The name of the pair, with one surname if both players share it."""
        first, second = (person.name for person in self.people)
        return pair_name((first, second))

    @property
    def shown(self) -> list[tuple[PlayerLink, str, str]]:
        """Each player with the shown name and the hidden surname, which is "" unless the players share a surname."""
        first, second = self.people
        short = self.name.split(" & ")[0]
        hidden = first.name.removeprefix(short).strip() if first.name else ""
        # A line can break before the "&", and before the surname in a couple's name.
        names = (short, second.name or NOT_KNOWN) if hidden else map(unbroken, (short, second.name or NOT_KNOWN))
        first_shown, second_shown = names
        return [(first, first_shown, hidden), (second, second_shown, "")]

    @property
    def is_couple(self) -> bool:
        """True if both players share the surname."""
        return bool(self.shown[0][2])

    @property
    def unbroken(self) -> str:
        """The name of the pair for a heading. A line can break only before the "&"."""
        return unbroken(self.name)

    @property
    def again(self) -> str:
        """The number of the title in words, such as "for the second time", or ""."""
        return f"for the {ordinal(self.title)} time" if self.title > 1 else ""

    @property
    def key(self) -> frozenset[str]:
        """The players without an order, for comparing pairs. Empty if a player is not known."""
        named = [person.slug or person_key(person.name) for person in self.people]
        return frozenset(named) if all(named) else frozenset()


class BoardRow(NamedTuple):
    """A season on the board. If there are no winners, `gap` is the reason.

    `draw` is the slug of the competition. It is empty if the season is from the club's records.
    """

    year: int
    over_two_years: bool
    name: str
    winners: tuple[BoardPair, ...]
    runners_up: tuple[BoardPair, ...]
    score: str
    note: str
    gap: str
    draw: str = ""
    code: str = ""
    day: str = ""
    provenance: str = ""

    @property
    def label(self) -> str:
        """The name of the season: 2026 or 2026/27."""
        return seasons.Season(self.year, self.over_two_years).name

    @property
    def is_shared(self) -> bool:
        """True if several pairs share the title."""
        return len(self.winners) > 1

    @property
    def remark(self) -> str:
        """The text below the winners: the number of their title and the note."""
        again = " and ".join(dict.fromkeys(filter(None, (pair.again for pair in self.winners))))
        return "; ".join(filter(None, [again if not self.is_shared else "", self.note]))

    @property
    def figures(self) -> str:
        """The score in short form: "4,540–2,890"."""
        return self.score.replace(" to ", "–") if self.margin else self.score

    @property
    def margin(self) -> str:
        """The difference between the totals, or "" if they are not known."""
        totals = [part.replace(",", "") for part in self.score.split(" to ")]
        if len(totals) != 2 or not all(part.isdecimal() for part in totals):
            return ""
        return points(abs(int(totals[0]) - int(totals[1])))


class BoardTable(NamedTuple):
    """The seasons in which the competition had the same name, and the remark next to the name."""

    name: str
    about: str
    rows: list[BoardRow]


class ArchiveRow(NamedTuple):
    """A season in the archive, with its board."""

    board: "Board"
    row: BoardRow


class Often(NamedTuple):
    """The pairs with the same number of titles, each with its seasons."""

    times: str
    pairs: list[tuple[BoardPair, str]]


@dataclass(frozen=True)
class Board:
    """The seasons of one competition, latest first. `slug` is the address of its latest season on this site."""

    name: str
    region: str
    slug: str
    is_demo: bool
    rows: list[BoardRow]

    @property
    def reign(self) -> BoardRow | None:
        """The latest season with winners."""
        return next((row for row in self.rows if row.winners), None)

    @property
    def has_records(self) -> bool:
        """True if a season is from the club's records."""
        return any(not row.draw for row in self.rows)

    @cached_property
    def summary(self) -> str:
        """The seasons, the titles and the winners in one sentence."""
        titles = sum(bool(row.winners) for row in self.rows)
        pairs = len({pair.key or index for index, pair in enumerate(self._winners)})
        first = self.rows[-1].label
        last = self.rows[0].label
        years = first if first == last else f"{first} to {last}"
        if not titles:
            return f"{years}: no titles."
        count, won = (f"{few(number)} {plural(number, noun)}" for number, noun in ((titles, "title"), (pairs, "pair")))
        return f"{years}: {count}, won by {won}."

    @property
    def tables(self) -> list[BoardTable]:
        """A table for each name of the competition, latest first."""
        tables: list[BoardTable] = []
        for row in self.rows:
            if not tables or key_of(tables[-1].name) != key_of(row.name):
                tables.append(BoardTable(row.name, "", []))
            tables[-1].rows.append(row)
        if len(tables) == 1:
            return tables
        return [table._replace(about=_about(table, is_latest=table is tables[0])) for table in tables]

    @cached_property
    def most(self) -> list[Often]:
        """The pairs that won more than once, most titles first."""
        by_count: dict[int, list[tuple[BoardPair, str]]] = {}
        for key, count in sorted(self._titles.items(), key=lambda titles: -titles[1]):
            if count > 1:
                pair = next(pair for pair in self._winners if pair.key == key)
                won = [row for row in reversed(self.rows) if any(pair.key == key for pair in row.winners)]
                years = ", ".join(f"{row.label} shared" if row.is_shared else row.label for row in won)
                by_count.setdefault(count, []).append((pair, years))
        return [Often(_times(count), pairs) for count, pairs in by_count.items()]

    @property
    def once(self) -> str:
        """The number of pairs that won once, in words."""
        if not (count := sum(count == 1 for count in self._titles.values())):
            return ""
        pairs_have = "pairs have" if count > 1 else "pair has"
        return f"{few(count).capitalize()} {pairs_have} won it once."

    @cached_property
    def _winners(self) -> list[BoardPair]:
        return [pair for row in self.rows for pair in row.winners]

    @cached_property
    def _titles(self) -> Counter[frozenset[str]]:
        return Counter(pair.key for pair in self._winners if pair.key)


def boards(archived: Iterable[tuple[ArchivedSeason, SeasonLine | None]]) -> list[Board]:
    """Return a board for each competition with a finished or a past season.

    The seasons are sorted latest first. The boards are sorted by their latest season.
    """
    every = [_board(series) for series in by_series(archived)]
    return sorted((board for board in every if board.rows), key=lambda board: -board.rows[0].year)


def csv_rows(boards: Iterable[Board]) -> Iterator[tuple[str | int, ...]]:
    """Yield the seasons on these boards. Each row has the columns in COLUMNS."""
    for board in boards:
        for row in board.rows:
            yield (
                row.name if not row.draw else board.name,
                board.region,
                row.year,
                f"/{row.draw}/" if row.draw else "",
                _names(row.winners),
                _names(row.runners_up),
                row.score,
                row.label,
                row.note if row.winners or row.draw else row.gap,
                row.provenance,
            )


def _board(series: list[tuple[ArchivedSeason, SeasonLine | None]]) -> Board:
    latest = series[0][0]
    rows = {(past.line.season): _past_row(past, season) for season, _ in reversed(series) for past in season.past}
    for season, line in series:
        if line:
            rows[seasons.Season(season.year, season.over_two_years)] = _row(line)
    in_order = [rows[season] for season in sorted(rows)]
    return Board(latest.name, latest.region, latest.slug, latest.is_demo, _with_title_numbers(in_order)[::-1])


def _with_title_numbers(rows: list[BoardRow]) -> list[BoardRow]:
    """Return the rows, earliest first, with the number of each title."""
    titles: Counter[frozenset[str]] = Counter()
    counted = []
    for row in rows:
        titles.update(pair.key for pair in row.winners if pair.key)
        winners = tuple(pair._replace(title=titles[pair.key]) for pair in row.winners)
        counted.append(row._replace(winners=winners))
    return counted


def _row(line: SeasonLine) -> BoardRow:
    season = line.season
    winners, others = (
        tuple(BoardPair(people) for people in side if people) for side in ([line.winners], [line.losers])
    )
    gap = "" if winners else f"No champions: {line.final[:1].lower()}{line.final[1:]}"
    return BoardRow(
        season.year,
        season.over_two_years,
        season.name,
        winners,
        others,
        line.final,
        "; ".join([*(prize.sentence for prize in line.prizes), *([f"plate: {line.plate}"] if line.plate else [])]),
        gap,
        season.slug,
        line.code,
        line.day,
        season.provenance,
    )


def _past_row(past: PastResult, season: ArchivedSeason) -> BoardRow:
    line = past.line
    winners, others = (tuple(map(BoardPair, pairs)) for pairs in (past.winners, past.runners_up))
    return BoardRow(*line.season, line.name or season.name, winners, others, line.score, line.note, gap(line))


def _about(table: BoardTable, *, is_latest: bool) -> str:
    first = table.rows[-1].label
    last = table.rows[0].label
    if is_latest:
        return f"since {first}"
    return f"the same competition, {first}" if first == last else f"the same competition, {first} to {last}"


def _times(count: int) -> str:
    return "Twice" if count == 2 else f"{few(count).capitalize()} times"


def _names(pairs: Iterable[BoardPair]) -> str:
    return "; ".join(" & ".join(person.name or NOT_KNOWN for person in pair.people) for pair in pairs)


def latest_rows(boards: Collection[Board]) -> list[ArchiveRow]:
    """Return the latest seasons from all boards, latest first."""
    rows = [ArchiveRow(board, row) for board in boards for row in board.rows[:_LATEST]]
    return sorted(rows, key=lambda line: -line.row.year)[:_ARCHIVE_ROWS]
