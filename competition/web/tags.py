"""Template tags for every page."""

import re
import secrets

from django import template
from django.core.exceptions import ImproperlyConfigured
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from competition.web.form_keys import FORM_KEY
from competition.web.posting import form_owner
from competition.web.site_name import read_site_name
from competition.web.text_metrics import players

register = template.Library()
register.filter("players", players)


@register.filter
def whole_phones(text: str) -> str:
    """Return the text with each phone number kept on one line."""
    return re.sub(r"(?<=\d) (?=\d)", "\N{NO-BREAK SPACE}", text)


@register.simple_tag
def site_name() -> str:
    """Return the name of the site."""
    return read_site_name()


@register.simple_tag(takes_context=True)
def form_key(context: Context) -> SafeString:
    """Return a hidden input with a new form key, so that the form counts once however often it is sent.

    It also has the owner of the page, and a mark if the page is the response to a form (drafts.js). Raises
    ImproperlyConfigured on a page that is rendered without its request, because many readers would share the key.
    """
    if "csrf_token" not in context:
        raise ImproperlyConfigured("A page that is cached for all readers cannot have a form that posts.")
    request = context["request"]
    answered = " data-answered" if request.method == "POST" else ""
    return format_html(
        '<input type="hidden" name="{}" value="{}" data-owner="{}"{}>',
        FORM_KEY,
        secrets.token_urlsafe(12),
        form_owner(request),
        answered,
    )
