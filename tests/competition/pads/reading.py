"""Helpers for reading score pad pages."""

import re
from html import unescape


def text(html: str) -> str:
    """Return the visible text on one line."""
    seen = re.sub(r'(?s)<span class="sr">.*?</span>|</?span[^>]*>', "", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", seen)).split())


def part(html: str, mark: str) -> str:
    """Return the text of the element with this ID."""
    (start,) = re.finditer(rf'<(\w+)[^>]* id="{mark}"', html)
    depth = 0
    for tag in re.finditer(rf"<(/?){start[1]}\b", html[start.start() :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return text(html[start.start() : start.start() + tag.start()])
    raise AssertionError(f"{mark} does not end")


def table(html: str, caption: str) -> list[list[str]]:
    """Return the rows of the table with this caption, without its heading."""
    (body,) = re.findall(rf"<caption>{re.escape(caption)}</caption>(.*?)</table>", html, re.DOTALL)
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
    return [[text(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows][1:]
