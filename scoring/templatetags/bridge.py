"""What pages need to write points, contracts and dates in words."""

import re
from datetime import date, datetime
from html import unescape

from django import template
from django.utils import timezone
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString

from scoring.rules import titles
from scoring.rules.conditions import TieBreak
from scoring.rules.contract import Contract
from scoring.rules.words import TIE_BREAKS, contract_words

register = template.Library()


@register.filter
def points(value: int | None) -> str:
    """4,730; nothing for nothing."""
    return "" if value is None else f"{value:,}"


@register.filter
def contract(value: Contract | None) -> str:
    """3♥ doubled; nothing for a passed-in deal."""
    return contract_words(value) if value else ""


@register.filter(is_safe=True)
def page_title(markup: str, site: str) -> str:
    """Return the title of a page, which a template has escaped already, with the site's name if there is room."""
    return SafeString(escape(titles.page_title(unescape(markup), site)))


@register.filter
def tie_break(value: TieBreak) -> str:
    """The unfinished rubber goes on; A new rubber begins."""
    return TIE_BREAKS[value]


@register.filter
def day(value: date | datetime | None) -> str:
    """Sat 30 May 2026, a moment as the day it falls on here; nothing for nothing."""
    if value is None:
        return ""
    local = timezone.localtime(value) if isinstance(value, datetime) else value
    return f"{local:%a} {local.day} {local:%b %Y}"


@register.filter
def breakable(email: str) -> str:
    """An address that breaks before its signs rather than inside a word."""
    return format_html_join(SafeString("<wbr>"), "{}", ((part,) for part in re.split(r"(?=[@.])", email)))


@register.filter
def moment(value: datetime | None) -> str:
    """Sat 30 May 2026, 18:05, by the clock here; nothing for nothing."""
    return "" if value is None else f"{day(value)}, {timezone.localtime(value):%H:%M}"
