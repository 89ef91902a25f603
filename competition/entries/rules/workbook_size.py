"""Rule for the size of an .xlsx file. Its elements are counted first, because reading them takes far more memory."""

from typing import NoReturn
from xml.parsers.expat import ParserCreate
from zipfile import ZipFile

# A list of 512 pairs with 40 columns has about 45,000 elements.
MOST_ELEMENTS, DEEPEST = 150_000, 40
_CHUNK = 65_536


class _TooMuchError(Exception):
    pass


class _Counter:
    """The number of elements in all parts so far, and the depth of the current one."""

    def __init__(self) -> None:
        self._elements = self._depth = 0

    def begin(self, name: str, attributes: object) -> None:
        """Count an element. Raises _TooMuchError beyond the limits."""
        self._elements += 1
        self._depth += 1
        if self._elements > MOST_ELEMENTS or self._depth > DEEPEST:
            raise _TooMuchError

    def end(self, name: str) -> None:
        """Leave an element."""
        self._depth -= 1

    def refuse(self, *declared: object) -> NoReturn:
        """Refuse a document type, which can define text that expands when it is read. Spreadsheets do not have one."""
        raise _TooMuchError


def is_too_large(archive: ZipFile) -> bool:
    """Return True if a workbook has more or deeper elements than any list of pairs.

    Raises ExpatError for a damaged part.
    """
    counter = _Counter()
    try:
        for name in archive.namelist():
            if name.endswith((".xml", ".rels")):
                _count(archive, name, counter)
    except _TooMuchError:
        return True
    return False


def _count(archive: ZipFile, name: str, counter: _Counter) -> None:
    parser = ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = counter.begin, counter.end
    parser.StartDoctypeDeclHandler = counter.refuse
    with archive.open(name) as part:
        while chunk := part.read(_CHUNK):
            parser.Parse(chunk, False)
    parser.Parse(b"", True)
