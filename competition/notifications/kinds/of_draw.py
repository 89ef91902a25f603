"""The kinds of message that a draw calls for, each with its recipients and its text."""

from abc import abstractmethod
from collections.abc import Iterator
from datetime import timedelta
from typing import ClassVar, cast

from django.utils import timezone

from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.draw.models.result_entry import Notice, ResultEntry
from competition.draw.models.rounds import Extension
from competition.draw.presenters import words
from competition.draw.presenters.match_line import match_line
from competition.draw.presenters.overview import cancellation, is_over
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.layout import with_article
from competition.draw.rules.result import Answer, ResultKind, Stage
from competition.match.queries.dates import REMINDER_DAYS
from competition.notifications.kinds.conditions import NewConditions, NewDeals, NewHomePair, NewPenalty, NewRules
from competition.notifications.kinds.dates import Dates
from competition.notifications.kinds.days import NewDay
from competition.notifications.kinds.message import Message, MessageKind, Text, heading, subject
from competition.notifications.kinds.place_texts import Changed, Drawn, NextRound
from competition.notifications.kinds.players import NewPlayers
from competition.notifications.models import Topic
from scoring.templatetags.bridge import day, moment

# For this long after the agreed date, the pairs get no reminder, because they may still report the result.
_OVERNIGHT = timedelta(days=1)
# After an email to one player, the other player of the pair still needs an email.
_NOT_YET = ("", Notice.Channel.EMAIL)
_RENEWED = (Event.LINK_RENEWED, Event.LINKS_RENEWED)


class _Reminder(MessageKind):
    """A reminder of a match that has not begun and has no future date."""

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


class Reported(MessageKind):
    """The message about a result that waits for a reply."""

    topic = Topic.RESULT

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        for state in draw.matches.values():
            last = state.last
            if state.stage is Stage.SUBMITTED and last:
                about = draw.competition, self.topic, str(last.pk), state.to_answer, state, last
                notice = (last.notified_at, last.notified_by) if last.notified_by not in _NOT_YET else (None, "")
                yield Message(*about, None, *notice)

    def text(self, message: Message) -> Text:
        sentence = f"{message.others} reported the result of your match in {with_article(message.state.round_name)}:"
        reply_time = self._describe_reply_time(message.state)
        ask = f"Please confirm it on your page, or dispute it and say why. {reply_time}"
        return Text(heading(message, "reported the result"), (f"{sentence} {_describe_report(message)}", ask))

    def _describe_reply_time(self, state: PublishedMatch) -> str:
        last = state.last
        if last is None or not last.may_be_confirmed_automatically:
            return "It counts when you have confirmed it."
        if last.confirms_at:
            return f"If you do not reply by {moment(last.confirms_at)}, the result is final."
        return f"If you do not reply within {last.reply_time} of this message, the result is final."


class Answered(MessageKind):
    """The message about a reply to a report, or about a report that needs no reply.

    The reporting pair gets the reply. If no reply is needed, the other pair gets the result.
    """

    topic = Topic.ANSWER

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        for state in draw.matches.values():
            last = state.last
            if last is None or last.by_id is None or not state.has_two_pairs:
                continue
            sender, other = sorted(state.pairs, key=lambda pair: pair.pk != last.by_id)
            at_once = not last.asks_for_answer or last.reply_deadline == last.at
            is_answered = last.answer in (Answer.CONFIRMED, Answer.DISPUTED)
            if at_once or is_answered or state.stage is Stage.OFFICIAL:
                reader, since = (other, last.at) if at_once else (sender, last.answered_at or last.reply_deadline)
                about = f"{last.pk} {last.answer}".strip()
                yield Message(draw.competition, self.topic, about, reader, state, last, since)

    def text(self, message: Message) -> Text:
        state = message.state
        last = message.state.last
        sentence = f"{match_line(state).sentence} {words.standing(state)}".strip()
        if last is None or message.pair.pk != last.by_id:
            conceded = state.result is not None and state.result.kind is ResultKind.CONCEDED
            verb = "conceded the match" if conceded else "reported the result"
            return Text(heading(message, verb), (sentence,), False)
        if last.answer == Answer.DISPUTED:
            return self._disputed(message, last)
        if last.answer:
            return Text(heading(message, "confirmed your result"), (sentence,), False)
        return Text(subject(f"{state.round_name}: your result is final"), (sentence,), False)

    def _disputed(self, message: Message, last: ResultEntry) -> Text:
        deal = f" They dispute deal {last.disputed_deal}." if last.disputed_deal else ""
        sentence = f"{message.others} dispute the result that you reported: {_describe_report(message)}{deal}"
        then = "The result does not count until the organiser decides. If you agree, either pair reports it again."
        why = f"Their reason: “{last.answer_reason}”"
        return Text(heading(message, "dispute your result"), (sentence, why, then))


