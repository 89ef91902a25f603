"""Letters that a program has damaged: repaired where that is certain, pointed out where it is not."""

import re
import unicodedata

# A word in another encoding is damaged once by each program that reads it wrongly.
_TIMES = 3
_REPLACED = "\ufffd"
_RUN = re.compile(r"[^\x00-\x7f]{2,}")
_LOST = re.compile(rf"[^\W\d_](?:\?|{_REPLACED})+[^\W\d_]")
# A capital within a word: UTF-8 read as Windows text that has since lost its second half, or Windows text read as Mac.
_HALF = re.compile(r"(?<=[a-zà-ÿ])[À-ÖØ-ÞŠŽŒŸ]|(?<=[A-Z])[ÂÃÄÅ](?=[a-zà-ÿ])|\b[ÃÄÅ]\s(?=[a-zà-ÿ])")
# Every character that Windows or an old Mac stores in one byte: what a letter may be after each time it was damaged.
_ONE_BYTE = frozenset(bytes(range(0x80, 0x100)).decode("cp1252", errors="ignore"))
_ONE_BYTE |= frozenset(bytes(range(0x80, 0x100)).decode("mac_roman")) | frozenset(map(chr, range(0x80, 0x100)))


def repair(text: str) -> str:
    """Return the text with UTF-8 that was read as Windows or Mac text put right, as often as it was damaged."""
    for _ in range(_TIMES):
        repaired = _RUN.sub(lambda run: _repaired_run(run[0]), text)
        if repaired == text:
            break
        text = repaired
    return text


def has_lost_letters(text: str) -> bool:
    """Return True if a question mark or a replacement character stands in a word instead of a letter."""
    return _REPLACED in text or bool(_LOST.search(text)) or bool(_HALF.search(text))


def windows_bytes(text: str) -> bytes | None:
    """Return what Windows would store for this text, undefined bytes as they are; None if it cannot store it."""
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
    """Return this run of letters beyond ASCII, each damaged part of it put right."""
    done, at = "", 0
    while at < len(run):
        size, letter = _damaged(run, at)
        done += letter or run[at]
        at += size or 1
    return done


def _damaged(run: str, at: int) -> tuple[int, str]:
    """Return how many characters from this place on were one letter, and the letter; 0 if they are genuine."""
    for size in (2, 3):
        part = run[at : at + size]
        for stored in (windows_bytes(part), _mac_bytes(part)):
            if len(part) < size or stored is None:
                continue
            try:
                letter = stored.decode()
            except UnicodeDecodeError:
                continue
            if len(letter) == 1 and (_is_plausible(letter) or _is_of_the_east(letter, part)):
                return size, letter
    return 0, ""


def _is_plausible(letter: str) -> bool:
    """Return True for a letter of a name, and for what may be damaged once more."""
    if letter in _ONE_BYTE or letter == _REPLACED:
        return True
    is_near = ord(letter) < 0x180 or letter in "șțȘȚ" or 0x1E00 <= ord(letter) < 0x1F00
    return is_near and unicodedata.name(letter, "").startswith("LATIN")


def _is_of_the_east(letter: str, part: str) -> bool:
    """Return True for a letter of a Chinese, Japanese or Korean name that no three letters of Europe can mean."""
    is_eastern = unicodedata.name(letter, "").startswith(("CJK", "HIRAGANA", "KATAKANA", "HANGUL"))
    return is_eastern and not part.isalpha()
