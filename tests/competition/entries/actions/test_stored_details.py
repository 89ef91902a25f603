"""Tests for the stored details of entries, their log lines and refusals."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from competition.entries.actions import applications
from competition.entries.actions import pairs as actions
from competition.entries.models import Away, Pair
from competition.entries.queries.pairs import Entry, PlayerEntry, entry
from scoring.rules.refusal import Refused, Stale
from tests import stories

ADA, BEN = PlayerEntry(" Ada  Tern ", " 07 555 ", " ada@k.example "), PlayerEntry("Ben Tern")
WHOLE = Entry((ADA, BEN), " Lake Club ", " North ", attending=True, seed=2, given_bye=True, way="letter")


@pytest.fixture
def competition():
    return stories.taking_entries(2)


def line(competition) -> tuple:
    last = competition.log.latest("pk")
    return last.event, last.text, last.organiser, last.detail


def test_an_entry_is_stored_without_extra_spaces(competition, by):
    pair = actions.enter(competition, WHOLE, by=by)

    pair = entry(competition, pair.number)
    assert (pair.number, pair.club, pair.area, pair.attending) == (3, "Lake Club", "North", True)
    assert (pair.seed, pair.given_bye, pair.way, pair.entered_on) == (2, True, "letter", timezone.localdate())
    players = [(one.place, one.name, one.key, one.phone, one.email) for one in pair.present]
    assert players == [(1, "Ada Tern", "ada tern", "07 555", "ada@k.example"), (2, "Ben Tern", "ben tern", "", "")]
    assert line(competition) == ("entered", "Entered pair 3, Ada Tern & Ben Tern.", by.user, {"pair": 3})
    assert Entry.of(pair) == Entry(
        (PlayerEntry("Ada Tern", "07 555", "ada@k.example"), BEN), "Lake Club", "North", True, 2, True, "letter"
    )
    assert [entry(competition, 9), entry(stories.entered(0), 1)] == [None, None]


def test_a_pair_is_late_from_the_day_after_closing(competition, by):
    for days, late in ((0, ""), (1, ", late")):
        entry = Entry((PlayerEntry(f"A {days}"), PlayerEntry(f"B {days}")))
        on = competition.closing_date + timedelta(days=days)
        [pair] = actions.enter_all(competition, [entry], by=by, on=on, is_list=False)
        assert pair.entered_on == on
        assert line(competition)[1] == f"Entered pair {pair.number}, A {days} & B {days}{late}."


def test_entering_a_known_player_or_seed_is_refused(competition, by):
    Pair.objects.filter(number=2).update(seed=1)

    for first, second, seed, said in (
        (
            "Ada North 1",
            "Ben South 1",
            None,
            "This pair is already entered as pair 1. Correct the names, or leave the pair out.",
        ),
        (
            "Ben  south 1",
            "ADA NORTH 1",
            None,
            "This pair is already entered as pair 1. Correct the names, or leave the pair out.",
        ),
        ("Eve", "Ben South 2", None, "Ben South 2 is already in pair 2. A player can be in only one pair."),
        ("Ada North 1", "Ben South 2", None, "Ada North 1 is already in pair 1."),
        ("Eve", " EVE", None, "Eve cannot be both players of a pair."),
        ("Eve", "Flo", 1, "Pair 2 already has seed 1. Use each rank only once."),
    ):
        with pytest.raises(Refused, match=said):
            actions.enter(competition, Entry((PlayerEntry(first), PlayerEntry(second)), seed=seed), by=by)

    assert competition.pairs.count() == 2


def test_a_change_is_logged_without_contact_details(competition, by):
    pair = competition.pairs.get(number=1)
    shown, entry = pair.fingerprint, Entry.of(pair)
    players = PlayerEntry("Ada Tern", "07 555", "ada@k.example"), BEN
    facts = {"club": "Lake Club", "area": "North", "attending": True, "seed": 2, "given_bye": True, "way": "letter"}
    for _ in range(2):
        actions.change(pair, Entry(players, **facts), fingerprint=shown, by=by)

    was = "Ada North 1 & Ben South 1, Harbour Bridge Club"
    now = "Ada Tern & Ben Tern, Lake Club, North, attends the opening day, seed 2, awarded a bye"
    first = competition.log.get(event="changed pair")
    assert (first.text, first.detail) == (
        "Changed pair 1, Ada Tern & Ben Tern.",
        {"before": was, "after": now, "pair": 1},
    )
    with pytest.raises(
        Stale, match=f"This pair has changed since you opened the page. It now has: {now}. Check it, then save again."
    ):
        actions.change(pair, entry, fingerprint=shown, by=by)
    stands = Pair.objects.get(pk=pair.pk)
    other = Entry((players[0], PlayerEntry("Ben Tern", "07 999")), **facts)
    actions.change(pair, other, fingerprint=stands.fingerprint, by=by)
    assert line(competition)[3] == {"pair": 1}
    assert Pair.objects.get(pk=pair.pk).present[1].phone == "07 999"


def test_stale_message_mentions_the_withdrawal():
    competition = stories.published(2)
    pair, by = competition.pairs.first(), stories.organiser_of(competition)
    shown = pair.fingerprint
    stories.withdraw(pair)

    with pytest.raises(Stale, match="Harbour Bridge Club, withdrawn. Check it"):
        actions.change(pair, WHOLE, fingerprint=shown, by=by)


def test_removing_a_pair_is_logged(competition, by):
    pair = competition.pairs.get(number=1)
    with pytest.raises(Stale):
        actions.remove(pair, fingerprint="x", by=by)

    actions.remove(pair, fingerprint=pair.fingerprint, by=by)

    assert [one.number for one in competition.pairs.all()] == [2]
    said = ("removed", "Removed pair 1, Ada North 1 & Ben South 1.")
    assert (line(competition)[:2], competition.log.get(event="removed").detail) == (said, {"pair": 1})


def test_accepting_keeps_all_details_of_an_application(competition, by):
    spans = [(date(2026, 6, 9), date(2026, 6, 12)), (date(2026, 5, 1), date(2026, 5, 2))]
    players = PlayerEntry("Ada Tern", "1", "a@k.example"), PlayerEntry("Ben Tern", "2", "b@k.example")
    entry = Entry(players, "Lake Club", "North", attending=True, way="letter")
    sent = applications.apply(competition, entry, wishes="Not in June.", away=spans)
    assert (len(sent.reference), sent.wishes, sent.club, sent.area, sent.attending) == (
        10,
        "Not in June.",
        "Lake Club",
        "North",
        True,
    )
    assert [*sent.away.values_list("first", "last")] == sorted(spans)
    assert competition.log.latest("pk").text == f"Ada Tern & Ben Tern entered the competition, {sent.reference}."
    yesterday = timezone.now() - timedelta(days=1)
    Pair.of_any_status.filter(pk=sent.pk).update(sent_at=yesterday)

    pair = applications.accept(sent, by=by)

    assert Entry.of(Pair.objects.get(pk=pair.pk)) == entry
    assert pair.entered_on == timezone.localdate(yesterday)
    assert [row.pair for row in Away.objects.all()] == [pair] * 2
    assert (pair, pair.answer, pair.wishes) == (sent, "accepted", "")
    with pytest.raises(Refused, match="has already been accepted"):
        applications.decline(sent, reason="Full.", by=by)


def test_declining_deletes_preferences_and_days_away(competition, by):
    sent = applications.apply(competition, Entry((ADA, BEN)), wishes="Not in June.", away=[(date(2026, 5, 1),) * 2])
    with pytest.raises(Refused, match="The reason is missing"):
        applications.decline(sent, reason="  ", by=by)

    applications.decline(sent, reason=" Full. ", by=by)

    sent.refresh_from_db()
    assert (sent.decline_reason, sent.wishes, sent.away.count(), bool(stories.contacts(sent))) == ("Full.", "", 0, True)
    text = f"Declined the entry of {sent.name}, {sent.reference}: Full."
    assert line(competition)[:3] == ("declined entry", text, by.user)


@pytest.mark.parametrize("again", [False, True])
def test_log_names_the_substitute_and_the_former_player(again):
    competition = stories.published(2)
    pair = competition.pairs.first()
    gone, come = stories.substitute(pair, PlayerEntry("Eve", "07 1", "eve@k.example"), because=" Ill. ")
    if again:
        gone, come = stories.substitute(pair, PlayerEntry(gone.name), because="Well again.")

    pair = Pair.objects.get(pk=pair.pk)
    left = pair.players.get(pk=gone.pk)
    assert (left.place, come.place, come.joined_at) == (2, 2, left.left_at)
    assert [one.name for one in pair.present] == ["Ada North 1", come.name]
    why = "Well again." if again else "Ill."
    who = "Ben South 1 now plays again for Eve" if again else "Eve now plays for Ben South 1"
    _, text, organiser, detail = line(competition)
    assert (text, organiser) == (f"Pair 1: {who}. {why}", competition.owner)
    assert detail == {"before": gone.name, "after": come.name, "pair": 1}
