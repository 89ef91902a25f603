"""Action for copying a competition to a new one, with its pairs, conditions and wording."""

from collections.abc import Collection
from copy import copy
from dataclasses import replace
from datetime import date
from itertools import count

from django.db import transaction
from django.utils.text import slugify

from competition.audit.actions import Actor, note
from competition.audit.events import Event
from competition.contest.actions import creating
from competition.contest.models import Competition, Conditions, Organiser
from competition.contest.rules.seasons import Season
from competition.entries.actions.entering import enter_all
from competition.entries.queries.entry import Entry
from competition.notifications.models import Wording


@transaction.atomic
def start(
    source: Competition,
    *,
    name: str,
    season: int,
    closing_date: date,
    opening_day: date | None,
    numbers: Collection[int],
    by: Actor,
    over_two_years: bool = False,
) -> Competition:
    """Create a competition like this one, with the chosen pairs entered. The acting organiser owns it.

    Players keep their names, clubs, contact details and preferred channels, so they count as the same people. Seeds and
    byes are not copied.
    """
    new = Competition(
        name=name,
        slug=_find_free_address(f"{name} {Season(season, over_two_years).address}"),
        season=season,
        over_two_years=over_two_years,
        region=source.region,
        closing_date=closing_date,
        opening_day=opening_day,
        opening_hour=source.opening_hour if opening_day else None,
        opening_place=source.opening_place if opening_day else "",
        entry_form=source.entry_form,
    )
    creating.found(new, _copy_conditions(source.conditions), by=by)
    pairs = [pair for pair in source.pairs.prefetch_related("players") if pair.number in numbers]
    enter_all(new, [replace(Entry.of(pair), attending=False, seed=None, given_bye=False) for pair in pairs], by=by)
    wordings = Wording.objects.filter(competition=source)
    Wording.objects.bulk_create(
        Wording(competition=new, occasion=one.occasion, before=one.before, after=one.after) for one in wordings
    )
    known = Organiser.objects.filter(competition=source, user=by.user).values("name", "phone", "email", "news")
    for one in known:
        Organiser.objects.filter(competition=new).update(**one)
    note(new, by, Event.STARTED, f"Copied from {source}, with {len(pairs)} of its pairs.")
    return new


def _copy_conditions(conditions: Conditions) -> Conditions:
    like = copy(conditions)
    like.pk = None
    return like


def _find_free_address(text: str) -> str:
    usual = slugify(text)[:56].strip("-")
    addresses = (usual if number == 1 else f"{usual}-{number}" for number in count(1))
    return next(address for address in addresses if not Competition.objects.filter(slug=address).exists())
