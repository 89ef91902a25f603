"""The texts of messages about a pair's place in the draw."""

from typing import cast

from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import PlaceChange, RoundDraw, Withdrawal
from competition.draw.presenters import words
from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.layout import REPECHAGE, with_article
from competition.draw.rules.result import Stage
from competition.entries.models import Pair
from competition.notifications.kinds.causes import Cause
from competition.notifications.kinds.message import Message, MessageKind, Text, describe_length, subject, surnames
from competition.notifications.kinds.places import PlaceNews, is_drawn_bye, lost_date, plays_on, unplayed
from competition.notifications.kinds.told_places import PairPlace
from competition.notifications.models import Topic
from scoring.templatetags.bridge import day, moment

_LATER = "We will then tell you your opponents."
_NO_MATCH = "You have no further match to play."


class Drawn(MessageKind):
    """The message about a pair's first place in the draw, until its match is decided."""

    topic = Topic.DRAW

    def text(self, message: Message) -> Text:
        title, meets = _describe_next(message)
        news = cast(PlaceNews, message.fact)
        start = f"The draw of {message.competition} is published."
        if news.cause:
            start = f"You are now in the draw of {message.competition}, which was published before you entered."
            kind = news.cause.kind if isinstance(news.cause, PlaceChange) else ""
            if kind == PlaceChange.Kind.PLATE:
                start = f"You are now in the plate of {message.competition}."
            if kind == PlaceChange.Kind.JOINS_LATER:
                start = f"You are now in the draw of {message.competition}."
        sentences = " ".join(filter(None, (start, _describe_first_rounds(message), meets)))
        return Text(title, (sentences,), contacts=not news.place.waits, rules=True)


class NextRound(MessageKind):
    """The message about a pair's next match, once both pairs are known, or about a bye in a later round."""

    topic = Topic.ROUND

    def text(self, message: Message) -> Text:
        title, meets = _describe_next(message)
        news = cast(PlaceNews, message.fact)
        last = unplayed(news.draw, message.pair)[-1:]
        before = [_describe_unplayed(state, message) for state in last if _is_news(state, news.place)]
        if plays_on(news.draw, message.pair, news.place):
            before = [_describe_playing_on(message)]
        return Text(title, (" ".join([*before, meets]),), contacts=not news.place.waits)


def _describe_playing_on(message: Message) -> str:
    """Return a sentence for closest losers about the place for which they play, or that they have."""
    news = cast(PlaceNews, message.fact)
    if message.state.is_repechage:
        following = words.named_round(news.draw, news.place.round + 1)
        return f"You are one of the two closest losers. You play for a place in {following}."
    return f"You play on as the closest losers of {words.named_round(news.draw, news.place.round - 1)}."


class Changed(MessageKind):
    """The message about a place that a decision changed after the pair was told a different place."""

    topic = Topic.CHANGED

    def text(self, message: Message) -> Text:
        news = cast(PlaceNews, message.fact)
        cause, reason = _describe_cause(news.draw, message, news.cause)
        lost = _describe_lost(message, news) if news.earlier else ""
        # The cause and its effect may be the same withdrawal.
        first = lost if lost.startswith(cause.removesuffix(".")) else " ".join(filter(None, (cause, lost)))
        if news.place.is_in_draw:
            title, meets = _describe_next(message)
            return Text(title, tuple(filter(None, (first, meets, reason))), contacts=not news.place.waits)
        if news.place.has_withdrawn:
            return Text("Your withdrawal is recorded", tuple(filter(None, (first, _NO_MATCH, reason))), contacts=False)
        was = news.draw.matches.get(news.earlier.code) if news.earlier else None
        title = f"You are no longer in the {'plate' if was and was.is_in_plate else 'draw'}"
        return Text(title, tuple(filter(None, (first, _NO_MATCH, reason))), contacts=False)


def _is_news(state: PublishedMatch, place: PairPlace) -> bool:
    """Return True if this is a bye in the round just before this place, which was drawn after round 1."""
    return is_drawn_bye(state) and state.round + 1 == place.round


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
        return f"You have a bye in {'the first round' if state.round == 1 else round}{no_match}."
    if others := next((other for other in state.pairs if other != pair), None):
        return f"{others} have withdrawn, so you win your match in {round} without playing."
    return f"You have no opponents in {round}, so you go through without playing."


