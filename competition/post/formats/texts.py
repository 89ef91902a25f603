"""What a pair is told of each occasion: plain and short, from the facts as they stand."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

from django.utils import timezone

from competition.arranging.models import Offer
from competition.arranging.queries import moments
from competition.decisions.formats import conditions
from competition.knockout.formats import words
from competition.knockout.formats.overview import cancellation
from competition.knockout.models.draw import Extension, Placing, RoundConditions
from competition.knockout.models.outcome import Outcome
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.outcome import Kind
from competition.knockout.rules.stages import Answer
from competition.post.models import Occasion, Wording
from competition.post.queries.entries import EntryMessage
from competition.post.queries.occasions import Message
from scoring.templatetags.bridge import day, moment


@dataclass(frozen=True, slots=True)
class Text:
    """What is said, by whatever way: its heading, a paragraph each, and whether the opponents are to be reached."""

    heading: str
    paragraphs: tuple[str, ...]
    contacts: bool = True
    rules: bool = False


def text(message: Message | EntryMessage, wording: Wording | None = None) -> Text:
    """What this pair is told, between the organiser's own words."""
    told = _TEXTS[message.occasion](message)
    before, after = (wording.before, wording.after) if wording else ("", "")
    return replace(told, paragraphs=tuple(said for said in (before, *told.paragraphs, after) if said))


def _received(message: EntryMessage) -> Text:
    sent = f"We have your entry, sent in on {moment(message.entry.sent_at)}."
    return Text("we have your entry", (f"{sent} The organiser answers it; then you are in the draw.",))


def _accepted(message: EntryMessage) -> Text:
    competition, pair = message.competition, message.entry.pair
    number = pair.number if pair else ""
    closes = f"Entries close on {day(competition.closing_date)}; after that the draw is made, and you are told"
    then = closes if competition.is_open else "When the draw is made, you are told"
    return Text("you are entered", (f"You are entered as pair {number}. {then} whom you meet.",))


def _declined(message: EntryMessage) -> Text:
    return Text("your entry is not taken", (f"We could not take your entry: {message.entry.word}",))


def _draw(message: Message) -> Text:
    heading, meets = _meets(message)
    bye = "You have a bye in the first round. " if message.state.round > 1 else ""
    out = f"The draw of {message.competition} {'has changed' if isinstance(message.fact, Placing) else 'is out'}."
    return Text(heading, (f"{out} {bye}{meets}",), rules=True)


def _round(message: Message) -> Text:
    heading, meets = _meets(message)
    return Text(heading, (meets,))


def _meets(message: Message) -> tuple[str, str]:
    """A heading and a sentence: whom the pair meets, by when."""
    state, by = message.state, day(message.state.play_by)
    if message.others:
        said = f"In {state.round_name} you meet {message.others}. Please play by {by}.{_where(message)}"
        return f"{state.round_name}: you meet {message.others}, by {by}", said
    to_come = next(side.text for side in state.sides if side.pair != message.pair)
    said = f"In {state.round_name} you meet the {to_come}, by {by}. You are told as soon as it is known who that is."
    return f"{state.round_name}: your opponents are still to be known", said


def _where(message: Message) -> str:
    """Where the two meet by the conditions, or that both come to the opening day."""
    state = message.state
    if state.opening:
        place = f", {state.place}" if state.place else ""
        return f" You both come to the opening day: you play there on {moment(state.opening)}{place}."
    if state.home is None:
        return ""
    return f" {'You' if state.home == message.pair else 'They'} are at home, unless you agree otherwise."


def _soon(message: Message) -> Text:
    return _reminder(message, "is to be played by", "Please agree on a day, if you have not, and play.")


def _late(message: Message) -> Text:
    return _reminder(message, "was to be played by", "Please send in the result, or tell me what is in the way.")


def _reminder(message: Message, verb: str, wish: str) -> Text:
    state = message.state
    when = day(state.play_by)
    if state.plays_at:
        verb, when, wish = "was to be played on", moment(state.plays_at), "Please send in how it ended."
    facts = f"Your match with {message.others} in {state.round_name} {verb} {when}"
    return Text(f"{state.round_name} {verb} {when}", (f"{facts}, and no result is known. {wish}",))


