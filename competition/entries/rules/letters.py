"""Rules for damaged letters: repair a letter if the repair is certain, and report all other letters."""

import re
import unicodedata

# Largest number of repairs to a word. Each program that reads the word in the wrong encoding damages it once more.
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
    """Return True if a letter of a word has become a question mark or a replacement character."""
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
    """Return the number of characters that stand for one damaged letter, and that letter.

    Return (0, "") if the character at this place is genuine.
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
    """Return True for letters of European names, and for characters that may be damaged twice."""
    if letter in _ONE_BYTE or letter == _REPLACED:
        return True
    is_near = ord(letter) < 0x180 or letter in "șțȘȚ" or 0x1E00 <= ord(letter) < 0x1F00
    return is_near and unicodedata.name(letter, "").startswith("LATIN")


def _is_east_asian(letter: str, part: str) -> bool:
    """Return True for East Asian letters, unless the damaged text consists of letters only."""
    is_eastern = unicodedata.name(letter, "").startswith(("CJK", "HIRAGANA", "KATAKANA", "HANGUL"))
    return is_eastern and not part.isalpha()
