"""Presenters for a score pad: its parts, and its score and ranking between deals."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from competition.pads.queries import PadView
from scoring.pads import papers, singles
from scoring.pads.chicago import DEALS, Chicago
from scoring.pads.games import AnyPad, TablePad
from scoring.pads.nullos import SEATS, Nullos, NullosContract, NullosDeal
from scoring.pads.rubber import Rubbers
from scoring.pads.singles import RUBBERS_OF_A_ROUND, Singles, SinglesPlayer, SinglesRubber, round_of, seat_of_player
from scoring.presenters.score_card import Strip, miniature
from scoring.rules.contract import Contract, Doubling
from scoring.rules.deal import DealResult
from scoring.rules.pad import Pad, pad_of
from scoring.rules.sides import NOTHING, BySide, Reader, Seat, Side, Tally, first_names
from scoring.rules.words import contract_words, result_words, written_words
from scoring.templatetags.bridge import points
from scoring.templatetags.pad import both_points

Names = Mapping[Seat, str]


class PadDealRow(NamedTuple):
    """A deal with its players' names.

    `number` counts through the whole pad. `game` is the side that won a game on this deal.
    """

    number: int
    dealer: str
    declarer: str
    contract: Contract | NullosContract | None
    result: str
    honours: str
    written: str
    score: Tally
    game: Side | None

    @property
    def suit(self) -> str:
        """Code of the denomination: "H", "N0" for nullos, or "" if the deal was passed in."""
        if self.contract is None:
            return ""
        return str(self.contract.denomination) if isinstance(self.contract, Contract) else "N0"

    @property
    def symbol(self) -> str:
        """Printed form of the denomination."""
        return self.contract.denomination.symbol if isinstance(self.contract, Contract) else " nullos"

    @property
    def points(self) -> str:
        """The points in words, such as "Ann & Bob 120 below, 30 above.", or "" without any."""
        return f"{self.written}." if self.written else ""

    @property
    def words(self) -> str:
        """The deal on one line, such as "3♥ doubled by Ann, made, honours 100 to Ann & Bob" or "passed in"."""
        if self.contract is None:
            return self.result
        played = f"{_contract(self.contract)} by {self.declarer}, {self.result}"
        return f"{played}, {self.honours}" if self.honours else played


class PlayedPart(NamedTuple):
    """A rubber or a chukker with its seating, its deals and its pad. `is_over` is True once it has ended."""

    title: str
    names: Names
    rows: tuple[PadDealRow, ...]
    pad: Pad
    is_over: bool

    @property
    def called(self) -> Names:
        """The players' first names."""
        return first_names(self.names)

    @property
    def reader(self) -> Reader:
        """A reader with both columns named after their players."""
        return reader(self.called)


def parts(table: PadView, played: AnyPad | None = None) -> tuple[PlayedPart, ...]:
    """Return all rubbers or chukkers in order. The last part is in play and may have no deals."""
    played = played or table.played
    lines = list(_numbered(played))
    titled = []
    for number, (count, is_over) in enumerate(_stretches(played), start=1):
        mine = lines[:count]
        lines = lines[count:]
        names = _names(table, number, mine[0].number if mine else len(played.lines) + 1)
        rows = tuple(row(line, first_names(names)) for line in mine)
        titled.append(PlayedPart(_title(played, number), names, rows, pad_of(number, mine, runs=not is_over), is_over))
    return tuple(titled)


def reader(names: Names) -> Reader:
    """Return a reader that names each column after the players on its side."""
    ns, ew = (" & ".join(name for seat, name in names.items() if seat.side is side) for side in Side)
    return Reader(names=(ns, ew))


def row(line: Any, names: Names) -> PadDealRow:
    """Return a deal in any game for display, with these players."""
    deal: DealResult = line.deal.priced() if isinstance(line.deal, NullosDeal) else line.deal
    read = reader(names)
    honours = deal.honours
    return PadDealRow(
        number=line.number,
        dealer=names[seat_of(line.dealer)],
        declarer=names[deal.declarer] if deal.declarer else "",
        contract=line.deal.contract,
        result=result_words(deal),
        honours=f"honours {honours.points} to {read.name(honours.side)}" if honours else "",
        written=written_words(line, read),
        score=line.score,
        game=line.game,
    )


def seat_of(who: Seat | Side) -> Seat:
    """Return the dealer's seat. In a game for two, the players sit North and East."""
    return SEATS[who] if isinstance(who, Side) else who


def _numbered(played: AnyPad) -> Iterator[Any]:
    """Yield all deals, numbered through the whole pad. In singles, stored numbers start again in each rubber."""
    lines: Iterable[Any] = played.lines
    for number, line in enumerate(lines, start=1):
        yield line._replace(number=number)


