"""Property test: in any history of two pairs, no score changes behind the back of a pair (Laws 76 and 78)."""

from datetime import timedelta

import pytest
from django.db.models import F, QuerySet
from django.urls import reverse
from hypothesis import HealthCheck, Phase, given, settings, strategies

from competition.match.actions import play
from scoring.models import DealCorrection
from scoring.rules.consent import FREE_FOR, tricks_by_side
from scoring.rules.correcting import ChangeKind, DealChange
from scoring.rules.deal import DealResult
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet, read_to_the_end
from tests import stories
from tests.scoring.rules.generated import DEALS

pytestmark = pytest.mark.django_db
LENGTH = 6
# Each example is slow, so run the same few each time, and many with --thorough.
few = settings(
    max_examples=settings().max_examples // 10,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[*settings().suppress_health_check, HealthCheck.function_scoped_fixture],
)
# Many steps concern the last deal, because the rule depends on it.
KINDS = ["record"] * 4 + ["undo"] * 4 + ["wait"] * 2 + ["accept", "decline", "accept here", "read", "open", *ChangeKind]
steps = strategies.lists(
    strategies.tuples(
        strategies.sampled_from(KINDS),
        strategies.integers(0, 1),
        strategies.integers(1, LENGTH),
        strategies.sampled_from(DEALS),
    ),
    min_size=16,
    max_size=30,
)


class History:
    """A match in which two pairs act. `free` is the number of the deal that either pair may change alone, or 0."""

    def __init__(self) -> None:
        self.competition = stories.published(2, deals=LENGTH)
        stories.open_sheet(self.competition, "R1-M1")
        self.free = 0

    def seen(self, who: int):
        """Return the match as this pair sees it."""
        return stories.tables(self.competition)[who]

    def sheet(self) -> Sheet:
        """Return the scored sheet."""
        return self.seen(0).opened.scored

    def changes(self) -> QuerySet[DealCorrection]:
        """Return all changes of the sheet, made or asked for."""
        return self.seen(0).opened.row.corrections.all()

    def act(self, step: str, who: int, number: int, deal: DealResult) -> None:
        """Take one step. Raises Refused if the product refuses it."""
        seen = self.seen(who)
        last = len(seen.opened.deals)
        match step:
            case "record":
                stories.record(seen, deal)
                self.free = last + 1
            case "undo" if last:
                self._note(play.undo(seen, number=last, deal=seen.opened.deals[-1].facts()), last)
            case "wait":
                later = FREE_FOR + timedelta(seconds=1)
                self.seen(0).opened.row.rows.update(recorded_at=F("recorded_at") - later)
                self.changes().exclude(answer="").update(answered_at=F("answered_at") - later)
                self.free = 0
            case "open":
                seen.pair.__class__.objects.filter(pk=seen.pair.pk).update(opened_at=seen.draw.now)
            case "read" if self.changes():
                play.put_away(seen, until=self.changes().latest("pk"))
            case "accept" | "decline" | "accept here" if wish := self._waiting(number):
                if step == "accept here":
                    play.answer_change_here(seen, correction=wish, accept=True)
                else:
                    play.answer(seen, correction=wish, accept=step == "accept")
                self._move(wish.change(), made=step != "decline")
            case ChangeKind():
                number = last if number % 2 else number
                facts = seen.opened.deals[number - 1].facts() if 1 <= number <= last else deal
                change = DealChange(step, number, facts if step is ChangeKind.DELETE else deal)
                self._note(play.correct_deal(seen, change), last)

    def _waiting(self, number: int) -> DealCorrection | None:
        waiting = list(self.changes().filter(answer="").order_by("pk"))
        return waiting[number % len(waiting)] if waiting else None

    def _note(self, change: DealCorrection, last: int) -> None:
        if change.was_made and change.kind == ChangeKind.DELETE:
            # The deal before it is no longer free, because a later deal had been recorded.
            self.free = 0 if change.number == last else self.free

    def _move(self, change: DealChange, *, made: bool) -> None:
        if made and (change.moves_deals or len(self.sheet().lines) < self.free):
            self.free = 0


def figures(sheet: Sheet) -> list[tuple]:
    """Return the points and the tricks of both sides in each deal."""
    return [(line.below, line.above, tricks_by_side(line.deal)) for line in sheet.lines]


def is_justified(step: str, free: int, before: list[tuple], after: list[tuple], made: DealCorrection) -> bool:
    """Return True if the figures may have changed: by agreement, or on the one deal that was free."""
    if made.answer == DealCorrection.Answer.ACCEPTED:
        return step in ("accept", "accept here")
    return free == len(before) == made.number and after[: free - 1] == before[: free - 1]


@given(steps)
@few
def test_no_score_changes_behind_the_back_of_a_pair(history):
    match = History()
    for step, who, number, deal in history:
        before, free, known = figures(match.sheet()), match.free, match.changes().count()
        made_before = set(_made(match))
        try:
            match.act(step, who, number, deal)
        except Refused:
            assert (figures(match.sheet()), match.changes().count()) == (before, known)
            continue
        after, new = figures(match.sheet()), [one for one in _made(match) if one not in made_before]
        if step != "record" and after != before:
            (change,) = new
            assert is_justified(step, free, before, after, change), (step, free, change)
        for change in new:
            assert change.totals[2:] == [*match.sheet().written]
            if change.answer == DealCorrection.Answer.AT_ONCE or change.agreed_here:
                other = next(one for one in map(match.seen, (0, 1)) if one.opened.side != change.asked_by)
                assert change in other.opened.changes_to_check()
            _check_backwards(match.sheet(), change, before)


def _made(match: History) -> list[DealCorrection]:
    return match.seen(0).opened.changes_made


def _check_backwards(sheet: Sheet, change: DealCorrection, before: list[tuple]) -> None:
    """Undo the stored change on the sheet. All deals that it did not delete after the end have their earlier score."""
    deals = [line.deal for line in sheet.lines]
    was = change.facts_before()
    kept = 0 if change.kind == ChangeKind.DELETE else 1
    deals[change.number - 1 : change.number - 1 + kept] = [was] if was else []
    again = read_to_the_end(deals, sheet.first_dealer, sheet.conditions)
    assert figures(again) == before[: len(again.lines)]
    assert [*again.written] == change.totals[:2] or len(again.lines) < len(before)


def test_nothing_changes_after_both_pairs_have_agreed(client):
    match = History()
    stories.record(match.seen(0), *[stories.deal()] * LENGTH)
    sent = play.submit_sheet(match.seen(0))
    play.confirm(match.seen(1), outcome=sent.number)

    for kind in ChangeKind:
        with pytest.raises(Refused):
            play.correct_deal(match.seen(0), DealChange(kind, LENGTH, DEALS[0]))
    assert client.get(reverse("play:match", args=[match.competition.slug, "R1-M1"])).status_code == 404