def _date(message: Message) -> Text:
    offer, others, round = cast(Offer, message.fact), message.others, message.state.round_name
    where = f", {offer.venue}" if offer.venue else ""
    if offer.called_off_at:
        told = f"{others} call off {moment(offer.takes)}. They say: “{offer.called_off_because}”"
        return Text(f"{round}: the date agreed is off", (told, "Please offer each other another date on your page."))
    if offer.answer == Offer.Answer.TAKEN:
        when = f"{moment(offer.takes)}{where}"
        return Text(f"{round}: you play on {when}", (f"{others} have taken a date you offered: {when}.",))
    if offer.answer:
        said = f" They say: “{offer.reason}”" if offer.reason else ""
        none = f"{others} can come on none of the dates you offered.{said}"
        return Text(f"{round}: none of your dates", (none, "Please offer others on your page."))
    dates = "\n".join(f"- {moment(one)}" for one in moments(offer))
    last = message.state.play_by
    until = "" if last < timezone.localdate() else f", by {day(last)} at the latest"
    ask = f"Please take one on your page, or offer others{until}."
    return Text(f"{round}: {others} offer dates", (f"{others} offer to play{where}:\n{dates}", ask))


def _result(message: Message) -> Text:
    said = f"{message.others} have sent in the result of your match"
    what = f"{said} in {message.state.round_name}: {words.sentence(message.state)}"
    ask = f"Please confirm it, or dispute it and say why, on your page. {_silence(message.state)}"
    return Text(said, (what, ask))


def _silence(state: MatchState) -> str:
    last = state.last
    if last is None or not last.silence_may_agree:
        return "It counts once you have confirmed it."
    if last.silence_agrees_at:
        return f"If you do neither by {moment(last.silence_agrees_at)}, it stands."
    return f"If you do neither within {last.silence} of being told, it stands."


def _answer(message: Message) -> Text:
    state, last, others = message.state, message.state.last, message.others
    said = f"{words.sentence(state)} {words.standing(state)}"
    if last is None or message.pair.pk != last.by_id:
        conceded = state.outcome is not None and state.outcome.kind is Kind.CONCEDED
        return Text(f"{others} have {'conceded' if conceded else 'sent in the result of'} your match", (said,), False)
    if last.answer == Answer.DISPUTED:
        return Text(f"{others} dispute your result", (said, f"They say: “{last.answer_reason}”"), False)
    heading = f"{others} have confirmed your result" if last.answer else "Your result stands"
    return Text(heading, (said,), False)


def _ruled(message: Message) -> Text:
    row, names = cast(Outcome, message.fact), {pair.pk: pair.name for pair in message.state.pairs}
    said = f"{words.decision(row.meeting, row, names)} The organiser’s reason: {row.reason}"
    now = f"As it stands now: {words.sentence(message.state)}"
    return Text(f"{message.state.round_name}: the organiser has decided", (said, now), message.state.is_open)


def _time(message: Message) -> Text:
    state, given, until = message.state, cast(Extension, message.fact), day(message.state.play_by)
    why = f" The organiser’s reason: {given.reason}"
    if given.takes_back_id or state.deadline.is_earlier:
        again = "again" if given.takes_back_id else "already"
        said = f"Your match with {message.others} in {state.round_name} is to be played by {until} {again}."
        return Text(f"{state.round_name}: play by {until} {again}", (said + why,))
    said = f"You may play your match with {message.others} in {state.round_name} until {until}."
    return Text(f"{state.round_name}: more time, until {until}", (said + why,))


def _conditions(message: Message) -> Text:
    row, published = cast(RoundConditions, message.fact), message.state.round_terms.published
    heading = f"{row.round}: the conditions {'stand as before' if row.takes_back_id else 'were corrected'}"
    said = f"{conditions.correction(row, published)} The organiser’s reason: {row.reason}"
    return Text(heading, (said,), contacts=False, rules=True)


def _link(message: Message) -> Text:
    said = "Your private link was replaced. The old one, and the code of an old letter, open nothing any more."
    return Text("your new private link", (said,), False)


def _over(message: Message) -> Text:
    champions = message.state.goes_on
    won = f"The champions are {champions}. {words.sentence(message.state)}" if champions else "Nobody is champion."
    kept = "Telephone numbers and e-mail addresses are deleted three months after the last match at the latest."
    if off := cancellation(message.competition):
        return Text("the competition is cancelled", (f"{off}.", "What was played stays on the draw.", kept), False)
    return Text("the season is over", (won, "Thank you for playing.", kept), False)


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
