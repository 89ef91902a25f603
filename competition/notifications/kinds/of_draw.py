"""The kinds of message that a draw requires, each with its recipients and its text."""

from abc import abstractmethod
from collections.abc import Iterator
from datetime import timedelta
from typing import ClassVar, cast

from django.utils import timezone

from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.draw.models.rounds import Extension
from competition.draw.presenters.match_line import match_line
from competition.draw.presenters.overview import cancellation, is_over
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.layout import with_article
from competition.draw.rules.result import Stage
from competition.entries.models import Pair
from competition.match.queries.dates import REMINDER_DAYS
from competition.notifications.kinds.conditions import NewConditions, NewDeals, NewHomePair, NewPenalty, NewRules
from competition.notifications.kinds.dates import Dates
from competition.notifications.kinds.days import NewDay
from competition.notifications.kinds.message import Message, MessageKind, Text, subject
from competition.notifications.kinds.place_texts import Changed, Drawn, NextRound
from competition.notifications.kinds.players import NewPlayers
from competition.notifications.kinds.results import Answered, Reported, Ruled
from competition.notifications.models import Topic
from scoring.templatetags.bridge import day, moment

# For this long after the agreed date, the pairs get no reminder, because they may still report the result.
_OVERNIGHT = timedelta(days=1)
_RENEWED = (Event.LINK_RENEWED, Event.LINKS_RENEWED)


class _Reminder(MessageKind):
    """A reminder about a match that has not begun and has no future date."""

    verb: ClassVar[str]
    wish: ClassVar[str]

    @abstractmethod
    def is_time(self, days: int) -> bool:
        """Return True if the reminder is due this many days before the play-by date."""

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        today = timezone.localdate(draw.now)
        for state in draw.matches.values():
            has_a_day = state.plays_after(draw.now - _OVERNIGHT)
            if state.stage is Stage.READY and self.is_time((state.play_by - today).days) and not has_a_day:
                yield from self.to_both(draw, f"{state.code} {state.play_by}", state)

    def text(self, message: Message) -> Text:
        state = message.state
        verb, when, wish = self.verb, day(message.state.play_by), self.wish
        if state.plays_at:
            verb, when = "was arranged for", moment(state.plays_at)
            wish = "It has no result yet. Please report the result on your page."
        facts = f"Your match with {message.others} in {with_article(state.round_name)} {verb} {when}."
        return Text(subject(f"{state.round_name}: your match {verb} {when}"), (f"{facts} {wish}",))


class Soon(_Reminder):
    """The reminder that the play-by date is near."""

    topic = Topic.SOON
    verb, wish = "is due by", "Please agree a date on your page, and play."

    def is_time(self, days: int) -> bool:
        return 0 <= days <= REMINDER_DAYS


class Late(_Reminder):
    """The reminder that the play-by date has passed."""

    topic = Topic.LATE
    verb = "was due by"
    wish = "It has no result yet. Please report the result on your page, or tell the organiser what is delaying you."

    def is_time(self, days: int) -> bool:
        return days < 0


class NewTime(MessageKind):
    """The message about a changed or restored play-by date."""

    topic = Topic.TIME

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        back: dict[str, Extension] = {}
        for row in draw.extensions:
            codes = [row.code] if row.code else [state.code for state in draw.rounds[row.round.number - 1].matches]
            back |= dict.fromkeys(codes, row)
        for state in draw.matches.values():
            last = back.get(state.code)
            extension = state.extension
            extension = last if last and last.undoes_id else extension
            if extension and state.is_open:
                yield from self.to_both(draw, str(extension.pk), state, extension, extension.at)

    def text(self, message: Message) -> Text:
        state = message.state
        extension = cast(Extension, message.fact)
        until = day(message.state.play_by)
        why = f" The organiser’s reason: {extension.reason}"
        if extension.undoes_id or state.is_brought_forward:
            again = "again" if extension.undoes_id else "now"
            match = f"Your match with {message.others} in {with_article(state.round_name)}"
            sentence = f"{match} is {again} due by {until}."
            return Text(subject(f"{state.round_name}: play by {until}"), (sentence + why,))
        match = f"Your match with {message.others} in {with_article(state.round_name)}"
        sentence = f"{match} is extended. Please play by {until}."
        return Text(subject(f"{state.round_name}: extended to {until}"), (sentence + why,))


