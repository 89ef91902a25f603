"""Score sheets in Portable Bridge Notation (PBN) 2.1, export format, with one game for each deal.

The cards are unknown. Score and ScoreRubber contain all points for a deal. Comments explain the points and the Law 80
credits.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from textwrap import wrap
from typing import NamedTuple

from scoring.rules.conditions import TieBreak
from scoring.rules.contract import Denomination
from scoring.rules.sheet import ScoredDeal, Sheet
from scoring.rules.sides import BySide, Seat, Side
from scoring.rules.words import explain, standing_words

_HEADER = (
    "% PBN 2.1",
    "% EXPORT",
    "%Content-type: text/x-pbn; charset=ISO-8859-1",
    "%Creator: Rubber Knockout",
)
_LINE_ENDS = "\r\n"
_COMMENT_COLUMNS = 78
# A line can have 255 characters, and escaping can double the length of a value.
_LONGEST_VALUE = 110
_SUITS = {suit.symbol: f"\\{suit}" for suit in Denomination if suit is not Denomination.NT}
_KEYBOARD = {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-"}

Tag = tuple[str, str]


class PbnMatch(NamedTuple):
    """Tags for a match. `code` is unique within its event, `identity` everywhere.

    `played_on` is the day of the match. `days` has the day of each deal, if known. `about` is the origin of the match,
    or empty.
    """

    event: str
    site: str
    played_on: date | None
    code: str
    stage: str
    identity: str
    players: Mapping[Seat, str]
    days: Sequence[date | None] = ()
    about: str = ""


def write(sheet: Sheet, match: PbnMatch) -> bytes:
    """Return the deals on a score sheet as a PBN file in Latin-1."""
    past = _history(sheet)
    games = [_game(line, before, match) for line, before in zip(sheet.lines, past, strict=True)]
    if games:
        games[-1].extend(_comment(f"{_ending(sheet)} {match.about}".rstrip()))
    text = [*_HEADER, *(line for game in games for line in ("", *game))]
    # The first game follows the header directly. Each later game begins with an empty line.
    del text[len(_HEADER) : len(_HEADER) + 1]
    return "".join(f"{line}{_LINE_ENDS}" for line in text).encode("latin-1")


def _game(line: ScoredDeal, before: str, match: PbnMatch) -> list[str]:
    tags = [*_identified(line, match), *_played(line), *_supplement(line, before, match)]
    return [*(f'[{name} "{_value(value)}"]' for name, value in tags), *_comment(explain(line))]


def _identified(line: ScoredDeal, match: PbnMatch) -> Iterator[Tag]:
    yield "Event", match.event or "?"
    yield "Site", match.site or "?"
    day = match.days[line.number - 1] if match.days else match.played_on
    yield "Date", f"{day:%Y.%m.%d}" if day else "????.??.??"
    yield "Board", str(line.number)
    for seat in (Seat.W, Seat.N, Seat.E, Seat.S):
        yield seat.word, match.players.get(seat) or "?"


def _played(line: ScoredDeal) -> Iterator[Tag]:
    deal = line.deal
    yield "Dealer", line.dealer
    yield "Vulnerable", {0: "None", 1: "".join(line.vulnerable).upper(), 2: "All"}[len(line.vulnerable)]
    yield "Deal", f"{line.dealer}:- - - -"
    yield "Scoring", "Rubber"
    yield "Declarer", deal.declarer or ""
    yield "Contract", str(deal.contract or "Pass")
    yield "Result", "" if deal.tricks is None else str(deal.tricks)


def _supplement(line: ScoredDeal, before: str, match: PbnMatch) -> Iterator[Tag]:
    """Yield the supplemental tags in alphabetical order, as required by the export format."""
    yield "Competition", "Rubber"
    yield "DealId", f"{match.identity} {line.number}"
    yield "Round", match.code.replace("-", ".")
    yield "Score", _both(line.score)
    yield "ScoreRubber", _both(BySide(*(f"{line.above[side]}/{line.below[side]}" for side in Side)))
    yield "ScoreRubberHistory", before
    yield "Stage", match.stage


def _both(values: BySide[int] | BySide[str]) -> str:
    return f"NS {values.ns} EW {values.ew}"


def _history(sheet: Sheet) -> Iterator[str]:
    """Yield the pad before each deal in PBN format.

    The points above the line in all rubbers so far come first, followed by the points below the line in each game.
    """
    lines = sheet.lines
    for rubber in sheet.rubbers:
        earlier = lines[: rubber.first_deal - 1]
        played = lines[rubber.first_deal - 1 : rubber.last_deal]
        for index in range(len(played)):
            yield _both(BySide(*(_pad(sheet, side, earlier, played[:index]) for side in Side)))


def _pad(sheet: Sheet, side: Side, earlier: tuple[ScoredDeal, ...], now: tuple[ScoredDeal, ...]) -> str:
    previous = sum(line.above[side] for line in earlier) + _banked(sheet, side, len(earlier))
    games = [0]
    for line in now:
        games[-1] += line.below[side]
        if line.game:
            games.append(0)
    below = " ".join(map(str, games))
    return f"{previous} {sum(line.above[side] for line in now)}/{below}"


def _banked(sheet: Sheet, side: Side, deals: int) -> int:
    """Return a side's Law 80 credits after this many deals. A fresh tie-break keeps earlier credits."""
    if sheet.conditions.tie_break is not TieBreak.FRESH:
        return 0
    ends = range(sheet.conditions.deals, deals + 1, sheet.conditions.extra_deals)
    return sum(credits[side] for _, credits in zip(ends, sheet.banked, strict=False))


def _ending(sheet: Sheet) -> str:
    banked = (f"Credits of an earlier stage (Law 80): {_both(credits)}." for credits in sheet.banked)
    credits = f"Credits for the unfinished rubber (Law 80): {_both(sheet.credits)}."
    return " ".join([*banked, credits, f"Total: {_both(sheet.total)}.", standing_words(sheet)])


def _comment(text: str) -> list[str]:
    return wrap(f"{{{_latin(text).replace('}', ')')}}}", _COMMENT_COLUMNS)


def _value(text: str) -> str:
    plain = " ".join(_latin(text).split())[:_LONGEST_VALUE]
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def _latin(text: str) -> str:
    """Return the text in Latin-1, with suits in PBN notation and discouraged characters replaced."""
    return "".join(map(_printing, unicodedata.normalize("NFC", text)))


def _printing(letter: str) -> str:
    if replacement := _SUITS.get(letter) or _KEYBOARD.get(letter):
        return replacement
    if " " <= letter <= "~" or "\xc0" <= letter <= "\xff":
        return letter
    bare = unicodedata.normalize("NFKD", letter)[0]
    return bare if " " <= bare <= "~" else "?" if letter.isprintable() else " "
