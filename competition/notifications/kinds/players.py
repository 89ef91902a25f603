"""Messages about players who replace others, in their pair or in one match only."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.results import stand_in
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.layout import with_article
from competition.entries.models import Pair, Player
from competition.match.queries.offer_days import known_at
from competition.notifications.kinds.message import Message, MessageKind, Text, subject
from competition.notifications.models import Topic

_NEW_LINK = "The private link of your pair was replaced. The old link, and the code in the old letter, no longer work."


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player who replaces another in a pair. `come` is None if a substitute for one match was removed.

    `undoes` is the key of the message about that substitute.
    """

    pair: Pair
    come: Player | None
    leaver: Player | None = None
    in_one_match: bool = False
    undoes: str = ""


class NewPlayers(MessageKind):
    """The message about a substitute, to the pair itself and to its opponents (one query)."""

    topic = Topic.PLAYERS

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        for _, pair in sorted(draw.pairs.items()):
            state = draw.matches[draw.codes_of(pair)[-1]]
            if state.is_to_be_decided:
                yield from self._of_pair(draw, pair, state)
        yield from self._of_one_match(draw)

    def _of_pair(self, draw: PublishedDraw, pair: Pair, state: PublishedMatch) -> Iterator[Message]:
        left = {(player.place, player.left_at): player for player in pair.given("players") if player.only_in_id is None}
        since_when = draw.row.published_at
        for come in pair.present:
            leaver = left.get((come.place, come.joined_at))
            if leaver is None or come.joined_at is None or since_when is None or come.joined_at < since_when:
                continue
            fact = NewPlayer(pair, come, leaver)
            for reader in state.pairs:
                # Opponents who became known later already see the new player's name in the message about the match.
                if reader == pair or come.joined_at >= known_at(draw, state):
                    yield Message(draw.competition, self.topic, str(come.pk), reader, state, fact, come.joined_at)

    def _of_one_match(self, draw: PublishedDraw) -> Iterator[Message]:
        last: dict[tuple[str, int], tuple[LogEntry, LogEntry | None]] = {}
        lines = LogEntry.objects.filter(competition=draw.competition, event=Event.SUBSTITUTED).exclude(match="")
        for line in lines.order_by("pk"):
            where = line.match, line.detail.get("pair", 0)
            last[where] = line, last[where][0] if where in last else None
        for (code, number), (line, before) in last.items():
            state, pair = draw.matches.get(code), draw.pairs.get(number)
            if state is None or pair not in state.pairs or not state.is_to_come:
                continue
            come = stand_in(state, pair)
            undoes = f"match {before.pk}" if before and come is None else ""
            fact = NewPlayer(pair, come, come.stands_in_for if come else None, in_one_match=True, undoes=undoes)
            for reader in state.pairs:
                yield Message(draw.competition, self.topic, f"match {line.pk}", reader, state, fact, line.at)

    def text(self, message: Message) -> Text:
        state, fact = message.state, cast(NewPlayer, message.fact)
        is_own = fact.pair == message.pair
        if fact.in_one_match:
            return self._in_one_match(state, fact, is_own=is_own)
        come, leaver = cast(Player, fact.come), cast(Player, fact.leaver)
        partner = next((player for player in fact.pair.present if player != come), None)
        reason = f"The organiser’s reason: {leaver.left_because}"
        plays = f"{come} now plays with {partner} in place of {leaver}."
        if is_own:
            link = [_NEW_LINK] if leaver.left_link else []
            return Text(subject(f"{come} plays in place of {leaver}"), (plays, *link, reason))
        where = f"Your opponents in {with_article(state.round_name)} have changed."
        return Text(subject(f"{state.round_name}: {come} plays in place of {leaver}"), (f"{where} {plays}", reason))

    def _in_one_match(self, state: PublishedMatch, fact: NewPlayer, *, is_own: bool) -> Text:
        match = f"{'your' if is_own else 'the'} match in {with_article(state.round_name)}"
        if fact.come is None:
            who = "You play" if is_own else f"{fact.pair} play"
            sentence = f"{who} {match} without a substitute after all."
            return Text(subject(f"{state.round_name}: no substitute plays"), (sentence,))
        sentence = f"{fact.come} plays for {fact.leaver} in {match} only."
        reason = f"The organiser’s reason: {fact.come.left_because}"
        return Text(subject(f"{state.round_name}: {fact.come} plays for {fact.leaver}"), (sentence, reason))
