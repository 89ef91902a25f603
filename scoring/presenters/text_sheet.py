"""Score sheets with points as plain text, in the layout of the paper score sheet."""

from collections.abc import Callable, Iterable, Iterator

from scoring.rules.deal import DealResult
from scoring.rules.sheet import PlayedRubber, ScoredDeal, Sheet
from scoring.rules.sides import BySide
from scoring.rules.words import result_words, standing_words

_ROW = "{:>4}  {:6}  {:8}  {:8}  {:9}  {:9}{:>7}{:>7}{:>12}{:>8}"


def table(sheet: Sheet) -> str:
    """Return the deals as a table, followed by rubbers, Law 80 credits, total and standing, all in ASCII."""
    return "\n".join([*deals(sheet.lines), "", *map(rubber, sheet.rubbers), *_sums(sheet), standing_words(sheet)])


def deals(lines: Iterable[ScoredDeal]) -> Iterator[str]:
    """Yield the heading and a line for each deal."""
    yield _ROW.format("", "", "", "", "", "", "score", "", "cumulative", "").rstrip()
    yield _ROW.format("deal", "dealer", "declarer", "contract", "result", "honours", "NS", "EW", "NS", "EW")
    for line in lines:
        yield _deal(line)


def _deal(line: ScoredDeal) -> str:
    deal = line.deal
    return _ROW.format(
        line.number,
        line.dealer,
        deal.declarer or "",
        str(deal.contract or ""),
        result_words(deal),
        honours(deal),
        *(f"{value:,}" for value in (*line.score, *line.cumulative)),
    )


def honours(deal: DealResult) -> str:
    """Return the holder and points of honours, such as "NS 150", or "" without honours."""
    return f"{deal.honours.side.upper()} {deal.honours.points}" if deal.honours else ""


def points(value: BySide[int]) -> str:
    """Return both sides' points, such as "NS 90, EW 920"."""
    return f"NS {value.ns:,}, EW {value.ew:,}"


def rubber(row: PlayedRubber, format_points: Callable[[BySide[int]], str] = points) -> str:
    """Return one rubber as a line. `format_points` formats both sides' figures."""
    ending = f"finished, bonus {format_points(row.bonus)}" if row.finished else "unfinished"
    span = deals_words(row.first_deal, row.last_deal)
    return f"Rubber {row.number}: {span}, games {format_points(row.games)}, {ending}"


def deals_words(first: int, last: int) -> str:
    """Return the numbers of the deals, such as "deal 3" or "deals 1-3"."""
    return f"deal {first}" if first == last else f"deals {first}-{last}"


def _sums(sheet: Sheet) -> Iterator[str]:
    for stage, credits in enumerate(sheet.banked, start=1):
        yield f"Law 80 credits banked after stage {stage}: {points(credits)}"
    yield f"Law 80 credits: {points(sheet.credits)}"
    yield f"Total: {points(sheet.total)}"
