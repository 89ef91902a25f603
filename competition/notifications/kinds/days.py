"""The messages about days of play set by the organiser."""

from collections.abc import Iterator
from typing import cast

from competition.draw.models.rounds import FixedDay
from competition.draw.queries.draw import PublishedDraw
from competition.draw.rules.layout import with_article
from competition.match.queries.offer_days import known_at
from competition.notifications.kinds.message import Message, MessageKind, Text, subject
from competition.notifications.models import Topic
from scoring.templatetags.bridge import day, moment


class NewDay(MessageKind):
    """The message about the day of play set for a match or its round, or about undoing it."""

    topic = Topic.DAY

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        last: dict[str, FixedDay] = {}
        for row in draw.fixed_days:
            codes = [row.code] if row.code else [state.code for state in draw.rounds[row.round.number - 1].matches]
            last |= dict.fromkeys(codes, row)
        for state in draw.matches.values():
            latest = last.get(state.code)
            counts = state.set_day.row if state.set_day else None
            fact = latest if latest and latest.undoes_id else counts
            # If the day was set before the opponents were known, the message about the next round already includes it.
            if fact and state.is_to_play and fact.at >= known_at(draw, state):
                yield from self.to_both(draw, str(fact.pk), state, fact, fact.at)

    def text(self, message: Message) -> Text:
        state, row = message.state, cast(FixedDay, message.fact)
        match = f"Your match with {message.others} in {with_article(state.round_name)}"
        reason = f"The organiser’s reason: {row.reason}"
        if state.plays_at is None:
            sentence = f"{match} no longer has a set day. Please agree a date on your page, by {day(state.play_by)}."
            return Text(subject(f"{state.round_name}: the set day no longer counts"), (sentence, reason))
        place = f", {state.place}" if state.place else ""
        sentence = f"{match} is on {moment(state.plays_at)}{place}."
        replaces = "" if row.undoes_id else " This day replaces any date that you have offered or agreed."
        title = f"{state.round_name}: you play on {moment(state.plays_at)}"
        return Text(subject(title), (f"{sentence}{replaces}", reason))
