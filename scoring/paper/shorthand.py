"""Shorthand for a deal on one line, such as "4sn+1", "3nt n 9", "3ntx e -2", "2h s = h100 n-s" or "p"."""

import re
from typing import NamedTuple

from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import DealResult, Honours
from scoring.rules.refusal import Refused, quoted
from scoring.rules.sides import Seat, Side
from scoring.rules.words import contract_words

PASSED_IN = "p"
_PASSED = re.compile(r"p|po|ap|pass(ed)?((-?in)|(-?out))?|all-?pass(ed)?")
_SIGNS = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", "−": "-", "–": "-", "’": "", "'": "", ".": "", ",": ""})


class Piece(NamedTuple):
    """The next part of a line, and its description for error messages."""

    written: re.Pattern[str]
    expected: str


_LEVEL = Piece(re.compile(r"([0-9]{1,2})"), "the level, 1 to 7")
_DENOMINATION = Piece(
    re.compile(r"(notrumps?|no-trumps?|nt|n|clubs?|c|diamonds?|d|hearts?|h|spades?|s)"), "c, d, h, s or nt"
)
_DOUBLING = Piece(re.compile(r"(xx|redoubled|rdbl|x|doubled|dbl|)"), "")
_DECLARER = Piece(re.compile(r"(?:by)?(north|east|south|west|n|e|s|w)"), "the declarer: n, e, s or w")
_RESULT = Piece(
    re.compile(
        r"(?:(?P<made>made|=)|\+(?P<over>[0-9]{1,2})|-(?P<minus>[0-9]{1,2})|(?P<light>[0-9]{1,2})(?:light|down|off)"
        # Accept only seven or more as tricks won, because smaller numbers could mean overtricks or undertricks.
        r"|(?P<tricks>1[0-3]|[7-9])(?![0-9])(?:tricks?)?)"
    ),
    "= for made, +1, -1 for one light, or the tricks won, 7 to 13",
)
_HONOURS = Piece(
    re.compile(r"h(?:on(?:ou?rs)?)?([0-9]{1,4})(?:to)?(ns|n-s|n/s|ew|e-w|e/w|we|they|n|e|s|w)$"),
    "honours with their holder, as in h100 n-s",
)


def parse(text: str, we: Side | None = None) -> DealResult:
    """Return the deal on a line. `we` is the side called We. Raises Refused with the unreadable part."""
    line = _ShorthandLine(text)
    if _PASSED.fullmatch(line.rest):
        return DealResult.passed_in()
    level, denomination = line.take(_LEVEL)[1], line.take(_DENOMINATION)[1]
    contract = Contract(int(level), _denomination(denomination), _doubling(line.take(_DOUBLING)[1]))
    declarer = Seat(line.take(_DECLARER)[1][0].upper())
    tricks = _tricks(contract, line.take(_RESULT))
    return DealResult(declarer, contract, tricks, _honours(line.take(_HONOURS), we) if line.rest else None)


def write(deal: DealResult) -> str:
    """Return the shorthand for a deal. `parse` can read it back."""
    if deal.contract is None or deal.declarer is None:
        return PASSED_IN
    result = f"{deal.over:+d}" if deal.over else "="
    played = f"{deal.contract} {deal.declarer} {result}".lower()
    return f"{played} h{deal.honours.points} {'-'.join(deal.honours.side)}" if deal.honours else played


class _ShorthandLine:
    """Parser for one line, from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.whole = self.rest = "".join(text.lower().translate(_SIGNS).split())

    def take(self, piece: Piece) -> re.Match[str]:
        if match := piece.written.match(self.rest):
            self.rest = self.rest[match.end() :]
            return match
        read = self.whole.removesuffix(self.rest) if self.rest else self.whole
        where = f"After {quoted(read)} comes" if read else "A deal begins with"
        begin = "" if read else ", as in 4sn+1; p is a deal passed in"
        instead = f", not {quoted(self.rest)}" if self.rest else ""
        raise Refused(f"{where} {piece.expected}{begin}{instead}.")


def _denomination(word: str) -> Denomination:
    return Denomination.NT if word.startswith("n") else Denomination(word[0].upper())


def _doubling(word: str) -> Doubling:
    if word in ("", "x", "doubled", "dbl"):
        return Doubling.DOUBLED if word else Doubling.UNDOUBLED
    return Doubling.REDOUBLED


def _tricks(contract: Contract, result: re.Match[str]) -> int:
    if result["tricks"]:
        return int(result["tricks"])
    over = int(result["over"] or 0)
    under = int(result["minus"] or result["light"] or 0)
    tricks = contract.tricks + over - under
    if tricks > 13:
        raise Refused(
            f"{contract_words(contract)} with {over} overtricks would be {tricks} tricks, but there are only 13. "
            "Correct it."
        )
    if tricks < 0:
        raise Refused(f"{contract_words(contract)} can be {contract.tricks} light at most, not {under}. Correct it.")
    return tricks


def _honours(honours: re.Match[str], we: Side | None) -> Honours:
    points, holder = honours.groups()
    return Honours(_side(holder, we), int(points))


def _side(holder: str, we: Side | None) -> Side:
    if holder in ("we", "they"):
        if we is None:
            raise Refused("Type who held the honours: n-s or e-w.")
        return we if holder == "we" else we.other
    return Seat(holder[0].upper()).side
