"""The words that people write about pairs, matches and results, and readers for single parts of a line.

The same words are used for reading lists of pairs, written draws, tables of matches, pasted results and past winners.
So a word has the same meaning in each of them. Each constant is a pattern for a larger pattern that ignores case.
"""

import re
from calendar import month_abbr, month_name
from collections.abc import Collection, Mapping
from datetime import date
from types import MappingProxyType

from scoring.rules.refusal import Refused

DASH = "[-–—−‐‑―]"
# Signs and words between the two players of a pair. "W/o" is a walkover.
AND = r"(?:[&＆﹠⁄∕\\+;|\n]|(?<!\bw)/|\bw/(?!o\b)|\b(?:and|with|und|és|et)\b)"
# Words between two pairs. In "Brown & B. Lee" the capital is an initial.
VERSUS = r"(?:vs?\b\.?|versus|against|plays?|meets?)"
BEAT = r"(?:beats?|bt\b\.?|(?-i:b\.)|def(?:eated|\.)?)"
LOST_TO = (
    r"(?:(?:lost|loses?|conceded|defaulted|(?:went|goes|go) down)\s+(?:to|against)"
    r"|(?:(?:were|was|are|is)\s+)?(?:beaten|defeated|knocked out|bt|def\.?)\s+by)"
)
# Words next to one pair. "Win" and "Won" are names, and "Winners" is a heading.
WON = r"(?-i:won|win|winners?)"
LOST = r"(?:lost|defaulted|withdrew|scratched)"
BYE = r"\(?\s*(?:(?:has|have|with)\s+)?(?:an?\s+|the\s+)?byes?\s*\)?\.?"
# A word in brackets that distinguishes two people with the same name.
TELLING = r"(?:the\s+)?(?:seniors?|juniors?|snr|jnr|sr|jr|elder|younger|father|mother|son|daughter|i{1,3}|iv|[1-9])\.?"
# Labels before a match: "Match 3:", "QF 1" and "R1-M3".
MATCH_LABEL = r"(?:(?:match|table|game|m|(?:quarter|semi)[\s-]?final|[qs]f)\s*\d{1,3}|R\d{1,2}-M\d{1,3})\s*[:.)-]*\s+"

MONTHS: Mapping[str, int] = MappingProxyType(
    {name.casefold(): at for names in (month_name, month_abbr) for at, name in enumerate(names) if name} | {"sept": 9}
)
MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
WEEKDAY = r"(?:mon|tues?|wed(?:s|nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
# A part of a date.
OF_A_DATE = rf"{WEEKDAY}|{MONTH}|\d+(?:st|nd|rd|th)?"

# The ways in which a match can end other than by its score.
WALKOVER, CONCEDED, DOUBLE_DEFAULT, NOT_RECORDED = "walkover", "conceded", "double default", "not recorded"
_WAYS = {
    DOUBLE_DEFAULT: r"double default|neither(?: pair)?(?: goes through)?",
    WALKOVER: r"w\s?/\s?o|w\.o\.|walk-?\s?over|by default",
    CONCEDED: r"conceded(?: by)?|concession",
    NOT_RECORDED: r"(?:played,? *)?\(?score (?:was )?(?:not recorded|not known|unknown)\)?|no score",
}
ANY_WAY = "|".join(_WAYS.values())
_WAYS_TO_LOSE = {"conceded": CONCEDED, "defaulted": WALKOVER, "withdrew": WALKOVER, "scratched": WALKOVER}


def heading_key(cell: str) -> str:
    """Return the letters and digits of a heading in lower case: "runnersup" for "Runners-up"."""
    return "".join(filter(str.isalnum, cell.casefold()))


def words(pattern: str) -> re.Pattern[str]:
    """Return the pattern for whole words in any case."""
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)


WAYS: Mapping[str, re.Pattern[str]] = MappingProxyType({way: words(pattern) for way, pattern in _WAYS.items()})


def way_of(cell: str) -> str:
    """Return the way to end a match if the cell contains only that, otherwise ""."""
    return next((way for way, pattern in WAYS.items() if pattern.fullmatch(cell)), "")


def way_to_lose(words: str) -> str:
    """Return the way to end that words such as "conceded to" or "withdrew" give for the losers, or ""."""
    return next((way for word, way in _WAYS_TO_LOSE.items() if words.casefold().startswith(word)), "")