def _describe_next(message: Message) -> tuple[str, str]:
    """Return a heading and sentences about the pair's next match, or about the draw for which it waits."""
    news, state = cast(PlaceNews, message.fact), message.state
    if not news.place.waits:
        return _describe_opponents(message)
    # A pair that lost may have been told that it plays on as closest losers.
    then = _LATER if state.through == message.pair.number else words.may_play_on(message.competition)
    if _is_undone(news.draw, news.cause):
        again = words.capital(f"{words.named_round(news.draw, news.place.round)} will be drawn again.")
        return subject(again.removesuffix(".")), f"{again} {then}"
    later = words.drawn_later(news.draw, state)
    is_bye = state.stage is Stage.BYE
    return subject(f"{state.round_name}: you have a bye" if is_bye else later.removesuffix(".")), f"{later} {then}"


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
        # The tables of round 1 may still change before the day.
        has_table = state.table and (state.round > 1 or state.is_repechage)
        table = f", at table {state.table}" if has_table else ""
        return f" The organiser set the day: you play on {moment(state.plays_at)}{place}{table}."
    if state.opening:
        place = f", {state.place}" if state.place else ""
        return f" Both pairs attend the opening day. You play there on {moment(state.opening)}{place}."
    if state.home is None:
        return ""
    host = "You" if state.home == message.pair else "They"
    return f" {host} play at home, unless you agree otherwise."


def _describe_lost(message: Message, news: PlaceNews) -> str:
    """Return sentences about changes to the place that the pair was told earlier, or "" if it was told none."""
    draw, earlier, place = news.draw, cast(PairPlace, news.earlier), news.place
    if not earlier.is_in_draw:
        return ""
    sentences, round = _describe_skipped(message, news, earlier), _named(draw, earlier)
    others = draw.everybody[earlier.others] if earlier.others else None
    if _is_undone(news.draw, news.cause):
        what = "bye" if earlier.waits else f"match against {others}" if others else "match"
        where = words.named_round(draw, earlier.last_drawn) if earlier.waits else round
        sentences.append(f"Your {what} in {where} no longer counts.")
    elif others and place.code == earlier.code and place.others is None:
        sentences.append(f"Your opponents in {round} are not known yet after all.")
    elif others and earlier.others != place.others and not _still_meet(draw, earlier.code, message.pair, others):
        sentences.append(f"You do not play {others} in {round}.")
    if found := lost_date(draw, news):
        at, venue = found
        sentences.append(f"Your date is cancelled: {moment(at)}{f', {venue}' if venue else ''}.")
    return " ".join(sentences)


def _named(draw: PublishedDraw, place: PairPlace) -> str:
    """Return the name of the round of this place for use within a sentence. A match that is gone was a repechage."""
    if not place.is_of_a_match:
        return words.named_round(draw, place.round)
    state = draw.matches.get(place.code)
    return with_article(state.round_name if state else REPECHAGE)


def _still_meet(draw: PublishedDraw, code: str, pair: Pair, others: Pair) -> bool:
    state = draw.matches.get(code)
    return state is not None and {pair, others} <= {*state.pairs}


def _describe_skipped(message: Message, news: PlaceNews, earlier: PairPlace) -> list[str]:
    """Return sentences about matches that the pair now does not play, or about one that it now plays after all."""
    draw, place = news.draw, news.place
    if not place.is_in_draw:
        return []
    if place.is_of_a_match and place.round < earlier.round and not draw.matches[place.code].is_repechage:
        is_bye = isinstance(news.cause, PlaceChange | RoundDraw)
        had = "have a bye in" if is_bye else "go through without playing in"
        return [f"You no longer {had} {words.named_round(draw, place.round)}."]
    return [_describe_unplayed(state, message) for state in unplayed(draw, message.pair, after=earlier.round - 1)]


def _is_undone(draw: PublishedDraw, cause: Cause | None) -> bool:
    """Return True if the draw of a round was undone, and this round is not drawn again yet."""
    return isinstance(cause, RoundDraw) and cause.round.number not in draw.rows.drawn_rounds


def _describe_cause(draw: PublishedDraw, message: Message, cause: Cause | None) -> tuple[str, str]:
    """Return the decision that changed the place, addressed to the pair, and the organiser's reason."""
    match cause:
        case PlaceChange():
            sentence = _describe_placing(draw, message.pair, cause)
        case Withdrawal():
            sentence = _describe_withdrawal(draw, message, cause)
        case ResultEntry():
            sentence = _describe_ruling(draw, cause)
        case RoundDraw():
            again = "" if _is_undone(draw, cause) else " and made again"
            sentence = f"The draw of {with_article(cause.round.name)} was undone{again}."
        case _:
            return "The draw has changed.", ""
    # The draw of a round has no reason of the organiser's own.
    has_reason = cause.reason and (_is_undone(draw, cause) or not isinstance(cause, RoundDraw))
    return sentence, f"The organiser’s reason: {cause.reason}" if has_reason else ""


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
