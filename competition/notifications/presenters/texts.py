"""Texts of messages, written from the current facts."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

from django.utils import timezone

from competition.contest.rules.pair_names import family
from competition.entries.models.pair import Pair, Way
from competition.knockout.models.draw import Extension, PlaceChange, RoundConditions
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.presenters import words
from competition.knockout.presenters.overview import cancellation
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import Kind
from competition.knockout.rules.stages import Answer
from competition.notifications.models import Occasion, Wording
from competition.notifications.queries.entry_messages import EntryMessage
from competition.notifications.queries.messages import Message
from competition.rulings.presenters.records import correction
from competition.scheduling.models import Offer
from competition.scheduling.queries import moments
from scoring.templatetags.bridge import day, moment

# Maximum length of a subject. Phones and email lists cut off longer ones.
MOST_IN_A_SUBJECT = 60


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a message for every channel. `contacts` is True if it includes the opponents' contact details.

    The `heading` is the subject of an email. It contains no venue and no words of a pair, and its length is limited.
    """

    heading: str
    paragraphs: tuple[str, ...]
    contacts: bool = True
    rules: bool = False


def text(message: Message | EntryMessage, wording: Wording | None = None) -> Text:
    """Return the text of a message, with the organiser's wording before and after it."""
    told = _TEXTS[message.occasion](message)
    before, after = (wording.before, wording.after) if wording else ("", "")
    return replace(told, paragraphs=tuple(said for said in (before, *told.paragraphs, after) if said))


def subject(*wordings: str) -> str:
    """Return the first wording that fits into a subject line. If none fits, cut the last one."""
    lines = [words.capital(" ".join(wording.split())) for wording in wordings]
    fitting = (line for line in lines if len(line) <= MOST_IN_A_SUBJECT)
    return next(fitting, f"{lines[-1][: MOST_IN_A_SUBJECT - 1]}…")


def with_name(news: str, competition: object) -> str:
    """Return the news with the competition's name after it, if there is room."""
    return subject(f"{news} ({competition})", news)


def _format_surnames(pair: Pair | None) -> str:
    return family(tuple(player.name for player in pair.present)) if pair else ""


def _make_heading(message: Message, what: str) -> str:
    """Return a heading about the opponents' action, with their surnames if they fit."""
    round = message.state.round_name
    return subject(f"{round}: {_format_surnames(message.others)} {what}", f"{round}: your opponents {what}")


def _received(message: EntryMessage) -> Text:
    sent = f"We received your entry on {moment(message.pair.sent_at)}. The organiser will accept or decline it."
    is_emailed = message.pair.way == Way.MAIL and any(player.email for player in message.pair.present)
    then = "We will email you." if is_emailed else "You can see the answer on the page of your entry."
    return Text("We have your entry", (f"{sent} {then}",))


def _accepted(message: EntryMessage) -> Text:
    competition = message.competition
    closes = f"Entries close on {day(competition.closing_date)}. " if competition.is_open else ""
    then = f"{closes}When the draw is published, we will tell you the names of your opponents."
    return Text("Your entry was accepted", (f"You are entered as pair {message.pair.number}. {then}",))


def _declined(message: EntryMessage) -> Text:
    said = f"The organiser could not accept your entry. The reason: {message.pair.decline_reason}"
    return Text("Your entry was not accepted", (said,))


def _draw(message: Message) -> Text:
    heading, meets = _describe_opponents(message)
    bye = "You have a bye in the first round. " if message.state.round > 1 else ""
    is_new = "has changed" if isinstance(message.fact, PlaceChange) else "is published"
    return Text(heading, (f"The draw of {message.competition} {is_new}. {bye}{meets}",), rules=True)


def _round(message: Message) -> Text:
    heading, meets = _describe_opponents(message)
    return Text(heading, (meets,))


