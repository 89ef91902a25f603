"""Score pads for the other games as plain text in ASCII."""

from collections.abc import Callable, Iterator, Sequence

from scoring.pads import nullos
from scoring.pads.chicago import Chicago
from scoring.pads.duplicate import Duplicate, DuplicateLine
from scoring.pads.games import AnyPad
from scoring.pads.line import PadLine
from scoring.pads.nullos import DEALER, OPPONENT, Nullos
from scoring.pads.rubber import Rubbers
from scoring.pads.singles import Points, Singles, SinglesRubber
from scoring.presenters import text_sheet
from scoring.rules.deal import DealResult, ScorePart
from scoring.rules.sides import BySide, Seat, Side
from scoring.rules.words import result_words

_TWO_PLAYERS = {DEALER: "D", OPPONENT: "O"}
_VULNERABLE = {(): "none", (Side.NS,): "NS", (Side.EW,): "EW", tuple(Side): "both"}
_BEGUN = ("deal", "dealer", "vul")
_FARED = ("declarer", "contract", "result")
_GAP = "  "

Cell = str | int


def table(pad: AnyPad) -> str:
    """Return the deals as a table, followed by the totals and any unfinished part."""
    match pad:
        case Rubbers():
            lines = _rubbers(pad)
        case Duplicate():
            lines = _duplicate(pad)
        case Chicago():
            lines = _chicago(pad)
        case Singles():
            lines = _singles(pad)
        case Nullos():
            lines = _nullos(pad)
    return "\n".join([*lines, *([pad.unfinished] if pad.unfinished else [])])


def _rubbers(pad: Rubbers) -> Iterator[str]:
    yield from text_sheet.deals(pad.lines)
    yield ""
    yield from map(text_sheet.rubber, pad.rubbers)
    yield f"Law 80 credits: {text_sheet.points(pad.credits)}"
    yield f"Total: {text_sheet.points(pad.total)}"


def _duplicate(pad: Duplicate) -> Iterator[str]:
    rows = [(*_begun(line), *_result_cells(line.deal), *line.score, *line.cumulative) for line in pad.lines]
    yield from _aligned((*_BEGUN, *_FARED, "NS", "EW", "NS total", "EW total"), rows)
    yield ""
    yield f"Total: {text_sheet.points(pad.total)}"


def _chicago(pad: Chicago) -> Iterator[str]:
    rows = [
        (*_begun(line), *_result_cells(line.deal), text_sheet.honours(line.deal), *line.score, *line.cumulative)
        for line in pad.lines
    ]
    yield from _aligned((*_BEGUN, *_FARED, "honours", "NS", "EW", "NS total", "EW total"), rows)
    yield ""
    for chukker in pad.chukkers:
        span = text_sheet.deals_words(chukker.first_deal, chukker.last_deal)
        yield f"Chukker {chukker.number}: {span}, {text_sheet.points(chukker.total)}"
    yield f"Total: {text_sheet.points(pad.total)}"


def _singles(pad: Singles) -> Iterator[str]:
    for played in pad.rounds:
        for rubber in played.rubbers:
            yield from _singles_rubber(rubber)
            yield ""
        if played.complete:
            yield f"After round {played.number}: {_by_player(played.total)}"
            yield ""
    yield f"Points: {_by_player(pad.points)}"


def _singles_rubber(rubber: SinglesRubber) -> Iterator[str]:
    ours, theirs = map("".join, rubber.sides)
    yield f"Rubber {rubber.number}, round {rubber.round}: {ours} v {theirs}"
    below_above = [f"{side} {where}" for where in ScorePart for side in (ours, theirs)]
    rows = [
        (
            line.number,
            rubber.seats[line.dealer],
            *_result_cells(line.deal, rubber.seats.__getitem__),
            *line.below,
            *line.above,
        )
        for line in rubber.lines
    ]
    yield from _aligned(("deal", "dealer", *_FARED, *below_above), rows)
    games, above = (f"{ours} {value.ns:,}, {theirs} {value.ew:,}" for value in (rubber.games, rubber.above))
    yield f"Games: {games}; above the line: {above}; {_won(rubber)}."
    yield from (f"{award.player}: {award.points}, {award.reason}" for award in rubber.awards)


def _won(rubber: SinglesRubber) -> str:
    if rubber.ending is None:
        return "unfinished"
    return f"won by {''.join(rubber.sides[rubber.ending.winner])}, {rubber.ending.how}"


def _by_player(points: Points) -> str:
    return ", ".join(f"{player} {points[player]}" for player in points)


def _nullos(pad: Nullos) -> Iterator[str]:
    rows = [
        (line.number, _TWO_PLAYERS[line.dealer], *_of_two(line.deal), *line.score, *line.cumulative)
        for line in pad.lines
    ]
    yield from _aligned(("deal", "dealer", *_FARED, "D", "O", "D total", "O total"), rows)
    yield ""
    yield from (text_sheet.rubber(rubber, _points_of_two) for rubber in pad.rubbers)
    yield f"Law 80 credits: {_points_of_two(pad.credits)}"
    yield f"Total: {_points_of_two(pad.total)}"


def _of_two(deal: nullos.NullosDeal) -> tuple[Cell, ...]:
    declarer = _TWO_PLAYERS[deal.declarer] if deal.declarer else ""
    return declarer, str(deal.contract or ""), result_words(deal.priced())


def _points_of_two(value: BySide[int]) -> str:
    return ", ".join(f"{name} {value[side]:,}" for side, name in _TWO_PLAYERS.items())


def _begun(line: PadLine[Seat, DealResult] | DuplicateLine) -> tuple[Cell, ...]:
    return line.number, line.dealer, _VULNERABLE[line.vulnerable]


def _result_cells(deal: DealResult, named: Callable[[Seat], str] = str) -> tuple[Cell, ...]:
    declarer = named(deal.declarer) if deal.declarer else ""
    return declarer, str(deal.contract or ""), result_words(deal)


def _aligned(heading: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Iterator[str]:
    """Yield the rows under their heading, with words aligned left and numbers aligned right."""
    table = [heading, *([f"{cell:,}" if isinstance(cell, int) else cell for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    numbers = [any(isinstance(cell, int) for cell in column) for column in zip(*rows, strict=True)]
    for cells in table:
        yield _GAP.join(
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(cells, widths, numbers or [False] * len(widths), strict=True)
        ).rstrip()
