from competition.match.actions import play
from scoring import models
from scoring.models import DealCorrection
from scoring.rules.deal import DealResult
from scoring.rules.sides import Seat
from tests import stories
from tests.competition.pair_reading import (
    HTMX,
    address,
    as_pressed,
    buttons,
    fault,
    fingerprint_in,
    notices,
    on_the_sheet,
    pressed,
    record,
    rows,
    said,
    save,
    table,
    text,
)

BAD = 422


# Previews of a change


def test_the_correction_form_shows_the_recorded_deal(upper, competition, sheet):
    deal = DealResult(Seat.E, stories.deal("3NTX").contract, 8, stories.honours("ew", 150))
    play.record_deal(stories.tables(competition, "R1-M1")[0], number=1, deal=deal, misdeals=1, note="Dealt 14 cards.")

    page = upper.get(address("deal", competition, 1))

    assert "On the score sheet: 3NT doubled by Ada 1., 1 light, They 150 honours." in text(page)
    assert pressed(page) == {
        "declarer": "E",
        "level": "3",
        "denomination": "NT",
        "doubling": "2",
        "result": "-1",
        "honours": "ew-150",
        "misdeals": "1",
        "note": "Dealt 14 cards.",
    }


def test_a_change_is_previewed_before_it_is_saved(upper, competition, two_deals):
    page = upper.post(address("deal", competition, 1), said(tricks=7))

    assert page.status_code == 200
    assert "Deal 1: 2♥ by Ada 2., 1 light. They 50 above." in text(page)
    assert table(page, "What this changes") == [
        ["", "Now", "After"],
        ["Total, We", "120", "60"],
        ["Total, They", "0", "50"],
        ["We, if play stopped here", "420", "160"],
        ["They, if play stopped here", "0", "50"],
        ["Rubber 1, games", "We 1, They 0", "We 0, They 0"],
    ]
    assert pressed(page)["result"] == "-1"
    assert "Ask the other pair" in buttons(page)
    assert on_the_sheet() == [stories.deal(), stories.deal("2S")]


def test_htmx_receives_only_the_preview(upper, competition, two_deals):
    unfinished = upper.post(address("deal", competition, 1), said(tricks=""), headers=HTMX)
    said_so = upper.post(address("deal", competition, 1), said(tricks=9), headers=HTMX)

    assert (unfinished.status_code, text(unfinished)) == (200, "See what this changes")
    assert text(said_so).startswith("Deal 1: 2♥ by Ada 2., 1 over. We 60 below, 30 above. What this changes Now After")
    assert "<form" not in said_so.content.decode()


def test_a_change_without_effect_is_refused(upper, competition, two_deals):
    page = upper.post(address("deal", competition, 1), said())

    assert (page.status_code, fault(page)) == (BAD, "Nothing was changed. Deal 1 already has this score.")
    assert pressed(page) == as_pressed(said())
    assert fingerprint_in(page) == ""


def test_a_change_that_was_not_previewed_is_refused(upper, competition, two_deals):
    shown = fingerprint_in(upper.post(address("deal", competition, 2), said(denomination="S", tricks=9)))

    page = upper.post(address("deal", competition, 2), said(denomination="S", tricks=10, save=shown))

    assert fault(page) == "The effect of this change is different now. Check it again, then save."
    assert (page.status_code, pressed(page)["result"]) == (BAD, "2")
    assert table(page, "What this changes")[1] == ["Total, We", "120", "180"]
    assert on_the_sheet()[1] == stories.deal("2S")


def test_correcting_a_deleted_deal_makes_it_the_next_deal(upper, lower, competition, two_deals):
    stories.delete(stories.tables(competition, "R1-M1")[1], number=2)

    page = upper.post(address("deal", competition, 2), said(tricks=10, note="late"))

    assert (page.status_code, fault(page)) == (
        BAD,
        "Deal 2 is not on the score sheet. Another phone may have deleted it.",
    )
    assert pressed(page) == as_pressed(said(2, tricks=10, note="late"))


def test_a_missing_deal_returns_404(upper, competition, sheet):
    for page in ("deal", "insert-deal", "delete-deal", "honours"):
        assert upper.get(address(page, competition, 1)).status_code == 404


# Changed deals


def test_a_correction_of_the_last_deal_is_saved_at_once(upper, competition, sheet):
    record(competition, stories.deal())

    page = save(upper, address("deal", competition, 1), said(tricks=10), follow=True)

    assert notices(page) == ["Deal 1 is now 2♥ by Ada 2., 2 over."]
    assert rows(page)[0] == ["1 N", "Correct deal 1: 2 ♥ N +2", "120", "", "120", "0"]


