"""Presenters for the organiser's tasks, most urgent first: the matches, then entries and the draw."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.utils import timezone

from competition.desk.queries.overview import Desk
from competition.draw.models.result_entry import ResultEntry
from competition.draw.presenters.overview import is_over
from competition.draw.presenters.words import short_names
from competition.draw.queries.clocks import to_decide
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.later_rounds import round_to_draw
from competition.draw.queries.places import free_kept_places, is_joining_open, join_round
from competition.draw.queries.results import result_by
from competition.draw.queries.sides import called
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.layout import with_article
from competition.draw.rules.result import Result
from competition.entries.models import Player
from competition.match.presenters.dates import warning
from competition.match.queries.dates import Unplayed
from competition.notifications.presenters import ReadyText
from scoring.paper.compare import Comparison, DealDifference
from scoring.rules.deal import DealResult
from scoring.rules.words import deal_words, few, quantity, result_words, times
from scoring.templatetags.bridge import day

# Show this many tasks of one kind separately, and the rest on one line.
MOST_OF_A_KIND = 4
# Show a result without automatic confirmation as a task after this time.
_LONG_WAIT = timedelta(days=2)
# The last week of a round.
_LAST_DAYS = 7
# Remind the organiser of free places for pairs that join later this long before the last day.
_TIME_TO_JOIN = timedelta(days=21)
# Short names of the pairs, by primary key.
Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Task:
    """A task for the organiser: a sentence, the reason, and one button.

    `ring` lists the players to phone first. `about` completes the button's label for screen readers. If there are
    `fields`, the button posts them, and otherwise it is a link. `also` is the label and address of an alternative.
    `texts` are the messages that the button sends, and `more_texts` is the address of the page with the others.
    """

    what: str
    why: str
    button: str
    address: str
    about: str = ""
    ring: Sequence[Player] = ()
    fields: Sequence[tuple[str, str]] = ()
    also: Sequence[str] = ()
    texts: Sequence[ReadyText] = ()
    more_texts: str = ""
    things: int = 1

    def saying(self, what: str, why: str) -> "Task":
        """Return the task with a different sentence and reason."""
        return replace(self, what=what, why=why)

    def with_texts(self, texts: Sequence[ReadyText], more: str) -> "Task":
        """Return the task with the messages that its button sends, and the address of the page with the others."""
        return replace(self, texts=texts, more_texts=more)

    def pressed(
        self,
        button: str,
        address: str,
        fields: Sequence[tuple[str, str]],
        also: Sequence[str] = (),
        *,
        ring: Sequence[Player] = (),
    ) -> "Task":
        """Return the task with a button that posts these fields, and with an alternative."""
        return replace(self, button=button, address=address, fields=fields, also=also, ring=ring)


def in_play(
    desk: Desk, draw: PublishedDraw, both: Mapping[str, Comparison], worries: Sequence[Unplayed]
) -> Iterator[Task]:
    """Yield the tasks for matches in play. `both` has the comparisons of two score sheets, by match code."""
    names = short_names(draw)
    yield from (_disputed_task(match, names, both.get(match.code)) for match in desk.under("disputed"))
    overdue = [_overdue_task(draw, names, match) for match in worries if match.state.overdue]
    yield from _shorten(overdue, "overdue", "overdue")
    submitted = [(match, match.last) for match in desk.under("submitted") if match.last]
    yield from (_untold_task(match, names, last) for match, last in submitted if last.waits_to_be_told)
    unanswered = [
        _unanswered_task(match, names, last, draw.now)
        for match, last in submitted
        if not last.may_be_confirmed_automatically and draw.now - last.at > _LONG_WAIT
    ]
    yield from _shorten(unanswered, "unanswered", "submitted")
    yield from _free_places(draw)


def one_day(draw: PublishedDraw) -> Iterator[Task]:
    """Yield the task to run the day, until its last result."""
    if draw.competition.conditions.minutes and not is_over(draw):
        why = "One page has the clock, the tables and the button that starts each round."
        yield Task("All rounds are played on one day.", why, "Run the day", "today/")


def round_to_be_drawn(draw: PublishedDraw) -> Iterator[Task]:
    """Yield the task to draw the next round, once all matches of the round before are decided."""
    # This site cannot draw the rounds of a draw made elsewhere.
    round = None if draw.competition.conditions.minutes or draw.row.is_elsewhere else round_to_draw(draw)
    before = draw.main_rounds[round.number - 2] if round else None
    if round and before and not to_decide(before):
        name = with_article(round.name)
        why = f"The winners can now be drawn against each other. Play by {day(round.play_by)}."
        yield Task(f"All matches of {with_article(before.name)} are decided.", why, f"Draw {name}", "rounds/")


def _free_places(draw: PublishedDraw) -> Iterator[Task]:
    """Yield a task if places for pairs that join later are free, in the last weeks in which they can be filled."""
    until = draw.competition.conditions.join_until
    free = len(free_kept_places(draw)) if is_joining_open(draw) else 0
    if not until or not free or until - timezone.localdate(draw.now) > _TIME_TO_JOIN:
        return
    verb = "is" if free == 1 else "are"
    where = with_article(join_round(draw).name)
    what = f"{quantity(free, 'place')} for pairs that join in {where} {verb} free."
    why = f"You can add pairs until {day(until)}. After that, the opponents go through without playing."
    yield Task(what, why, "Add a pair", "late/")


def _shorten(needs: list[Task], how: str, word: str) -> list[Task]:
    rest = len(needs) - MOST_OF_A_KIND
    if rest < 2:
        return needs
    more = Task(f"{rest} more matches are {how}.", "", "Show all", f"matches/?show={word}", things=rest)
    return [*needs[:MOST_OF_A_KIND], more]


def _disputed_task(match: PublishedMatch, names: Names, both: Comparison | None) -> Task:
    first = both.first if both else None
    number = first.number if first else match.last.disputed_deal if match.last else 0
    met = both_pairs(match, names)
    subject = f"deal {number}" if number else f"the result of their {called(match.round_name)}"
    button = f"Decide {subject}" if number else "Decide the match"
    why = _both_results(match, names, both, first) if both and first else _claim_and_reply(match, names)
    return Task(f"{met} disagree about {subject}.", why, button, f"matches/{match.code}/dispute/", met)


def both_pairs(match: PublishedMatch, names: Names) -> str:
    """Return the short names of both pairs of a match."""
    return " and ".join(names[pair.pk] for pair in match.pairs)


def _both_results(match: PublishedMatch, names: Names, both: Comparison, first: DealDifference) -> str:
    result = result_by(match, both.one)
    other = result_by(match, both.other)
    question = _question(first.one, first.other)
    if result is None or other is None:
        return question
    winner = _winner(match, names, result)
    instead = _winner(match, names, other)
    if winner == instead:
        return f"{question} {winner} win the {called(match.round_name)} either way."
    return f"{question} {winner} win {result.by} on one score sheet. {instead} win {other.by} on the other."


def _question(one: DealResult | None, other: DealResult | None) -> str:
    if one is None or other is None:
        return "Only one of the two score sheets has this deal."
    if (one.contract, one.declarer, one.honours) == (other.contract, other.declarer, other.honours):
        played = deal_words(one).removesuffix(f", {result_words(one)}")
        return f"{played}: {result_words(one)}, or {result_words(other)}?"
    return f"{deal_words(one)}; or {deal_words(other)}?"


def _winner(match: PublishedMatch, names: Names, result: Result) -> str:
    upper, lower = match.pairs
    return names[upper.pk if result.upper_won else lower.pk]


def _claim_and_reply(match: PublishedMatch, names: Names) -> str:
    last = match.last
    if last is None or match.reported is None:
        return ""
    other = next(pair for pair in match.pairs if pair.pk != last.by_id)
    return f"{_claim(match, names, last)} {names[other.pk]} replied: “{last.answer_reason}”"


def _claim(match: PublishedMatch, names: Names, last: ResultEntry) -> str:
    """Return the result as claimed by the reporting pair."""
    result = match.reported
    sender = next(pair for pair in match.pairs if pair.pk == last.by_id)
    if result is None:
        return ""
    if result.winner == sender.number:
        return f"{names[sender.pk]} reported a win {result.by}."
    return f"{names[sender.pk]} reported that {_winner(match, names, result)} won {result.by}."


def _overdue_task(draw: PublishedDraw, names: Names, unplayed: Unplayed) -> Task:
    text = warning(unplayed)
    match = unplayed.state
    others = draw.matches[match.feeds].pairs if match.feeds else ()
    held_up = f"{names[others[0].pk]} are waiting for the winner." if others else ""
    why = " ".join(filter(None, (text.why, held_up)))
    return Task(text.what, why, "Decide the match", f"matches/{text.code}/overdue/", both_pairs(match, names))


def _untold_task(match: PublishedMatch, names: Names, last: ResultEntry) -> Task:
    pair = match.to_answer
    name = names[pair.pk]
    what = f"Tell {name} that their opponents reported the {called(match.round_name)}."
    then = f"{name} then have {last.reply_time} to reply."
    address = f"matches/{match.code}/told/"
    ring = [player for player in pair.present if player.phone][:1] or pair.present
    why = f"{_claim(match, names, last)} {then}"
    return Task(what, why, "Mark as told", address, name, ring, (("outcome", str(last.number)),))


def _unanswered_task(match: PublishedMatch, names: Names, last: ResultEntry, now: datetime) -> Task:
    days = (now - last.at).days
    what = (
        f"{names[match.to_answer.pk]} have not replied for {days} days "
        f"about the result of their {called(match.round_name)}."
    )
    why = f"{_claim(match, names, last)} It does not become final without a reply."
    address = f"confirm/?match={match.code}"
    return Task(what, why, "Review and confirm", address, both_pairs(match, names), match.to_answer.present)


def heading(needs: Sequence[Task], desk: Desk) -> str:
    """Return the desk's heading, such as "Four things to do" or "Nothing to do today"."""
    things = sum(need.things for need in needs)
    if not things:
        return "Add the pairs" if desk.step == "entries" and desk.pairs < 2 else "Nothing to do today"
    number = few(things, most=10).capitalize()
    noun = "thing" if things == 1 else "things"
    if desk.draw and desk.draw.winners:
        verb = "is" if things == 1 else "are"
        return f"The season is over. {number} {noun} {verb} left."
    return f"{number} {noun} to do"


