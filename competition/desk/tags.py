"""Template tags for the desk menu."""

from django import template
from django.contrib.auth.models import User

from competition.desk.queries.site_checks import is_alarm

register = template.Library()


@register.simple_tag
def site_alarm(user: User) -> bool:
    """Return True if this user owns the site and the site has a fault."""
    return user.is_superuser and is_alarm()
