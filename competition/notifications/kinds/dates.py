"""The messages about offered, accepted, declined and cancelled dates of matches."""

from collections.abc import Iterator
from typing import cast

from django.utils import timezone

from competition.draw.models.result_entry import Notice
from competition.draw.queries.draw import PublishedDraw
from competition.match.models import Offer
from competition.match.queries.dates import moments, offers_in
from competition.notifications.kinds.message import Message, MessageKind, Text, heading, is_emailed, subject
from competition.notifications.models import Topic
from scoring.templatetags.bridge import day, moment


class Dates(MessageKind):
    """The messages about the dates of a match (two queries).

    The other pair is told about offered and declined dates, and both pairs about agreed and cancelled dates. The pair
    that agreed or cancelled the date gets only an email for its players' calendars, if it uses email.
    """

    topic = Topic.DATE

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        for offers in offers_in(draw).values():
            last, state = offers.last, offers.state
            if last is None or not state.may_be_arranged or last.answer == Offer.Answer.WITHDRAWN:
                continue
            replies = [(last.cancelled_at, last.cancelled_by_id), (last.answered_at, last.answered_by_id)]
            added = [date.added_at for date in last.dates.all() if date.added_at]
            offered = (max([last.at, *added]), last.by_id)
            at, said_by = next((event for event in replies if event[0]), offered)
            notice = (None, "") if last.answer or not last.read_at else (last.read_at, Notice.Channel.PAGE)
            news = f"added {len(added)}" if added else ""
            answer = "cancelled" if last.cancelled_at else last.answer or news
            about = f"{last.pk} {answer}".strip()
            for pair in state.pairs:
                if pair.pk != said_by or (last.takes and is_emailed(pair)):
                    yield Message(draw.competition, self.topic, about, pair, state, last, at, *notice)

    @staticmethod
    def news(offer: Offer) -> str:
        """The news in two words, such as "date agreed"."""
        if offer.cancelled_at:
            return "date cancelled"
        if offer.answer == Offer.Answer.TAKEN:
            return "date agreed"
        return "dates declined" if offer.answer else "dates offered"

    def text(self, message: Message) -> Text:
        offer = cast(Offer, message.fact)
        if offer.cancelled_at:
            return self._cancelled(message, offer)
        if offer.answer == Offer.Answer.TAKEN:
            return self._agreed(message, offer)
        return self._declined(message, offer) if offer.answer else self._offered(message, offer)

    def _offered(self, message: Message, offer: Offer) -> Text:
        at = f" at {offer.venue}" if offer.venue else ""
        last = message.state.play_by
        new = {date.plays_at for date in offer.dates.all() if date.added_at}
        dates = "\n".join(f"- {moment(date)}, new" if date in new else f"- {moment(date)}" for date in moments(offer))
        until = "" if last < timezone.localdate() else f", by {day(last)} at the latest"
        ask = f"Please accept one on your page, or offer others{until}."
        did = "offer you more dates" if new else "offer you dates"
        return Text(heading(message, did), (f"{message.others} offer these dates{at}:\n{dates}", ask))

    def _agreed(self, message: Message, offer: Offer) -> Text:
        others = message.others
        round = message.state.round_name
        venue = f", {offer.venue}" if offer.venue else ""
        when = f"{moment(offer.takes)}{venue}"
        is_own = offer.answered_by_id == message.pair.pk
        accepted = "You accepted a date" if is_own else "Your date was accepted"
        # Two pairs that stopped part-way through the match agree a date for the rest.
        play = "continue" if message.state.recorded else "play"
        against = f"{play} your match against" if message.state.recorded else play
        sentence = f"{accepted}: you {against} {others} on {when}."
        return Text(subject(f"{round}: you {play} on {moment(offer.takes)}"), (sentence,))

    def _declined(self, message: Message, offer: Offer) -> Text:
        reason = f" Their reason: “{offer.reason}”" if offer.reason else ""
        none = f"{message.others} cannot play on any of your dates.{reason}"
        return Text(heading(message, "cannot play on your dates"), (none, "Please offer other dates on your page."))

    def _cancelled(self, message: Message, offer: Offer) -> Text:
        when = moment(offer.takes)
        round = message.state.round_name
        again = "Please agree another date on your page."
        if offer.cancelled_by_id == message.pair.pk:
            sentence = f"You cancelled your date with {message.others}: {when}."
            return Text(subject(f"{round}: you cancelled the date"), (sentence, again))
        sentence = f"{message.others} cancelled the date {when}. Their reason: “{offer.cancelled_because}”"
        return Text(heading(message, "cancelled the date"), (sentence, again))
