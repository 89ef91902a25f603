"""Deals in a short notation, such as "N 3NTX 10", "E 4S 9 NS:100" or "pass"."""

from scoring.rules.conditions import ScoringConditions
from scoring.rules.contract import Contract
from scoring.rules.deal import DealResult, Honours
from scoring.rules.sheet import Sheet, read_sheet
from scoring.rules.sides import Seat, Side


def deal(text: str) -> DealResult:
    """Return the deal in this notation."""
    if text == "pass":
        return DealResult.passed_in()
    declarer, contract, tricks, *held = text.split()
    return DealResult(Seat(declarer), Contract.parse(contract), int(tricks), _honours(*held) if held else None)


def _honours(text: str) -> Honours:
    side, points = text.split(":")
    return Honours(Side(side.lower()), int(points))


def sheet(*deals: str, first_dealer: Seat = Seat.N, **conditions: object) -> Sheet:
    """Return the scored sheet for a match with these deals."""
    return read_sheet([deal(text) for text in deals], first_dealer, ScoringConditions(**conditions))


def entries(*deals: str) -> list[tuple[str, str, int, str]]:
    """Return the entries for the last deal: side, line, points and reason."""
    return [entry[:4] for entry in sheet(*deals).lines[-1].entries]
