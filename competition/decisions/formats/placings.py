"""Who came into a published draw, or left a place in it, in words."""

from collections.abc import Iterator

from competition.decisions.queries import first_code, place_of
from competition.entries.formats.substitutes import Change
from competition.entries.models.pair import Pair
from competition.knockout.models.draw import Placing
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.rules import lot
from competition.log.rules import not_revoked


def sentence(draw: PublishedDraw, row: Placing) -> str:
    """What a change of who stands at a place says; that it was taken back, for a row that says so."""
    if row.takes_back_id:
        earlier = next(one for one in draw.placings if one.pk == row.takes_back_id)
        return f"Taken back: {sentence(draw, earlier)}"
    match row.kind:
        case Placing.Kind.LATE:
            return f"Pair {_named(draw, row.pair_id)}, entered late, by lot at the place of a bye.{_lot(row)}"
        case Placing.Kind.REPLACEMENT:
            return f"Pair {_named(draw, row.pair_id)}, play in place of pair {_named(draw, row.instead_of_id)}."
        case _:
            return f"Pair {_named(draw, row.instead_of_id)}, were entered twice: their place is a bye."


def standing(draw: PublishedDraw) -> Iterator[tuple[str, str]]:
    """What stands of it, as (code of the match, sentence)."""
    for row in not_revoked(draw.placings):
        yield code_of(draw, row), sentence(draw, row)


def of_pair(draw: PublishedDraw, pair: Pair) -> list[Change]:
    """How a pair came into the draw after it was published, or left it, for those that did."""
    about = (row for row in not_revoked(draw.placings) if pair.pk in (row.pair_id, row.instead_of_id))
    return [Change(row.at, sentence(draw, row), row.reason) for row in about]


def code_of(draw: PublishedDraw, row: Placing) -> str:
    """The match of round 1 that its place belongs to."""
    return first_code(place_of(draw, row))


def _named(draw: PublishedDraw, key: int | None) -> str:
    return next(f"{one.number}, {one.name}" for one in draw.everybody.values() if one.pk == key)


def _lot(row: Placing) -> str:
    """How anybody can check where the lot fell."""
    _, _, *byes = row.lot.split()
    left = lot.share(row.lot, len(byes))
    return (
        f" The lot: the SHA-256 of “{row.lot}”, divided by {len(byes)}, leaves {left}:"
        f" the bye of pair {byes[left]}, number {left + 1} of the {len(byes)} byes named in it."
    )
