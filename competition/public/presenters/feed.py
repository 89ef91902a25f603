"""Feeds of the results of a competition (Atom, RFC 4287)."""

import html
from collections.abc import Iterable, Sequence
from datetime import datetime
from operator import itemgetter
from uuid import NAMESPACE_URL, uuid5

from django.utils.feedgenerator import Atom1Feed

from competition.draw.presenters import words
from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw, identity
from competition.draw.queries.states import PublishedMatch
from competition.entries.models import Pair
from competition.public.queries import last_change_at
from scoring.rules.text import without_control_characters

MOST_ITEMS = 100


class _Feed(Atom1Feed):
    """A feed with a given date. For a feed without entries, Django would use the current time."""

    def latest_post_date(self) -> datetime:
        return self.feed["changed"]


def feed(draw: PublishedDraw, address: str, pair: Pair | None = None) -> str:
    """Return a feed of up to 100 official results, newest first, for the whole draw or for one pair.

    `address` is the full URL of the draw page. A corrected result keeps its ID while the two pairs stay the same, so
    that feed readers update it.
    """
    name = without_control_characters(str(draw.competition))
    whose = f"{without_control_characters(draw.names[pair.number])} in {name}" if pair else name
    here = f"{address}pairs/{pair.number}/" if pair else address
    lasting = identity(draw, "feed", *([pair.number] if pair else [])).urn
    atom = _feed(
        f"{whose}: results", here, f"{here}feed.atom", lasting, name, last_change_at(draw), draw.competition.provenance
    )
    return _atom_text(atom, [(draw, pair, address)])


def followed(runs: Sequence[tuple[PublishedDraw, Pair, str]], address: str) -> str:
    """Return one feed for a pair in several draws, with the latest draw first. `address` is the URL of the feed."""
    [(latest, last, page), *_] = runs
    name = without_control_characters(latest.names[last.number])
    here = f"{page}pairs/{last.number}/"
    lasting = uuid5(NAMESPACE_URL, address).urn
    atom = _feed(f"{name}: results", here, address, lasting, name, max(last_change_at(run[0]) for run in runs))
    return _atom_text(atom, runs)


def _feed(title: str, link: str, address: str, lasting: str, author: str, at: datetime, about: str = "") -> _Feed:
    return _Feed(
        title=title,
        link=link,
        description="",
        subtitle=without_control_characters(about) or None,
        language="en-GB",
        author_name=author,
        feed_url=address,
        feed_guid=lasting,
        changed=at,
    )


def _atom_text(atom: _Feed, runs: Iterable[tuple[PublishedDraw, Pair | None, str]]) -> str:
    official = [
        (state.news_at, state.round, state.position, draw, state, address)
        for draw, pair, address in runs
        for state in (draw.matches_of(pair) if pair else draw.matches.values())
        if state.news_at
    ]
    official.sort(key=itemgetter(0, 1, 2), reverse=True)
    for moment, _, _, draw, state, address in official[:MOST_ITEMS]:
        atom.add_item(**_entry(draw, state, address), updateddate=moment)
    return atom.writeString("utf-8")


def _entry(draw: PublishedDraw, state: PublishedMatch, address: str) -> dict:
    numbers = (pair.number for pair in state.pairs)
    line = match_line(state)
    is_from_file = state.last is not None and state.last.author_in_file is not None
    provenance = draw.competition.provenance if is_from_file else ""
    description = (f"{line.round}.", _champions(draw, state), words.standing(state), provenance)
    return {
        "title": without_control_characters(line.sentence),
        "link": f"{address}matches/{line.code}/",
        "description": html.escape(without_control_characters(" ".join(filter(None, description)))),
        "unique_id": identity(draw, line.code, *numbers).urn,
    }


def _champions(draw: PublishedDraw, state: PublishedMatch) -> str:
    return f"Champions: {draw.champion.name}." if draw.champion and state.is_final else ""
