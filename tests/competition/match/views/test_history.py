"""Tests for the history page of a match."""

import re

from competition.match.actions import play
from competition.match.queries.play import PairView
from tests import stories
from tests.competition.match.views.test_queries import asked
from tests.competition.pair_reading import address, words


def steps(response) -> list[list[str]]:
    """Return the lines in the history, newest first, each with its time, author and text."""
    body = response.content.decode().partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    return [[words(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows]


def test_the_history_lists_changes_newest_first(phone, competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    play.record_deal(upper, number=1, deal=stories.deal())
    stories.correct_deal(stories.tables(competition, "R1-M1")[1], number=1, deal=stories.deal(tricks=9))
    stories.delete(stories.tables(competition, "R1-M1")[0], number=1)

    told = steps(phone(lower.pair).get(address("history", competition)))

    assert [line[1:] for line in told] == [
        [str(upper.pair), "Deleted deal 1: 2♥ by North, +1."],
        [str(lower.pair), "Changed deal 1 from 2♥ by North, made, to 2♥ by North, +1."],
        [str(upper.pair), "Deal 1: 2♥ by North, made."],
        [
            str(upper.pair),
            "Started the score sheet: Ada North 2 North, Ada North 1 East, Ben South 2 South, Ben South 1 West. "
            "Ada North 2 deals first.",
        ],
    ]


def test_the_history_lists_requested_changes_with_their_replies(phone, competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal(), stories.deal("2S"))

    def both() -> tuple[PairView, PairView]:
        return stories.tables(competition, "R1-M1")

    tricks = stories.correct_deal(both()[0], number=1, deal=stories.deal(tricks=9))
    play.answer(both()[1], correction=tricks, accept=False)
    forgotten = stories.insert(both()[1], number=2, deal=stories.deal("1C", 7))
    play.answer(both()[0], correction=forgotten, accept=True)
    twice = stories.delete(both()[0], number=1)
    play.answer(both()[0], correction=twice, accept=False)

    told = steps(phone(lower.pair).get(address("history", competition)))

    change = "change deal 1 from 2♥ by North, made, to 2♥ by North, +1."
    assert [line[1:] for line in told[:6]] == [
        [str(upper.pair), "Cancelled the request to delete deal 1: 2♥ by North, made."],
        [str(upper.pair), "Asked the other pair to agree to delete deal 1: 2♥ by North, made."],
        [str(upper.pair), "Agreed to insert a forgotten deal 2: 1♣ by North, made."],
        [str(lower.pair), "Asked the other pair to agree to insert a forgotten deal 2: 1♣ by North, made."],
        [str(lower.pair), f"Declined to {change}"],
        [str(upper.pair), f"Asked the other pair to agree to {change}"],
    ]


def test_the_history_leaves_out_earlier_pairs_of_the_match(phone):
    competition = stories.published(4)
    stories.settle_round(competition, 1)
    stories.open_sheet(competition, "R2-M1")
    stories.settle(competition, "R1-M1", upper_wins=False)
    stories.settle(competition, "R1-M2", upper_wins=False)
    newcomer, _ = stories.tables(competition, "R2-M1")

    assert steps(phone(newcomer.pair).get(address("history", competition, code="R2-M1"))) == []


def test_the_history_takes_one_query(phone):
    counts = []
    for deals in (3, 8):
        competition = stories.published(4)
        upper, _ = stories.open_sheet(competition, "R1-M1")
        stories.record(upper, *[stories.deal()] * deals)
        client = phone(upper.pair)
        # The first request fills the caches, so do not count its queries.
        client.get(address("totals", competition))
        counts.append((asked(client, address("totals", competition)), asked(client, address("history", competition))))

    assert counts[0] == counts[1]
    assert counts[0][1] == counts[0][0] + 1
