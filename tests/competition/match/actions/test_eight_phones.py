"""Tests for eight simultaneous requests, each with its own database connection."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from competition.draw.actions.publishing import publish_draw
from competition.draw.models.draw import Draw
from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.draw import get_draw
from competition.match.actions import play
from scoring.actions import Clash
from scoring.models import Deal, SummarySheet
from scoring.rules.refusal import Refused
from tests import stories

pytestmark = pytest.mark.django_db(transaction=True)
PHONES = 8


def at_once(act) -> Counter:
    """Run `act` in eight threads at the same moment and count the outcomes."""
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


def test_eight_phones_recording_one_deal_store_one_row(competition):
    tables = stories.open_sheet(competition, "R1-M1")

    told = at_once(lambda phone: play.record_deal(tables[phone % 2], number=1, deal=stories.deal("3NT", 9)))

    assert (told, Deal.objects.count()) == (Counter(done=8), 1)


def test_only_one_of_eight_different_deals_is_recorded(competition):
    tables = stories.open_sheet(competition, "R1-M1")

    told = at_once(lambda phone: play.record_deal(tables[phone % 2], number=1, deal=stories.deal("3NT", phone)))

    assert (told, Deal.objects.count()) == (Counter({"done": 1, Clash.__name__: 7}), 1)
    assert SummarySheet.objects.get().recorded == 1


def test_one_of_eight_simultaneous_replies_counts(competition):
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
def test_deals_and_the_end_of_a_match_are_serialised(end):
    competition = stories.published(4)
    upper, lower = stories.open_sheet(competition, "R1-M1")

    told = at_once(lambda phone: play.record_deal(upper, number=1, deal=stories.deal()) if phone else ENDS[end](lower))

    state, kept = stories.now(competition).matches["R1-M1"], get_draw(competition.slug)
    assert (state.winner, kept.matches["R1-M1"]) == (upper.pair, state)
    assert state.sheet.recorded == Deal.objects.count() == (told["done"] > 1)
    with pytest.raises(Refused, match="cannot play"):
        play.record_deal(upper, number=2, deal=stories.deal())


def test_one_of_eight_simultaneous_publications_counts():
    competition = stories.entered(4)
    by = stories.organiser_of(competition)
    draw = stories.draw_lots(competition)
    days = [stories.date(2030, 5, 1), stories.date(2030, 6, 1)]

    told = at_once(lambda phone: publish_draw(Draw.objects.get(pk=draw.pk), play_by=days, by=by))

    assert told == Counter(done=1, Refused=7)
    assert draw.rounds.count() == 2
