"""Tests for changes to score pads, and for their retention period."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from competition.pads import actions, queries
from competition.pads.models import ScorePad
from competition.pads.queries import PadView
from scoring.pads.papers import PadGame
from scoring.rules.refusal import Refused, Stale
from scoring.rules.sides import Seat
from tests import stories

NAMES = dict(zip((Seat.N, Seat.E, Seat.S, Seat.W), ("Ann", "Bob", "Cyd", "Dan"), strict=True))
GAME, PART, SLAM = stories.deal("3NT", 9), stories.deal("2H", 8), stories.deal("6S", 12)


def begun(game: PadGame = PadGame.CHICAGO, *deals) -> PadView:
    row = actions.begin(game=game, names=NAMES, first_dealer=Seat.N)
    for number, deal in enumerate(deals, start=1):
        record(PadView(row), number, deal)
    return fresh(PadView(row))


def fresh(seen: PadView) -> PadView:
    return PadView(ScorePad.objects.get(pk=seen.row.pk))


def record(table: PadView, number: int, deal, **more) -> None:
    actions.record(table, number=number, deal=deal, **{"misdeals": 0, "note": ""} | more)


def change(table: PadView, number: int, deal, shown: str) -> None:
    actions.change(table, number=number, deal=deal, version=shown, misdeals=2, note="late")


def test_a_deal_with_the_same_number_and_key_is_stored_once():
    table, key = begun(PadGame.CHICAGO, GAME), uuid4()
    record(table, 2, PART, submission=key, misdeals=1, note="hot")
    record(table, 2, SLAM, submission=key)
    record(table, 2, PART)
    written = fresh(table)
    assert written.deals == (GAME, PART)
    assert (written.rows[1].misdeals, written.rows[1].note, written.row.version) == (1, "hot", 2)
    assert [queries.is_written(table.row, one) for one in (key, uuid4(), None)] == [True, False, False]

    with pytest.raises(actions.PadClash) as fault:
        record(table, 1, SLAM, submission=uuid4())
    assert (fault.value.number, fault.value.sent) == (1, SLAM)
    with pytest.raises(Refused, match="You cannot record deal 4 yet"):
        record(table, 4, SLAM)
    assert (fresh(table).deals, table.row.submissions.count()) == ((GAME, PART), 1)


def test_a_pad_has_a_maximum_number_of_deals(monkeypatch):
    monkeypatch.setattr(actions, "MOST_DEALS", 2)
    table = begun(PadGame.CHICAGO, GAME, PART)

    with pytest.raises(Refused, match="A pad can have 2 deals"):
        record(table, 3, GAME)


def test_only_the_version_shown_can_be_corrected():
    other, table = begun(PadGame.CHICAGO, GAME, PART), begun(PadGame.CHICAGO, GAME, PART, SLAM)
    shown = str(table.row.version)
    for order in (lambda: change(table, 2, SLAM, "9"), lambda: actions.delete(table, number=2, version="9")):
        with pytest.raises(Stale):
            order()
    for number in (0, 4):
        with pytest.raises(Refused, match=f"Deal {number} is not on the pad"):
            actions.delete(table, number=number, version=shown)

    change(table, 2, SLAM, shown)
    table = fresh(table)
    assert table.deals == (GAME, SLAM, SLAM)
    assert [(row.misdeals, row.note) for row in table.rows] == [(0, ""), (2, "late"), (0, "")]
    change(table, 3, PART, str(table.row.version))
    actions.delete(table, number=1, version=str(fresh(table).row.version))
    table = fresh(table)
    assert ([row.number for row in table.rows], table.deals) == ([1, 2], (SLAM, PART))
    assert (table.row.version, fresh(other).row.version, fresh(other).deals) == (6, 2, (GAME, PART))


def test_players_are_renamed_in_all_their_seats():
    table, other = begun(PadGame.CHICAGO, *[PART] * 4), begun()
    actions.change_partners(table, names=NAMES | {Seat.S: "Dan", Seat.W: "Cyd"})
    with pytest.raises(Stale):
        actions.rename(fresh(table), names={"Ann": "Anna"})

    actions.rename(fresh(table), names={name: name for name in NAMES.values()} | {"Cyd": "Cynthia"})

    table = fresh(table)
    assert table.players == ["Ann", "Bob", "Cynthia", "Dan"]
    assert [table.chairs_at(number)[Seat.W] for number in (1, 4, 5, 6)] == ["Dan", "Dan", "Cynthia", "Cynthia"]
    assert (table.chairs[Seat.W], fresh(other).players) == ("Cynthia", [*NAMES.values()])
    assert table.row.version == 6


@pytest.mark.parametrize(
    ("game", "deals", "may"), [("chicago", 0, 0), ("chicago", 3, 0), ("chicago", 4, 1), ("rubber", 4, 0)]
)
def test_partners_change_between_chukkers(game, deals, may):
    table = begun(PadGame(game), *[PART] * deals)
    assert table.may_change_partners == bool(may)

    if may:
        actions.change_partners(table, names=NAMES)
        actions.change_partners(table, names=NAMES | {Seat.N: "Eve"})
        assert [row.first_deal for row in table.row.seatings.all()] == [1, 5]
    else:
        with pytest.raises(Refused, match="only after a chukker of four deals"):
            actions.change_partners(table, names=NAMES)


def test_a_pad_is_deleted_after_30_days_without_use(monkeypatch):
    now, kept = timezone.now(), timedelta(days=30)
    monkeypatch.setattr(timezone, "now", lambda: now)
    table, other = begun(PadGame.CHICAGO, GAME), begun()
    assert table.kept_until == now + kept
    found = []
    for ago in (timedelta(hours=6), timedelta(hours=6) - timedelta.resolution):
        ScorePad.objects.filter(pk=table.row.pk).update(used_at=now - ago)
        found.append(fresh(table).is_moving)
    assert found == [False, True]
    for used, forgotten in ((now - kept, 0), (now - kept - timedelta.resolution, 1)):
        ScorePad.objects.filter(pk=table.row.pk).update(used_at=used)
        assert actions.purge() == forgotten

    assert [*ScorePad.objects.all()] == [other.row]
    with pytest.raises(Refused, match="This pad has been deleted"):
        record(table, 2, GAME)
    assert queries.fresh(table) is table


def test_the_score_pads_of_a_browser_are_listed_by_last_use():
    first, second = begun(), begun()
    record(first, 1, GAME)
    both = [one.row.key for one in (first, second)]

    assert [one.row for one in queries.tables(both)] == [first.row, second.row]
    assert [one.row for one in queries.tables(both[1:])] == [second.row]
    assert queries.table(first.row.pk, both[1:]) is None
    assert queries.table(first.row.pk, both).row == first.row
    assert (queries.table_of(both[1]).row, queries.table_of("x")) == (second.row, None)
    assert queries.fresh(first).row.version == 1
