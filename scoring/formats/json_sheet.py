"""A scored sheet as the JSON that outside programs rely on: these fields, in this order, and no others."""

from dataclasses import asdict
from typing import Any

from scoring.rules.conditions import TieBreak
from scoring.rules.deal import Entry
from scoring.rules.sheet import PlayedRubber, ScoredDeal, Sheet
from scoring.rules.sides import BySide

Json = dict[str, Any]


def scored(sheet: Sheet) -> Json:
    """The whole sheet, points in whole numbers, sides as ns and ew."""
    return {
        "conditions": conditions(sheet),
        "deals": [deal(line) for line in sheet.lines],
        "rubbers": [rubber(row) for row in sheet.rubbers],
        "credits": by_side(sheet.credits),
        **_banked(sheet),
        "total": by_side(sheet.total),
        "standing": sheet.standing.value,
        "deals_left": sheet.deals_left,
        "winner": sheet.winner,
    }


def conditions(sheet: Sheet) -> Json:
    """What it is scored under."""
    return asdict(sheet.conditions)


def _banked(sheet: Sheet) -> Json:
    if sheet.conditions.tie_break != TieBreak.FRESH:
        return {}
    return {"banked": [by_side(credits) for credits in sheet.banked]}


def deal(line: ScoredDeal) -> Json:
    """One deal with all that it wrote."""
    facts = line.deal
    return {
        "number": line.number,
        "dealer": line.dealer,
        "declarer": facts.declarer,
        "contract": str(facts.contract or "Pass"),
        "tricks": facts.tricks,
        "vulnerable": list(line.vulnerable),
        "below": by_side(line.below),
        "above": by_side(line.above),
        "score": by_side(line.score),
        "cumulative": by_side(line.cumulative),
        "entries": [_entry(entry) for entry in line.entries],
        "game": line.game,
        "rubber": line.rubber,
    }


def _entry(entry: Entry) -> Json:
    return entry._asdict()


def rubber(row: PlayedRubber) -> Json:
    """One rubber, finished or not."""
    return {
        "number": row.number,
        "first_deal": row.first_deal,
        "last_deal": row.last_deal,
        "games": by_side(row.games),
        "finished": row.finished,
        "bonus": by_side(row.bonus),
    }


def by_side(value: BySide[int]) -> Json:
    """A number for each side."""
    return {"ns": value.ns, "ew": value.ew}
