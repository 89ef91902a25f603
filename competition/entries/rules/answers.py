"""Rules for reading the answer to a yes-or-no question, as people write it in a form."""

import re
from collections.abc import Sequence
from typing import NamedTuple

_YES = re.compile(
    r"(?:yes|y|yep|yeah|yup|x|true|1|✓|✔|ok|okay|sure|certainly|definitely|absolutely|of course|both)(?!\w)",
    re.IGNORECASE,
)
_NO = re.compile(r"(?:no|n|nope|false|0|none|neither|-+|–|—)(?!\w)", re.IGNORECASE)
# Words in a sentence that does not begin with yes or no: "We will be there", "Sorry, we cannot come".
_COMES = re.compile(r"\b(?:yes|attend(?:s|ing)?|com(?:e|es|ing)|be there|see you)\b", re.IGNORECASE)
_STAYS_AWAY = re.compile(
    r"\b(?:no|not|cannot|can['’]?t|won['’]?t|don['’]?t|unable|sorry|apolog(?:y|ies)|unfortunately|neither)\b",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"\b(?:but|only|if|may ?be|perhaps|probably|possibly|unless|except|might|may|think|hope|hopefully|unsure|not sure|"
    r"no idea|no problem|no worries|depends?|later|tbc|one of us)\b|\?",
    re.IGNORECASE,
)


class YesOrNo(NamedTuple):
    """An answer: True, False, or None if it is unclear. `is_sure` is False if the organiser must check it."""

    value: bool | None
    is_sure: bool = True


def read_answer(text: str) -> YesOrNo:
    """Return the answer in a text. An empty text means no."""
    plain = " ".join(text.split()).strip(" .!,;")
    if not plain:
        return YesOrNo(value=False)
    has_doubt = bool(_DOUBT.search(plain))
    if yes := _YES.match(plain):
        rest = plain[yes.end() :]
        if _STAYS_AWAY.search(rest) and not has_doubt:
            return YesOrNo(value=None)
        return YesOrNo(value=True, is_sure=not has_doubt)
    if no := _NO.match(plain):
        rest = plain[no.end() :]
        is_clear = bool(_STAYS_AWAY.search(rest)) or not _COMES.search(rest)
        return YesOrNo(value=False) if is_clear and not has_doubt else YesOrNo(value=None)
    if has_doubt:
        return YesOrNo(value=None)
    if _STAYS_AWAY.search(plain):
        return YesOrNo(value=False if "yes" not in plain.casefold().split() else None)
    return YesOrNo(value=True if _COMES.search(plain) else None)


def find_grade(text: str, grades: Sequence[str]) -> str:
    """Return the grade that a text means, in any case or shortened as "Jun" or "Int.". "" if there is none."""
    plain = " ".join(text.split()).strip(" .").casefold()
    if not plain:
        return ""
    exact = [grade for grade in grades if grade.casefold() == plain]
    begins = [grade for grade in grades if grade.casefold().startswith(plain)]
    return next(iter(exact or (begins if len(begins) == 1 else [])), "")
