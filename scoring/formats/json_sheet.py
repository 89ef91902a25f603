"""A scored sheet as the JSON that outside programs rely on: these fields, in this order, and no others."""

from __future__ import annotations

from typing import Any

from scoring.rules.conditions import TieBreak
from scoring.rules.deal import Entry
from scoring.rules.sheet import PlayedRubber, ScoredDeal, Sheet
from scoring.rules.sides import BySide

Json = dict[str, Any]


def scored(sheet: Sheet) -> Json:
    """The whole sheet, points in whole numbers, sides as ns and ew."""
    return {
        "conditions": _conditions(sheet),
        "deals": [_deal(line) for line in sheet.lines],
        "rubbers": [_rubber(rubber) for rubber in sheet.rubbers],
        "credits": _by_side(sheet.credits),
        **_banked(sheet),
        "total": _by_side(sheet.total),
        "standing": sheet.standing.value,
        "deals_left": sheet.deals_left,
        "winner": sheet.winner,
    }


def _conditions(sheet: Sheet) -> Json:
    conditions = sheet.conditions
    return {
        "deals": conditions.deals,
        "extra_deals": conditions.extra_deals,
        "tie_break": conditions.tie_break,
        "only_partscore": conditions.only_partscore,
    }


def _banked(sheet: Sheet) -> Json:
    if sheet.conditions.tie_break != TieBreak.FRESH:
        return {}
    return {"banked": [_by_side(credits) for credits in sheet.banked]}


def _deal(line: ScoredDeal) -> Json:
    deal = line.deal
    return {
        "number": line.number,
        "dealer": line.dealer,
        "declarer": deal.declarer,
        "contract": str(deal.contract or "Pass"),
        "tricks": deal.tricks,
        "vulnerable": list(line.vulnerable),
        "below": _by_side(line.below),
        "above": _by_side(line.above),
        "score": _by_side(line.score),
        "cumulative": _by_side(line.cumulative),
        "entries": [_entry(entry) for entry in line.entries],
        "game": line.game,
        "rubber": line.rubber,
    }


def _entry(entry: Entry) -> Json:
    return entry._asdict()


def _rubber(rubber: PlayedRubber) -> Json:
    return {
        "number": rubber.number,
        "first_deal": rubber.first_deal,
        "last_deal": rubber.last_deal,
        "games": _by_side(rubber.games),
        "finished": rubber.finished,
        "bonus": _by_side(rubber.bonus),
    }


def _by_side(value: BySide[int]) -> Json:
    return {"ns": value.ns, "ew": value.ew}
