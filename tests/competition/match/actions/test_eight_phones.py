"""Eight phones at once, each with its own connection, on whichever database the run uses."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from competition.knockout.actions import publishing
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.queries.draw import get_draw
from competition.lots.models import Draw
from competition.match.actions import play
from scoring.actions import Clash
from scoring.models import Deal, SummarySheet
from scoring.rules.refusal import Refused
from tests import stories

pytestmark = pytest.mark.django_db(transaction=True)
PHONES = 8


def at_once(act) -> Counter:
    """Let eight threads act at the same moment; count what each was told."""
    start = Barrier(PHONES)

    def one(phone: int) -> str:
        try:
            start.wait(timeout=30)
            act(phone)
            return "done"
        except Refused as told:
            return type(told).__name__
        finally:
            connection.close()

    with ThreadPoolExecutor(PHONES) as phones:
        return Counter(phones.map(one, range(PHONES)))


@pytest.fixture
def competition():
    return stories.published(2, deals=4)


def test_eight_phones_record_the_same_deal_and_one_row_stands(competition):
    tables = stories.open_sheet(competition, "R1-M1")

    told = at_once(lambda phone: play.record_deal(tables[phone % 2], number=1, deal=stories.deal("3NT", 9)))

    assert (told, Deal.objects.count()) == (Counter(done=8), 1)


def test_eight_phones_record_eight_different_deals_one_stands_and_seven_are_told(competition):
    tables = stories.open_sheet(competition, "R1-M1")

    told = at_once(lambda phone: play.record_deal(tables[phone % 2], number=1, deal=stories.deal("3NT", phone)))

    assert (told, Deal.objects.count()) == (Counter({"done": 1, Clash.__name__: 7}), 1)
    assert SummarySheet.objects.get().recorded == 1


def test_of_eight_confirmations_at_once_one_counts(competition):
    upper, _ = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=500, theirs=400)
    _, lower = stories.tables(competition, "R1-M1")

    told = at_once(lambda phone: play.confirm(lower, outcome=1))

    assert told == Counter(done=1, Refused=7)


def test_of_confirming_and_disputing_at_once_one_counts(competition):
    upper, _ = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=500, theirs=400)
    _, lower = stories.tables(competition, "R1-M1")

    def answer(phone: int) -> None:
        play.confirm(lower, outcome=1) if phone % 2 else play.dispute(lower, outcome=1, reason="no")

    assert at_once(answer) == Counter(done=1, Refused=7)
    assert ResultEntry.objects.get().answer != ""


ENDS = {
    "ruling": lambda lower: stories.settle(lower.competition, "R1-M1"),
    "withdrawal": lambda lower: stories.withdraw(lower.pair),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_deal_and_what_ends_the_match_at_once_come_one_after_the_other(end):
    competition = stories.published(4)
    upper, lower = stories.open_sheet(competition, "R1-M1")

    told = at_once(lambda phone: play.record_deal(upper, number=1, deal=stories.deal()) if phone else ENDS[end](lower))

    state, kept = stories.now(competition).matches["R1-M1"], get_draw(competition.slug)
    assert (state.winner, kept.matches["R1-M1"]) == (upper.pair, state)
    assert state.sheet.recorded == Deal.objects.count() == (told["done"] > 1)
    with pytest.raises(Refused, match="not open"):
        play.record_deal(upper, number=2, deal=stories.deal())


def test_of_eight_publications_at_once_one_counts():
    competition = stories.entered(4)
    by = stories.organiser_of(competition)
    draw = stories.draw_lots(competition)
    days = [stories.date(2030, 5, 1), stories.date(2030, 6, 1)]

    told = at_once(lambda phone: publishing.publish(Draw.objects.get(pk=draw.pk), play_by=days, by=by))

    assert told == Counter(done=1, Refused=7)
    assert draw.rounds.count() == 2
