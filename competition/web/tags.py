"""Template tags for every page."""

from django import template

from competition.web.site_name import read_site_name

register = template.Library()


@register.simple_tag
def site_name() -> str:
    """Return the name of the site."""
    return read_site_name()
