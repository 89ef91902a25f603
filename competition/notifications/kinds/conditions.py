"""The kinds of message about changed rules, and about corrected conditions for a round or a single match."""

from collections.abc import Iterator
from typing import cast

from competition.draw.models.rounds import HomePair, NotedPenalty, RoundConditions, Slot
from competition.draw.presenters.overview import is_over
from competition.draw.queries.draw import PublishedDraw
from competition.draw.rules.layout import with_article
from competition.match.models import DealsOffer
from competition.match.queries.deals import open_deals_offers
from competition.notifications.kinds.message import Message, MessageKind, Text, heading, subject
from competition.notifications.models import Topic
from competition.rulings.models import RulesChange
from competition.rulings.presenters.records import AS_PUBLISHED, rules_sentence
from competition.rulings.queries import rules_changes
from scoring.rules.words import corrected, quantity


class NewConditions(MessageKind):
    """The message about the latest correction to each round still to be played. All pairs still in the draw get it."""

    topic = Topic.CONDITIONS

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        alive = [draw.pairs[number] for number in sorted(draw.bracket.playing)]
        for round in draw.rounds:
            corrections = [row for row in round.corrections if row.match is None]
            if not corrections or all(not state.is_to_be_decided for state in round.matches):
                continue
            row = corrections[-1]
            for pair in alive:
                state = draw.matches[draw.codes_of(pair)[-1]]
                yield Message(draw.competition, self.topic, str(row.pk), pair, state, row)

    def text(self, message: Message) -> Text:
        row = cast(RoundConditions, message.fact)
        published = message.state.published_conditions
        verb = "restored" if row.undoes_id else "corrected"
        title = f"{row.round}: the conditions were {verb}"
        new = corrected(row.rules(), published) or AS_PUBLISHED
        sentence = (
            f"The conditions of {with_article(row.round.name)} are now: {new}. The organiser’s reason: {row.reason}"
        )
        return Text(subject(title), (sentence,), contacts=False, rules=True)


class NewRules(MessageKind):
    """The message about the latest change to each part of the rules (one query). All pairs still in the draw get it."""

    topic = Topic.RULES

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        alive = [] if is_over(draw) else [draw.pairs[number] for number in sorted(draw.bracket.playing)]
        latest = {row.number: row for row in rules_changes(draw.competition)}
        for row in latest.values():
            for pair in alive:
                state = draw.matches[draw.codes_of(pair)[-1]]
                yield Message(draw.competition, self.topic, str(row.pk), pair, state, row)

    def text(self, message: Message) -> Text:
        row = cast(RulesChange, message.fact)
        sentence = f"{rules_sentence(row)} The organiser’s reason: {row.reason}"
        return Text(subject(f"The rules have changed: {row.heading}"), (sentence,), contacts=False, rules=True)


class NewDeals(MessageKind):
    """The messages about the number of deals in one match (at most one query).

    The other pair is told about an offer. Both pairs are told about the latest correction, including an undone one.
    """

    topic = Topic.DEALS

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        corrected = {row.code: row for round in draw.rounds for row in round.corrections if row.match}
        for code, row in corrected.items():
            state = draw.matches[code]
            is_of_others = row.meeting_id is not None and row != state.correction
            if state.is_to_come and not is_of_others:
                yield from self.to_both(draw, str(row.pk), state, row, row.at)
        for state, offer in open_deals_offers(draw):
            other = next(pair for pair in state.pairs if pair.pk != offer.by_id)
            yield Message(draw.competition, self.topic, f"offer {offer.pk}", other, state, offer, offer.at)

    def text(self, message: Message) -> Text:
        state, fact = message.state, message.fact
        if isinstance(fact, DealsOffer):
            what = f"{message.others} offer to play {quantity(fact.deals, 'deal')}"
            sentence = f"{what} instead of {state.conditions.deals} in {with_article(state.round_name)}."
            return Text(heading(message, "offer another number of deals"), (sentence, "Please reply on your page."))
        row = cast(RoundConditions, fact)
        deals = quantity(state.conditions.deals, "deal")
        match = f"Your match with {message.others} in {with_article(state.round_name)} now has {deals}."
        return Text(subject(f"{state.round_name}: your match has {deals}"), (f"{match} The reason: {row.reason}",))


class NewPenalty(MessageKind):
    """The message about penalty points that were noted for a match, or undone."""

    topic = Topic.PENALTY

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        for state in draw.matches.values():
            if state.penalty_decisions and state.is_open:
                row = state.penalty_decisions[-1]
                yield from self.to_both(draw, str(row.pk), state, row, row.at)

    def text(self, message: Message) -> Text:
        state, row = message.state, cast(NotedPenalty, message.fact)
        match = f"your match with {message.others} in {with_article(state.round_name)}"
        if row.points is None:
            sentence = f"The penalty points that were noted for {match} no longer count."
            return Text(subject(f"{state.round_name}: penalty points undone"), (f"{sentence} {_reason(row)}",))
        is_ours = state.pairs[row.penalised == Slot.LOWER] == message.pair
        who, whose = ("you", "your") if is_ours else ("your opponents", "their")
        title = f"{state.round_name}: {who} get {row.points:,} penalty points"
        sentence = f"In {match}, {who} get {row.points:,} penalty points."
        then = f"The organiser deducts them from {whose} total after the match."
        return Text(subject(title), (f"{sentence} {then}", _reason(row)))


def _reason(row: NotedPenalty) -> str:
    return f"The organiser’s reason: {row.reason}"


class NewHomePair(MessageKind):
    """The message about the latest decision on the home pair of a match, including an undone one."""

    topic = Topic.HOME

    def messages(self, draw: PublishedDraw) -> Iterator[Message]:
        for state in draw.matches.values():
            # If a set day has a place, neither pair plays at home.
            is_elsewhere = state.set_day is not None and bool(state.set_day.place)
            if state.home_pairs and state.is_open and not is_elsewhere:
                row = state.home_pairs[-1]
                yield from self.to_both(draw, str(row.pk), state, row, row.at)

    def text(self, message: Message) -> Text:
        state, row = message.state, cast(HomePair, message.fact)
        match = f"your match with {message.others} in {with_article(state.round_name)}"
        why = f"The organiser’s reason: {row.reason}"
        if state.home is None:
            sentence = f"The organiser names no home pair for {match}. Please agree where to play."
            return Text(subject(f"{state.round_name}: no home pair"), (f"{sentence} {why}",))
        who = "you" if state.home == message.pair else "your opponents"
        at_random = " The pair was picked at random." if row.lot else ""
        sentence = f"In {match}, {who} play at home, unless you agree otherwise.{at_random}"
        return Text(subject(f"{state.round_name}: {who} play at home"), (f"{sentence} {why}",))
