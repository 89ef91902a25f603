"""Tests for the export of a match to bridge programs."""

from datetime import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.match.actions import play
from scoring.models import Deal
from tests import stories
from tests.caches import clear_caches
from tests.competition.pair_reading import address
from tests.scoring.presenters.pbn_reader import read_pbn

pytestmark = pytest.mark.published(4)
MISSING = 404


@pytest.fixture
def tables(competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 9), stories.deal("3NTX", 7, "E"))
    return stories.tables(competition, "R1-M1")


def public(competition, code="R1-M1") -> str:
    return reverse("public:match-pbn", args=[competition.slug, code])


def test_public_deals_are_exported(client, competition, tables):
    answer = client.get(public(competition))

    assert answer["Content-Type"] == "text/x-pbn; charset=iso-8859-1"
    assert answer["Content-Disposition"] == f'attachment; filename="{competition.slug}-R1-M1.pbn"'
    first, second = read_pbn(answer.content)[1]
    assert (first["Event"], first["Site"]) == ("Regional Rubber Knockout 2026", "Lakes and Plains")
    assert (first["North"], first["West"]) == (
        str(tables[0].pair.players.all()[0]),
        str(tables[1].pair.players.all()[1]),
    )
    today = f"{timezone.localdate():%Y.%m.%d}"
    assert (first["Round"], first["Stage"], first["Date"]) == ("R1.M1", "Semi-finals", today)
    assert (second["Board"], second["Contract"], second["Score"]) == ("2", "3NTX", "NS 300 EW 0")


def test_an_agreed_date_is_exported(client, competition):
    moment = datetime(2030, 5, 9, 0, 30, tzinfo=timezone.get_default_timezone())
    stories.agree(competition, at=moment, venue="At home")
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())

    answer = client.get(public(competition))

    assert read_pbn(answer.content)[1][0]["Date"] == "2030.05.09"
    assert b"At home" not in answer.content


def test_each_deal_has_the_date_of_its_recording(client, competition, tables):
    zone = timezone.get_default_timezone()
    first, second = Deal.objects.filter(number=1), Deal.objects.filter(number=2)
    first.update(recorded_at=None)
    assert days(client, competition) == [f"{timezone.localdate():%Y.%m.%d}"] * 2
    second.update(recorded_at=None)
    assert days(client, competition) == ["????.??.??"] * 2

    first.update(recorded_at=datetime(2026, 5, 9, 0, 10, tzinfo=zone))
    second.update(recorded_at=datetime(2026, 5, 16, 23, 50, tzinfo=zone))
    assert days(client, competition) == ["2026.05.09", "2026.05.16"]


def days(client, competition) -> list[str]:
    clear_caches()
    return [game["Date"] for game in read_pbn(client.get(public(competition)).content)[1]]


def test_the_export_of_a_match_without_a_sheet_returns_404(client, phone, competition):
    assert client.get(public(competition)).status_code == MISSING
    assert client.get(public(competition, "R9-M9")).status_code == MISSING
    upper, _ = stories.tables(competition, "R1-M1")
    assert phone(upper.pair).get(address("pbn", competition)).status_code == MISSING


def test_private_deals_are_exported_only_to_their_pairs(client, phone, competition, tables):
    play.keep_deals(tables[0], private=True)

    assert client.get(public(competition)).status_code == MISSING
    assert client.get(reverse("public:match-print", args=[competition.slug, "R1-M1"])).status_code == MISSING
    assert len(read_pbn(phone(tables[1].pair).get(address("pbn", competition)).content)[1]) == 2
    stranger = phone(stories.tables(competition, "R1-M2")[0].pair)
    assert stranger.get(address("pbn", competition)).status_code == MISSING


def test_the_match_page_links_to_the_export(client, phone, competition, tables):
    everybodys = client.get(reverse("public:match", args=[competition.slug, "R1-M1"])).content.decode()
    assert public(competition) in everybodys

    assert address("pbn", competition) in phone(tables[0].pair).get(address("match", competition)).content.decode()
