"""A competition's public addresses, from the list in `competition.config.urls.public`."""

import re
from collections.abc import Iterable, Iterator
from string import Formatter
from typing import NamedTuple

from django.urls import URLPattern, URLResolver, reverse

from competition.archive.presenters.season import people
from competition.config.urls.public import public
from competition.contest.models import Competition
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage
from competition.entries.models import Pair
from tests import stories


class Route(NamedTuple):
    """A public address, such as "<slug:competition>/draw.json", with its name and its parameters."""

    name: str
    address: str
    parameters: list[str]


def _routes(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[Route]:
    for pattern in patterns:
        address = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, address)
        else:
            yield Route(str(pattern.name), address, re.findall(r"<\w+:(\w+)>", address))


PUBLIC = [*_routes(public)]
# Query parameters of public pages.
ASKED = {
    "draw": ("", "?round=1", "?pair={number}", "?find={name}", "?find=a"),
    "live": ("", "?round=1&pair={number}"),
    "matches": ("", "?show=decided"),
    "players": ("", "?find={name}", "?find=a"),
    "reveal": ("", "?lot=99"),
}
# A finished match and a match in play. Addresses without a match are the same for both.
STAGES = (Stage.OFFICIAL, Stage.IN_PLAY)


def addresses(competition: Competition) -> dict[str, str]:
    """Return every public address of this competition, and of its first match at each of these stages, by name.

    Raises AssertionError if an address has a parameter without an example. Add the example here.
    """
    matches = stories.now(competition).matches.values()
    firsts = [next(match for match in matches if match.stage is stage) for stage in STAGES]
    found: dict[str, str] = {}
    for match in firsts:
        for address, pattern in _filled_in(competition, [_examples(competition, match, *match.pairs)]).items():
            found.setdefault(address, f"{match.stage}: {pattern}")
    return {name: address for address, name in found.items()}


def addresses_of_every_kind(competition: Competition) -> dict[str, str]:
    """Return every public address with its pattern, for a match in each state that occurs."""
    matches = {_kind(match): match for match in stories.now(competition).matches.values()}
    return _filled_in(
        competition,
        (
            _examples(competition, match, *pairs)
            for match in matches.values()
            for pairs in (match.pairs, match.pairs[::-1])
        ),
    )


def _kind(match: PublishedMatch) -> tuple:
    return match.stage, len(match.pairs), match.last and match.last.kind, match.overdue, match.recorded > 0


def _filled_in(competition: Competition, examples: Iterable[dict[str, str | int]]) -> dict[str, str]:
    routes = [route for route in PUBLIC if "plate" not in route.name or competition.conditions.plate_rules]
    found = {
        address: f"{route.address}{asked}"
        for example in examples
        for route in routes
        for asked, address in _asked(route, example)
    }
    assert {route.address for route in routes} <= {*found.values()}
    return found


def _asked(route: Route, example: dict[str, str | int]) -> Iterator[tuple[str, str]]:
    if {*route.parameters} <= example.keys():
        named = {name: example[name] for name in route.parameters}
        for asked in ASKED.get(route.name, ("",)):
            if {name for _, name, *_ in Formatter().parse(asked) if name} <= example.keys():
                yield asked, reverse(f"public:{route.name}", kwargs=named) + asked.format_map(example)


def _examples(competition: Competition, match: PublishedMatch, *pairs: Pair) -> dict[str, str | int]:
    """Return a value for each parameter in an address, for a match as one pair sees it."""
    known: dict[str, str | int] = {"competition": competition.slug, "code": match.code}
    if pairs:
        one, partner = people(competition, pairs[0].present)
        known |= {"number": pairs[0].number, "name": one.name}
        known |= {"player": one.slug, "one": one.slug, "partner": partner.slug}
    if pairs[1:]:
        other, others = people(competition, pairs[1].present)
        known |= {"other": other.slug, "others": others.slug}
    return known
