"""Tests for calendars, read with an independent parser."""

from datetime import UTC, date, datetime, time, timedelta

import icalendar
import pytest
from django.utils import timezone

from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.draw import clear_cache
from competition.draw.rules.result import ResultKind
from competition.match.actions import arranging, results
from competition.match.actions.play import concede, withdraw_result
from competition.public.presenters import calendar
from competition.public.queries import last_change_at
from scoring.models import Deal
from scoring.rules.sides import Seat
from tests import stories
from tests.competition.worlds import ADDRESS, LONG_NAMES, agree, at, rename, send_in, with_long_names

pytestmark = [pytest.mark.django_db, pytest.mark.published(4, deals=2)]


def whole(competition) -> str:
    return calendar.competition(stories.now(competition), ADDRESS)


def of_pair(competition, number: int) -> str:
    now = stories.now(competition)
    return calendar.pair(now, now.pairs[number], ADDRESS)


def events(text: str) -> list:
    found = icalendar.Calendar.from_ical(text)
    assert found.errors == []
    for event in found.events:
        assert event.errors == []
    return found.events


def summaries(text: str) -> list[str]:
    return [str(event["summary"]) for event in events(text)]


def test_every_round_appears_on_its_play_by_date():
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")

    found = events(whole(competition))

    assert [(str(event["summary"]), event["dtstart"].dt, str(event["description"])) for event in found] == [
        (f"Semi-finals, {competition}: play-by date is today", date(2030, 5, 31), "1 of 2 decided."),
        (f"Final, {competition}: play-by date is today", date(2030, 6, 30), "0 of 1 decided."),
    ]
    assert {event["dtstamp"].dt for event in found} == {last_change_at(stories.now(competition)).replace(microsecond=0)}


def test_a_calendar_has_a_name_and_links_to_the_draw_and_matches():
    competition = stories.published(2)
    [event] = events(whole(competition))
    name = stories.now(competition).names[1]
    texts = whole(competition), of_pair(competition, 1)
    names = [str(icalendar.Calendar.from_ical(text).calendar_name) for text in texts]

    assert names == [str(competition), f"{name} in {competition}"]
    assert (event["dtend"].dt - event["dtstart"].dt, str(event["transp"])) == (timedelta(days=1), "TRANSPARENT")
    assert [str(event["url"]) for event in events(whole(competition)) + events(of_pair(competition, 1))] == [
        ADDRESS,
        f"{ADDRESS}matches/R1-M1/",
    ]


def test_event_ids_never_change():
    competition = stories.published(4)
    number = stories.now(competition).matches["R1-M1"].pairs[0].number
    before = [event["uid"] for text in (whole(competition), of_pair(competition, number)) for event in events(text)]

    stories.settle_round(competition, 1)

    after = [event["uid"] for text in (whole(competition), of_pair(competition, number)) for event in events(text)]
    assert after[:3] == before
    assert len(set(after)) == 4


def test_a_pairs_calendar_names_possible_opponents():
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")
    now = stories.now(competition)
    upper, lower = now.matches["R1-M2"].pairs

    _, final = summaries(of_pair(competition, now.matches["R1-M1"].winner.number))
    assert final == f"Final against the winner of {upper.name} v {lower.name}: play-by date is today"


def test_a_pairs_calendar_shows_only_a_confirmed_result():
    competition = stories.published(2)
    send_in(competition, "R1-M1")
    winner, loser = stories.now(competition).matches["R1-M1"].pairs

    [event] = events(of_pair(competition, 1))
    assert str(event["summary"]).endswith(": awaiting confirmation")
    assert "description" not in event
    agree(competition, "R1-M1")
    [event] = events(of_pair(competition, loser.number))
    assert (str(event["summary"]), str(event["description"])) == (
        f"Final against {winner.name}: played",
        f"{winner.name} beat {loser.name} by 4,730 to 3,980.",
    )


def test_a_match_without_opponents_is_not_in_the_calendar():
    competition = stories.published(3)
    first = next(state for state in stories.now(competition).rounds[0].matches if state.has_two_pairs)
    [bye] = [state for state in stories.now(competition).rounds[0].matches if state.stage == "bye"]
    number = bye.pairs[0].number
    assert len(events(of_pair(competition, number))) == 1

    stories.settle(competition, first.code, kind=ResultKind.DOUBLE_DEFAULT)

    assert events(of_pair(competition, number)) == []


