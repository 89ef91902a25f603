"""The kinds of message about a decision that concerns only the two pairs of one match."""

from collections.abc import Iterator
from typing import cast

from competition.draw.models.rounds import HomePair
from competition.draw.queries.draw import PublishedDraw
from competition.draw.rules.layout import with_article
from competition.notifications.kinds.message import Message, MessageKind, Text, subject
from competition.notifications.models import Topic


class NewHomePair(MessageKind):
    """The message about the latest decision on the home pair of a match, including an undone one."""

    topic = Topic.HOME

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        for state in draw.matches.values():
            if state.home_pairs and state.is_open:
                row = state.home_pairs[-1]
                yield from self.to_both(draw, str(row.pk), state, row, row.at)

    def text(self, message: Message) -> Text:
        state, row = message.state, cast(HomePair, message.fact)
        who = {None: "no pair is named to", message.pair: "you", message.others: "your opponents"}[state.home]
        match = f"Your match with {message.others} in {with_article(state.round_name)}"
        at_random = " The pair was picked at random." if row.lot else ""
        sentence = f"{match}: {who} play at home, unless you agree otherwise."
        title = f"{state.round_name}: {who} play at home"
        return Text(subject(title), (f"{sentence}{at_random} The organiser’s reason: {row.reason}",))
