"""Template tags for the menu of the desk."""

from django import template
from django.contrib.auth.models import User

from competition.site.queries import is_alarm

register = template.Library()


@register.simple_tag
def site_alarm(user: User) -> bool:
    """Return True if this user owns the site and something is bad."""
    return user.is_superuser and is_alarm()
