"""Tests that actions change only their own pair or competition and can be repeated."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from competition.contest.models import Competition
from competition.entries.actions import applications
from competition.entries.actions import pairs as actions
from competition.entries.models import Away, Pair, PreferredChannel
from competition.entries.queries.applications import find_application, waiting_applications
from competition.entries.queries.pairs import Entry, PlayerEntry, away, known_places, next_number, spellings
from scoring.rules.refusal import Refused
from tests import stories


@pytest.fixture
def competition() -> Competition:
    return stories.taking_entries(2)


@pytest.fixture
def pair(competition) -> Pair:
    return competition.pairs.first()


def lines(competition, event: str) -> list[str]:
    return [line.text for line in competition.log.filter(event=event).order_by("pk")]


def test_changing_the_channel_affects_one_pair(competition, pair, by):
    for _ in range(2):
        actions.be_told(pair, PreferredChannel.LETTER, by=by)

    assert [one.way for one in competition.pairs.all()] == ["letter", "email"]
    assert lines(competition, "changed channel") == [
        f"Pair 1, {pair.name}, chose to be contacted: on paper, without email."
    ]


def test_renaming_a_club_affects_one_competition(competition, by):
    other = stories.entered(1)
    Pair.objects.update(area="Harbour Bridge Club")

    actions.rename(competition, "club", "Harbour Bridge Club", "Lake Club", by=by)

    assert {(one.club, one.area) for one in competition.pairs.all()} == {("Lake Club", "Harbour Bridge Club")}
    assert other.pairs.get().club == "Harbour Bridge Club"
    assert lines(competition, "renamed") == ["Renamed the club “Harbour Bridge Club” to “Lake Club”."]
    for old, new, said in (
        ("Lake Club", "Lake Club", "The name is already"),
        ("Nowhere", "Lake Club", "No pair has the club"),
    ):
        with pytest.raises(Refused, match=said):
            actions.rename(competition, "club", old, new, by=by)


def test_saving_days_away_affects_one_pair(competition, pair, by):
    second, day = competition.pairs.last(), date(2026, 5, 1)
    kept = Away.objects.create(pair=second, first=day, last=day)
    later, early = (day + timedelta(days=9), day + timedelta(days=12)), (day, day + timedelta(days=2))
    for spans in ((later, early), (early, later)):
        actions.keep_away(pair, spans, by=by)
    assert lines(competition, "away") == [f"Pair 1, {pair.name}, gave the days on which they are away."]
    assert competition.log.get(event="away").detail == {"pair": 1}
    assert [*pair.away.values_list("first", "last")] == [early, later]

    for since, found in ((early[1], 2), (early[1] + timedelta(days=1), 1)):
        assert [row.first for row in away([pair], since=since)[pair.pk]] == [early[0], later[0]][-found:]
    assert away([pair, second], since=day)[second.pk] == [kept]
    actions.keep_away(pair, [], by=by)
    assert [*Away.objects.all()] == [kept]


def test_attendance_is_logged_only_when_it_changes(competition, pair, by, monkeypatch):
    for here in (False, True, True, False):
        actions.tick(pair, here=here, by=by)
    said = [f"Pair 1, {pair.name}, is here.", f"Pair 1, {pair.name}, is not here."]
    assert lines(competition, "ticked") == said
    assert not competition.pairs.exclude(here_since=None).exists()


def test_visits_within_ten_minutes_are_recorded_once(competition):
    first, second = competition.pairs.all()
    ago = timezone.now() - timedelta(minutes=1)
    Pair.objects.filter(pk=first.pk).update(opened_at=ago)

    actions.opened(competition.pairs.all())

    first, second = competition.pairs.all()
    assert (first.opened_at, second.opened_at > ago) == (ago, True)


def test_renewing_links_affects_one_pair_or_one_competition(competition, pair, by):
    other = stories.entered(1)

    def secrets(of: Competition) -> list[str]:
        return [one.link_secret for one in of.pairs.all()]

    before, elsewhere = secrets(competition), secrets(other)
    actions.renew_link(pair, by=by)
    once = secrets(competition)
    actions.renew_links(competition, by=by)

    assert [new == old for new, old in zip(once, before, strict=True)] == [False, True]
    assert (len({*once, *secrets(competition)}), secrets(other)) == (4, elsewhere)


def apply(competition, who: str, **more) -> Pair:
    players = PlayerEntry(f"Ada {who}", "07 555 0001", f"{who}@k.example"), PlayerEntry(f"Ben {who}")
    return applications.apply(competition, Entry(players, **more), wishes="Away in June.")


def test_deleting_contact_details_affects_one_declined_application(competition, by):
    first, second, third = (apply(competition, who) for who in ("Tern", "Wren", "Gull"))
    elsewhere = apply(stories.taking_entries(0), "Tern")
    assert [*waiting_applications(competition)] == [first, second, third]
    for one in (first, second):
        applications.decline(one, reason=" Full. ", by=by)
        assert (one.decline_reason, one.answer) == ("Full.", "declined")

    for one in (first, third, elsewhere):
        applications.forget_declined(one)

    assert [bool(stories.contacts(one)) for one in (first, second, third, elsewhere)] == [False, True, True, True]
    assert find_application(competition.slug, elsewhere.reference) is None
    assert find_application(competition.slug, second.reference) == second


def test_a_changed_detail_makes_another_application(competition):
    first = apply(competition, "Tern")

    assert apply(competition, "Tern") == first
    for more in ({"club": "Lake Club"}, {"area": "North"}, {"attending": True}, {"way": "letter"}):
        assert apply(competition, "Tern", **more) != first
    assert len(lines(competition, "applied")) == 5


def test_accept_all_leaves_out_players_entered_already(competition, pair, by):
    elsewhere = stories.taking_entries(0)
    apply(elsewhere, "Tern")
    for who in ("Tern", "Wren"):
        apply(competition, who)
    players = PlayerEntry(pair.present[0].name), PlayerEntry("Di Coot")
    applications.apply(competition, Entry(players), wishes="")

    assert applications.accept_all(competition, by=by) == 2

    assert [str(one.present[1]) for one in waiting_applications(competition)] == ["Di Coot"]
    assert waiting_applications(elsewhere).count() == 1
    assert [one.number for one in competition.pairs.all()] == [1, 2, 3, 4]
    assert (next_number(competition), next_number(elsewhere)) == (5, 1)


def test_clubs_are_sorted_and_listed_with_similar_spellings(competition):
    by = stories.organiser_of(competition)
    for number, club in enumerate(("lake club", "anchor", "", "Lake Club")):
        actions.enter(competition, Entry((PlayerEntry(f"A {number}"), PlayerEntry(f"B {number}")), club), by=by)
    Pair.objects.update(area="")
    stories.entered(1).pairs.update(club="Elsewhere")

    found = {one.name: (one.pairs, one.like) for one in spellings(competition, "club")}

    assert [*found] == ["anchor", "Harbour Bridge Club", *sorted(("lake club", "Lake Club"), key=[*found].index)]
    assert found["Harbour Bridge Club"] == (2, ())
    assert (found["Lake Club"], found["lake club"]) == ((1, ("lake club",)), (1, ("Lake Club",)))
    assert known_places(competition) == {"clubs": [*found], "areas": []}
