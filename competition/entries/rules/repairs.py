"""Rules for letters and phone numbers damaged by another program: repair them if it is certain, or report them."""

import re
import unicodedata
from typing import NamedTuple

from competition.entries.rules.grammar import MONTH
from competition.entries.rules.persons import in_quotes

# The most repairs to a word. Each program that reads the word in the wrong encoding damages it again.
_TIMES = 3
_REPLACED = "\ufffd"
_RUN = re.compile(r"[^\x00-\x7f]{2,}")
_LOST = re.compile(rf"[^\W\d_](?:\?|{_REPLACED})+[^\W\d_]")
# A capital inside a word. Either UTF-8 was read as Windows-1252 and lost its second byte, or Windows-1252 was read as
# Mac Roman.
_HALF = re.compile(r"(?<=[a-zà-ÿ])[À-ÖØ-ÞŠŽŒŸ]|(?<=[A-Z])[ÂÃÄÅ](?=[a-zà-ÿ])|\b[ÃÄÅ]\s(?=[a-zà-ÿ])")
# All characters that are one byte in Windows-1252 or Mac Roman. A damaged letter consists of these.
_ONE_BYTE = frozenset(bytes(range(0x80, 0x100)).decode("cp1252", errors="ignore"))
_ONE_BYTE |= frozenset(bytes(range(0x80, 0x100)).decode("mac_roman")) | frozenset(map(chr, range(0x80, 0x100)))


def repair(text: str) -> str:
    """Return the text after repairing UTF-8 that was read as Windows-1252 or Mac Roman."""
    for _ in range(_TIMES):
        repaired = _RUN.sub(lambda run: _repaired_run(run[0]), text)
        if repaired == text:
            break
        text = repaired
    return text


def has_lost_letters(text: str) -> bool:
    """Return True if a letter in a word has become a question mark or a replacement character."""
    return _REPLACED in text or bool(_LOST.search(text)) or bool(_HALF.search(text))


def windows_bytes(text: str) -> bytes | None:
    """Return the text in Windows-1252 with undefined bytes unchanged, or None if that is impossible."""
    stored = bytearray()
    for letter in text:
        try:
            stored += letter.encode("cp1252")
        except UnicodeEncodeError:
            if ord(letter) > 0xFF:
                return None
            stored.append(ord(letter))
    return bytes(stored)


def _mac_bytes(text: str) -> bytes | None:
    try:
        return text.encode("mac_roman")
    except UnicodeEncodeError:
        return None


def _repaired_run(run: str) -> str:
    """Return a run of characters beyond ASCII with all damage repaired."""
    done, at = "", 0
    while at < len(run):
        size, letter = _damaged(run, at)
        done += letter or run[at]
        at += size or 1
    return done


def _damaged(run: str, at: int) -> tuple[int, str]:
    """Return the number of characters that represent one damaged letter, and that letter.

    Return (0, "") if the character at this position is genuine.
    """
    for size in (2, 3):
        part = run[at : at + size]
        for stored in (windows_bytes(part), _mac_bytes(part)):
            if len(part) < size or stored is None:
                continue
            try:
                letter = stored.decode()
            except UnicodeDecodeError:
                continue
            if len(letter) == 1 and (_is_plausible(letter) or _is_east_asian(letter, part)):
                return size, letter
    return 0, ""


def _is_plausible(letter: str) -> bool:
    """Return True for letters of European names, and for characters that may have been damaged twice."""
    if letter in _ONE_BYTE or letter == _REPLACED:
        return True
    is_near = ord(letter) < 0x180 or letter in "șțȘȚ" or 0x1E00 <= ord(letter) < 0x1F00
    return is_near and unicodedata.name(letter, "").startswith("LATIN")


def _is_east_asian(letter: str, part: str) -> bool:
    """Return True for East Asian letters, unless the damaged text consists only of letters."""
    is_eastern = unicodedata.name(letter, "").startswith(("CJK", "HIRAGANA", "KATAKANA", "HANGUL"))
    return is_eastern and not part.isalpha()


_AS_FORMULA = re.compile(r"=\s*[\"“”]([^\"“”]*)[\"“”]")
_ERROR = re.compile(r"#(?:name\?|value!|ref!|num!|null!|div/0!|n/a|spill!|calc!|\#*)|err:\d+", re.IGNORECASE)
_SCIENTIFIC = re.compile(r"([+-]?)(\d)(?:[.,](\d+))?\s?[eE]\s?\+?(\d{1,3})")
_CLOCK = r"(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?"
_DATE = re.compile(
    rf"(?:(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])"
    rf"|(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\1(?:\d\d|(?:19|20)\d\d)"
    rf"|(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01])/(?:\d\d|(?:19|20)\d\d)"
    rf"|\d{{1,2}}[- ](?:{MONTH})(?:[- ]\d{{2,4}})?|(?:{MONTH})[- ]\d{{1,4}}(?:,? \d{{4}})?){_CLOCK}",
    re.IGNORECASE,
)
_NONE = frozenset(("", "-", "–", "—", "n/a", "na", "none", "no", "nil", "x", "0"))
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3}){2,}(?:\.0+)?")
_WITH_POINT = re.compile(r"(\d{6,})[.,]0+")
_BETWEEN = re.compile(r"\s*(?:[;,|\n\\&]|\bor\b|\band\b|(?<=\d)\s*/\s*(?=[\d+(])|\s/\s)\s*", re.IGNORECASE)
# American format, in which numbers do not begin with 0.
_AMERICAN = re.compile(r"\(?\d{3}\)?[-. ]\d{3}[-.]\d{4}|\(\d{3}\) ?\d{3} \d{4}")
_DIGITS = range(6, 16)