def entries(desk: Desk) -> Iterator[Task]:
    """Yield the tasks before the draw is published."""
    if waiting := desk.waiting:
        entries_are = "entry is" if waiting == 1 else "entries are"
        what = f"{waiting} {entries_are} waiting for your decision."
        yield Task(what, "Each pair can see your decision under its reference.", "Review entries", "pairs/")
    if desk.step != "running" and desk.pairs and desk.competition.opening_day == timezone.localdate():
        yield Task("Today is the opening day.", "Tick the pairs as they arrive.", "Record attendance", "attendance/")
    if desk.step == "draw":
        closed = f"Entries closed on {day(desk.competition.closing_date)}, and {desk.pairs} pairs are entered."
        yield Task("The draw has not been made yet.", closed, "Make the draw", "draw/")
    if desk.step == "publish" and desk.latest:
        why = f"The draw was made {times(desk.latest.attempt)}, and it is not published."
        yield Task("The draw is ready to be published.", why, "Review the draw", "draw/")
    if desk.step == "entries" and not desk.competition.is_open:
        why = f"Entries closed on {day(desk.competition.closing_date)}. A draw needs two pairs."
        yield Task("There are too few pairs for a draw.", why, "Add a pair", "pairs/new/")


def contacts(last_day: date, today: date, untold: int) -> Task:
    """Return the task to delete the contact details. `last_day` is the last day on which they may be stored.

    `untold` is the number of pairs with messages still to be given.
    """
    until = f"You can keep them until {day(last_day)} at the latest."
    late = f"They should have been deleted by {day(last_day)}."
    why = late if last_day < today else until
    if untold:
        why += f" {quantity(untold, 'pair has', 'pairs have')} not been told yet."
    return Task("Delete the contact details.", why, "Delete contact details", "pairs/forget-contacts/")