def _describe_opponents(message: Message) -> tuple[str, str]:
    """Return a heading and a sentence with the opponents and the play-by date."""
    state, by, round = message.state, day(message.state.play_by), message.state.round_name
    if message.others:
        said = f"Your opponents in {round} are {message.others}. Please play by {by}.{_describe_venue(message)}"
        return subject(
            f"{round}: you play {_format_surnames(message.others)}", f"{round}: your opponents are known"
        ), said
    to_come = next(side.text for side in state.sides if side.pair != message.pair)
    said = f"Your opponents in {round} are the {to_come}. Please play by {by}. We will tell you their names."
    return subject(f"{round}: your opponents are not known yet"), said


def _describe_venue(message: Message) -> str:
    """Return a sentence about the venue: the home pair, or the opening day. Return "" if there is neither."""
    state = message.state
    if state.opening:
        place = f", {state.place}" if state.place else ""
        return f" Both pairs attend the opening day. You play there on {moment(state.opening)}{place}."
    if state.home is None:
        return ""
    return f" {'You' if state.home == message.pair else 'They'} play at home, unless you agree otherwise."


def _soon(message: Message) -> Text:
    return _reminder(message, "is due by", "Please agree a date if you have none, and play.")


def _late(message: Message) -> Text:
    return _reminder(message, "was due by", "Please report it, or tell me what is delaying you.")


def _reminder(message: Message, verb: str, wish: str) -> Text:
    state = message.state
    when = day(state.play_by)
    if state.plays_at:
        verb, when, wish = "was arranged for", moment(state.plays_at), "Please report it."
    facts = f"Your match with {message.others} in {state.round_name} {verb} {when}"
    heading = subject(f"{state.round_name}: your match {verb} {when}")
    return Text(heading, (f"{facts}, and we have no result. {wish}",))


def _date(message: Message) -> Text:
    offer, others, round = cast(Offer, message.fact), message.others, message.state.round_name
    where, at = (f", {offer.venue}", f" at {offer.venue}") if offer.venue else ("", "")
    if offer.called_off_at:
        return _called_off(message, offer)
    if offer.answer == Offer.Answer.TAKEN:
        when = f"{moment(offer.takes)}{where}"
        is_own = offer.answered_by_id == message.pair.pk
        accepted = "You accepted a date." if is_own else f"{others} accepted your date."
        said = f"{accepted} You play {others} on {when}."
        return Text(subject(f"{round}: you play on {moment(offer.takes)}"), (said,))
    if offer.answer:
        said = f" Their reason: “{offer.reason}”" if offer.reason else ""
        none = f"{others} cannot play on any of your dates.{said}"
        return Text(
            _make_heading(message, "cannot play on your dates"), (none, "Please offer other dates on your page.")
        )
    dates = "\n".join(f"- {moment(one)}" for one in moments(offer))
    last = message.state.play_by
    until = "" if last < timezone.localdate() else f", by {day(last)} at the latest"
    ask = f"Please accept one on your page, or offer others{until}."
    return Text(_make_heading(message, "offer you dates"), (f"{others} offer these dates{at}:\n{dates}", ask))


def _called_off(message: Message, offer: Offer) -> Text:
    when, round = moment(offer.takes), message.state.round_name
    if offer.called_off_by_id == message.pair.pk:
        said = f"You cancelled your date with {message.others}: {when}."
        return Text(subject(f"{round}: you cancelled the date"), (said, "Please agree another date on your page."))
    said = f"{message.others} cancelled the date {when}. Their reason: “{offer.called_off_because}”"
    return Text(_make_heading(message, "cancelled the date"), (said, "Please agree another date on your page."))


def _result(message: Message) -> Text:
    said = f"{message.others} reported the result of your match in {message.state.round_name}:"
    ask = f"Please confirm it on your page, or dispute it and say why. {_describe_reply_time(message.state)}"
    return Text(_make_heading(message, "reported the result"), (f"{said} {words.sentence(message.state)}", ask))


