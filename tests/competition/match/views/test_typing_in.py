import re
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse

from competition.audit.models import LogEntry
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Meeting
from competition.draw.rules.result import Stage
from competition.entries.private_links import link_key
from competition.match.actions import play
from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, fingerprint_on, said, text

pytestmark = pytest.mark.published(4, deals=2)


def seats(pairs) -> dict:
    north, east = (pair.players.all()[0] for pair in pairs)
    return {"north": north.pk, "east": east.pk, "dealer": north.pk}


def about(**rest) -> dict:
    return {"source": "letter", "counts": "at once", "reason": "Their card came by post.", "save": "1", **rest}


def typed(*deals: str) -> dict:
    return {f"deal-{number}": deal for number, deal in enumerate(deals, start=1)}


def state(competition):
    return stories.now(competition).matches["R1-M1"]


def test_a_sheet_sent_by_post_is_typed_in_and_counts(organiser, competition, pairs):
    sent = {**seats(pairs), **typed("3ntn=", "2he="), **about()}

    shown = organiser.post(desk("type-in", competition, "R1-M1"), sent)
    assert f"Result reported by {pairs[0]}: {pairs[0]} 400, {pairs[1]} 160; it counts at once." in text(shown)
    assert not Meeting.objects.exists()

    done = confirmed(organiser, desk("type-in", competition, "R1-M1"), sent)
    assert said(done) == ["The result of match 1 of the semi-finals has been saved."]
    assert (state(competition).winner, state(competition).recorded) == (pairs[0], 2)
    line = LogEntry.objects.get(event="typed in")
    assert (line.organiser, line.detail) == (competition.organisers.get(), {"before": {"stage": "ready"}})
    assert line.text == (f"Typed in 2 deals from {pairs[0]} by letter, 400 to 160; it counts: Their card came by post.")


def test_a_typed_in_result_can_wait_for_confirmation(organiser, competition, pairs):
    sent = {"total_upper": "900", "total_lower": "1,200", **about(source="telephone", counts="waits")}
    confirmed(organiser, desk("type-in-totals", competition, "R1-M1", of=pairs[0].number), sent)
    assert state(competition).stage is Stage.SUBMITTED

    play.confirm(stories.table(pairs[1], "R1-M1"), outcome=1)

    assert state(competition).winner == pairs[1]
    public = text(Client().get(reverse("public:match", args=[competition.slug, "R1-M1"])))
    assert f"Reported by {pairs[0]} by phone" in public


def test_we_is_the_pair_whose_sheet_is_typed_in(organiser, competition, pairs):
    sent = {"of": pairs[1].number, "we-1": "500", "they-1": "0", "we-2": "0", "they-2": "100", **about()}

    confirmed(organiser, desk("type-in-points", competition, "R1-M1"), sent)

    assert state(competition).result.totals == (100, 500)
    public = text(Client().get(reverse("public:match", args=[competition.slug, "R1-M1"])))
    assert "Reported by letter and typed in by the organiser" in public


def test_a_result_sent_by_email_is_not_a_ruling(organiser, competition, pairs):
    sent = {"total_upper": "900", "total_lower": "1,200", **about(source="email")}
    confirmed(organiser, desk("type-in-totals", competition, "R1-M1"), sent)

    assert state(competition).last.source == "email"
    record = text(Client().get(reverse("public:record", args=[competition.slug])))
    assert "Their card came by post." not in record
    assert "Undo your typed-in result" in text(organiser.get(desk("match", competition, "R1-M1")))
    assert "<title>Undo the typed-in result" in organiser.get(desk("undo", competition, "R1-M1")).content.decode()


def test_a_corrected_sheet_keeps_the_earlier_one(organiser, competition, pairs):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("3NT", 9), stories.deal("2H", 8, "E"))
    play.submit_sheet(stories.table(pairs[0], "R1-M1"))
    play.confirm(stories.table(pairs[1], "R1-M1"), outcome=1)
    address = desk("type-in", competition, "R1-M1")
    page = organiser.get(address).content.decode()
    assert re.findall(r'name="deal-\d" value="([^"]*)"', page) == ["3nt n =", "2h e ="]

    sent = {**seats(pairs), **typed("3ntn-4", "2he="), **about(reason="Deal 1 went four light.")}
    confirmed(organiser, address, sent)

    now = state(competition)
    assert (now.winner, now.recorded, [met.sheet.recorded for met in now.earlier]) == (pairs[1], 2, [2])
    public = text(Client().get(reverse("public:match", args=[competition.slug, "R1-M1"])))
    assert "An earlier score sheet that no longer counts: N-S 400, E-W 160" in public

    stories.undo(competition, "R1-M1")
    assert (state(competition).winner, state(competition).earlier) == (pairs[0], ())


def test_a_file_fills_the_rows(organiser, competition, pairs):
    file = BytesIO(b"deal,declarer,contract,tricks,honours\n1,N,3NT,9,\n2,E,2H,8,\n")
    file.name = "sheet.csv"

    page = organiser.post(desk("type-in", competition, "R1-M1"), {**seats(pairs), "upload": "1", "file": file})

    assert re.findall(r'name="deal-\d" value="([^"]*)"', page.content.decode()) == ["3nt n =", "2h e ="]
    assert not Meeting.objects.exists()


