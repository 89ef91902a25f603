"""A scored sheet as plain text, laid out like the summary sheet on paper."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules.sheet import PlayedRubber, ScoredDeal, Sheet
from scoring.rules.sides import BySide
from scoring.rules.words import result_words, standing_words

_ROW = "{:>4}  {:6}  {:8}  {:8}  {:9}  {:9}{:>7}{:>7}{:>12}{:>8}"


def table(sheet: Sheet) -> str:
    """The deals as a table, then rubbers, Law 80 credits, total and standing; only letters of every keyboard."""
    return "\n".join([*_deals(sheet), "", *map(_rubber, sheet.rubbers), *_sums(sheet), standing_words(sheet)])


def _deals(sheet: Sheet) -> Iterator[str]:
    yield _ROW.format("", "", "", "", "", "", "score", "", "cumulative", "").rstrip()
    yield _ROW.format("deal", "dealer", "declarer", "contract", "result", "honours", "NS", "EW", "NS", "EW")
    for line in sheet.lines:
        yield _deal(line)


def _deal(line: ScoredDeal) -> str:
    deal, honours = line.deal, line.deal.honours
    return _ROW.format(
        line.number,
        line.dealer,
        deal.declarer or "",
        str(deal.contract or ""),
        result_words(deal),
        f"{honours.side.upper()} {honours.points}" if honours else "",
        *(f"{points:,}" for points in (*line.score, *line.cumulative)),
    )


def _rubber(rubber: PlayedRubber) -> str:
    ending = f"finished, bonus {_points(rubber.bonus)}" if rubber.finished else "unfinished"
    first, last = rubber.first_deal, rubber.last_deal
    deals = f"deal {first}" if first == last else f"deals {first}-{last}"
    return f"Rubber {rubber.number}: {deals}, games {_points(rubber.games)}, {ending}"


def _sums(sheet: Sheet) -> Iterator[str]:
    for stage, credits in enumerate(sheet.banked, start=1):
        yield f"Law 80 credits banked after stage {stage}: {_points(credits)}"
    yield f"Law 80 credits: {_points(sheet.credits)}"
    yield f"Total: {_points(sheet.total)}"


def _points(value: BySide[int]) -> str:
    return f"NS {value.ns:,}, EW {value.ew:,}"
