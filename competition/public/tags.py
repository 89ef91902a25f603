"""Template tags for the guide: links to its chapters, and words quoted from pages."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from competition.public.rules.guide import chapter_at, chapter_of

register = template.Library()


@register.simple_tag
def quoted(words: str, source: str) -> SafeString:
    """Return words shown on a page of the app, such as the name of a button.

    A test checks that `source`, a template or module under `competition/`, contains them.
    """
    return format_html('<b class="quoted">{}</b>', words)


@register.simple_tag
def guide_link(place: str) -> SafeString:
    """Return a link to the chapter at this place, such as "pair/record"."""
    return format_html('<a href="{}">{}</a>', _address(place), chapter_at(place).title)


@register.simple_tag(takes_context=True)
def help_link(context: template.Context, place: str = "") -> SafeString | str:
    """Return a link to the chapter at this place, or to the chapter about this page. Return "" if there is none."""
    place = place or chapter_of(_page(context))
    if not place:
        return ""
    return format_html('<p class="help-link"><a href="{}">Help: {}</a></p>', _address(place), chapter_at(place).title)


def _page(context: template.Context) -> str:
    match = getattr(context.get("request"), "resolver_match", None)
    return match.view_name if match else ""


def _address(place: str) -> str:
    return reverse("guide:chapter", args=place.split("/"))
