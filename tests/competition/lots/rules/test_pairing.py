"""Exchanging pairs until no exchange helps."""

from __future__ import annotations

from competition.lots.rules.pairing import Costs, Pairing
from competition.lots.rules.preferences import Entry, Preferences

CLUBS = Preferences(clubs=True)
ALL = Preferences(opening_day=True, clubs=True, areas=True)


def seated(entries: list[Entry], order: list[Entry | None], leanings: Preferences = CLUBS) -> Pairing:
    return Pairing(order, Costs(entries, leanings))


def test_two_of_a_club_who_meet_are_parted():
    pairs = [Entry(1, club="Kauri"), Entry(2, club="Kauri"), Entry(3, club="Rata"), Entry(4, club="Rata")]
    twos = seated(pairs, pairs)

    twos.mend()

    meetings = zip(twos.order[::2], twos.order[1::2], strict=True)
    assert [{one.club, other.club} for one, other in meetings] == [{"Kauri", "Rata"}] * 2


def test_a_bye_parts_two_of_a_club():
    pairs = [Entry(1, club="Kauri"), Entry(2, club="Kauri"), Entry(3, club="Rata")]
    twos = seated(pairs, [*pairs, None])

    twos.mend()

    assert (twos.strain, sorted(pair.number for pair in twos.order if pair)) == (0, [1, 2, 3])


def test_a_bye_never_meets_a_bye():
    pairs = [Entry(1, club="Kauri"), Entry(2, club="Kauri"), Entry(3, club="Kauri"), Entry(4, club="Kauri")]
    twos = seated(pairs, [pairs[0], None, pairs[1], None, pairs[2], pairs[3]])

    assert twos.gain(0, 3) < 0


def test_an_exchange_round_three_matches_is_found_where_two_do_not_help():
    a, b, c = Entry(1, club="Kauri", area="North"), Entry(2, club="Rata", area="North"), Entry(3, club="Kauri")
    d, e, f = Entry(4, club="Kauri"), Entry(5), Entry(6)
    twos = seated([a, b, c, d, e, f], [a, e, b, f, c, d], ALL)

    twos.mend()

    assert twos.strain == -1


def test_the_gain_of_an_exchange_is_what_it_takes_off_the_whole():
    pairs = [Entry(number, club=club) for number, club in enumerate(("Kauri", "Kauri", "Rata", "Totara"), start=1)]
    twos = seated(pairs, pairs)
    before, gain = twos.strain, twos.gain(1, 2)

    twos.exchange(1, 2)

    assert (gain > 0, twos.strain) == (True, before - gain)
