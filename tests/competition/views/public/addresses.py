"""Every public address, as `competition.urls` lists them, filled in for a competition."""

from django.urls import reverse

from competition.formats.season import people
from competition.models import Competition
from competition.queries import Knockout
from competition.rules.stages import Stage
from competition.urls import public
from tests import stories

# What may be asked of an address beside what it names.
ASKED = {
    "draw": ("", "?round=1", "?pair={number}", "?find={name}", "?find=a"),
    "live": ("", "?round=1&pair={number}"),
    "matches": ("", "?sort=-margin"),
    "players": ("", "?find={name}", "?find=a"),
}
# A match that is over and one that is going on; what names no match is the same for both.
STAGES = (Stage.OFFICIAL, Stage.IN_PLAY)


def addresses(competition: Competition) -> dict[str, str]:
    """Every public address by its pattern and the stage of the match it is about.

    KeyError where a pattern names something that nothing stands for yet: it must be given an example here.
    """
    now, found = stories.now(competition), {}
    for stage in STAGES:
        example = _examples(now, stage)
        for route in public:
            named = {name: example[name] for name in route.pattern.converters}
            address = reverse(f"public:{route.name}", kwargs=named)
            for asked in ASKED.get(route.name, ("",)):
                found.setdefault(f"{address}{asked.format(**example)}", f"{stage}: {route.pattern}{asked}")
    return {name: address for address, name in found.items()}


def _examples(now: Knockout, stage: Stage) -> dict[str, str | int]:
    """What stands for each part of an address."""
    state = next(state for state in now.by_code.values() if state.stage is stage)
    (one, partner), (other, others) = (people(now.competition, pair) for pair in state.pairs)
    return {
        "competition": now.competition.slug,
        "code": state.code,
        "number": state.pairs[0].number,
        "name": one.name,
        "player": one.slug,
        "one": one.slug,
        "partner": partner.slug,
        "other": other.slug,
        "others": others.slug,
    }
