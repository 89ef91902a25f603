"""Template filters for points, contracts, titles and dates."""

import re
from datetime import date, datetime
from html import unescape

from django import template
from django.utils import timezone
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.rules import text
from scoring.rules.conditions import TieBreak
from scoring.rules.contract import Contract
from scoring.rules.words import TIE_BREAKS, contract_words

register = template.Library()

_NAME = r"(?![a-z\d_ß-ÿ])\w[\w.’'-]*"
_RED = {"♥": "H", "♦": "D"}
# A pair within a sentence: words with a capital on both sides of an ampersand.
_PAIR = re.compile(rf"((?:{_NAME} )*{_NAME} & {_NAME}(?: {_NAME})*[:,.]?)")


@register.filter
def points(value: int | None) -> str:
    """Format points as "4,730". Return "" for None."""
    return "" if value is None else f"{value:,}".replace("-", "−")


@register.filter
def contract(value: Contract | None) -> str:
    """Format a contract as "3♥ doubled". Return "" for None."""
    return contract_words(value) if value else ""


@register.filter
def in_fours(digits: str) -> str:
    """Format a fingerprint in groups of four digits."""
    return " ".join(re.findall(".{1,4}", digits))


@register.filter(is_safe=True)
def page_title(markup: str, site: str) -> str:
    """Return a page title from escaped markup, with the site's name if it fits."""
    return SafeString(escape(text.page_title(unescape(markup), site)))


@register.filter
def tie_break(value: TieBreak) -> str:
    """Return a sentence about the unfinished rubber in a tie-break."""
    return TIE_BREAKS[value]


@register.filter
def day(value: date | datetime | None) -> str:
    """Format a date as "Sat 30 May 2026". Convert datetimes to local time. Return "" for None."""
    if value is None:
        return ""
    local = timezone.localtime(value) if isinstance(value, datetime) else value
    return f"{local:%a} {local.day} {local:%b %Y}"


@register.filter
def typed_day(value: date | str | None) -> str:
    """Format the value of a date field as "Sat 30 May 2026". Return "" if it is not a date."""
    try:
        return day(date.fromisoformat(value) if isinstance(value, str) else value)
    except ValueError:
        return ""


@register.filter
def whole_names(headline: str) -> SafeString:
    """Return the headline with each pair, such as "Everleigh & Foxglove", in a box kept on one line if possible."""
    parts = _PAIR.split(headline)
    marked = [
        format_html('<span class="pair">{}</span>', part) if at % 2 else escape(part) for at, part in enumerate(parts)
    ]
    return SafeString("".join(marked))


@register.filter
def suits(words: str) -> SafeString:
    """Return the words with hearts and diamonds marked, so that style sheets can make them red."""
    return SafeString(re.sub("[♥♦]", lambda red: f'<span data-suit="{_RED[red[0]]}">{red[0]}</span>', escape(words)))


@register.filter
def breakable(email: str) -> str:
    """Return an email address as HTML with a possible line break before "@"."""
    return format_html_join(SafeString("<wbr>"), "{}", ((part,) for part in re.split(r"(?=@)", email)))


@register.filter
def moment(value: date | datetime | None) -> str:
    """Format a datetime as "Sat 30 May 2026, 18:05" in local time. Format a date without a time, and None as ""."""
    return f"{day(value)}, {timezone.localtime(value):%H:%M}" if isinstance(value, datetime) else day(value)