def test_only_forbidden_characters_are_removed_from_names():
    competition = stories.published(2)
    odd = {name: name for name in ("Ann; Bob, Cora", r"back\slash \n", '"quoted": name', "Ē" * 80, "😀" * 40)}

    for given, told in {**odd, "Ann\x07\nAr\r\ncher": "Ann\nAr\ncher"}.items():
        rename(competition, 2, given, "Bo Li")

        assert summaries(of_pair(competition, 1)) == [f"Final against {told} & Bo Li: play-by date is today"]


def test_calendar_lines_have_at_most_75_octets():
    competition = with_long_names(4)
    texts = [whole(competition), *(of_pair(competition, number) for number in range(1, 5))]

    lines = [line for text in texts for line in text.encode().split(b"\r\n")]
    assert 70 < max(map(len, lines)) <= 75
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    assert all(text.endswith("END:VCALENDAR\r\n") for text in texts)
    told = " ".join(summary for text in texts for summary in summaries(text))
    assert [name for name in LONG_NAMES if name not in told] == []


def test_a_changed_date_is_a_new_version_of_its_event():
    competition = stories.published(2)

    def arranged(day: int) -> tuple:
        at = datetime(2030, 5, day, 7, 30, tzinfo=UTC)
        stories.agree(competition, at=at, venue="at Ada’s")
        [event] = events(of_pair(competition, 1))
        return event["uid"], event["sequence"], event["dtstamp"].dt

    first = arranged(25)
    arranging.cancel_date(stories.place(competition, "R1-M1"), reason="a cold")
    second = arranged(26)

    assert (first[0], first[1] < second[1], first[2] <= second[2]) == (second[0], True, True)


def test_an_extended_round_is_a_new_version_of_its_event():
    competition = stories.published(4)
    before = [event["sequence"] for event in events(whole(competition))]
    stories.extend(competition, 2)
    stories.settle_round(competition, 1)

    assert before == [0, 0]
    assert [event["sequence"] for event in events(whole(competition))] == [0, 1]
    assert summaries(whole(competition))[0] == f"Semi-finals, {competition}: all decided"


ARRANGED = datetime(2030, 5, 10, 7, 30, tzinfo=UTC)


def dates(text: str) -> dict[str, tuple]:
    """Return the start and end of each event by UID."""
    return {str(event["uid"]): (event["dtstart"].dt, event["dtend"].dt) for event in events(text)}


def first(competition):
    """Return the event of match R1-M1 in its upper pair's calendar."""
    number = stories.now(competition).matches["R1-M1"].pairs[0].number
    return events(of_pair(competition, number))[0]


def play_and_report(competition) -> None:
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 9))
    send_in(competition, "R1-M1")


def type_in(competition) -> None:
    """Type in a score sheet as the organiser, in place of the reported result."""
    state = stories.now(competition).matches["R1-M1"]
    first, second = ([*pair.players.all()] for pair in state.pairs)
    seats = dict(zip(Seat, (first[0], second[0], first[1], second[1]), strict=True))
    deals = {1: stories.deal("2H", 9), 2: stories.deal("3NT", 9)}
    content = results.Deals(seats=seats, first_dealer=Seat.N, deals=deals, noted={})
    report = results.Report(content, state.pairs[0], "letter", True)
    stories.decide(results.KeyIn, competition, "R1-M1", report)


ENDS = {
    "reported, then typed in": lambda c: (send_in(c, "R1-M1"), type_in(c)),
    "double default": lambda c: stories.settle(c, "R1-M1", kind=ResultKind.DOUBLE_DEFAULT),
    "conceded": lambda c: concede(stories.tables(c)[0]),
    "withdrawn": lambda c: stories.withdraw(stories.now(c).matches["R1-M1"].pairs[1]),
}
NOT_PLAYED = {"double default", "conceded", "withdrawn"}


