"""Messages about reported, confirmed and disputed results, and about rulings."""

from collections.abc import Iterator
from typing import cast

from competition.draw.models.result_entry import Notice, ResultEntry
from competition.draw.presenters import words
from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.layout import with_article
from competition.draw.rules.result import Answer, ResultKind, Stage
from competition.notifications.kinds.message import Message, MessageKind, Text, heading, subject
from competition.notifications.models import Topic
from scoring.templatetags.bridge import moment

# After an email to one player, the other player in the pair still needs one.
_NOT_YET = ("", Notice.Channel.EMAIL)


class Reported(MessageKind):
    """The message about a result that is waiting for a reply."""

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

    The reporting pair is told the reply. If no reply is needed, the other pair is told the result.
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
            # The message about a withdrawal explains its effect.
            is_final = state.stage is Stage.OFFICIAL and not state.is_by_withdrawal
            if at_once or is_answered or is_final:
                reader, since = (other, last.at) if at_once else (sender, last.answered_at or last.reply_deadline)
                about = f"{last.pk} {last.answer}".strip()
                of_match = draw.competition, self.topic, about, reader, state, last, since
                plate, later = draw.plate_match_of(reader), words.drawn_later(draw, state)
                yield Message(*of_match, plate=plate, later=later)

    def text(self, message: Message) -> Text:
        state, last = message.state, message.state.last
        others, match = message.others, f"your match in {with_article(state.round_name)}"
        then = _describe_way(message)
        if last is None or message.pair.pk != last.by_id:
            if state.result is not None and state.result.kind is ResultKind.CONCEDED:
                return Text(heading(message, "conceded the match"), (f"{others} conceded {match}.", *then), False)
            sentence = f"{others} reported the result of {match}. It is final: {_describe_report(message)}"
            return Text(heading(message, "reported the result"), (sentence, *then), False)
        if last.answer == Answer.DISPUTED:
            return self._disputed(message, last)
        if last.answer:
            sentence = f"{others} confirmed the result that you reported: {_describe_report(message)}"
            return Text(heading(message, "confirmed your result"), (sentence, *then), False)
        until = f"{others} did not reply by {moment(last.reply_deadline)}, so the result is final: "
        title = subject(f"{state.round_name}: your result is final")
        return Text(title, (f"{until}{_describe_report(message)}", *then), False)

    def _disputed(self, message: Message, last: ResultEntry) -> Text:
        deal = f" They dispute deal {last.disputed_deal}." if last.disputed_deal else ""
        sentence = f"{message.others} dispute the result that you reported: {_describe_report(message)}{deal}"
        then = "The result does not count until the organiser decides. If you agree, either pair reports it again."
        why = f"Their reason: “{last.answer_reason}”"
        return Text(heading(message, "dispute your result"), (sentence, why, then))


def _describe_report(message: Message) -> str:
    """Return the reported result, addressed to the pair: "You won by 450 after 32 deals, 4,730 to 4,280."."""
    reported = message.state.reported
    if reported is None:
        return match_line(message.state).sentence
    return f"{words.capital(reported.report(*_names(message)))}."


def _names(message: Message) -> tuple[str, str]:
    """Return both names as the pair reads them, with the upper pair's first. Its own name is "you"."""
    names = ("you", message.others.name if message.others else "")
    return names if message.state.pairs[0] == message.pair else (names[1], names[0])


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
        state, row = message.state, cast(ResultEntry, message.fact)
        why = (
            f"The organiser received it{words.source(row)}." if row.source else f"The organiser’s reason: {row.reason}"
        )
        if row.kind in _WITHOUT_RESULT:
            verb, then = _WITHOUT_RESULT[row.kind]
            match = f"your match with {message.others} in {with_article(state.round_name)}"
            title = subject(f"{state.round_name}: the organiser has {verb} your match")
            if row.kind == ResultEntry.UNDONE:
                then = _describe_stage(message)
            return Text(
                title, (f"The organiser has {verb} {match}. {why}", then, *_describe_way(message)), state.is_open
            )
        verb = "entered your result" if row.source else "decided"
        title = subject(f"{state.round_name}: the organiser has {verb}")
        decided = f"{_describe_decision(message, row)} {why}"
        return Text(title, (decided, *_describe_way(message)), state.is_open)


def _describe_decision(message: Message, row: ResultEntry) -> str:
    """Return the decision, addressed to the pair. Penalty points and a taken place need the names of both pairs."""
    has_names = row.penalty_upper or row.penalty_lower or row.kind == ResultKind.SUCCESSION
    names = tuple(pair.name for pair in message.state.pairs) if has_names else _names(message)
    keys = (row.meeting.upper_id, row.meeting.lower_id)
    return words.capital(words.decision(row.meeting, row, dict(zip(keys, names, strict=True))))


def _describe_stage(message: Message) -> str:
    """Return the state of the match, addressed to the pair."""
    state = message.state
    if state.result:
        return f"The result is now: {_describe_result(message)}"
    if state.stage is Stage.SUBMITTED:
        return f"The reported result waits for a reply again: {_describe_report(message)}"
    if state.stage is Stage.DISPUTED:
        return f"The reported result is disputed again: {_describe_report(message)}"
    return f"Please play the match {words.due(state)}."


def _describe_result(message: Message) -> str:
    """Return the official result, addressed to the pair."""
    result = message.state.result
    if result is None or result.kind is ResultKind.SUCCESSION:
        return match_line(message.state).sentence
    return words.capital(result.sentence(*_names(message)))


# The verb for each decision that gives no result, and its consequence.
_WITHOUT_RESULT = {
    ResultEntry.REOPENED: ("reopened", "You can play on or report another result."),
    ResultEntry.REPLAY: ("ordered a replay of", "You play the match again from the first deal."),
    ResultEntry.UNDONE: ("undone the decision about", ""),
}


def _describe_way(message: Message) -> list[str]:
    """Return sentences about going through or being out, and about qualifying. Empty without a result."""
    state = message.state
    if state.result is None:
        return []
    if state.goes_on == message.pair:
        onward = [] if state.is_last else ["You go through to the next round."]
        return (
            onward
            + [message.later] * bool(message.later)
            + ([f"You have qualified for {state.leads_to}."] if state.leads_to else [])
        )
    may_play_on = words.may_play_on(message.competition)
    if message.later and may_play_on and not message.pair.withdrawal:
        return [f"{message.later} {may_play_on}"]
    if state.is_last and not state.is_section_final:
        return []
    if state.is_in_plate:
        return ["You are out of the plate."]
    if message.plate is None:
        return ["You are out of the draw."]
    return [f"You continue in the plate, in {with_article(message.plate.round_name)}."]
