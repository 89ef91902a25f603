"""Rules for an imported competition: when it was imported, by whom and from which site."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from competition.contest.rules.seasons import DAYS
from scoring.rules.text import visible

# A competition is never moved more often. Names of sites and organisers are shorter.
_MOST_IMPORTS, _LONGEST_NAME = 20, 120
NOT_WITNESSED = "This site did not witness what the file says."


class Import(NamedTuple):
    """One import of a competition. `site` is the name given in the file. `day` is the local date in ISO form."""

    day: str
    by: str
    site: str

    @property
    def phrase(self) -> str:
        """The import as a phrase for use within a sentence."""
        day = date.fromisoformat(self.day)
        return f"imported on {day:%a} {day.day} {day:%b %Y} by {self.by} from a file of {self.site}"


def as_the_file_says(text: str) -> str:
    """Return a name or a sentence from an imported record, marked as coming from a file."""
    return f"As the file says: {text}"


def brief(imports: Sequence[Import]) -> str:
    """Return a short sentence about the last import, or "" if there is none."""
    return f"Imported from a file of {imports[-1].site}." if imports else ""


def is_chain(value: object) -> bool:
    """Return True if a JSON value from a file is a list of imports in the format of `Competition.imports`."""
    return isinstance(value, list) and len(value) <= _MOST_IMPORTS and all(map(_is_import, value))


def _is_import(value: object) -> bool:
    if not isinstance(value, list) or len(value) != len(Import._fields):
        return False
    if not all(
        isinstance(text, str) and 0 < len(text) <= _LONGEST_NAME and " ".join(visible(text).split()) == text
        for text in value
    ):
        return False
    try:
        return DAYS[0] <= date.fromisoformat(value[0]) <= DAYS[1]
    except ValueError:
        return False


def sentence(imports: Sequence[Import]) -> str:
    """Return sentences about these imports, earliest first, or "" if there are none.

    This site records only the last import. The earlier imports come from the file.
    """
    if not imports:
        return ""
    *earlier, last = imports
    older = [f"The file says: {row.phrase}." for row in reversed(earlier)]
    return " ".join([f"{last.phrase[0].upper()}{last.phrase[1:]}.", NOT_WITNESSED, *older])
