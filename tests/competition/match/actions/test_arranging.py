"""Tests for agreeing a match date."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from competition.contest.models import Competition
from competition.match.actions import arranging
from competition.match.actions.arranging import PairInMatch
from competition.match.models import Offer
from competition.match.queries.dates import offers_in, offers_of
from scoring.rules.refusal import Refused
from tests import stories

NOW = timezone.now().replace(microsecond=0) + timedelta(days=1)
FIRST, SECOND = NOW + timedelta(days=2), NOW + timedelta(days=3)
MOMENT = timedelta.resolution


@pytest.fixture
def competition(monkeypatch) -> Competition:
    competition = stories.published(4)
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    return competition


@pytest.fixture
def places(competition) -> tuple[PairInMatch, PairInMatch]:
    return stories.place(competition), stories.place(competition, which=1)


def offers() -> list[tuple]:
    """Return every offer with its pair, dates, answer, reason and answering pair, earliest first."""
    return [
        (one.by, [date.plays_at for date in one.dates.all()], one.answer, one.reason, one.answered_by)
        for one in Offer.objects.order_by("pk")
    ]


def offer(place: PairInMatch, *dates: datetime, **more) -> int:
    arranging.offer_dates(place, dates=dates or [FIRST], **more)
    return Offer.objects.latest("pk").pk


def log(competition) -> tuple:
    last = competition.log.latest("pk")
    return last.event, last.text, last.pair, last.match


def refused(order, *rest, **more) -> str:
    before = offers()
    with pytest.raises(Refused) as fault:
        order(*rest, **more)
    assert offers() == before
    return str(fault.value)


def test_an_offer_has_one_to_eight_sorted_dates(places):
    eight = [FIRST + timedelta(hours=n) for n in range(8)]
    for dates in ([], [*eight, SECOND]):
        assert refused(arranging.offer_dates, places[0], dates=dates) == "Offer one to 8 dates."

    offer(places[0], *reversed(eight), FIRST, venue=" 12 Lake Road ")

    assert offers() == [(places[0].pair, eight, "", "", None)]
    made = Offer.objects.get()
    assert (made.venue, made.at, made.meeting.match.round.number) == ("12 Lake Road", NOW, 1)


def test_past_dates_cannot_be_offered_or_accepted(places, monkeypatch):
    assert "is in the past. Offer later dates." in refused(
        arranging.offer_dates, places[0], dates=[NOW - MOMENT, FIRST]
    )
    key = offer(places[0], NOW)

    monkeypatch.setattr(timezone, "now", lambda: NOW + MOMENT)
    assert "is in the past. Accept another date, or offer others." in refused(
        arranging.accept_date, places[1], offered=key, at=NOW
    )
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    arranging.accept_date(places[1], offered=key, at=NOW)

    assert Offer.objects.get().answer == "taken"


def test_a_new_offer_closes_the_open_offer(competition, places):
    upper, lower = places
    for _ in range(2):
        offer(upper, FIRST)
    assert log(competition)[::2] == ("offered", upper.pair)
    assert "You have offered dates already." in refused(arranging.offer_dates, upper, dates=[SECOND])
    offer(lower, FIRST, SECOND, reason=" We are away. ")

    assert offers() == [
        (upper.pair, [FIRST], "declined", "We are away.", lower.pair),
        (lower.pair, [FIRST, SECOND], "", "", None),
    ]
    assert [one.answered_at for one in Offer.objects.order_by("pk")] == [NOW, None]


def test_a_pair_adds_dates_to_its_open_offer(competition, places, monkeypatch):
    upper, lower = places
    key = offer(upper, FIRST)
    arranging.mark_as_read(lower, offered=key)
    monkeypatch.setattr(timezone, "now", lambda: NOW + MOMENT)

    arranging.add_dates(upper, offered=key, dates=[SECOND, FIRST])

    made = Offer.objects.get()
    assert [(date.plays_at, date.added_at) for date in made.dates.all()] == [(FIRST, None), (SECOND, NOW + MOMENT)]
    assert (made.at, made.read_at) == (NOW, None)
    assert log(competition)[::2] == ("offered", upper.pair)
    lines = competition.log.count()
    arranging.add_dates(upper, offered=key, dates=[SECOND])
    assert competition.log.count() == lines


def test_dates_are_added_only_to_the_pairs_own_open_offer_and_within_the_limit(places):
    upper, lower = places
    key = offer(upper, *(FIRST + timedelta(hours=n) for n in range(7)))
    more = [SECOND, SECOND + timedelta(hours=1)]

    assert refused(arranging.add_dates, upper, offered=key, dates=more) == "Offer one to 8 dates."
    assert "is in the past" in refused(arranging.add_dates, upper, offered=key, dates=[NOW - MOMENT])
    for place, offered in ((lower, key), (upper, key + 1)):
        assert "no longer offered" in refused(arranging.add_dates, place, offered=offered, dates=[SECOND])


def test_an_offer_can_be_accepted_once(competition, places):
    upper, lower = places
    key = offer(upper, FIRST, SECOND, venue="12 Lake Road")
    by_now = "These dates are no longer offered. Check the latest offer."
    assert refused(arranging.accept_date, lower, offered=key + 1, at=FIRST) == by_now
    assert refused(arranging.accept_date, lower, offered=key, at=FIRST + MOMENT) == by_now
    assert "You offered these dates. The other pair accepts one of them." in refused(
        arranging.accept_date, upper, offered=key, at=FIRST
    )

    for _ in range(2):
        arranging.accept_date(lower, offered=key, at=SECOND)

    met = Offer.objects.get().meeting
    assert (met.plays_at, met.venue, met.offered_by, met.taken_by) == (SECOND, "12 Lake Road", upper.pair, lower.pair)
    assert (Offer.objects.get().takes, Offer.objects.get().answered_by) == (SECOND, lower.pair)
    assert [(line.pair, line.match) for line in competition.log.filter(event="agreed")] == [(lower.pair, "R1-M1")]
    assert refused(arranging.accept_date, lower, offered=key, at=FIRST) == by_now
    assert "Cancel that date first, with a reason." in refused(arranging.offer_dates, upper, dates=[FIRST])


def test_only_the_other_pair_can_decline_with_a_reason(competition, places):
    upper, lower = places
    by_now = "These dates are no longer offered. Check the latest offer."
    assert refused(arranging.decline_dates, lower, reason="Away.") == by_now
    offer(upper)
    assert refused(arranging.decline_dates, upper, reason="Away.") == by_now
    assert "Give a reason why no date suits you, or offer other dates." in refused(
        arranging.decline_dates, lower, reason=" "
    )

    arranging.reply_to_dates(lower, dates=[], venue="", reason=" Away. ")

    assert offers() == [(upper.pair, [FIRST], "declined", "Away.", lower.pair)]
    assert log(competition) == ("declined dates", "Declined the offered dates.", lower.pair, "R1-M1")
    arranging.reply_to_dates(lower, dates=[SECOND], venue="At ours", reason="")
    assert (offers()[1], Offer.objects.latest("pk").venue) == ((lower.pair, [SECOND], "", "", None), "At ours")


def test_only_the_offering_pair_can_cancel_an_open_offer(competition, places):
    upper, lower = places
    by_now = "These dates are no longer offered. Check the latest offer."
    key = offer(upper)
    assert refused(arranging.cancel_offer, upper, offered=key + 1) == by_now
    assert refused(arranging.cancel_offer, lower, offered=key) == by_now

    arranging.cancel_offer(upper, offered=key)

    assert offers() == [(upper.pair, [FIRST], "withdrawn", "", upper.pair)]
    assert log(competition) == ("withdrew dates", "Cancelled the offered dates.", upper.pair, "R1-M1")
    assert refused(arranging.cancel_offer, upper, offered=key) == by_now


def test_an_agreed_date_can_be_cancelled_with_a_reason(competition, places, monkeypatch):
    upper, lower = places
    assert "There is no agreed date to cancel." in refused(arranging.cancel_date, upper, reason="Ill.")
    arranging.accept_date(lower, offered=offer(upper), at=FIRST)
    assert "Enter the reason. The other pair reads it." in refused(arranging.cancel_date, upper, reason=" ")
    arranging.cancel_date(upper, reason=" Ill. ")
    offer(upper)
    arranging.decline_dates(lower, reason="Away.")
    later = NOW + timedelta(hours=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    arranging.accept_date(lower, offered=offer(upper, SECOND), at=SECOND)
    arranging.cancel_date(lower, reason="Snow.")

    off = [(one.cancelled_at, one.cancelled_by, one.cancelled_because) for one in Offer.objects.order_by("pk")]
    assert off == [(NOW, upper.pair, "Ill."), (None, None, ""), (later, lower.pair, "Snow.")]
    met = Offer.objects.first().meeting
    assert (met.plays_at, met.venue, met.offered_by, met.taken_by) == (None, "", None, None)
    assert competition.log.filter(event="cancelled date", match="R1-M1").count() == 2


def test_only_the_other_pairs_first_visit_is_recorded(competition, places, monkeypatch):
    upper, lower = places
    second = offer(upper, SECOND)
    arranging.mark_as_read(upper, offered=second)
    assert Offer.objects.exclude(read_at=None).count() == 0
    arranging.mark_as_read(lower, offered=second)
    monkeypatch.setattr(timezone, "now", lambda: NOW + MOMENT)
    arranging.mark_as_read(lower, offered=second)

    assert Offer.objects.get().read_at == NOW
    read = [(line.text, line.pair) for line in competition.log.filter(event="read")]
    assert read == [("Opened the page with the offered dates.", lower.pair)]


def test_an_offer_for_a_match_not_to_be_played_is_refused(competition, places):
    stranger = PairInMatch(places[0].pair, "R1-M2")
    assert "no longer your match" in refused(arranging.offer_dates, stranger, dates=[FIRST])
    stories.settle(competition, "R1-M1")

    assert "You cannot play this match. It has a result already, or one pair is not known yet." in refused(
        arranging.offer_dates, places[0], dates=[FIRST]
    )


def test_the_offers_of_a_match_exclude_those_of_other_matches(competition):
    for code, at in (("R1-M1", FIRST), ("R1-M2", SECOND)):
        stories.offer(competition, code, dates=[at])
    elsewhere = stories.published(2, seed="elsewhere")
    stories.offer(elsewhere, dates=[FIRST])
    now = stories.now(competition)

    one_by_one = {code: offers_of(state).all for code, state in now.matches.items()}
    together = {code: offers.all for code, offers in offers_in(now).items()}

    first, second, _ = Offer.objects.order_by("pk")
    assert one_by_one == {"R1-M1": [first], "R1-M2": [second], "R2-M1": ()}
    assert {code: [*all] for code, all in together.items()} == {"R1-M1": [first], "R1-M2": [second], "R2-M1": []}
