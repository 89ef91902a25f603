"""Small PBN reader for tests. It follows the standard, independently of `scoring.presenters.pbn`."""

import re
from typing import NamedTuple

MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
TAG = re.compile(r'\[([A-Z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\])*)"\]')


class Game(NamedTuple):
    """The tags of one game in file order, and the comments."""

    tags: dict[str, str]
    comment: str

    def __getitem__(self, name: str) -> str:
        return self.tags[name]

    def sides(self, name: str) -> tuple[str, str]:
        """Return the values of a tag for North-South and East-West."""
        ns, ew = re.fullmatch(r"NS (.+) EW (.+)", self.tags[name]).groups()
        return ns, ew


def read_pbn(data: bytes) -> tuple[list[str], list[Game]]:
    """Return a file's escaped lines and its games. Fail if the export format does not allow the file."""
    text = data.decode("latin-1")
    assert re.fullmatch(r"[ -~\xc0-\xff]*", text.replace("\r\n", ""))
    assert text.endswith("\r\n")
    lines = text.removesuffix("\r\n").split("\r\n")
    # The export format allows 255 characters including the line ending.
    assert max(map(len, lines)) <= 253
    escaped = [line for line in lines if line.startswith("%")]
    rest = "\n".join(line for line in lines if not line.startswith("%"))
    return escaped, [_game(part) for part in rest.split("\n\n")] if rest else []


def _game(text: str) -> Game:
    tags, place = {}, 0
    while found := TAG.match(text, place):
        assert found[1] not in tags
        tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        place = found.end() + 1
    assert tuple(tags)[:15] == MANDATORY
    assert list(tags)[15:] == sorted(list(tags)[15:])
    comments = re.findall(r"\{([^}]*)\}\n?", text[place:])
    assert "".join(f"{{{comment}}}\n" for comment in comments) == text[place:] + "\n"
    return Game(tags, " ".join(" ".join(comments).split()))
