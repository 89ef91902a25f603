"""Versions of single matches. Each changes with its match, and not with other matches in the draw."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from django.db.models import Model
from django.utils.crypto import salted_hmac

from competition.contest.models import Competition
from competition.contest.rules.names import Forms
from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.states import PublishedMatch

# Counters of the competition, which increase after a change in any match. The version of one match leaves them out.
_COUNTERS = ("version", "facts_version")


def version(state: PublishedMatch, competition: Competition, *beside: object) -> str:
    """Return 16 hexadecimal digits for all facts of a match and its competition, except the deals on its score sheet.

    `beside` are further facts that the pages of the match show. The version is public and some facts are private, so
    it depends on the secret key.
    """
    earlier = [meeting.sheet.version for meeting in state.earlier if meeting.sheet]
    whole = (competition, competition.conditions, competition.cancellation)
    facts = (_without_totals(state), earlier, _points(state), whole, beside)
    return salted_hmac("match", repr(_plain(facts)), algorithm="sha256").hexdigest()[:16]


def around(state: PublishedMatch, matches: Mapping[str, PublishedMatch], forms: Mapping[int, Forms]) -> tuple:
    """Return the facts of the other matches on the pages of an unplayed match: earlier matches and the next match."""
    before = [*_before(state, matches)]
    later = matches[state.feeds] if state.feeds else state
    sides = [side for match in (*_before(later, matches), later) for side in match.sides]
    names = [(side.text, side.source, forms[side.pair.number] if side.pair else ()) for side in sides]
    return [_without_totals(match) for match in before], names, later.round_name, later.play_by


def _before(state: PublishedMatch, matches: Mapping[str, PublishedMatch]) -> Iterator[PublishedMatch]:
    """Yield all matches that lead to this one."""
    for code in state.before:
        yield from _before(matches[code], matches)
        yield matches[code]


def _without_totals(state: PublishedMatch) -> PublishedMatch:
    """Return a match without its totals, which change with every deal."""
    upper, lower = (side._replace(total=None) for side in state.sides)
    return state._replace(sides=(upper, lower))


def _points(state: PublishedMatch) -> list:
    """Return the typed points for each deal if the reported totals are their sums (at most one query)."""
    if state.meeting is None or state.last is None or state.last.from_sheet:
        return []
    return list(state.meeting.points_lines.values_list("number", "upper", "lower"))


def _plain(value: Any) -> Any:
    """Return the value with each row and each dataclass in it replaced by its stored values."""
    match value:
        case ResultEntry():
            following = [_plain(value._state.fields_cache.get(name)) for name in ResultEntry.FOLLOWING]
            return _columns(value), _prefetched(value), following
        case Model():
            return type(value).__name__, _columns(value), _prefetched(value)
        case Mapping():
            return [(key, _plain(part)) for key, part in value.items()]
        case list() | tuple() | set() | frozenset():
            return [_plain(part) for part in value]
        case _ if is_dataclass(value):
            return type(value).__name__, [_plain(getattr(value, field.name)) for field in fields(value)]
    return value


def _columns(row: Model) -> list:
    """Return the stored values of a row. A deferred column is left out, because its changes are not shown."""
    names = (field.attname for field in row._meta.concrete_fields)
    left_out = _COUNTERS if isinstance(row, Competition) else ()
    return [row.__dict__.get(name) for name in names if name not in left_out]


def _prefetched(row: Model) -> list:
    """Return the related rows that were prefetched with a row, such as the players of a pair."""
    return [(name, _plain(list(rows))) for name, rows in row.__dict__.get("_prefetched_objects_cache", {}).items()]
