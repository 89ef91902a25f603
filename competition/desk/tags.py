"""Template tags for the desk menu and the list of pairs."""

from collections.abc import Iterable

from django import template
from django.contrib.auth.models import User

from competition.contest.models import Competition
from competition.desk.presenters import season
from competition.desk.queries.site_checks import is_alarm
from competition.draw.queries.draw import get_draw
from competition.entries.models import Pair

register = template.Library()


@register.simple_tag
def site_alarm(user: User) -> bool:
    """Return True if this user is a site owner and the site has a fault."""
    return user.is_superuser and is_alarm()


@register.simple_tag
def pairs_still_in(competition: Competition) -> set[int]:
    """Return the numbers of the pairs that are still in the competition. Empty before the draw."""
    draw = get_draw(competition)
    return season.still_in(draw) if draw else set()


@register.filter
def these_first(pairs: Iterable[Pair], numbers: set[int]) -> list[Pair]:
    """Return the pairs with these numbers first. Otherwise the order does not change."""
    return sorted(pairs, key=lambda pair: pair.number not in numbers)