def contacts_wait(last_day: date, untold: int) -> str:
    """Return a sentence about why the contact details should not be deleted yet."""
    left = quantity(untold, "pair has", "pairs have")
    return (
        f"{left} not been told yet, so keep the contact details. Afterwards you can delete them. "
        f"The site deletes them on {day(last_day)} at the latest."
    )


def what_next(desk: Desk) -> str:
    """Return a sentence about the next important date, or "" if there is none.

    It names the phase: the closing of entries, the last week of a round, or the final.
    """
    watched = _next_day(desk)
    if watched is None:
        return ""
    on = f"{watched:%A} {watched.day} {watched:%B}"
    if desk.draw is None and watched == desk.competition.closing_date:
        return f"Entries close on {on}."
    match = next((match for match in _undecided(desk) if _watched_day(match) == watched), None)
    if match and match.is_final and match.has_two_pairs and not match.set_day:
        return f"The final is left: {' v '.join(match.pair_names)}, to be played by {on}."
    if match and not match.set_day and (watched - timezone.localdate()).days < _LAST_DAYS:
        left = sum(other.round == match.round for other in _undecided(desk))
        return (
            f"The last week of {with_article(match.round_name)}: {quantity(left, 'match', 'matches')} to play by {on}."
        )
    return f"The next important date is {'today' if watched == timezone.localdate() else on}."


def _next_day(desk: Desk) -> date | None:
    """Return the next important date, or None.

    It is the closing date, the opening day, or the set day or play-by date of an undecided match, from today on. On
    the opening day itself, the desk shows the day.
    """
    today = timezone.localdate()
    opening_day = desk.competition.opening_day
    days = [None if opening_day == today else opening_day, None if desk.draw else desk.competition.closing_date]
    days += map(_watched_day, _undecided(desk))
    return min((day for day in days if day and day >= today), default=None)


def _undecided(desk: Desk) -> list[PublishedMatch]:
    return [match for match in desk.matches if match.is_to_be_decided]


def _watched_day(match: PublishedMatch) -> date:
    return match.set_day.day if match.set_day else match.play_by
