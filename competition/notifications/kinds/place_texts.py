"""The texts of messages about a pair's place in the draw."""

from typing import cast

from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import PlaceChange, Withdrawal
from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.layout import with_article
from competition.draw.rules.result import Stage
from competition.entries.models import Pair
from competition.notifications.kinds.message import Message, MessageKind, Text, describe_length, subject, surnames
from competition.notifications.kinds.places import Cause, PairPlace, PlaceNews, lost_date, unplayed
from competition.notifications.models import Topic
from scoring.templatetags.bridge import day, moment

_NO_MATCH = "You have no further match to play."


class Drawn(MessageKind):
    """The message about a pair's first place in the draw, until its match is decided."""

    topic = Topic.DRAW

    def text(self, message: Message) -> Text:
        title, meets = _describe_opponents(message)
        news = cast(PlaceNews, message.fact)
        start = f"The draw of {message.competition} is published."
        if news.cause:
            start = f"You are now in the draw of {message.competition}, which was published before you entered."
            kind = news.cause.kind if isinstance(news.cause, PlaceChange) else ""
            if kind == PlaceChange.Kind.PLATE:
                start = f"You are now in the plate of {message.competition}."
            if kind == PlaceChange.Kind.JOINS_LATER:
                start = f"You are now in the draw of {message.competition}."
        return Text(title, (" ".join(filter(None, (start, _describe_first_rounds(message), meets))),), rules=True)


class NextRound(MessageKind):
    """The message about a pair's next match, once both pairs are known."""

    topic = Topic.ROUND

    def text(self, message: Message) -> Text:
        title, meets = _describe_opponents(message)
        return Text(title, (meets,))


class Changed(MessageKind):
    """The message about a place that a decision changed after the pair was told a different place."""

    topic = Topic.CHANGED

    def text(self, message: Message) -> Text:
        news = cast(PlaceNews, message.fact)
        cause, reason = _describe_cause(news.draw, message, news.cause)
        lost = _describe_lost(message, news) if news.earlier else ""
        # The cause and its effect may be the same withdrawal.
        first = lost if lost.startswith(cause.removesuffix(".")) else " ".join(filter(None, (cause, lost)))
        if news.place.is_of_a_match:
            title, meets = _describe_opponents(message)
            return Text(title, tuple(filter(None, (first, meets, reason))))
        if news.place.has_withdrawn:
            return Text("Your withdrawal is recorded", tuple(filter(None, (first, _NO_MATCH, reason))), contacts=False)
        was = news.earlier and news.earlier.is_of_a_match and news.draw.matches[news.earlier.code]
        title = f"You are no longer in the {'plate' if was and was.is_in_plate else 'draw'}"
        return Text(title, tuple(filter(None, (first, _NO_MATCH, reason))), contacts=False)


def _describe_first_rounds(message: Message) -> str:
    """Return sentences about the matches before the pair's first one that it does not play, or ""."""
    draw = cast(PlaceNews, message.fact).draw
    return " ".join(_describe_unplayed(state, message) for state in unplayed(draw, message.pair))


def _describe_unplayed(state: PublishedMatch, message: Message) -> str:
    """Return a sentence about a bye, a withdrawal or missing opponents."""
    pair, round = message.pair, with_article(state.round_name)
    if state.stage is Stage.BYE:
        opening = state.opening_at if pair.attending else None
        place = f", {state.opening_place}" if state.opening_place else ""
        no_match = f", so you have no match on the opening day, {moment(opening)}{place}" if opening else ""
        return f"You have a bye in the first round{no_match}."
    if others := next((other for other in state.pairs if other != pair), None):
        return f"{others} have withdrawn, so you win your match in {round} without playing."
    return f"You have no opponents in {round}, so you go through without playing."


def _describe_opponents(message: Message) -> tuple[str, str]:
    """Return a heading and a sentence with the opponents and the play-by date."""
    state = message.state
    by = day(state.play_by)
    round = state.round_name
    opponents = f"Your opponents in {with_article(round)} are"
    if message.others:
        due = "" if state.set_day else f" Please play by {by}."
        sentence = f"{opponents} {message.others}.{due}{_describe_venue(message)}"
        sentence += describe_length(message)
        return subject(f"{round}: you play {surnames(message.others)}", f"{round}: your opponents are known"), sentence
    side = next(side for side in state.sides if side.pair != message.pair)
    due = f"You play on {moment(state.set_day.at)}." if state.set_day else f"Please play by {by}."
    sentence = f"You play {side.phrase} in {with_article(round)}. {due} We will tell you their names."
    return subject(f"{round}: your opponents are not known yet"), sentence