class NewLink(MessageKind):
    """The message about a pair's new private link (one query). The old link no longer works."""

    topic = Topic.LINK

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        last: dict[int, LogEntry] = {}
        for line in LogEntry.objects.filter(event__in=_RENEWED, competition=draw.competition).order_by("pk"):
            last |= dict.fromkeys([line.detail["pair"]] if "pair" in line.detail else draw.pairs, line)
        for number, line in sorted(last.items()):
            if pair := draw.pairs.get(number):
                state = draw.matches[draw.codes_of(pair)[-1]]
                yield Message(draw.competition, self.topic, str(line.pk), pair, state, None, line.at)

    def text(self, message: Message) -> Text:
        old = "Your old link and the code in your old letter no longer work."
        sentence = f"Your private link was replaced. Please use the new one from now on. {old}"
        return Text("Your new private link", (sentence,), False)


def _was_over_before(draw: PublishedDraw, final: PublishedMatch) -> bool:
    """Return True if the final of a draw made elsewhere had been played before the draw was published here."""
    times = (final.decided_at, draw.row.published_at) if draw.row.is_elsewhere else (None, None)
    return times[0] is not None and times[0] == times[1]


class Over(MessageKind):
    """The message about the end of the competition."""

    topic = Topic.OVER

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        final = draw.final
        if is_over(draw) and not _was_over_before(draw, final):
            for _, pair in sorted(draw.pairs.items()):
                yield Message(draw.competition, self.topic, str(draw.row.pk), pair, final, draw)

    def text(self, message: Message) -> Text:
        privacy = "Phone numbers and email addresses are deleted three months after the last match at the latest."
        if off := cancellation(message.competition):
            sentence = (f"{off}.", "The results so far stay on the draw.", privacy)
            return Text("The competition is cancelled", sentence, False, draw=True)
        title, ended = _describe_end(message)
        return Text(title, (ended, "Thank you for playing.", privacy), False, draw=True)


def _describe_end(message: Message) -> tuple[str, str]:
    """Return a heading and a sentence about the end of the competition, addressed to the pair."""
    final, champions = match_line(message.state).sentence, message.state.goes_on
    if message.state.is_section_final:
        return "The season is over", _describe_sections(cast(PublishedDraw, message.fact), message.pair)
    if champions is None:
        return "The season is over", f"There is no champion. {final}"
    if champions == message.pair:
        return "You are the champions", f"Congratulations! You have won {message.competition}. {final}"
    news = f"The champions are {champions}. {final}"
    if message.pair in message.state.pairs:
        return "The season is over", f"You are the runners-up of {message.competition}. Congratulations! {news}"
    return "The season is over", news


def _describe_sections(draw: PublishedDraw, to: Pair) -> str:
    """Return sentences about the winners of the sections, addressed to the pair."""
    if not draw.winners:
        return "No pair won its section."
    named = "; ".join("you" if pair == to else pair.name for pair in draw.winners)
    return f"The sections were won by {named}, who have qualified for {draw.competition.conditions.next_event}."


_KINDS: tuple[MessageKind, ...] = (
    Drawn(),
    Soon(),
    Late(),
    Dates(),
    Reported(),
    Answered(),
    Ruled(),
    Changed(),
    NextRound(),
    NewTime(),
    NewDay(),
    NewConditions(),
    NewRules(),
    NewDeals(),
    NewHomePair(),
    NewPenalty(),
    NewPlayers(),
    NewLink(),
    Over(),
)
OF_A_DRAW: dict[Topic, MessageKind] = {kind.topic: kind for kind in _KINDS}
