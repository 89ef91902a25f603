"""Tests for results that the organiser enters without totals, and for questions about unlikely scores."""

import html
import re

from competition.audit.models import LogEntry
from competition.draw.models.result_entry import ResultEntry
from competition.draw.rules.result import ResultKind
from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, filled, said, text

WHY = {"reason": "They rang me.", "note": ""}
REPORTED = {"source": "telephone", "counts": "at once", "save": "1", **WHY}


def state(competition):
    return stories.now(competition).matches["R1-M1"]


def known(competition):
    result = state(competition).result
    return result.kind, result.winner, result.totals, result.only_margin


def rule(organiser, competition, kind: str, **sent):
    return confirmed(organiser, desk("rule", competition, "R1-M1", kind=kind), {"kind": kind, **WHY, **sent})


def type_in(organiser, competition, what: str, **sent):
    return confirmed(organiser, desk("type-in-totals", competition, "R1-M1", known=what), {**REPORTED, **sent})


def test_the_organiser_decides_a_match_by_its_margin(organiser, competition, pairs):
    page = rule(organiser, competition, "margin", winner=pairs[1].number, margin="110")

    assert said(page) == [f"{pairs[1]} beat {pairs[0]} by 110."]
    assert known(competition) == ("played", pairs[1].number, None, 110)
    told = text(organiser.get(desk("match", competition, "R1-M1")))
    assert f"{pairs[1]} beat {pairs[0]} by 110." in told
    assert "ruling against" not in told
    line = LogEntry.objects.get(event="ruled")
    assert line.text == f"Entered the result (by 110), {pairs[1]} go through: They rang me."


def test_the_organiser_enters_the_winner_reported_by_a_pair(organiser, competition, pairs):
    address = desk("type-in-totals", competition, "R1-M1", known="winner")
    words = "won (score not recorded)"
    shown = organiser.post(address, {**REPORTED, "winner": pairs[0].number})
    assert f"Result reported by {pairs[0]}: {pairs[0]} {words}; it counts at once." in text(shown)

    type_in(organiser, competition, "winner", winner=pairs[0].number)

    assert known(competition) == ("played", pairs[0].number, None, None)
    line = LogEntry.objects.get(event="typed in")
    assert line.text == f"Typed in the result from {pairs[0]} by phone, {pairs[0]} {words}; it counts: They rang me."


def test_later_totals_complete_a_result_and_can_be_undone(organiser, competition, pairs):
    rule(organiser, competition, "winner", winner=pairs[0].number)

    page = organiser.post(
        desk("rule", competition, "R1-M1", kind="played"),
        {"kind": "played", "total_upper": "2610", "total_lower": "2500", **WHY},
    )
    assert "Nothing changes in the draw." in text(page)
    rule(organiser, competition, "played", total_upper="2610", total_lower="2500")
    assert known(competition) == ("played", pairs[0].number, (2610, 2500), None)

    undo = desk("undo", competition, "R1-M1")
    confirmed(organiser, undo, {**filled(organiser.get(undo)), **WHY})
    assert known(competition) == ("played", pairs[0].number, None, None)

    confirmed(organiser, undo, {**filled(organiser.get(undo)), **WHY})
    assert state(competition).result is None


def test_a_corrected_margin_can_keep_the_later_rounds(organiser, competition, pairs):
    rule(organiser, competition, "margin", winner=pairs[0].number, margin="110")
    address = desk("rule", competition, "R1-M1", kind="margin")
    sent = {"kind": "margin", "winner": pairs[1].number, "margin": "90", **WHY}
    shown = re.search(r'name="stand" value="(\w+)"', organiser.post(address, sent).content.decode())[1]

    organiser.post(address, {**sent, "stand": shown, "keep_progress": "ruled"})

    assert (state(competition).winner, state(competition).goes_on) == (pairs[1], pairs[0])
    public = text(organiser.get(f"/{competition.slug}/matches/R1-M1/"))
    assert f"{pairs[1]} won by 90 after a correction, but {pairs[0]} keep their place." in public


MISSING = [
    ("margin", {"margin": "110"}, "Who won?: Choose who won."),
    ("margin", {"winner": 0, "margin": "0"}, "By how many points?: Give the margin in digits, such as 110."),
    ("winner", {}, "Who won?: Choose who won."),
]


def test_a_missing_winner_or_margin_is_refused(organiser, competition, pairs):
    for kind, given, error in MISSING:
        sent = given | {name: pairs[0].number for name in given if name == "winner"}
        page = organiser.post(desk("rule", competition, "R1-M1", kind=kind), {"kind": kind, **WHY, **sent})

        assert (page.status_code, errors(page)[0].startswith(error)) == (422, True)
    assert not ResultEntry.objects.exists()


# One total has an extra digit.

TOTALS = {"total_upper": "26,100", "total_lower": "1980"}
QUESTION = "26,100 points in 30 deals is very unlikely."


def test_an_unlikely_score_in_a_decision_is_questioned_once(organiser, competition, pairs):
    address = desk("rule", competition, "R1-M1", kind="played")
    sent = {"kind": "played", **TOTALS, "winner": pairs[0].number, **WHY}

    page = organiser.post(address, sent)
    assert (page.status_code, errors(page)[0].startswith(QUESTION)) == (422, True)
    assert 'value="26,100"' in page.content.decode()
    margin = {"kind": "margin", "winner": pairs[0].number, "margin": "11,100", **WHY}
    page = organiser.post(desk("rule", competition, "R1-M1", kind="margin"), margin)
    assert errors(page)[0].startswith("A margin of 11,100 in 30 deals is very unlikely.")
    assert not ResultEntry.objects.exists()

    shown = organiser.post(address, sent | {"certain": "26100 1980"})
    assert shown.status_code == 200
    carried = {name: html.unescape(value) for name, value in filled(shown).items()}
    organiser.post(address, {name: value for name, value in carried.items() if name != "csrfmiddlewaretoken"})
    assert ResultEntry.objects.get().totals == (26_100, 1980)


def test_an_unlikely_total_after_a_penalty_is_questioned(organiser, competition, pairs):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(2610, 1980))
    sent = {"kind": "penalty", "penalised": "+0", "points": "30,000", **WHY}
    page = organiser.post(desk("rule", competition, "R1-M1", kind="penalty"), sent)

    assert errors(page)[0].startswith("32,610 points in 30 deals is very unlikely.")


def test_an_unlikely_reported_total_is_questioned_once(organiser, competition):
    address, sure = desk("type-in-totals", competition, "R1-M1"), {"certain": "26100 1980"}
    page = organiser.post(address, {**TOTALS, **REPORTED})
    assert (page.status_code, errors(page)[0].startswith(QUESTION)) == (422, True)
    box = r'<input type="checkbox" name="certain" value="26100 1980"'
    assert re.search(box, page.content.decode())

    shown = organiser.post(address, {**TOTALS, **REPORTED, **sure})
    assert re.search(r'name="certain" value="26100 1980"[^>]* checked', shown.content.decode())
    confirmed(organiser, address, {**TOTALS, **REPORTED, **sure})

    assert ResultEntry.objects.get().totals == (26_100, 1980)


def test_unlikely_reported_points_are_questioned(organiser, competition):
    lines = {f"we-{number}": "1000" for number in range(1, 31)} | {f"they-{number}": "0" for number in range(1, 31)}
    page = organiser.post(desk("type-in-points", competition, "R1-M1"), lines | REPORTED)

    assert any(error.startswith("30,000 points in 30 deals is very unlikely.") for error in errors(page))