def _describe_venue(message: Message) -> str:
    """Return a sentence about the set day, the opening day or the home pair, or "" without any of them."""
    state = message.state
    if state.set_day:
        place = f", {state.place}" if state.place else ""
        return f" The organiser set the day: you play on {moment(state.plays_at)}{place}."
    if state.opening:
        place = f", {state.place}" if state.place else ""
        return f" Both pairs attend the opening day. You play there on {moment(state.opening)}{place}."
    if state.home is None:
        return ""
    host = "You" if state.home == message.pair else "They"
    return f" {host} play at home, unless you agree otherwise."


def _describe_lost(message: Message, news: PlaceNews) -> str:
    """Return sentences about changes to the match that the pair was told earlier, or "" if it was told none."""
    draw, earlier, place = news.draw, cast(PairPlace, news.earlier), news.place
    if not earlier.is_of_a_match:
        return ""
    state = draw.matches[earlier.code]
    now = draw.matches[place.code] if place.is_of_a_match else None
    if now and now.round < state.round:
        had = "have a bye in" if isinstance(news.cause, PlaceChange) else "go through without playing in"
        sentences = [f"You no longer {had} {with_article(now.round_name)}."]
    else:
        skipped = unplayed(draw, message.pair, after=state.round - 1) if now else []
        sentences = [_describe_unplayed(one, message) for one in skipped]
    if earlier.others and place.code == earlier.code and place.others is None:
        sentences.append(f"Your opponents in {with_article(state.round_name)} are not known yet after all.")
    elif earlier.others and earlier.others not in [pair.number for pair in state.pairs]:
        sentences.append(f"You do not play {draw.everybody[earlier.others]} in {with_article(state.round_name)}.")
    if found := lost_date(draw, news):
        at, venue = found
        sentences.append(f"Your date is cancelled: {moment(at)}{f', {venue}' if venue else ''}.")
    return " ".join(sentences)


def _describe_cause(draw: PublishedDraw, message: Message, cause: Cause | None) -> tuple[str, str]:
    """Return the decision that changed the place, addressed to the pair, and the organiser's reason."""
    match cause:
        case PlaceChange():
            sentence = _describe_placing(draw, message.pair, cause)
        case Withdrawal():
            sentence = _describe_withdrawal(draw, message, cause)
        case ResultEntry():
            sentence = _describe_ruling(draw, cause)
        case _:
            return "The draw has changed.", ""
    return sentence, f"The organiser’s reason: {cause.reason}" if cause.reason else ""


def _describe_placing(draw: PublishedDraw, pair: Pair, row: PlaceChange) -> str:
    names = {other.pk: "You" if other == pair else other.name for other in draw.everybody.values()}
    if row.undoes_id:
        undone = next(placing for placing in draw.placings if placing.pk == row.undoes_id)
        return _describe_undone_placing(undone, names)
    come, gone = names.get(row.pair_id or 0, ""), names.get(row.instead_of_id or 0, "")
    match row.kind:
        case PlaceChange.Kind.LATE | PlaceChange.Kind.AWARDED_BYE:
            return f"{come} entered late and now play in place of a bye."
        case PlaceChange.Kind.PLATE:
            return f"{come} entered the plate, at an empty place that was picked at random."
        case PlaceChange.Kind.JOINS_LATER:
            return f"{come} joined the draw, at a kept place that was picked at random."
        case PlaceChange.Kind.REPLACEMENT:
            return f"{come} now play in place of {'you' if gone == 'You' else gone}."
        case _:
            return f"{gone} were entered twice, so one of the two places is now a bye."


def _describe_undone_placing(undone: PlaceChange, names: dict[int, str]) -> str:
    come, gone = names.get(undone.pair_id or 0, ""), names.get(undone.instead_of_id or 0, "")
    match undone.kind:
        case PlaceChange.Kind.REPLACEMENT:
            return f"{gone} play after all, and not {'you' if come == 'You' else come}."
        case PlaceChange.Kind.TWICE:
            return f"{gone} are in the draw after all."
        case PlaceChange.Kind.PLATE:
            return f"{come} are not in the plate after all."
        case _:
            return f"{come} are not in the draw after all."


def _describe_withdrawal(draw: PublishedDraw, message: Message, row: Withdrawal) -> str:
    pair = next(pair for pair in draw.everybody.values() if pair.pk == row.pair_id)
    if row.undoes_id:
        who = "You" if pair == message.pair else pair.name
        return f"{who} are back in the draw. The withdrawal was undone."
    return f"You have withdrawn from {message.competition}." if pair == message.pair else f"{pair} have withdrawn."


def _describe_ruling(draw: PublishedDraw, row: ResultEntry) -> str:
    meeting = next(one for one in draw.meetings if row in one.result_entries.all())
    names = {pair.pk: pair.name for pair in draw.everybody.values()}
    both = f"{names[meeting.upper_id]} and {names[meeting.lower_id]}"
    state = draw.matches[meeting.match.code]
    round = with_article(state.round_name)
    if state.stage is not Stage.OFFICIAL:
        return f"The match of {both} in {round} no longer has a result."
    return f"The organiser decided the match of {both} in {round}: {match_line(state).sentence}"
