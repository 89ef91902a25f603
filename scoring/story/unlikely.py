"""Deals that can be written down but hardly played: reason for a question, never for a refusal."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rules.contract import Denomination
from scoring.rules.deal import Deal
from scoring.rules.sheet import Sheet

# Tricks that one defender with such honours wins whatever is led: with four of the five, one is finessed at most.
_SURE = {100: 3, 150: 5}
_FOUR_ACES = 4


def unlikely_deals(sheet: Sheet) -> Iterator[tuple[int, str]]:
    """The deals of a sheet that ask for a second look: number and question."""
    for line in sheet.lines:
        if asked := question(line.deal):
            yield line.number, asked


def question(deal: Deal) -> str:
    """What to ask about honours in a defender's hand beside so many tricks for declarer; nothing where all is well."""
    held, contract = deal.honours, deal.contract
    if held is None or contract is None or deal.tricks is None or held.side is deal.side:
        return ""
    if contract.denomination is Denomination.NT:
        what, sure = "Four aces in one hand", _FOUR_ACES
    else:
        what, sure = f"{'Five' if held.points == 150 else 'Four'} trump honours in one hand", _SURE[held.points]
    if deal.tricks <= 13 - sure:
        return ""
    return f"{what} against declarer, and {13 - deal.tricks or 'no'} trick{'s' * (deal.tricks != 12)} lost?"
