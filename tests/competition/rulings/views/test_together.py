import html
import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from competition.audit.models import LogEntry
from competition.draw.models.rounds import Extension
from competition.draw.rules.result import Stage
from competition.match.actions import play
from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, filled, said, text


@pytest.fixture
def competition():
    return stories.published(8, deals=2)


def about(name: str, competition, *codes: str, **rest) -> str:
    """Return the address of a page about these matches."""
    return desk(name, competition, **rest) + ("?" if codes else "") + "&".join(f"match={code}" for code in codes)


def last_days(competition) -> dict[str, date]:
    return {code: state.play_by for code, state in stories.now(competition).matches.items()}


def test_the_ticked_matches_are_extended(organiser, competition):
    address = about("extend", competition, "R1-M1", "R1-M3")
    sent = {"days": "10", "reason": "Floods."}

    first, third = (" v ".join(map(str, stories.now(competition).matches[code].pairs)) for code in ("R1-M1", "R1-M3"))
    assert f"Quarter-finals: {first}. Quarter-finals: {third}" in text(organiser.get(address))
    shown = text(organiser.post(address, sent))
    assert f"{first}: play by Mon 10 Jun 2030 instead of Fri 31 May 2030." in shown
    assert "Nothing changes for the other 4 pairs." in shown
    assert not Extension.objects.exists()

    done = confirmed(organiser, address, sent)
    assert said(done) == [f"Extended: {first} and {third}."]
    days = last_days(competition)
    assert [days[f"R1-M{n}"] for n in (1, 2, 3)] == [date(2030, 6, 10), date(2030, 5, 31), date(2030, 6, 10)]


def fields_of(organiser, competition) -> dict[str, str]:
    page = organiser.get(desk("dates", competition)).content.decode()
    return dict(re.findall(r'name="(round\d)" value="([\d-]+)"', page))


def test_one_page_changes_the_dates_of_all_rounds(organiser, competition):
    stories.settle_round(competition, 1)
    sent = {
        **fields_of(organiser, competition),
        "round1": "2030-05-20",
        "round3": "2030-08-10",
        "reason": "The club shuts.",
    }

    shown = text(organiser.post(desk("dates", competition), sent))
    assert "Quarter-finals: play by Mon 20 May 2030 instead of Fri 31 May 2030." in shown
    assert "Semi-finals" not in shown.partition("Nothing changes for")[0]
    done = confirmed(organiser, desk("dates", competition), sent)

    assert said(done) == ["Changed: Quarter-finals and Final."]
    assert [round.play_by for round in stories.now(competition).rounds] == [
        date(2030, 5, 20),
        date(2030, 6, 30),
        date(2030, 8, 10),
    ]
    record = text(Client().get(reverse("public:record", args=[competition.slug])))
    assert "Quarter-finals: play-by date changed to Mon 20 May 2030. Reason: The club shuts." in record
    assert (
        f"{desk('undo-extension', competition)}?round=1" in organiser.get(desk("dates", competition)).content.decode()
    )


def test_new_dates_must_differ_from_the_old_ones(organiser, competition):
    refused = organiser.post(desk("dates", competition), {**fields_of(organiser, competition), "reason": "Floods."})

    assert errors(refused) == ["Change the date of at least one round."]


def test_a_match_extension_is_undone_after_a_preview(organiser, competition):
    stories.extend(competition, "R1-M1")
    address = about("undo-extension", competition, "R1-M1")
    assert address in html.unescape(organiser.get(about("extend", competition, "R1-M1")).content.decode())

    page = organiser.get(address)
    match = " v ".join(map(str, stories.now(competition).matches["R1-M1"].pairs))
    assert f"{match}: play by Fri 31 May 2030 instead of Fri 14 Jun 2030." in text(page)
    done = organiser.post(address, filled(page, reason="They have played."), follow=True)

    assert said(done) == [f"The earlier play-by date counts again: {match}."]
    assert last_days(competition)["R1-M1"] == stories.FIRST_PLAY_BY


IMPOSSIBLE = [
    ({}, "New play-by date: Enter either a date or a number of days."),
    ({"days": "3", "play_by": "2030-07-01"}, "New play-by date: Enter either a date or a number of days."),
    ({"days": "0"}, "Or this many days more: Enter a number from 1 to 365."),
    ({"days": "many"}, "Or this many days more: Enter a number from 1 to 365."),
    ({"play_by": "soon"}, "New play-by date: Give the day as 30/05/2026."),
    (
        {"play_by": "2030-05-31"},
        "Ada North 2 & Ben South 2 v Ada North 6 & Ben South 6: "
        "the play-by date is Fri 31 May 2030 already. Choose a later date.",
    ),
]


def test_an_impossible_extension_keeps_the_form(organiser, competition):
    for sent, fault in IMPOSSIBLE:
        refused = organiser.post(about("extend", competition, "R1-M1"), {"reason": "Floods.", **sent})

        assert (refused.status_code, errors(refused)) == (422, [fault])
        assert "Floods." in text(refused)


def test_pending_results_are_confirmed_together(organiser, competition):
    for code, ours, theirs in (("R1-M1", 1000, 500), ("R1-M2", 500, 1000)):
        play.submit_totals(stories.tables(competition, code)[0], ours=ours, theirs=theirs)
    address = about("confirm", competition, "R1-M1", "R1-M2")

    shown = text(organiser.post(address, {"reason": "As reported. The other pair did not dispute it."}))
    won = [stories.now(competition).matches[code].pairs[place].name for code, place in (("R1-M1", 0), ("R1-M2", 1))]
    assert f"{won[0]} go through. They play {won[1]} in the semi-finals, by " in shown
    confirmed(organiser, address, {"reason": "As reported. The other pair did not dispute it."})

    now = stories.now(competition)
    assert [now.matches[code].stage for code in ("R1-M1", "R1-M2")] == [Stage.OFFICIAL] * 2
    assert LogEntry.objects.filter(event="ruled", organiser=competition.organisers.first()).count() == 2


PAGES = ("extend", "undo-extension", "confirm")


def test_the_page_asks_for_at_least_one_match(organiser, competition):
    for page, *queries in (
        ("extend", "", "?match=R9-M9", "?round=9", "?round=x"),
        ("undo-extension", ""),
        ("confirm", ""),
    ):
        for query in queries:
            answer = organiser.get(desk(page, competition) + query)

            assert (answer.status_code, "Tick at least one match" in text(answer)) == (200, True)


def test_pages_for_many_matches_need_a_published_draw(at_desk):
    competition = stories.entered(2)
    organiser = at_desk(competition)

    assert {organiser.get(about(page, competition, "R1-M1")).status_code for page in PAGES} == {404}
