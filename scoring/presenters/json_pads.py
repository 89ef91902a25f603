"""Score pads for the other games as JSON for other programs. The fields and their order must not change."""

from typing import Any

from scoring.pads.chicago import Chicago
from scoring.pads.duplicate import Duplicate, DuplicateLine
from scoring.pads.games import AnyPad
from scoring.pads.line import PadLine
from scoring.pads.nullos import DEALER, OPPONENT, Nullos
from scoring.pads.rubber import Rubbers
from scoring.pads.singles import Singles, SinglesRubber
from scoring.presenters import json_sheet
from scoring.presenters.json_sheet import Json, by_side, entries_json
from scoring.rules import tariff
from scoring.rules.sheet import Standing
from scoring.rules.sides import BySide, Side


def pad_json(pad: AnyPad) -> Json:
    """Return the whole score pad, with its game first and points as integers."""
    return {"game": pad.game, **_of_the_game(pad)}


def _of_the_game(pad: AnyPad) -> Json:
    match pad:
        case Rubbers():
            return _rubbers(pad)
        case Duplicate():
            return {"deals": [*map(_duplicate_deal, pad.lines)], "total": by_side(pad.total)}
        case Chicago():
            chukkers = [{**chukker._asdict(), "total": by_side(chukker.total)} for chukker in pad.chukkers]
            deals = [*map(_chicago_deal, pad.lines)]
            return {"deals": deals, "chukkers": chukkers, "total": by_side(pad.total)}
        case Singles():
            rubbers = [*map(_singles_rubber, pad.rubbers)]
            return {"rubbers": rubbers, "points": dict(pad.points), "complete": pad.complete}
        case Nullos():
            deals = [{"number": line.number, **entries_json(line, _by_two)} for line in pad.lines]
            return {"deals": deals, "credits": _by_two(pad.credits), "total": _by_two(pad.total)}


def _rubbers(pad: Rubbers) -> Json:
    """Return the rubbers in the format of a match that never ends. The values for its end are null."""
    return {
        "conditions": {"deals": None, "extra_deals": None, "tie_break": None, "only_partscore": tariff.ONLY_PART_SCORE},
        "deals": [json_sheet.deal(line) for line in pad.lines],
        "rubbers": [json_sheet.rubber(row) for row in pad.rubbers],
        "credits": by_side(pad.credits),
        "total": by_side(pad.total),
        "standing": Standing.IN_PLAY.value,
        "deals_left": None,
        "winner": None,
    }


def _duplicate_deal(line: DuplicateLine) -> Json:
    deal = line.deal
    return {
        "number": line.number,
        "declarer": deal.declarer,
        "contract": str(deal.contract or "Pass"),
        "tricks": deal.tricks,
        "vulnerable": list(line.vulnerable),
        "score": by_side(line.score),
    }


def _chicago_deal(line: PadLine[Any, Any]) -> Json:
    return {"number": line.number, "dealer": line.dealer, "vulnerable": list(line.vulnerable), **entries_json(line)}


def _singles_rubber(rubber: SinglesRubber) -> Json:
    ending = rubber.ending
    return {
        "number": rubber.number,
        "round": rubber.round,
        "sides": [list(players) for players in rubber.sides],
        "games": list(rubber.games),
        "above": list(rubber.above),
        "winner": tuple(Side).index(ending.winner) if ending else None,
        "how": ending.how if ending else None,
        "points": dict(rubber.points),
    }


def _by_two(value: BySide[int]) -> Json:
    return {"d": value[DEALER], "o": value[OPPONENT]}
