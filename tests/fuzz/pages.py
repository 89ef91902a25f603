"""Parser for the forms and links on a page."""

from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urljoin


class Offer(NamedTuple):
    """A form on a page: its address, method and fields, each field with its possible values."""

    address: str
    method: str
    fields: dict[str, list[str]]


class Reader(HTMLParser):
    """Parser that collects the forms and links on one page."""

    def __init__(self, address: str, html: str) -> None:
        super().__init__()
        self.address, self.offers, self.links, self._field = address, [], [], ""
        self.feed(html)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        """Store a form, a field or a link."""
        attrs = {name: value or "" for name, value in given}
        if tag == "a" and attrs.get("href", "").startswith(("/", "?")):
            self.links.append(urljoin(self.address, attrs["href"].split("#")[0]))
        if tag == "form":
            action = urljoin(self.address, attrs.get("action", "").split("#")[0])
            self.offers.append(Offer(action, attrs.get("method", "get").upper(), {}))
        if tag == "select":
            self._field = attrs.get("name", "")
        name = self._field if tag == "option" else attrs.get("name", "")
        if name and self.offers and tag in ("input", "textarea", "button", "option", "select"):
            self.offers[-1].fields.setdefault(name, [])
            if "value" in attrs:
                self.offers[-1].fields[name].append(attrs["value"])
