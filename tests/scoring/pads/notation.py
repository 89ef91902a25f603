"""Score pads in a short notation, such as "N 3NTX 10", "S 6H 12" (S is the scorer), "D 1N0 6" or "pass".

A duplicate deal may end with its vulnerability, as in "N 4S 10 both".
"""

from scoring.pads.chicago import Chicago, MiddleVulnerability
from scoring.pads.duplicate import Duplicate, DuplicateDeal
from scoring.pads.games import play_deals
from scoring.pads.nullos import DEALER, OPPONENT, Nullos, NullosDeal, parse_nullos
from scoring.pads.rubber import Rubbers
from scoring.pads.singles import Singles, SinglesDeal, SinglesPlayer
from scoring.rules.contract import Contract
from scoring.rules.sides import EW, NS, Seat
from tests.scoring.rules.notation import deal

VULNERABLE = {"none": (), "ns": (NS,), "ew": (EW,), "both": (NS, EW)}


def rubbers(*deals: str, first_dealer: Seat = Seat.N) -> Rubbers:
    return play_deals(Rubbers(first_dealer), map(deal, deals))


def chicago(
    *deals: str, first_dealer: Seat = Seat.N, middle: MiddleVulnerability = MiddleVulnerability.DEALER
) -> Chicago:
    return play_deals(Chicago(first_dealer, middle), map(deal, deals))


def duplicate(*deals: str) -> Duplicate:
    return play_deals(Duplicate(), map(_duplicate_deal, deals))


def _duplicate_deal(text: str) -> DuplicateDeal:
    facts, _, last = text.rpartition(" ")
    return DuplicateDeal(deal(facts), VULNERABLE[last]) if last in VULNERABLE else DuplicateDeal(deal(text))


def singles(*deals: str, first_dealer: Seat = Seat.N) -> Singles:
    return play_deals(Singles(first_dealer), map(singles_deal, deals))


def singles_deal(text: str) -> SinglesDeal:
    if text == "pass":
        return SinglesDeal.passed_in()
    declarer, contract, tricks = text.split()
    return SinglesDeal(SinglesPlayer(declarer), Contract.parse(contract), int(tricks))


def nullos(*deals: str) -> Nullos:
    return play_deals(Nullos(), map(nullos_deal, deals))


def nullos_deal(text: str) -> NullosDeal:
    if text == "pass":
        return NullosDeal.passed_in()
    declarer, contract, tricks = text.split()
    return NullosDeal({"D": DEALER, "O": OPPONENT}[declarer], parse_nullos(contract), int(tricks))
