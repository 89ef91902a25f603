from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.models.draw import Publication
from competition.draw.models.result_entry import ResultEntry
from competition.entries.actions import applications
from competition.entries.queries.pairs import Entry, PlayerEntry
from tests import stories

pytestmark = pytest.mark.django_db


def over(days: int):
    """Return a competition whose final was played this many days ago."""
    competition, then = stories.published(2), timezone.localtime() - timedelta(days=days)
    stories.settle(competition, "R1-M1")
    here = {"meeting__match__round__draw__competition": competition}
    stories.rewrite(ResultEntry.objects.filter(**here), at=then)
    stories.rewrite(Publication.objects.filter(draw__competition=competition), at=then)
    return competition


def known(competition) -> int:
    return competition.players.exclude(phone="", email="").count()


def test_contact_details_are_deleted_after_three_months(capsys):
    competition = over(93)

    call_command("forget_contacts")
    call_command("forget_contacts")

    assert known(competition) == 0
    assert capsys.readouterr().out == f"{competition}: the contact details of 4 players are deleted.\n"
    lines = competition.log.filter(event="deleted contacts")
    assert [(line.text, line.organiser) for line in lines] == [("Deleted the contact details of 4 players.", None)]


def test_contact_details_are_kept_for_three_months(capsys):
    competitions = [over(92), stories.published(2), stories.entered(2)]

    call_command("forget_contacts")

    assert [known(competition) for competition in competitions] == [4, 4, 4]
    assert capsys.readouterr().out == ""


def test_a_later_ruling_does_not_delay_the_deletion():
    competition = over(93)
    stories.settle(competition, "R1-M1", upper_wins=False)

    call_command("forget_contacts")

    assert known(competition) == 0


@pytest.mark.parametrize(("days", "kept"), [(92, 8), (93, 0)])
def test_without_champions_the_three_months_start_at_the_last_play_by_date(days, kept):
    due = timezone.localdate() - timedelta(days=days)
    competition = stories.published(4, first_play_by=due - timedelta(days=30))

    call_command("forget_contacts")

    assert known(competition) == kept


def test_an_extension_of_the_last_match_delays_the_deletion():
    due = timezone.localdate() - timedelta(days=93)
    competition = stories.published(2, first_play_by=due)
    stories.extend(competition, "R1-M1", days=7)

    call_command("forget_contacts")

    assert known(competition) == 4


@pytest.mark.parametrize("season", [2024, 2026])
def test_without_a_draw_the_three_months_start_after_the_season(season, monkeypatch):
    competition = stories.entered(2)
    Competition.objects.update(season=season, closing_date=date(season, 3, 31))
    competition.refresh_from_db()
    kept_until = date(season, 12, 31) + timedelta(days=92)

    for day, kept in ((kept_until, 4), (kept_until + timedelta(days=1), 0)):
        monkeypatch.setattr("django.utils.timezone.localdate", lambda value=None, day=day: day)
        call_command("forget_contacts")
        assert known(competition) == kept


def test_the_contact_details_of_an_unanswered_entry_are_deleted():
    competition = stories.taking_entries(2)
    players = PlayerEntry("Ada Lark", "07 555 0101"), PlayerEntry("Ben Wren", email="ben@example.org")
    sent = applications.apply(competition, Entry(players), wishes="Away in June.")
    stories.publish(competition)
    stories.settle(competition, "R1-M1")
    then = timezone.now() - timedelta(days=200)
    stories.rewrite(ResultEntry.objects.all(), at=then)
    stories.rewrite(Publication.objects.all(), at=then)

    call_command("forget_contacts")

    sent.refresh_from_db()
    assert (stories.contacts(sent), sent.wishes) == ([], "")
    assert sent.name == "Ada Lark & Ben Wren"