# A thousands separator comes after one or two digits. Between longer numbers, a comma separates two totals.
_THOUSANDS = re.compile(r"(?<![\d,.])(\d{1,2})[,.’'\u00a0\u202f\u2009](\d{3})(?![\d,.]\d|\d)")
# Signs and words between two totals, such as "4520-3310" and "4520 to 3310".
BETWEEN_TOTALS = rf"(?:{DASH}|:|to|{VERSUS})"
TOTAL = r"(?<!\w)(?:\d{2,4}0|0)(?!\w|\.\d)"
# A margin such as "by 1240", in a text without thousands separators. "By 20 May" and "by 4520 to 3310" are not
# margins.
_MARGIN = re.compile(
    rf"\s*(?<!\w)(?:by|margin(?:\s+of)?:?)\s+([1-9]\d{{1,5}})"
    rf"(?!\d|[./]\d|\s*(?:{DASH}|:|to)+\s*\d|(?:st|nd|rd|th)\b|\s*(?:{MONTH})\b)(?:\s*(?:points?|pts?)\b\.?)?",
    re.IGNORECASE,
)


def without_thousands(text: str) -> str:
    """Return the text with numbers such as 4,520 written as 4520."""
    return _THOUSANDS.sub(r"\1\2", text)


def read_points(text: str) -> int | None:
    """Return the number of points in a cell such as "4520", "4,520", "4.520" or "4 520", or None."""
    plain = re.sub(r"(?<=\d)[,.’'\s](?=\d{3}(?!\d))", "", text.strip())
    return int(plain) if re.fullmatch(r"[0-9]{1,7}", plain) else None


def take_margins(text: str) -> tuple[set[int], str]:
    """Return the margins in a text, and the text with tabs in their place. The text has no thousands separators."""
    return {int(margin) for margin in _MARGIN.findall(text)}, _MARGIN.sub("\t", text)


def check_margins(margins: Collection[int], totals: tuple[int, int] | None) -> int | None:
    """Return the margin of a match without totals.

    Raises Refused if there are two margins or they do not fit the totals.
    """
    if totals is None:
        if len(margins) > 1:
            raise Refused("This line has two margins. Delete one of them.")
        return next(iter(margins), None)
    difference = abs(totals[0] - totals[1])
    if wrong := {*margins} - {difference}:
        raise Refused(f"The totals differ by {difference:,}, and the margin is {max(wrong):,}. Correct one of them.")
    return None


_BEFORE_A_DAY = rf"(?:\b{WEEKDAY}\b[.,]?\s*)?"
_YEAR = r"(?P<year>(?:19|20)\d{2}|['’]?\d{2})"
_WRITTEN = (
    r"(?P<year>\d{4})(?P<mark>[./-])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})",
    rf"{_BEFORE_A_DAY}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s*(?:of\s+)?(?P<month>{MONTH})\b\.?(?:,?\s*{_YEAR})?",
    rf"(?P<day>\d{{1,2}})(?P<mark>[/-])(?P<month>{MONTH})(?P=mark){_YEAR}",
    rf"{_BEFORE_A_DAY}(?P<month>{MONTH})\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+{_YEAR})?",
    rf"(?P<day>\d{{1,2}})(?P<mark>[./-])(?P<month>\d{{1,2}})(?:(?P=mark){_YEAR})?",
)
_MIDNIGHT = re.compile(r"[ T]0?0:00(?::00(?:\.0+)?)?$")
_PATTERNS = [re.compile(rf"(?<![\w.,/-]){written}(?![\w/-])", re.IGNORECASE) for written in _WRITTEN]


def find_day(text: str, today: date | None) -> tuple[date, str] | None:
    """Return the first day named in a text, and the text without it. Return None if there is no day.

    A day without a year is the latest such day before `today`. Without `today`, it is not read.
    """
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if day := _day(match, today):
                return day, f"{text[: match.start()]}\t{text[match.end() :]}"
    return None


def read_day(text: str, today: date | None = None) -> date | None:
    """Return the day if a text contains only that, or None. A spreadsheet may have added the time 00:00."""
    named = find_day(_MIDNIGHT.sub("", " ".join(text.split())), today)
    return named[0] if named and not named[1].strip() else None


def _day(match: re.Match[str], today: date | None) -> date | None:
    month = MONTHS.get(match["month"].casefold()) or int(match["month"])
    year = match["year"]
    years = [_full_year(year)] if year else range(today.year, today.year - 8, -1) if today else []
    for number in years:
        try:
            day = date(number, month, int(match["day"]))
        except ValueError:
            continue
        if year or not today or day <= today:
            return day
    return None


def _full_year(text: str) -> int:
    digits = text.lstrip("'’")
    return int(digits) + (2000 if len(digits) == 2 else 0)
