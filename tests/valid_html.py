"""Middleware that checks the HTML of every page and fragment that a test requests."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from xml.etree.ElementTree import Element

from django.http import HttpRequest, HttpResponse
from tinyhtml5 import inputstream
from tinyhtml5.parser import HTMLParser

from tests.known import Known

PAGE = "<!doctype html><title>The page around a fragment</title>"

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}

# Elements that contain text, and elements that must not be inside them.
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
PRESSED = {"a", "button", "input", "label", "select", "summary", "textarea"}
WORDS = HEADINGS | PRESSED - {"a", "input"} | {"b", "code", "em", "i", "legend", "p", "small", "span", "strong", "time"}
BLOCKS = HEADINGS | {"article", "aside", "dd", "details", "div", "dl", "dt", "fieldset", "figure", "footer", "form"}
BLOCKS |= {"header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "ul"}
WITH_HEADING = {"summary", "legend"}
ONLY = {"ul": {"li"}, "ol": {"li"}, "dl": {"dt", "dd", "div"}, "tr": {"td", "th"}}
NAMES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "list", "form")


class Patterns(dict):
    """Cache for the tokenizer's patterns. The parser itself looks them up under another key than it stores."""

    def __missing__(self, asked: tuple[Collection[str], bool]) -> re.Pattern[str]:
        characters, opposite = asked
        self[asked] = re.compile(f"[{'' if opposite else '^'}{re.escape(''.join(characters))}]+")
        return self[asked]


inputstream.characters_until_regex = Patterns()

# Tags on valid pages, each with the tag before it and its ancestors.
_sound = Known("html")


def valid_html(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware that raises AssertionError if the HTML of a response is invalid."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html") and not response.streaming
        # A compressed response contains the same page as the plain one.
        if is_page and "Content-Encoding" not in response:
            judge(response.content.decode(), request.get_full_path())
        return response

    return respond


def judge(html: str, address: str) -> None:
    """Raise AssertionError if the page or fragment has a fault.

    Skip the parser if all tags are known from valid pages.
    """
    assert not (found := wrong_scripts(html)), f"{address}: {found}"
    # Parsing takes about 3 ms per kilobyte, and most pages differ only in numbers and names.
    places = set(_places(html))
    if _sound.lacks(places) or repeated(html) or astray(html):
        assert not (found := faults(html)), f"{address}: {found}\n{html}"
        _sound.learn(places)


def _places(html: str) -> Iterator[str]:
    """Yield each tag without its values, after the names of its ancestors and of the tag before it."""
    around, before = [""], ""
    for part in html.split("<"):
        tag = re.sub(r'"[^"&]*"|\d+|>\s*\S[^<]*', lambda found: ">." if found[0][0] == ">" else "", part)
        name = re.match(r"/?[\w!-]*", tag)[0]
        yield " ".join([*around, before, tag.rstrip()])
        if around[-1] == name.removeprefix("/") != name:
            around.pop()
        elif name not in VOID and not tag.endswith(("/>", "/>.")):
            around.append(name)
        before = name


def faults(html: str) -> list[str]:
    """Return the faults of a page or fragment, each with its position (line, column)."""
    is_page = _is_page(html)
    parser = HTMLParser()
    tree = parser.parse(html if is_page else PAGE + html)
    parsed = [f"{code} {details} at {place}" for place, code, details in parser.errors]
    return parsed + repeated(html) + invented(html) + [*misplaced(tree)] + ([*nowhere(tree)] if is_page else [])


def wrong_scripts(html: str) -> str:
    """Return a fault if a page uses htmx without loading it or loads it without using it. Fragments load nothing."""
    if not _is_page(html) or (loads := 'name="htmx-config"' in html) == (" data-hx-" in html):
        return ""
    return "loads htmx and does not use it" if loads else "uses htmx and does not load it"


def _is_page(html: str) -> bool:
    return html.lstrip()[:9].lower() == "<!doctype"


def misplaced(element: Element, around: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the elements that the standard does not allow in their positions."""
    parent = around[-1] if around else ""
    name = str(element.tag).rpartition("}")[2]
    if name in ("svg", "math"):
        return
    if name in BLOCKS and parent in WORDS and not (name in HEADINGS and parent in WITH_HEADING):
        yield f"<{name}> in <{parent}>"
    if parent in ONLY and name not in {*ONLY[parent], "script", "template"}:
        yield f"<{name}> in <{parent}>"
    if name in PRESSED and element.get("type") != "hidden":
        yield from (f"<{name}> in <{outer}>" for outer in around if outer in ("a", "button"))
    if name == "img" and element.get("alt") is None:
        yield "<img> without words for it"
    for child in element:
        if isinstance(child.tag, str):
            yield from misplaced(child, (*around, name))


def nowhere(tree: Element) -> Iterator[str]:
    """Yield a page's references to elements that do not exist."""
    there = {element.get("id") for element in tree.iter()}
    for element in (one for one in tree.iter() if one.get("type") != "hidden"):
        for name in NAMES:
            yield from (f"{name}={one!r} is nowhere" for one in (element.get(name) or "").split() if one not in there)


def invented(html: str) -> list[str]:
    """Return the unknown attributes. The attributes of a library must begin with data-."""
    return sorted(set(re.findall(r"<\w[^<>]*\s(hx-[\w-]+)=", html)))


def astray(html: str) -> set[str]:
    """Return the ids that a page refers to and seems to lack, without parsing the page."""
    if not _is_page(html):
        return set()
    names = "|".join(NAMES)
    asked = re.findall(rf'<[^>]*?\s(?:{names})="([^"]*)"', html)
    return {one for ids in asked for one in ids.split()} - set(re.findall(r'\sid="([^"]*)"', html))


def repeated(html: str) -> list[str]:
    """Return the ids that occur more than once."""
    ids = Counter(re.findall(r'<[^>]*?\sid="([^"]*)"', html))
    return [f"the id {name!r} {times} times" for name, times in ids.items() if times > 1]
