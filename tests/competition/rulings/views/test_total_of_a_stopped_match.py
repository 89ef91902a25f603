"""Tests that forms and pages give a match stopped during a rubber the same total, including Law 80 credits."""

from itertools import count, islice
from random import Random

import scoring.queries
from competition.contest.models import Competition
from competition.draw.queries.results import final_totals
from tests import stories
from tests.competition.desk_reading import confirmed, desk
from tests.competition.pair_reading import address
from tests.competition.public_reading import public, words

CONTRACTS = ("1C", "2H", "3NT", "4S", "2D", "1NT", "5CX", "6H")


def stopped(seed: int) -> Competition | None:
    """Return a match with some random deals that was stopped during a rubber with credits, or None."""
    dice = Random(seed)
    competition = stories.published(2, deals=12)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    for _ in range(dice.randint(1, 11)):
        deal = stories.deal(dice.choice(CONTRACTS), dice.randint(5, 11), dice.choice("NESW"))
        stories.record(stories.table(upper.pair, "R1-M1"), deal)
    return competition if stories.now(competition).matches["R1-M1"].sheet.credits else None


def offered(page) -> tuple[int, int]:
    """Return the totals suggested in the form."""
    form = page.context["form"]
    return form["total_upper"].value(), form["total_lower"].value()


def test_a_sheet_that_ends_during_a_rubber_has_the_same_total_everywhere(at_desk, phone, client):
    found = islice(filter(None, map(stopped, count())), 3)
    for competition in found:
        state = stories.now(competition).matches["R1-M1"]
        upper, lower = state.meeting.upper_first(scoring.queries.read(state.sheet).total)
        assert (upper, lower) == final_totals(state)
        assert (upper, lower) != tuple(side.total for side in state.sides)

        assert offered(at_desk(competition).get(desk("rule", competition, "R1-M1"), {"kind": "played"})) == (
            upper,
            lower,
        )
        concede = words(phone(state.pairs[0]).get(address("concede", competition)).content.decode())
        assert all(f"{total:,}" in concede for total in (upper, lower))
        # The printed sheet adds no credits until play has stopped.
        printed = words(client.get(public("match-print", competition, "R1-M1")).content.decode())
        assert "Law 80, unfinished rubber, if play stopped now" in printed
        assert all(f"{side.total:,}" in printed for side in state.sides)


def test_law_80_credits_can_decide_a_match_stopped_by_the_organiser(at_desk, client):
    competition = stories.published(2)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    # North–South: a game of 120 and 300 for the only game. East–West: 200 for undertricks.
    stories.record(upper, stories.deal("4S", 10), stories.deal("3NT", 7))
    organiser, page = at_desk(competition), desk("rule", competition, "R1-M1")

    form = organiser.get(page, {"kind": "played"})
    upper_total, lower_total = offered(form)
    sent = {"kind": "played", "total_upper": upper_total, "total_lower": lower_total, "reason": "The club closed."}
    confirmed(organiser, page, sent)

    assert "Includes 300 points for the unfinished rubber (Law 80)." in form.content.decode()
    state = stories.now(competition).matches["R1-M1"]
    assert ([side.total for side in state.sides], state.winner) == ([420, 200], upper.pair)
    assert "won by 220" in words(client.get(public("match", competition, "R1-M1")).content.decode())
