"""Every page and fragment that any test asks the site for is valid HTML."""

import re
from collections import Counter
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from tinyhtml5.parser import HTMLParser

PAGE = "<!doctype html><title>The page around a fragment</title>"

_judged: set[str] = set()


def valid_html(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return a middleware that raises AssertionError where an answer's HTML is faulty."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html") and not response.streaming
        # A packed answer holds the same page as the plain one.
        if is_page and "Content-Encoding" not in response:
            judge(response.content.decode(), request.get_full_path())
        return response

    return respond


def judge(html: str, address: str) -> None:
    """Fail if the page or fragment has a fault; one of a shape seen before is taken to be as good."""
    # Parsing takes about 3 ms a kilobyte, and most pages differ from others in numbers and names only.
    shape = re.sub(r"\d+|>[^<]*", lambda found: found[0][0] if found[0][0] == ">" else "0", html)
    if shape not in _judged:
        _judged.add(shape)
        assert not (found := faults(html)), f"{address}: {found}\n{html}"


def faults(html: str) -> list[str]:
    """What is wrong with a page or fragment, each with its place (line, column)."""
    is_page = html.lstrip()[:9].lower() == "<!doctype"
    parser = HTMLParser()
    parser.parse(html if is_page else PAGE + html)
    ids = Counter(re.findall(r'<[^>]*?\sid="([^"]*)"', html))
    return [f"{code} {details} at {place}" for place, code, details in parser.errors] + [
        f"the id {name!r} {times} times" for name, times in ids.items() if times > 1
    ]