@pytest.mark.parametrize("end", ENDS)
def test_a_result_never_moves_a_match_with_an_agreed_date(end):
    competition = stories.published(2, deals=2)
    stories.agree(competition, at=ARRANGED, venue="at Ada’s")
    before, public = first(competition), dates(whole(competition))

    ENDS[end](competition)
    after = first(competition)

    assert (after["uid"], after["dtstart"].dt, after["dtend"].dt) == (before["uid"], ARRANGED, before["dtend"].dt)
    assert after["sequence"] > before["sequence"]
    assert (after.get("status") == "CANCELLED") is (end in NOT_PLAYED)
    assert dates(whole(competition)) == public


def test_a_played_match_appears_on_the_day_of_its_first_deal(competition):
    play_and_report(competition)
    played = datetime(2030, 5, 8, 0, 10, tzinfo=timezone.get_default_timezone())
    Deal.objects.update(recorded_at=played)
    before = first(competition)
    agree(competition, "R1-M1")

    assert before["dtstart"].dt == first(competition)["dtstart"].dt == date(2030, 5, 8)


def test_a_match_without_deals_appears_on_the_day_of_its_report(competition):
    send_in(competition, "R1-M1")
    reported = datetime(2030, 5, 8, 12, tzinfo=UTC)
    stories.rewrite(ResultEntry.objects.all(), at=reported)
    clear_cache()
    before = first(competition)["dtstart"].dt
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 3980))

    assert before == first(competition)["dtstart"].dt == timezone.localdate(reported)


def test_an_undecided_match_stays_on_its_play_by_date():
    competition = stories.published(2, deals=2)
    send_in(competition, "R1-M1")
    withdraw_result(stories.tables(competition)[0])
    assert first(competition)["dtstart"].dt == date(2030, 5, 31)

    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 9))
    assert first(competition)["dtstart"].dt == date(2030, 5, 31)


def test_a_replayed_match_loses_its_agreed_date(competition):
    stories.agree(competition, at=ARRANGED, venue="")
    send_in(competition, "R1-M1")
    stories.replay(competition, "R1-M1")

    assert (first(competition)["dtstart"].dt, "status" in first(competition)) == (date(2030, 5, 31), False)


def test_the_passage_of_time_does_not_move_events(competition):
    stories.agree(competition, at=ARRANGED, venue="")
    send_in(competition, "R1-M2")
    stories.extend(competition, "R1-M2")
    moments = [timezone.now()] + [datetime(year, 6, 1, tzinfo=UTC) for year in (2030, 2031)]

    found = []
    for moment in moments:
        draw = at(competition, moment)
        texts = [calendar.pair(draw, pair, ADDRESS) for pair in draw.pairs.values()]
        ends = [dates(text) for text in (calendar.competition(draw, ADDRESS), *texts)]
        found.append({uid: when for one in ends for uid, when in one.items()})

    present = found[0]
    assert [{uid: one[uid] for uid in present if uid in one} for one in found[1:]] == [present, present]


def test_a_result_does_not_move_an_opening_day_fixture(competition):
    competition.opening_day, competition.opening_hour = ARRANGED.date(), time(13, 30)
    competition.pairs.update(attending=True)
    competition.save()
    clear_cache()
    before = first(competition)["dtstart"].dt
    send_in(competition, "R1-M1")

    assert before == first(competition)["dtstart"].dt
    assert before.date() == ARRANGED.date()


def test_only_a_private_calendar_has_the_venue_of_a_match(competition):
    stories.agree(competition, at=ARRANGED, venue="at Ada’s")
    now = stories.now(competition)
    public, private = (
        events(calendar.pair(now, now.matches["R1-M1"].pairs[1], ADDRESS, places=places))[0] for places in (False, True)
    )

    assert (public["dtstart"].dt, "location" in public, "arranged" in str(public["summary"])) == (ARRANGED, False, True)
    assert (private["dtstart"].dt, str(private["location"])) == (ARRANGED, "at Ada’s")


def test_extending_a_round_changes_the_events_of_its_matches():
    competition = stories.published(2, deals=2)
    before = first(competition)
    stories.extend(competition, 1)

    after = first(competition)

    assert (after["uid"], after["sequence"] > before["sequence"]) == (before["uid"], True)
    assert after["dtstart"].dt > before["dtstart"].dt