class Phone(NamedTuple):
    """A phone number, as far as it is readable, and remarks about it."""

    number: str = ""
    ask: tuple[str, ...] = ()


def read_phones(cell: str) -> list[Phone]:
    """Return the phone numbers in a cell, in order.

    A number lost by the spreadsheet is "" with a remark.
    """
    text = _tidy(cell)
    if lost := _lost(text):
        return [Phone("", (lost,))]
    if _GROUPED.fullmatch(text):
        return [_read(text.partition(".")[0].replace(",", ""))]
    parts = [part for part in _BETWEEN.split(text) if part.strip()]
    if len(parts) > 1 and all(sum(map(str.isdigit, part)) in _DIGITS for part in parts):
        return [_read(part.strip()) for part in parts]
    return [phone for phone in [_read(text)] if phone.number or phone.ask]


def _tidy(cell: str) -> str:
    """Return the cell without the characters that stop a spreadsheet from changing it."""
    text = unicodedata.normalize("NFKC", cell).translate(str.maketrans("‐‑‒–—−", "------")).strip()
    if formula := _AS_FORMULA.fullmatch(text):
        text = formula[1].strip()
    text = text.lstrip("'’‘`").strip()
    if text.startswith("=") and re.fullmatch(r"=[+\d][\d\s()+.]*", text):
        text = text[1:].strip()
    return re.sub(r"^tel:\s*", "", text, flags=re.IGNORECASE)


def _lost(text: str) -> str:
    """Return a sentence about how the spreadsheet lost the number, or "" if it did not."""
    what = ""
    if _ERROR.fullmatch(text):
        what = "an error"
    elif _DATE.fullmatch(text):
        what = "a date"
    elif re.fullmatch(r"-\s?\d[\d\s.,]*", text):
        what = "a sum, and shows its result"
    elif scientific := _SCIENTIFIC.fullmatch(text):
        what = "" if _all_digits(scientific) else "a large number, and rounded it"
    elif text.startswith(("=", "@")):
        what = "a formula"
    return f"The spreadsheet made the phone number {what}: {in_quotes(text)}. Type the number." if what else ""


def _all_digits(match: re.Match[str]) -> str:
    """Return the full number for a notation such as 6.421234567E+10, or "" if digits are missing."""
    sign = match[1]
    first = match[2]
    rest = match[3] or ""
    exponent = int(match[4])
    return first + rest if sign != "-" and len(rest) == exponent else ""


def _read(text: str) -> Phone:
    """Return one phone number. Restore a lost 0 if the rest is clearly a mobile number."""
    if text.casefold() in _NONE:
        return Phone()
    if scientific := _SCIENTIFIC.fullmatch(text):
        text = _all_digits(scientific)
    elif point := _WITH_POINT.fullmatch(text):
        text = point[1]
    digits = "".join(letter for letter in text if letter.isdigit())
    if not digits:
        return Phone("", (f"{in_quotes(text)} is not a phone number. Type the number.",))
    if len(digits) not in _DIGITS:
        few_or_many = "few" if len(digits) < _DIGITS.start else "many"
        return Phone(text, (f"{in_quotes(text)} has too {few_or_many} digits for a phone number.",))
    if not _has_lost_zero(text, digits):
        return Phone(text)
    if _is_mobile(digits):
        return Phone(f"0{text}", (f"The phone number {in_quotes(text)} has no 0 in front. It was read as 0{text}.",))
    return Phone(text, (f"The phone number {in_quotes(text)} has no 0 in front. Add it if it was lost.",))


def _has_lost_zero(text: str, digits: str) -> bool:
    """Return True if a number without a leading 0 is neither local nor international, so its 0 was lost."""
    is_whole = text[:1].isdigit() and not text.startswith(("0", "1")) and not _AMERICAN.match(text)
    is_abroad = len(digits) > 10 or (len(digits) == 10 and digits.startswith("64"))
    return is_whole and len(digits) >= 8 and not is_abroad


def _is_mobile(digits: str) -> bool:
    """Return True for a mobile number from New Zealand, Australia or Britain without its 0."""
    ways = (("2", (8, 9, 10)), ("4", (9,)), ("7", (10,)))
    return any(digits.startswith(first) and len(digits) in lengths for first, lengths in ways)