def _stretches(played: AnyPad) -> Iterator[tuple[int, bool]]:
    """Yield the number of deals in each part, and True if the part has ended.

    If all parts have ended, yield an empty part at the end.
    """
    counts = list(_deal_counts(played))
    yield from counts
    if not counts or counts[-1][1]:
        yield 0, False


def _deal_counts(played: AnyPad) -> Iterator[tuple[int, bool]]:
    match played:
        case Rubbers() | Nullos():
            yield from ((rubber.last_deal - rubber.first_deal + 1, rubber.finished) for rubber in played.rubbers)
        case Chicago():
            counts = (chukker.last_deal - chukker.first_deal + 1 for chukker in played.chukkers)
            yield from ((count, count == DEALS) for count in counts)
        case Singles():
            yield from ((len(rubber.lines), rubber.ending is not None) for rubber in played.rubbers)


def _names(table: PadView, number: int, first_deal: int) -> Names:
    return table.seated(number) if isinstance(table.played, Singles) else table.chairs_at(first_deal)


def _title(played: AnyPad, number: int) -> str:
    if isinstance(played, Chicago):
        return f"Chukker {number}"
    if isinstance(played, Singles):
        return rubber_title(number)
    return f"Rubber {number}"


def rubber_title(number: int) -> str:
    """Return the title of a singles rubber, with its round."""
    return f"Round {round_of(number)}, rubber {(number - 1) % RUBBERS_OF_A_ROUND + 1}"


def _contract(contract: Contract | NullosContract) -> str:
    if isinstance(contract, Contract):
        return contract_words(contract)
    doubled = "" if contract.doubling is Doubling.UNDOUBLED else f" {contract.doubling.word}"
    return f"{contract.level} nullos{doubled}"


class PadScore(NamedTuple):
    """The score in the current part: a label, a figure for each side, and notes such as games and part-scores."""

    what: str
    figures: BySide[int]
    notes: tuple[str, ...]


class RankingRow(NamedTuple):
    """A row in the ranking: place, name and a figure for each column."""

    place: int
    name: str
    figures: tuple[str, ...]


class Standings(NamedTuple):
    """A ranking of the players."""

    columns: tuple[str, ...]
    rows: tuple[RankingRow, ...]


class PairAward(NamedTuple):
    """The solo points of both partners, with the reason."""

    rubber: str
    names: str
    points: int
    reason: str


def strip(table: PadView, part: PlayedPart) -> Strip:
    """Return the strip above the keypad: the next deal and the score in the current part."""
    _, dealer, vulnerable = table.played.next
    rows = miniature(part.pad, part.reader.side)
    figures = score(table.played, part).figures
    return Strip(
        number=table.next_number,
        of=part.title.rpartition(", ")[2].lower(),
        dealer=part.called[seat_of(dealer)],
        vulnerable=_capital(part.reader.called(vulnerable)),
        is_exposed=bool(vulnerable),
        tallies=[(part.reader.name(side), figures[side], side in vulnerable) for side in Side],
        # In Chicago, the games in a chukker do not affect the next deal.
        miniature=rows[-1:] if isinstance(table.played, Chicago) else rows,
        below=_below(part),
        unit="above" if isinstance(table.played, Singles) else "",
    )


def _below(part: PlayedPart) -> str:
    """Return the part below the line, for screen readers: "Below the line: games, Ann 1, ...; part-scores, ..."."""
    won = [game.winner for game in part.pad.games]
    *part_scores, _ = miniature(part.pad, part.reader.side)[-1]
    games = (f"{part.reader.name(side)} {won.count(side)}" for side in Side)
    scores = (f"{part.reader.name(side)} {cell}" for side, cell in zip(Side, part_scores, strict=True))
    return f"Below the line: games, {', '.join(games)}; part-scores, {', '.join(scores)}".replace("–", "0")


def next_dealers(table: PadView, part: PlayedPart) -> list[str]:
    """Return the next four dealers: names, or seats in singles, where the seats change after each rubber."""
    first = seat_of(table.played.next.dealer)
    turns = [first.after(deals) for deals in range(4)]
    if isinstance(table.played, Nullos):
        turns = [first, Seat.E if first is Seat.N else Seat.N] * 2
    return [turn.word if isinstance(table.played, Singles) else part.called[turn] for turn in turns]


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def score(played: TablePad, part: PlayedPart) -> PadScore:
    """Return the score to display between deals."""
    match played:
        case Singles():
            return PadScore("Above the line", played.running.above, tuple(_of_singles(played.running, part)))
        case Chicago():
            return PadScore(part.title, part.pad.total, tuple(_of_chicago(played, part)))
        case Nullos():
            return _of_rubbers(played.priced, part)
        case Rubbers():
            return _of_rubbers(played, part)


