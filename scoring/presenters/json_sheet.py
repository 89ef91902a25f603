"""Score sheets with points, as JSON for other programs. The fields and their order must not change."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from scoring.pads.line import PadLine
from scoring.rules import tariff
from scoring.rules.conditions import TieBreak
from scoring.rules.deal import DealResult
from scoring.rules.sheet import PlayedRubber, ScoredDeal, Sheet
from scoring.rules.sides import BySide

Json = dict[str, Any]


def by_side(value: BySide[int]) -> Json:
    """Return a number for each side."""
    return {"ns": value.ns, "ew": value.ew}


def sheet_json(sheet: Sheet) -> Json:
    """Return the whole score sheet, with points as integers and the sides as "ns" and "ew"."""
    return {
        "conditions": conditions(sheet),
        "deals": [deal(line) for line in sheet.lines],
        "rubbers": [rubber(row) for row in sheet.rubbers],
        "credits": by_side(sheet.credits),
        **({"banked": [*map(by_side, sheet.banked)]} if sheet.conditions.tie_break == TieBreak.FRESH else {}),
        "total": by_side(sheet.total),
        "standing": sheet.standing.value,
        "deals_left": sheet.deals_left,
        "winner": sheet.winner,
    }


def conditions(sheet: Sheet) -> Json:
    """Return the conditions of the match."""
    return asdict(sheet.conditions)


def deal(line: ScoredDeal) -> Json:
    """Return one deal with all its entries."""
    facts = line.deal
    return {
        "number": line.number,
        "dealer": line.dealer,
        "declarer": facts.declarer,
        "contract": str(facts.contract or "Pass"),
        "tricks": facts.tricks,
        "vulnerable": list(line.vulnerable),
        **entries_json(line),
        "entries": [entry._asdict() for entry in line.entries],
        "game": line.game,
        "rubber": line.rubber,
    }


def entries_json(line: ScoredDeal | PadLine[Any, Any], both: Callable[[BySide[int]], Json] = by_side) -> Json:
    """Return the points for a deal and the totals after it, by name and by side."""
    return {name: both(getattr(line, name)) for name in ("below", "above", "score", "cumulative")}


def rubber(row: PlayedRubber) -> Json:
    """Return one rubber, finished or unfinished."""
    return {**row._asdict(), "games": by_side(row.games), "bonus": by_side(row.bonus)}


# Prices by their lower-case names in `scoring.rules.tariff`. Pairs of prices are (not vulnerable, vulnerable).
TARIFF: Json = {name.lower(): price for name, price in vars(tariff).items() if name.isupper()}


def deal_facts(deal: DealResult) -> Json:
    """Return a deal by the field names in its form."""
    contract, honours = deal.contract, deal.honours
    if contract is None:
        return {"passed_in": True}
    return {
        "declarer": deal.declarer,
        "level": contract.level,
        "denomination": contract.denomination,
        "doubling": contract.doubling.value,
        "tricks": deal.tricks,
        "honours": f"{honours.side}-{honours.points}" if honours else "",
    }
