"""What a reader finds on the page of an evening."""

import re
from html import unescape


def text(html: str) -> str:
    """What is to be seen there, on one line."""
    seen = re.sub(r'<span class="sr">.*?</span>|</?span[^>]*>', "", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", seen)).split())


def part(html: str, mark: str) -> str:
    """What stands in the one element of this id."""
    (start,) = re.finditer(rf'<(\w+)[^>]* id="{mark}"', html)
    depth = 0
    for tag in re.finditer(rf"<(/?){start[1]}\b", html[start.start() :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return text(html[start.start() : start.start() + tag.start()])
    raise AssertionError(f"{mark} does not end")


def table(html: str, caption: str) -> list[list[str]]:
    """The rows of the one table of this caption, without its heading."""
    (body,) = re.findall(rf"<caption>{re.escape(caption)}</caption>(.*?)</table>", html, re.DOTALL)
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
    return [[text(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows][1:]