def _describe_reply_time(state: MatchState) -> str:
    last = state.last
    if last is None or not last.may_be_confirmed_automatically:
        return "It counts when you have confirmed it."
    if last.confirms_at:
        return f"If you do not reply by {moment(last.confirms_at)}, the result is final."
    return f"If you do not reply within {last.silence} of this message, the result is final."


def _answer(message: Message) -> Text:
    state, last = message.state, message.state.last
    said = _describe_result(state)
    if last is None or message.pair.pk != last.by_id:
        conceded = state.result is not None and state.result.kind is Kind.CONCEDED
        return Text(_make_heading(message, "conceded the match" if conceded else "reported the result"), (said,), False)
    if last.answer == Answer.DISPUTED:
        return Text(
            _make_heading(message, "dispute your result"), (said, f"Their reason: “{last.answer_reason}”"), False
        )
    confirmed = _make_heading(message, "confirmed your result")
    return Text(confirmed if last.answer else subject(f"{state.round_name}: your result is final"), (said,), False)


def _describe_result(state: MatchState) -> str:
    """Return the result and its author. Leave out a repeated sentence about a dispute."""
    said, stands = words.sentence(state), words.standing(state)
    if state.last and state.last.answer == Answer.DISPUTED:
        said = said.replace(", disputed. The organiser decides.", ".")
    return f"{said} {stands}".strip()


def _ruled(message: Message) -> Text:
    row, names = cast(ResultEntry, message.fact), {pair.pk: pair.name for pair in message.state.pairs}
    said = f"{words.decision(row.meeting, row, names)} The organiser’s reason: {row.reason}"
    now = f"The match now: {words.sentence(message.state)}"
    heading = subject(f"{message.state.round_name}: the organiser has decided")
    return Text(heading, (said, now), message.state.is_open)


def _time(message: Message) -> Text:
    state, given, until = message.state, cast(Extension, message.fact), day(message.state.play_by)
    why = f" The organiser’s reason: {given.reason}"
    if given.takes_back_id or state.deadline.is_earlier:
        again = "again" if given.takes_back_id else "now"
        said = f"Your match with {message.others} in {state.round_name} is {again} due by {until}."
        return Text(subject(f"{state.round_name}: play by {until}"), (said + why,))
    said = f"Your match with {message.others} in {state.round_name} is extended to {until}."
    return Text(subject(f"{state.round_name}: extended to {until}"), (said + why,))


def _conditions(message: Message) -> Text:
    row, published = cast(RoundConditions, message.fact), message.state.round_terms.published
    heading = f"{row.round}: the conditions {'were restored' if row.takes_back_id else 'were corrected'}"
    said = f"{correction(row, published)} The organiser’s reason: {row.reason}"
    return Text(subject(heading), (said,), contacts=False, rules=True)


def _link(message: Message) -> Text:
    said = "Your private link was replaced. Your old link, and the code in your old letter, no longer work."
    return Text("Your new private link", (said,), False)


def _over(message: Message) -> Text:
    champions = message.state.goes_on
    won = f"The champions are {champions}. {words.sentence(message.state)}" if champions else "There is no champion."
    kept = "Phone numbers and email addresses are deleted three months after the last match at the latest."
    if off := cancellation(message.competition):
        return Text("The competition is cancelled", (f"{off}.", "The results so far stay on the draw.", kept), False)
    return Text("The season is over", (won, "Thank you for playing.", kept), False)


_TEXTS: dict[Occasion, Callable[[Any], Text]] = {
    Occasion.RECEIVED: _received,
    Occasion.ACCEPTED: _accepted,
    Occasion.DECLINED: _declined,
    Occasion.DRAW: _draw,
    Occasion.ROUND: _round,
    Occasion.SOON: _soon,
    Occasion.LATE: _late,
    Occasion.DATE: _date,
    Occasion.RESULT: _result,
    Occasion.ANSWER: _answer,
    Occasion.RULED: _ruled,
    Occasion.TIME: _time,
    Occasion.CONDITIONS: _conditions,
    Occasion.LINK: _link,
    Occasion.OVER: _over,
}
