"""Tests for corrected seats: each deal and each change stays with its players."""

from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings, strategies

from competition.match.actions import play
from competition.match.actions.seats import correct_seats, mark_seats_read, moved_seats
from competition.match.queries.play import PairView
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat
from tests import stories
from tests.scoring.rules.generated import DEALS

few = settings(
    max_examples=settings().max_examples // 5,
    suppress_health_check=[*settings().suppress_health_check, HealthCheck.function_scoped_fixture],
)
# Ways to sit with partners opposite each other. Each lists the old seats of the players who then sit N, E, S and W.
WAYS = ["".join(way) for way in permutations("NESW") if {way[0], way[2]} in ({"N", "S"}, {"E", "W"})]


def played(match: PairView) -> list[tuple]:
    """Return each deal as seen by this pair: its declarer, contract, honours and points."""
    sheet = match.opened
    return [
        (
            line.deal.declarer and sheet.names[line.deal.declarer],
            line.deal.contract,
            line.deal.honours and (line.deal.honours.points, sheet.pair_on(line.deal.honours.side)),
            line.score.seen_from(sheet.side),
            line.cumulative.seen_from(sheet.side),
        )
        for line in sheet.scored.lines
    ]


def changes(match: PairView) -> list[tuple]:
    """Return each change as seen by this pair."""
    sheet = match.opened
    return [
        (
            change.asked_by == sheet.side,
            change.declarer and sheet.names[Seat(change.declarer)],
            change.was and change.was["declarer"] and sheet.names[Seat(change.was["declarer"])],
            [both if sheet.side == "ns" else both[::-1] for both in (change.totals[:2], change.totals[2:])],
        )
        for change in sheet.row.corrections.order_by("pk")
    ]


def move(match: PairView, way: str, dealer: Seat = Seat.N) -> None:
    players = {player.pk: player for pair in match.state.pairs for player in pair.players.all()}
    sat = dict(zip("NESW", match.opened.meeting.seats, strict=True))
    seats = {seat: players[sat[old]] for seat, old in zip(Seat, way, strict=True)}
    correct_seats(match, seats=seats, first_dealer=dealer, sheet_name=match.opened.name)


@given(
    strategies.lists(strategies.sampled_from(DEALS), min_size=1, max_size=5),
    strategies.sampled_from(WAYS[1:]),
    strategies.sampled_from(Seat),
)
@few
def test_deals_and_changes_stay_with_their_players_when_seats_change(deals, way, dealer):
    competition = stories.published(2, deals=8)
    stories.record(stories.open_sheet(competition, "R1-M1")[0], *deals, stories.deal("2H", 8))
    stories.correct_deal(stories.tables(competition)[0], number=len(deals) + 1, deal=stories.deal("2S", 9, "E"))
    held = stories.deal("1NT", 7, "W")
    stories.correct_deal(stories.tables(competition)[1], number=1, deal=held)
    before = [(played(match), changes(match)) for match in stories.tables(competition)]

    move(stories.tables(competition)[0], way, dealer)

    now = stories.tables(competition)
    assert [(played(match), changes(match)) for match in now] == before
    assert (now[0].opened.scored.first_dealer, now[0].seats_are_news, now[1].seats_are_news) == (dealer, False, True)
    assert now[0].opened.row.total == now[0].opened.scored.shown


def test_the_other_pair_is_told_once_about_corrected_seats(competition, table):
    stories.change_seats(table)

    log = competition.log.latest("pk")
    assert log.text == (
        "Corrected the seats: Ada North 1 North, Ada North 2 East, Ben South 1 South, Ben South 2 West. "
        "Ada North 1 deals first."
    )
    mark_seats_read(stories.tables(competition)[0])
    assert stories.tables(competition)[1].seats_are_news
    mark_seats_read(stories.tables(competition)[1])
    assert not stories.tables(competition)[1].seats_are_news


def test_seats_cannot_change_without_a_difference_or_during_a_reply(competition, table):
    stories.record(table, *[stories.deal()] * 2)
    seen = stories.tables(competition)[0]
    with pytest.raises(Refused, match="Nothing was changed"):
        move(seen, "NESW")
    stories.change_seats(seen)
    with pytest.raises(Refused, match="changed on another phone"):
        stories.change_seats(seen)

    play.submit_sheet(stories.tables(competition)[0])
    with pytest.raises(Refused, match="You have reported the result already"):
        stories.change_seats(stories.tables(competition)[0])


def test_deals_deleted_by_a_change_stay_with_their_players_when_seats_change(competition, table):
    stories.record(table, stories.deal("1C", 6), stories.deal("1C", 6, "E"), stories.deal("3NT", 9, "W"))
    wish = stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("1C", 7))
    play.answer(stories.tables(competition)[1], correction=wish, accept=True)

    stories.change_seats(stories.tables(competition)[0])

    (change,) = stories.tables(competition)[0].opened.changes_made
    assert change.facts_gone() == [stories.deal("3NT", 9, "S")]


def test_a_replaced_player_moves_with_the_partner():
    assert moved_seats((1, 2, 3, 4), (2, 1, 4, 3)) == {Seat.N: Seat.E, Seat.E: Seat.N, Seat.S: Seat.W, Seat.W: Seat.S}
    assert moved_seats((1, 2, 3, 4), (5, 4, 3, 2))[Seat.N] is Seat.N
    assert moved_seats((1, 2, 3, 4), (2, 3, 4, 5))[Seat.N] is Seat.W
    assert sorted(moved_seats((1, 2, 3, 4), (5, 2, 6, 4)).values()) == sorted(Seat)
