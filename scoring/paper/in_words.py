"""The result of a deal as people describe it in a sentence, such as "She was two light, we counted twice"."""

import re
from dataclasses import replace

from scoring.rules.deal import DealResult, Honours
from scoring.rules.refusal import Refused
from scoring.rules.sides import Side
from scoring.rules.words import number

_NUMBERS = {number(count): count for count in range(14)} | {"an": 1, "1": 1}
_COUNT = rf"(?P<count>\d{{1,2}}|{'|'.join(_NUMBERS)})"
_LIGHT = re.compile(rf"\b{_COUNT} (?:tricks? )?(?:light|down|off)\b|(?:^|\s)[-−–](?P<minus>\d{{1,2}})\b")
_OVER = re.compile(rf"\b{_COUNT} (?:over\b|overtricks?\b)|(?:^|\s)\+(?P<plus>\d{{1,2}})\b")
_TRICKS = re.compile(rf"\b(?:made|won|took) {_COUNT} tricks\b")
_EXACT = re.compile(r"\b(?:made|making|made it|exactly)\b")
_DENIED = re.compile(r"\b(?:not|never|no|nor|neither|or)\b|n[’']t\b|\?")
_HONOURS = re.compile(
    r"(?P<four>\b100\b|\bfour (?:trump )?honours\b)|\b150\b|\bfive (?:trump )?honours\b|\bfour aces\b"
)
_HOLDER = re.compile(r"\b(?:(?P<ours>we|us|our|ours|i|my|me)|they|them|their|theirs)\b")
_PASSED = re.compile(r"\b(?:passed (?:in|out)|all passed)\b")


def other_result(text: str, deal: DealResult, ours: Side) -> DealResult | None:
    """Return the deal as described by the pair on the side `ours`. None if no sentence clearly changes its result."""
    if deal.contract is None:
        return None
    read = (_read(sentence, deal, ours) for sentence in re.split(r"[.!;\n]\s+|[.!]$", text.lower()))
    return next((other for other in read if other not in (None, deal)), None)


def _read(sentence: str, deal: DealResult, ours: Side) -> DealResult | None:
    """Return the deal as this sentence describes it, or None if it is unclear."""
    if _DENIED.search(sentence):
        return None
    if _PASSED.search(sentence):
        return DealResult.passed_in()
    if "honour" in sentence or "aces" in sentence:
        return _with_honours(sentence, deal, ours)
    tricks = _tricks(sentence, deal.contract.tricks if deal.contract else 0)
    return None if tricks is None or not 0 <= tricks <= 13 else replace(deal, tricks=tricks)


def _with_honours(sentence: str, deal: DealResult, ours: Side) -> DealResult | None:
    points, holder = _HONOURS.search(sentence), _HOLDER.search(sentence)
    if points is None or holder is None:
        return None
    side = ours if holder["ours"] else ours.other
    try:
        return replace(deal, honours=Honours(side, 100 if points["four"] else 150))
    except Refused:
        return None


def _tricks(said: str, contracted: int) -> int | None:
    if match := _LIGHT.search(said):
        return contracted - _count(match["count"] or match["minus"])
    if match := _OVER.search(said):
        return contracted + _count(match["count"] or match["plus"])
    if match := _TRICKS.search(said):
        tricks = _count(match["count"])
        # Fewer tricks than contracted may be the defenders' tricks.
        return tricks if tricks >= contracted else None
    return contracted if _EXACT.search(said) else None


def _count(word: str) -> int:
    return _NUMBERS[word] if word in _NUMBERS else int(word)