def _describe_report(message: Message) -> str:
    """Return the reported result, as the pair reads it: "You won by 450 after 32 deals, 4,730 to 4,280."."""
    reported, others = message.state.reported, message.others
    if reported is None or others is None:
        return match_line(message.state).sentence
    names = ("you", others.name)
    upper, lower = names if message.state.pairs[0] == message.pair else names[::-1]
    return f"{words.capital(reported.report(upper, lower))}."


class Ruled(MessageKind):
    """The message about the latest decision in a match, including an undone ruling."""

    topic = Topic.RULED

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        newest: dict[tuple[str, int, int], ResultEntry] = {}
        for meeting in draw.meetings:
            for row in meeting.result_entries.all():
                pairs = meeting.match.code, meeting.upper_id, meeting.lower_id
                newest[pairs] = max(newest.get(pairs, row), row, key=lambda event: event.number)
        for (code, *both), row in newest.items():
            state = draw.matches[code]
            if row.is_by_organiser and [pair.pk for pair in state.pairs] == both:
                yield from self.to_both(draw, str(row.pk), state, row, row.at)

    def text(self, message: Message) -> Text:
        row = cast(ResultEntry, message.fact)
        names = {pair.pk: pair.name for pair in message.state.pairs}
        decided, now = words.decision(row.meeting, row, names), match_line(message.state).sentence
        verb, why = "decided", f"The organiser’s reason: {row.reason}"
        if row.source:
            verb, why = "entered your result", f"The organiser received it{words.source(row)}."
        elif row.kind in _WITHOUT_RESULT:
            verb, decided = _WITHOUT_RESULT[row.kind]
            decided = (
                f"The organiser has {verb} {decided} with {message.others} in {with_article(message.state.round_name)}."
            )
        # A decision that counts says the result itself.
        further = [] if now in decided else [f"The match now: {now}"]
        title = subject(f"{message.state.round_name}: the organiser has {verb}")
        if row.kind in _WITHOUT_RESULT:
            title = subject(f"{message.state.round_name}: the organiser has {verb} your match")
        return Text(title, (f"{decided} {why}", *further, *_describe_way(message)), message.state.is_open)


# The verb and the object of decisions that give no result.
_WITHOUT_RESULT = {
    ResultEntry.REOPENED: ("reopened", "your match"),
    ResultEntry.REPLAY: ("ordered a replay of", "your match"),
    ResultEntry.UNDONE: ("undone the last decision about", "your match"),
}


def _describe_way(message: Message) -> list[str]:
    """Return whether the pair goes through by the result of its match. Empty without a result and for the final."""
    state = message.state
    if state.result is None or state.feeds is None:
        return []
    return ["You go through to the next round." if state.goes_on == message.pair else "You are out of the draw."]


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
    """The message about a new private link of a pair (one query). The old link no longer works."""

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
    """Return True if the final had been played before a draw made elsewhere was published here."""
    times = (final.decided_at, draw.row.published_at) if draw.row.is_elsewhere else (None, None)
    return times[0] is not None and times[0] == times[1]


class Over(MessageKind):
    """The message about the end of the competition."""

    topic = Topic.OVER

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        final = draw.rounds[-1].matches[0]
        if is_over(draw) and not _was_over_before(draw, final):
            for _, pair in sorted(draw.pairs.items()):
                yield Message(draw.competition, self.topic, str(draw.row.pk), pair, final)

    def text(self, message: Message) -> Text:
        privacy = "Phone numbers and email addresses are deleted three months after the last match at the latest."
        if off := cancellation(message.competition):
            sentence = (f"{off}.", "The results so far stay on the draw.", privacy)
            return Text("The competition is cancelled", sentence, False, draw=True)
        title, ended = _describe_end(message)
        return Text(title, (ended, "Thank you for playing.", privacy), False, draw=True)


def _describe_end(message: Message) -> tuple[str, str]:
    """Return a heading and a sentence about the end of the competition, as the pair reads it."""
    final, champions = match_line(message.state).sentence, message.state.goes_on
    if champions is None:
        return "The season is over", f"There is no champion. {final}"
    if champions == message.pair:
        return "You are the champions", f"Congratulations! You have won {message.competition}. {final}"
    news = f"The champions are {champions}. {final}"
    if message.pair in message.state.pairs:
        return "The season is over", f"You are the runners-up of {message.competition}. Congratulations! {news}"
    return "The season is over", news


_KINDS: tuple[MessageKind, ...] = (
    Drawn(),
    NextRound(),
    Changed(),
    Soon(),
    Late(),
    Dates(),
    Reported(),
    Answered(),
    Ruled(),
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
