"""Tests for how long contact details are stored, and for deleting them."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.models.draw import Publication
from competition.draw.models.rounds import Meeting
from competition.draw.queries.draw import get_draw
from competition.entries.actions import applications
from competition.entries.models import Away, Player
from competition.entries.queries.pairs import Entry, PlayerEntry
from competition.match.models import Offer
from competition.notifications.actions import delivery
from competition.notifications.models import Email
from competition.notifications.queries.message_states import are_known, are_needed, kept_until, with_contacts
from scoring.rules.refusal import Refused
from tests import stories

pytestmark = pytest.mark.published(2)

TODAY = timezone.localdate()
KEPT = timedelta(days=92)


@pytest.mark.parametrize(
    ("closing", "opening", "last"),
    [
        (date(2026, 3, 31), None, date(2026, 12, 31)),
        (date(2027, 1, 10), date(2027, 2, 1), date(2027, 2, 1)),
        (date(2027, 2, 2), date(2027, 2, 1), date(2027, 2, 2)),
        (None, None, date(2026, 12, 31)),
    ],
)
def test_contact_details_without_a_draw_are_kept_after_the_season(closing, opening, last):
    competition = Competition(season=2026, closing_date=closing, opening_day=opening)

    assert kept_until(competition, None) == last + KEPT


def test_contact_details_are_needed_until_the_time_limit(monkeypatch, competition):
    now, last = stories.now(competition), stories.FIRST_PLAY_BY + KEPT

    for day, needed in ((last, True), (last + timedelta(days=1), False)):
        monkeypatch.setattr(timezone, "localdate", lambda value=None, day=day: day)
        assert are_needed(competition, now) is needed


def test_contact_details_are_kept_three_months_after_the_last_result(competition):
    stories.settle(competition, "R1-M1")
    drawn = timezone.now() + timedelta(days=3)

    assert kept_until(competition, stories.now(competition)) == timezone.localdate() + KEPT
    stories.rewrite(Publication.objects.all(), at=drawn)
    assert kept_until(competition, stories.now(competition)) == timezone.localdate(drawn) + KEPT


def test_a_competition_has_contact_details_while_any_are_stored(competition):
    Player.objects.update(phone="", email="")
    first = Player.objects.filter(pk=competition.players.first().pk)
    assert (are_known(competition), [*with_contacts()]) == (False, [])
    for known in ("phone", "email"):
        first.update(**{known: "07 555"})
        assert (are_known(competition), [*with_contacts()]) == (True, [competition]), known
        first.update(**{known: ""})

    stories.offer(competition, dates=[timezone.now() + timedelta(days=2)])
    assert (are_known(competition), [*with_contacts()]) == (True, [competition])
    Offer.objects.all().delete()
    assert not are_known(competition)
    stories.waiting(competition)
    assert (are_known(competition), [*with_contacts()]) == (True, [competition])


def test_deleting_contact_details_spares_other_competitions():
    here, other = stories.published(2), stories.published(2, seed="another")
    for competition in (here, other):
        stories.agree(competition, at=timezone.now() + timedelta(days=2), venue="12 Lake Road")
        pair = competition.pairs.first()
        Away.objects.create(pair=pair, first=TODAY, last=TODAY)
        competition.pairs.update(opened_at=timezone.now())
        sent = stories.waiting(competition, phone="07 555")
        stories.waiting(competition)
        Away.objects.create(pair=sent, first=TODAY, last=TODAY)
        player = pair.players.first()
        Email.objects.create(
            player=player,
            topic="draw",
            message_id=f"<{player.pk}>",
            refused=player.email,
            fault="No.",
            parked_at=timezone.now(),
        )

    with pytest.raises(Refused):
        delivery.erase_contacts(here, by=stories.organiser_of(here))
    stories.cancel(Competition.objects.get(pk=here.pk))

    # The object was loaded before the cancellation.
    assert delivery.erase_contacts(here, by=stories.organiser_of(here)) == 5

    def known(competition) -> list[object]:
        return [
            competition.players.exclude(phone="", email="").count(),
            Away.objects.filter(pair__competition=competition).count(),
            Meeting.objects.filter(upper__competition=competition).get().offers.count(),
            Meeting.objects.filter(upper__competition=competition).get().venue,
            competition.pairs.exclude(opened_at=None).count(),
            [(stories.contacts(sent), sent.wishes) for sent in stories.applications(competition)],
            Email.objects.filter(player__competition=competition).exclude(refused="").count(),
        ]

    assert (known(here), known(other)) == (
        [0, 0, 0, "", 0, [([], "")] * 2, 0],
        [4, 2, 1, "12 Lake Road", 2, [(["07 555"], "Away in June."), ([], "Away in June.")], 1],
    )
    assert (are_known(here), are_known(other)) == (False, True)
    line = here.log.get(event="deleted contacts")
    assert (line.text, line.organiser) == ("Deleted the contact details of 5 players.", here.owner)


def test_contact_details_of_an_accepted_entry_are_stored_once():
    competition = stories.taking_entries(0)
    players = PlayerEntry("Ada Tern", "07 555 0001"), PlayerEntry("Ben Tern")
    applications.accept(
        applications.apply(competition, Entry(players), wishes=""), by=stories.organiser_of(competition)
    )
    stories.cancel(competition)

    assert delivery.erase_contacts(competition, by=stories.organiser_of(competition)) == 1


def test_deleting_only_venues_is_logged_and_updates_the_cached_draw():
    competition = stories.published(4)
    stories.agree(competition, at=timezone.now() + timedelta(days=2), venue="12 Lake Road")
    Player.objects.update(phone="", email="")
    stories.cancel(competition)
    by = stories.organiser_of(competition)

    def venues() -> set[str]:
        return {state.meeting.venue for state in get_draw(competition.slug).matches.values() if state.meeting}

    before = venues()
    deleted = [delivery.erase_contacts(competition, by=by) for _ in range(2)]

    assert (before, venues(), deleted) == ({"12 Lake Road"}, {""}, [0, 0])
    lines = [line.text for line in competition.log.filter(event="deleted contacts")]
    assert lines == ["Deleted the venues and the offered dates."]
