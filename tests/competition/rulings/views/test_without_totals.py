"""The organiser enters a result of which only the margin or the winner is known, and is asked about unlikely scores."""

import html
import re

import pytest

from competition.audit.models import LogEntry
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.rules.result import Kind
from competition.knockout.rules.stages import Stage
from competition.match.actions import play
from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, filled, said, text

pytestmark = pytest.mark.django_db
WHY = {"reason": "They rang me.", "note": ""}
REPORTED = {"source": "telephone", "counts": "at once", "save": "1", **WHY}


@pytest.fixture
def competition():
    return stories.published(4)


@pytest.fixture
def client(at_desk, competition):
    return at_desk(competition)


def state(competition):
    return stories.now(competition).matches["R1-M1"]


def known(competition):
    result = state(competition).result
    return result.kind, result.winner, result.totals, result.only_margin


def rule(client, competition, kind: str, **sent):
    return confirmed(client, desk("rule", competition, "R1-M1", kind=kind), {"kind": kind, **WHY, **sent})


def type_in(client, competition, what: str, **sent):
    return confirmed(client, desk("type-in-totals", competition, "R1-M1", known=what), {**REPORTED, **sent})


@pytest.mark.parametrize(
    ("kind", "sent", "margin", "words"),
    [
        ("margin", {"margin": "110"}, 110, "by 110"),
        ("winner", {}, None, "(score not recorded)"),
    ],
)
def test_the_organiser_can_decide_a_match_without_totals(client, competition, pairs, kind, sent, margin, words):
    page = rule(client, competition, kind, winner=pairs[1].number, **sent)

    assert said(page) == [f"{pairs[1]} beat {pairs[0]} {words}."]
    assert known(competition) == ("played", pairs[1].number, None, margin)
    told = text(client.get(desk("match", competition, "R1-M1")))
    assert f"{pairs[1]} beat {pairs[0]} {words}." in told
    assert "ruling against" not in told
    line = LogEntry.objects.get(event="ruled")
    assert line.text == f"Entered the result ({words.strip('()')}), {pairs[1]} go through: They rang me."


@pytest.mark.parametrize(
    ("what", "sent", "margin", "words"),
    [
        ("margin", {"margin": "1,110"}, 1110, "won by 1,110"),
        ("winner", {}, None, "won (score not recorded)"),
    ],
)
def test_the_organiser_enters_what_a_pair_reported(client, competition, pairs, what, sent, margin, words):
    address = desk("type-in-totals", competition, "R1-M1", known=what)
    shown = client.post(address, {**REPORTED, "winner": pairs[0].number, **sent})
    assert f"Result reported by {pairs[0]}: {pairs[0]} {words}; it counts at once." in text(shown)

    type_in(client, competition, what, winner=pairs[0].number, **sent)

    assert known(competition) == ("played", pairs[0].number, None, margin)
    line = LogEntry.objects.get(event="typed in")
    assert line.text == f"Typed in the result from {pairs[0]} by phone, {pairs[0]} {words}; it counts: They rang me."


def test_a_result_without_totals_can_wait_for_a_reply(client, competition, pairs):
    type_in(client, competition, "margin", winner=pairs[0].number, margin="110", counts="waits")
    assert state(competition).stage is Stage.SUBMITTED
    assert f"Reported: {pairs[0]} won by 110." in text(client.get(desk("match", competition, "R1-M1")))

    play.confirm(stories.table(pairs[1], "R1-M1"), outcome=1)

    assert known(competition) == ("played", pairs[0].number, None, 110)


def test_results_without_totals_are_confirmed_together(client, competition, pairs):
    play.submit_winner(stories.tables(competition)[0], we_won=False, margin=110)
    address = f"{desk('confirm', competition)}?match=R1-M1"

    confirmed(client, address, WHY)

    assert known(competition) == ("played", pairs[1].number, None, 110)


def test_totals_can_be_added_later_and_undone(client, competition, pairs):
    rule(client, competition, "winner", winner=pairs[0].number)

    page = client.post(
        desk("rule", competition, "R1-M1", kind="played"),
        {"kind": "played", "total_upper": "2610", "total_lower": "2500", **WHY},
    )
    assert "Nothing changes in the draw." in text(page)
    rule(client, competition, "played", total_upper="2610", total_lower="2500")
    assert known(competition) == ("played", pairs[0].number, (2610, 2500), None)

    undo = desk("undo", competition, "R1-M1")
    confirmed(client, undo, {**filled(client.get(undo)), **WHY})
    assert known(competition) == ("played", pairs[0].number, None, None)

    confirmed(client, undo, {**filled(client.get(undo)), **WHY})
    assert state(competition).result is None


def test_later_rounds_can_be_kept_without_totals(client, competition, pairs):
    rule(client, competition, "margin", winner=pairs[0].number, margin="110")
    address = desk("rule", competition, "R1-M1", kind="margin")
    sent = {"kind": "margin", "winner": pairs[1].number, "margin": "90", **WHY}
    shown = re.search(r'name="stand" value="(\w+)"', client.post(address, sent).content.decode())[1]

    client.post(address, {**sent, "stand": shown, "keep_progress": "ruled"})

    assert (state(competition).winner, state(competition).goes_on) == (pairs[1], pairs[0])
    public = text(client.get(f"/{competition.slug}/matches/R1-M1/"))
    assert f"{pairs[1]} won by 90 after a correction, but {pairs[0]} keep their place." in public


