"""The results of a competition as a feed to subscribe to (Atom, RFC 4287)."""

import html
from datetime import datetime

from django.utils.feedgenerator import Atom1Feed

from competition.entries.models.pair import Pair
from competition.knockout.formats import words
from competition.knockout.formats.timestamps import changed, identity
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.pictures.plain_text import without_control_characters

LONGEST = 100


class _Feed(Atom1Feed):
    """A feed whose date is told to it, since without entries it would take the clock's."""

    def latest_post_date(self) -> datetime:
        return self.feed["changed"]


def feed(snapshot: Snapshot, address: str, pair: Pair | None = None) -> str:
    """The official results, of one pair where it is given, and how they came about, newest first, at most a hundred.

    `address` is the draw page's own, in full. A corrected result keeps its identity while the same two pairs
    meet, so that readers show it changed, not twice.
    """
    name = without_control_characters(str(snapshot.competition))
    whose = f"{without_control_characters(snapshot.names[pair.number])} in {name}" if pair else name
    here, states = (f"{address}pairs/{pair.number}/" if pair else address), snapshot.by_code.values()
    atom = _Feed(
        title=f"{whose}: results",
        link=here,
        description="",
        language="en-GB",
        author_name=name,
        feed_url=f"{here}feed.atom",
        feed_guid=identity(snapshot, "feed", *([pair.number] if pair else [])).urn,
        changed=changed(snapshot),
    )
    official = [
        (state.decided_at, state) for state in (snapshot.matches_of(pair) if pair else states) if state.decided_at
    ]
    official.sort(key=lambda result: (result[0], result[1].round, result[1].position), reverse=True)
    for moment, state in official[:LONGEST]:
        atom.add_item(**_entry(snapshot, state, address), updateddate=moment)
    return atom.writeString("utf-8")


def _entry(snapshot: Snapshot, state: MatchState, address: str) -> dict:
    met = (pair.number for pair in state.pairs)
    told = (f"{state.round_name}, {state.code}.", _champions(snapshot, state), words.standing(state))
    return {
        "title": without_control_characters(words.sentence(state)),
        "link": f"{address}matches/{state.code}/",
        "description": html.escape(without_control_characters(" ".join(filter(None, told)))),
        "unique_id": identity(snapshot, state.code, *met).urn,
    }


def _champions(snapshot: Snapshot, state: MatchState) -> str:
    return f"Champions: {snapshot.champion.name}." if snapshot.champion and state.feeds is None else ""