def _of_rubbers(played: Rubbers, part: PlayedPart) -> PadScore:
    running = played.running
    notes = [*_points_line("Games", running.games, part), *_points_line("Part-scores", running.part_scores, part)]
    if played.credit_entries:
        notes.append(f"With the points for the unfinished rubber (Law 80): {both_points(played.total, part.reader)}.")
    return PadScore("All rubbers", played.written, tuple(notes))


def _of_chicago(played: Chicago, part: PlayedPart) -> Iterator[str]:
    yield from _points_line("Part-scores", played.part_scores, part)
    yield f"On deals 2 and 3 of a chukker, {played.middle.word} is vulnerable."


def _of_singles(rubber: SinglesRubber, part: PlayedPart) -> Iterator[str]:
    yield from _points_line("Games", rubber.so_far.games, part)
    yield from _points_line("Part-scores", rubber.so_far.part_scores, part)
    yield "Points above the line belong to declarer’s side, not to declarer alone."
    front = f"More than {papers.FRONT_DOOR:,} above the line: out the front door."
    yield f"{front} Less than −1,000: out the back door."


def _points_line(what: str, figures: BySide[int], part: PlayedPart) -> Iterator[str]:
    if figures != NOTHING:
        yield f"{what}: {both_points(figures, part.reader)}."


def standings(table: PadView) -> Standings | None:
    """Return the ranking in singles or Chicago, or None in any other game and before the first deal."""
    match table.played:
        case Singles():
            return _solo(table.played, table.chairs)
        case Chicago():
            return _chicago(table)
    return None


def _solo(played: Singles, chairs: Mapping[Seat, str]) -> Standings | None:
    if not played.rounds:
        return None
    columns = tuple(f"Round {row.number}" if row.complete else f"Round {row.number}, part" for row in played.rounds)
    rows = tuple(
        RankingRow(place, _name(player, chairs), (*(str(row.points[player]) for row in played.rounds), str(points)))
        for place, player, points in singles.places(played.points)
    )
    return Standings((*columns, "Points"), rows)


def _chicago(table: PadView) -> Standings | None:
    if not table.rows:
        return None
    own: dict[str, list[int]] = {name: [0, 0] for name in table.players}
    for part in parts(table):
        for seat, name in part.names.items():
            own[name][0] += part.pad.total[seat.side]
            own[name][1] += part.pad.total[seat.side.other]
    ranked = singles.places({name: won - lost for name, (won, lost) in own.items()})
    rows = (RankingRow(place, name, tuple(map(points, (*own[name], balance)))) for place, name, balance in ranked)
    return Standings(("Own side", "Others", "Net"), tuple(rows))


def awards(table: PadView) -> tuple[PairAward, ...]:
    """Return all solo points on a pad of singles, with the players and reasons. Other games have none."""
    played = table.played
    return tuple(_awards(played, table.chairs)) if isinstance(played, Singles) else ()


def _awards(played: Singles, chairs: Mapping[Seat, str]) -> Iterator[PairAward]:
    before = 0
    for rubber in played.rubbers:
        if rubber.ending:
            slams = [slam._replace(deal=slam.deal + before) for slam in rubber.slams]
            earned = singles.awards(rubber.sides, rubber.ending, slams)
            # Both partners get the same points, so one line names them both.
            for award, partner_award in zip(earned[::2], earned[1::2], strict=True):
                names = f"{_name(award.player, chairs)} & {_name(partner_award.player, chairs)}"
                yield PairAward(rubber_title(rubber.number), names, award.points, award.reason)
        before += len(rubber.lines)


def _name(player: SinglesPlayer, chairs: Mapping[Seat, str]) -> str:
    return chairs[seat_of_player(player, 1)]


def summary(table: PadView, played: TablePad) -> Iterator[tuple[str, str]]:
    """Yield the score as pairs of label and value, for comparing the pad before and after a change."""
    for part in parts(table, played):
        if part.rows:
            first = part.rows[0].number
            last = part.rows[-1].number
            deals = f"deal {first}" if first == last else f"deals {first} to {last}"
            yield part.title, f"{deals}: {both_points(part.pad.total, part.reader)}"
    if isinstance(played, Singles):
        for player, points in played.points.items():
            yield f"Points, {_name(player, table.chairs)}", str(points)
    elif isinstance(played, Rubbers | Nullos):
        yield "Total", both_points(played.total, parts(table, played)[-1].reader)


def compared(table: PadView, after: TablePad) -> tuple[tuple[str, str, str], ...]:
    """Return the effects of a change as label, value before and value after. Omit unchanged values."""
    now = dict(summary(table, table.played))
    then = dict(summary(table, after))
    about = dict.fromkeys([*now, *then])
    return tuple((what, now.get(what, "–"), then.get(what, "–")) for what in about if now.get(what) != then.get(what))