def test_penalty_points_need_totals(client, competition, pairs):
    rule(client, competition, "margin", winner=pairs[0].number, margin="110")

    sent = {"kind": "penalty", "penalised": "-0", "points": "50", **WHY}
    page = client.post(desk("rule", competition, "R1-M1", kind="penalty"), sent)

    assert errors(page) == ["Penalty points change a total. Type in the totals of the match first."]


MISSING = [
    ("margin", {"margin": "110"}, "Who won?: Choose who won."),
    ("margin", {"winner": 0, "margin": "0"}, "By how many points?: Give the margin in digits, such as 110."),
    ("winner", {}, "Who won?: Choose who won."),
]


def test_a_missing_winner_shows_an_error(client, competition, pairs):
    for kind, given, error in MISSING:
        sent = given | {name: pairs[0].number for name in given if name == "winner"}
        page = client.post(desk("rule", competition, "R1-M1", kind=kind), {"kind": kind, **WHY, **sent})

        assert (page.status_code, errors(page)[0].startswith(error)) == (422, True)
    assert not ResultEntry.objects.exists()


def test_the_log_and_history_show_the_previous_result(client, competition, pairs):
    rule(client, competition, "margin", winner=pairs[0].number, margin="110")
    rule(client, competition, "played", total_upper="2610", total_lower="2500")

    assert f"played by 110, pair {pairs[0].number} went through" in text(client.get(desk("log", competition)))
    assert f"{pairs[0]} beat {pairs[1]} by 110." in text(client.get(desk("match", competition, "R1-M1")))


# One total has an extra digit.

TOTALS = {"total_upper": "26,100", "total_lower": "1980"}
QUESTION = "26,100 points in 30 deals is very unlikely."


@pytest.mark.parametrize("kind", ["played", "ruling"])
def test_an_unlikely_total_of_a_ruling_is_questioned_once(client, competition, pairs, kind):
    address = desk("rule", competition, "R1-M1", kind=kind)
    sent = {"kind": kind, **TOTALS, "winner": pairs[0].number, **WHY}

    page = client.post(address, sent)
    assert (page.status_code, errors(page)[0].startswith(QUESTION)) == (422, True)
    assert 'value="26,100"' in page.content.decode()
    assert not ResultEntry.objects.exists()

    shown = client.post(address, sent | {"certain": "26100 1980"})
    assert shown.status_code == 200
    carried = {name: html.unescape(value) for name, value in filled(shown).items()}
    client.post(address, {name: value for name, value in carried.items() if name != "csrfmiddlewaretoken"})
    assert ResultEntry.objects.get().totals == (26_100, 1980)


def test_an_unlikely_margin_of_a_ruling_is_questioned(client, competition, pairs):
    sent = {"kind": "margin", "winner": pairs[0].number, "margin": "11,100", **WHY}
    page = client.post(desk("rule", competition, "R1-M1", kind="margin"), sent)

    assert errors(page)[0].startswith("A margin of 11,100 in 30 deals is very unlikely.")


def test_an_unlikely_total_after_a_penalty_is_asked_about(client, competition, pairs):
    stories.settle(competition, "R1-M1", kind=Kind.PLAYED, totals=(2610, 1980))
    sent = {"kind": "penalty", "penalised": "+0", "points": "30,000", **WHY}
    page = client.post(desk("rule", competition, "R1-M1", kind="penalty"), sent)

    assert errors(page)[0].startswith("32,610 points in 30 deals is very unlikely.")


def test_an_unlikely_total_that_was_reported_is_asked_about_once(client, competition):
    address = desk("type-in-totals", competition, "R1-M1")
    page = client.post(address, {**TOTALS, **REPORTED})
    assert (page.status_code, errors(page)[0].startswith(QUESTION)) == (422, True)
    assert re.search(r'<input type="checkbox" name="certain" value="26100 1980"', page.content.decode())

    confirmed(client, address, {**TOTALS, **REPORTED, "certain": "26100 1980"})

    assert ResultEntry.objects.get().totals == (26_100, 1980)


def test_the_box_stays_ticked_while_the_consequences_are_shown(client, competition):
    page = client.post(desk("type-in-totals", competition, "R1-M1"), {**TOTALS, **REPORTED, "certain": "26100 1980"})

    assert page.status_code == 200
    assert re.search(r'name="certain" value="26100 1980"[^>]* checked', page.content.decode())


def test_unlikely_points_that_were_reported_are_asked_about(client, competition):
    lines = {f"we-{number}": "1000" for number in range(1, 31)} | {f"they-{number}": "0" for number in range(1, 31)}
    page = client.post(desk("type-in-points", competition, "R1-M1"), lines | REPORTED)

    assert any(error.startswith("30,000 points in 30 deals is very unlikely.") for error in errors(page))