def test_a_change_of_tricks_on_an_earlier_deal_needs_consent(upper, lower, competition, two_deals):
    page = save(upper, address("deal", competition, 1), said(tricks=9, note="Revoke"), follow=True)

    assert notices(page) == ["The other pair has been asked to accept your change: deal 1, 2♥ by Ada 2., 1 over."]
    assert on_the_sheet()[0] == stories.deal()
    assert "You ask Ada North 1 & Ben South 1 to agree: deal 1 was 2♥ by Ada 2., 1 over." in text(page)
    theirs = text(lower.get(address("match", competition)))
    assert "Your turn" in theirs
    assert "Our total 0 0 Their total 120 150" in theirs

    lower.post(address("correction", competition, DealCorrection.objects.get().pk), {"answer": "agree"})
    row = models.Deal.objects.get(number=1)
    assert (row.tricks, row.note) == (9, "Revoke")


# Inserted deals


def test_an_inserted_deal_needs_consent(upper, lower, competition, two_deals):
    page = upper.post(address("insert-deal", competition, 2), said(declarer="E", tricks=7))
    assert "Deal 2: 2♥ by Ada 1., 1 light. We 50 above." in text(page)
    assert table(page, "Cumulative from deal 2")[2:] == [
        ["2 E", "2 ♥ E 1 light", "not on the score sheet", "110", "0"],
        ["3 S", "2 ♠ N made", "120", "0", "170", "0"],
    ]

    page = save(upper, address("insert-deal", competition, 2), said(declarer="E", tricks=7), follow=True)
    assert notices(page) == ["The other pair has been asked to accept a forgotten deal 2: 2♥ by Ada 1., 1 light."]
    assert "ask you to agree: a forgotten deal 2, 2♥ by " in text(lower.get(address("match", competition)))
    assert len(on_the_sheet()) == 2

    lower.post(address("correction", competition, DealCorrection.objects.get().pk), {"answer": "agree"})
    assert on_the_sheet() == [stories.deal(), stories.deal("2H", 7, "E"), stories.deal("2S")]
    assert "accepted your change to deal 2." in text(upper.get(address("match", competition)))


# Deleted deals


def test_deleting_an_earlier_deal_needs_consent(upper, lower, competition, sheet):
    record(competition, stories.deal(), stories.deal(), stories.deal("2S"))
    look = upper.get(address("delete-deal", competition, 2))
    assert "Deal 2 is on the score sheet: 2♥ by Ada 2., made." in text(look)
    assert table(look, "Cumulative from deal 2")[2:] == [
        ["2 E", "2 ♥ N made", "120", "0", "not on the score sheet"],
        ["2 E", "2 ♠ N made", "180", "0", "120", "0"],
    ]

    page = save(upper, address("delete-deal", competition, 2), follow=True)
    assert notices(page) == ["The other pair has been asked to agree to delete deal 2: 2♥ by Ada 2., made."]

    lower.post(address("correction", competition, DealCorrection.objects.get().pk), {"answer": "agree"})
    assert on_the_sheet() == [stories.deal(), stories.deal("2S")]


def test_the_preview_of_a_deletion_names_the_removed_deals(upper, competition, sheet):
    record(competition, *[DealResult.passed_in()] * 4, stories.deal("1C", 6), DealResult.passed_in())

    page = upper.get(address("delete-deal", competition, 1))

    assert "The match is then over after 4 deals: deal 5 does not count and is deleted." in text(page)
    assert buttons(page)[0] == "Ask the other pair to delete it"


def test_the_last_deal_is_deleted_at_once(upper, competition, sheet):
    record(competition, stories.deal(), stories.deal("3S", 9))

    page = save(upper, address("delete-deal", competition, 2), follow=True)

    assert notices(page) == ["Deal 2 has been deleted: 3♠ by Ada 2., made."]
    assert on_the_sheet() == [stories.deal()]


def test_an_outdated_preview_of_a_deletion_is_refused(upper, competition, sheet):
    record(competition, stories.deal())
    shown = fingerprint_in(upper.get(address("delete-deal", competition, 1)))
    record(competition, stories.deal())

    page = upper.post(address("delete-deal", competition, 1), {"save": shown})

    assert (page.status_code, fault(page)) == (
        BAD,
        "The effect of this change is different now. Check it again, then save.",
    )
    assert "Ask the other pair to delete it" in buttons(page)
    assert len(on_the_sheet()) == 2