def test_checking_the_rows_stores_nothing(organiser, competition, pairs):
    page = organiser.post(
        desk("type-in", competition, "R1-M1"),
        {**seats(pairs), **typed("8ntn="), "check": "1"},
        headers={"HX-Request": "true"},
    ).content.decode()

    assert "<html" not in page
    assert "data-fault" in page
    assert not Meeting.objects.exists()


SUMS = {"total_upper": "900", "total_lower": "500"}


def test_an_impossible_result_is_refused(organiser, competition, pairs):
    for page, sent, fault in (
        ("type-in", {"deal-1": "3ntn="}, "Some deals are missing. Deals still to type in: 1."),
        ("type-in", {"deal-1": "9ntn="}, "Nothing was saved. Correct deal 1."),
        ("type-in", {}, "Nothing was saved. Type in a deal first."),
        ("type-in-points", {"we-1": "500", "they-1": "0"}, "Some deals are missing. Deals still to type in: 1."),
        (
            "type-in-totals",
            {"total_upper": "900", "total_lower": "900"},
            "The totals are level. Play the tie-break deals, then report the result.",
        ),
        (
            "type-in-totals",
            {**SUMS, "source": "pigeon"},
            "How did the result reach you?: Select a valid choice. pigeon is not one of the available choices.",
        ),
    ):
        refused = organiser.post(desk(page, competition, "R1-M1"), {**seats(pairs), **about(), **sent})

        assert (refused.status_code, errors(refused)) == (422, [fault])
        assert not ResultEntry.objects.exists()


def test_a_typed_in_result_sent_twice_is_stored_once(organiser, competition, pairs):
    sent = {"total_upper": "900", "total_lower": "1200", **about()}
    address = desk("type-in-totals", competition, "R1-M1")
    shown = re.search(r'name="shown" value="(\w+)"', organiser.post(address, sent).content.decode())[1]

    for _ in range(2):
        organiser.post(address, {**sent, "shown": shown})

    assert ResultEntry.objects.count() == 1


def test_a_match_without_two_pairs_returns_404(organiser, competition):
    for page in ("type-in", "type-in-points", "type-in-totals"):
        assert organiser.get(desk(page, competition, "R2-M1")).status_code == 404


def test_a_pair_cannot_open_the_organisers_forms(competition, pairs):
    for page in ("type-in", "type-in-points", "type-in-totals"):
        visitor = Client()
        visitor.post(reverse("link:open", args=[link_key(pairs[0])]))

        assert visitor.get(desk(page, competition, "R1-M1")).status_code == 302


def test_undoing_a_typed_in_sheet_restores_the_earlier_one(organiser, competition, pairs):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("1NT", 7))
    sent = {**seats(pairs), **typed("3ntn=", "2he="), **about()}

    confirmed(organiser, desk("type-in", competition, "R1-M1"), sent)
    assert (state(competition).stage, state(competition).recorded) == (Stage.OFFICIAL, 2)
    stories.undo(competition, "R1-M1")

    assert (state(competition).stage, state(competition).recorded) == (Stage.IN_PLAY, 1)


def test_an_unconfirmed_typed_in_result_can_be_undone(organiser, competition, pairs):
    stories.settle(competition, "R1-M1")
    before = stories.now(competition).matches["R1-M1"].result
    sent = {"total_upper": "900", "total_lower": "1,200", **about(source="telephone", counts="waits")}
    confirmed(organiser, desk("type-in-totals", competition, "R1-M1", of=pairs[0].number), sent)
    assert "Undo your typed-in result" in text(organiser.get(desk("match", competition, "R1-M1")))

    back = desk("undo", competition, "R1-M1")
    number = stories.now(competition).matches["R1-M1"].last.pk
    why = {"reason": "It was another match.", "note": "", "number": number}
    assert organiser.post(back, why | {"shown": fingerprint_on(organiser.post(back, why))}).status_code == 302

    assert stories.now(competition).matches["R1-M1"].result == before
    assert competition.log.first().text == "Undid the typed-in result (played): It was another match."


def test_a_confirmed_typed_in_result_cannot_be_undone(organiser, competition, pairs):
    sent = {"total_upper": "900", "total_lower": "1,200", **about(source="telephone", counts="waits")}
    confirmed(organiser, desk("type-in-totals", competition, "R1-M1", of=pairs[0].number), sent)
    play.confirm(stories.table(pairs[1], "R1-M1"), outcome=1)

    assert organiser.get(desk("undo", competition, "R1-M1")).status_code == 409
    assert "Take back" not in text(organiser.get(desk("match", competition, "R1-M1")))


def test_the_short_forms_are_listed_once_and_help_is_linked(organiser, competition):
    for page, forms in (("type-in", 1), ("type-in-points", 0), ("type-in-totals", 0)):
        html = organiser.get(desk(page, competition, "R1-M1")).content.decode()

        assert html.count("Other short forms") == forms
        assert html.count('<p class="help-link"><a href="/guide/organiser/results/">') == 1
