"""What happens in the demo beside its matches: dates offered and agreed, days away, pairs told, pages opened."""

from collections.abc import Callable
from datetime import date, datetime, time
from itertools import product

from django.utils import timezone

from competition.arranging import actions as arranging
from competition.arranging.actions import Place
from competition.arranging.queries import moments, offers_of
from competition.contest.models import Competition
from competition.entries.actions import away, opening
from competition.knockout.queries.reading import published_snapshot
from competition.log.actions import Actor
from competition.post.actions import telling
from competition.post.models import Occasion, Told

EVENING = time(19, 30)


def tell(competition: Competition, act: dict, day: Callable[[int], date], by: Actor) -> None:
    """Let one of these happen, as the story says it."""
    pairs = {pair.number: pair for pair in published_snapshot(competition).pairs.values()}
    if "told" in act:
        for occasion, way in product(act["told"], Told.Way):
            telling.told(competition, Occasion(occasion), way, who="", by=by)
    elif "opened" in act:
        opening.opened([pairs[number] for number in act["opened"]])
    elif "away" in act:
        pair = pairs[act["away"]]
        away.keep(pair, [(day(first), day(last)) for first, last in act["spans"]], by=Actor(pair=pair))
    else:
        _arrange(competition, act, day)


def _arrange(competition: Competition, act: dict, day: Callable[[int], date]) -> None:
    code = next(act[verb] for verb in ("offer", "decline", "take", "read") if verb in act)
    state = published_snapshot(competition).by_code[code]
    place = Place(state.pairs[act["by"]], code)
    opening.opened([place.pair])
    if "offer" in act:
        arranging.offer(place, dates=[_evening(day(one)) for one in act["dates"]], venue=act.get("venue", ""))
        return
    stands = offers_of(state).open
    if stands is None:
        raise LookupError(code)
    if "read" in act:
        arranging.read(place, offered=stands.pk)
    elif "take" in act:
        arranging.take(place, offered=stands.pk, at=moments(stands)[0])
    else:
        arranging.decline(place, reason=act["reason"])


def _evening(on: date) -> datetime:
    return timezone.make_aware(datetime.combine(on, EVENING))
