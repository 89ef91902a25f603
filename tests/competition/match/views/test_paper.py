"""Tests for typing in a score sheet from paper."""

import re
from urllib.parse import unquote

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competition.audit.models import LogEntry
from competition.draw.models.rounds import Meeting
from competition.match.actions import play
from competition.match.actions import seats as seats_actions
from scoring.models import Deal
from scoring.rules.sides import Seat
from tests import stories
from tests.competition.pair_reading import HTMX, address, fault, notices, part, pressed, text

EXAMPLE = ("2hn+1", "3nt e =", "4S E =")


def rows(*deals: str, we=(), they=(), **more) -> dict:
    cells = {"deal": deals, "we": we, "they": they}
    named = {f"{name}-{number}": value for name, column in cells.items() for number, value in enumerate(column, 1)}
    return named | more


def seats(table) -> dict:
    """Return the form data that seats the upper pair North-South, with North as first dealer."""
    north, east = table.pair.players.all()[0], table.opponents.players.all()[0]
    return {"north": north.pk, "east": east.pk, "dealer": north.pk}


def written(competition) -> list:
    return [row.facts() for row in stories.tables(competition, "R1-M1")[0].opened.deals]


def said(response, number: int) -> str:
    return part(response, f"said-{number}")


def test_the_page_has_a_row_for_every_deal(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")

    page = phone(upper.pair).get(address("paper", competition))

    assert page.status_code == 200
    assert "4sn+1 4♠ by North, one overtrick" in text(page)
    assert [f'name="deal-{number}"' in page.content.decode() for number in range(1, 6)] == [True] * 4 + [False]
    assert not Meeting.objects.exists()


def test_checking_shows_points_and_stores_nothing(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")

    page = phone(upper.pair).post(address("paper", competition), rows(*EXAMPLE, check="1"))

    assert page.status_code == 200
    assert said(page, 1) == "2 ♥ N +1 We 90, They 0"
    assert said(page, 3) == "4 ♠ E made We 90, They 920"
    assert "3 deals: We 90, They 920." in part(page, "paper-sum")
    assert not Meeting.objects.exists()


def test_the_east_west_pair_sees_its_own_points_as_we(phone, competition):
    upper, lower = stories.tables(competition, "R1-M1")

    page = phone(lower.pair).post(address("paper", competition), rows("2hn+1", **seats(upper)))

    assert said(page, 1) == "2 ♥ N +1 We 0, They 90"


def test_an_unreadable_row_shows_its_error(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")

    sent = rows("2hn+1", "<script>", we=["90", "abc"], save="1", **seats(upper))
    page = phone(upper.pair).post(address("paper", competition), sent)

    assert page.status_code == 422
    assert said(page, 2).startswith("A deal begins with the level, 1 to 7, as in 4sn+1; p is a deal passed in, not “<s")
    assert (pressed(page)["deal-2"], pressed(page)["we-2"]) == ("<script>", "abc")
    assert not Meeting.objects.exists()


def test_saving_starts_the_sheet_and_records_all_deals(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")

    client = phone(upper.pair)
    sent = rows(*EXAMPLE, save="1", form_key="one", **seats(upper))
    page = client.post(address("paper", competition), sent, follow=True)

    assert notices(page) == ["3 deals are on the score sheet."]
    assert unquote(client.cookies["saved_form"].value) == f"pair {upper.pair.pk} {address('paper', competition)}"
    assert stories.tables(competition, "R1-M1")[0].sheet.scored.total == (90, 920)
    assert LogEntry.objects.filter(event="typed in deals").get().text == "Typed in 3 deals from paper: 1 to 3."


def test_saving_requires_seats_and_a_dealer(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")

    page = phone(upper.pair).post(address("paper", competition), rows(*EXAMPLE, save="1"))

    assert page.status_code == 422
    assert "First dealer: Choose one of the four players." in fault(page)
    assert pressed(page)["deal-3"] == "4S E ="
    assert not Meeting.objects.exists()


def test_saving_without_deals_is_refused(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")

    page = phone(upper.pair).post(address("paper", competition), rows("", " ", save="1"))

    assert (page.status_code, fault(page)) == (422, "Nothing was saved. Type in a deal first.")


def test_the_rows_start_after_the_recorded_deals(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 9))

    at_home = phone(upper.pair)
    page = at_home.get(address("paper", competition))
    at_home.post(address("paper", competition), {"deal-2": "3nt e =", "deal-3": "4se=", "save": "1"})

    assert 'name="deal-1"' not in page.content.decode()
    assert [str(deal.contract) for deal in written(competition)] == ["2H", "3NT", "4S"]


def test_a_recorded_deal_is_not_overwritten(phone, competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    at_home = phone(upper.pair)
    at_home.get(address("paper", competition))
    stories.record(lower, stories.deal("5C", 11))

    page = at_home.post(address("paper", competition), rows(*EXAMPLE, save="1"))

    assert page.status_code == 422
    assert said(page, 1) == "Deal 1 is already on the score sheet, as 5♣ by North, made. Correct it there."
    assert pressed(page)["deal-1"] == "2hn+1"
    assert [str(deal.contract) for deal in written(competition)] == ["5C"]


def test_a_sheet_typed_in_on_two_phones_is_stored_once(phone, competition):
    upper, lower = stories.tables(competition, "R1-M1")
    sent = rows(*EXAMPLE, save="1", **seats(upper))
    one, other = phone(upper.pair), phone(lower.pair)

    answers = [client.post(address("paper", competition), sent).status_code for client in (one, other)]

    assert answers == [302, 302]
    assert len(written(competition)) == 3
    assert LogEntry.objects.filter(event="typed in deals").count() == 1


def test_a_wrong_sum_must_be_corrected_or_accepted(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    at_home, sent = phone(upper.pair), rows(*EXAMPLE, they=["0", "110"], save="1")

    page = at_home.post(address("paper", competition), sent)

    assert page.status_code == 422
    assert said(page, 2).endswith("After deal 2 the paper has They 110, but the deals give 100.")
    assert written(competition) == []
    assert at_home.post(address("paper", competition), sent | {"accept": "on"}).status_code == 302
    assert len(written(competition)) == 3


def test_rows_after_the_end_of_the_match_are_refused(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")

    page = phone(upper.pair).post(address("paper", competition), rows("2hn=", "p", "p", "p", "4se=", save="1"))

    assert page.status_code == 422
    assert said(page, 5).startswith("Deal 5 is one too many.")
    assert (pressed(page)["deal-5"], written(competition)) == ("4se=", [])


def test_rows_above_the_limit_are_refused(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")

    page = phone(upper.pair).post(address("paper", competition), {"deal-100": "p", "deal-101": "p", "save": "1"})

    assert page.status_code == 422
    assert fault(page).startswith("A score sheet has at most 99 rows. You sent 2 more.")


def test_a_tie_adds_two_rows(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")

    page = phone(upper.pair).post(
        address("paper", competition), rows("2hn=", "2he=", "p", "p", check="1", save="1"), headers=HTMX
    )

    assert page.content.decode().strip().startswith('<div id="paper"')
    assert 'name="deal-6"' in page.content.decode()
    assert "Level after 4 deals: play 2 more." in part(page, "paper-sum")
    assert written(competition) == []


def upload(text: str) -> dict:
    return {"file": SimpleUploadedFile("sheet.csv", text.encode()), "upload": "1"}


def test_a_file_fills_the_rows_without_storing_them(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    sheet = "deal,declarer,contract,tricks,honours\n1,N,2H,9,\n2,E,3NT,9,\n3,E,4S,10,EW:100\n4,,Pass,,\n"

    page = phone(upper.pair).post(address("paper", competition), upload(sheet))

    assert page.status_code == 200
    shown = pressed(page)
    assert [shown[f"deal-{number}"] for number in range(1, 5)] == ["2h n +1", "3nt e =", "4s e = h100 e-w", "p"]
    assert written(competition) == []


def test_notes_from_a_file_are_stored_with_the_deals(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    sheet = "deal,declarer,contract,tricks,honours,misdeals,note\n1,N,2H,9,,,\n2,E,3NT,9,,1,Fourteen cards\n"
    client = phone(upper.pair)

    page = client.post(address("paper", competition), upload(sheet))
    assert said(page, 2).endswith("Noted: 1 misdeal before it. Fourteen cards")

    client.post(address("paper", competition), pressed(page) | {"save": "1"})
    rows = Deal.objects.order_by("number").values_list("number", "misdeals", "note")
    assert [*rows] == [(1, 0, ""), (2, 1, "Fourteen cards")]


def test_a_file_with_notes_that_are_too_long_is_refused(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")

    for noted in ("21,", f"1,{'x' * 201}"):
        sheet = f"deal,declarer,contract,tricks,honours,misdeals,note\n1,N,2H,9,,{noted}\n"

        page = phone(upper.pair).post(address("paper", competition), upload(sheet))

        assert page.status_code == 422
        assert fault(page).endswith("Line 2: a deal can have at most 20 misdeals and a note of 200 characters.")


def test_hidden_notes_above_the_limit_are_cut_off(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    sent = rows("2hn+1", save="1") | {"misdeals-1": "99999", "note-1": "x" * 300}

    phone(upper.pair).post(address("paper", competition), sent)

    row = Deal.objects.get()
    assert (row.misdeals, row.note) == (0, "x" * 200)


def test_a_file_does_not_replace_typed_rows(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    sheet = "deal,declarer,contract,tricks,honours\n1,N,2H,9,\n2,E,3NT,9,\n"

    page = phone(upper.pair).post(address("paper", competition), rows("5c s =") | upload(sheet))

    assert (pressed(page)["deal-1"], pressed(page)["deal-2"]) == ("5c s =", "3nt e =")
    assert fault(page).endswith("The file has another score for deal 1. The score that you typed was kept.")


def test_an_invalid_file_is_refused(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")

    for sheet, sentence in (
        ("deal,declarer,contract,tricks,honours\n1,N,2H,14,\n", "Line 2: A side wins 0 to 13 tricks, not 14."),
        ("deal,dealer\n", "Line 1: The column “declarer” is missing."),
        ("x" * 100_001, "The file is too large for a score sheet. Choose another file."),
        ("", "The submitted file is empty."),
    ):
        page = phone(upper.pair).post(address("paper", competition), rows("", "5c s =") | upload(sheet))

        assert page.status_code == 422
        assert fault(page).removeprefix("Score sheet as a file (CSV): ").startswith(sentence)
        assert pressed(page)["deal-2"] == "5c s ="


def test_deals_typed_in_after_a_report_are_refused(phone, competition):
    upper, _ = stories.tables(competition, "R1-M1")
    play.submit_totals(upper, ours=90, theirs=0)
    at_home = phone(upper.pair)

    sent = at_home.post(address("paper", competition), rows(*EXAMPLE, save="1"))

    assert at_home.get(address("paper", competition)).url == address("match", competition)
    assert "Nothing was saved." in text(sent)
    assert (sent.status_code, "saved_form" in sent.cookies) == (422, False)


def test_more_rows_take_no_more_queries(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    at_home, counts = phone(upper.pair), []
    # The first request fills the caches, so do not count its queries.
    at_home.get(address("paper", competition))

    for deals in (["p"], ["p"] * 4):
        with CaptureQueriesContext(connection) as queries:
            at_home.post(address("paper", competition), rows(*deals, check="1"))
        counts.append(len(queries))

    assert counts[0] == counts[1]


def other_way_round(competition):
    """Start the score sheet, or correct it, with the upper pair East-West and East as first dealer."""
    upper, lower = stories.tables(competition, "R1-M1")
    if upper.sheet:
        stories.change_seats(upper, first_dealer=Seat.E)
        return
    (east, west), (north, south) = upper.pair.present, lower.pair.present
    sitting = {Seat.N: north, Seat.E: east, Seat.S: south, Seat.W: west}
    seats_actions.open_sheet(stories.tables(competition, "R1-M1")[0], seats=sitting, first_dealer=Seat.E)


def test_rows_for_a_replaced_score_sheet_need_confirmation(phone, competition):
    _, lower = stories.open_sheet(competition, "R1-M1")
    device, page = phone(lower.pair), address("paper", competition)
    sheet = re.search(r'name="sheet" value="([\d-]+)"', device.get(page).content.decode())[1]
    other_way_round(competition)

    asked = device.post(page, rows(*EXAMPLE, sheet=sheet, save="1"))

    assert (asked.status_code, written(competition)) == (422, [])
    assert f"{lower.pair.present[0]} sits North" in text(asked)
    assert 'value="2hn+1"' in asked.content.decode()
    now = re.search(r'name="sheet" value="([\d-]+)"', asked.content.decode())[1]
    assert device.post(page, rows(*EXAMPLE, sheet=now, save="1")).status_code == 302
    assert len(written(competition)) == 3


def test_rows_with_outdated_seats_need_confirmation(phone, competition):
    upper, lower = stories.tables(competition, "R1-M1")
    taken = seats(upper)
    other_way_round(competition)

    asked = phone(lower.pair).post(address("paper", competition), rows(*EXAMPLE, save="1", **taken))

    assert (asked.status_code, written(competition)) == (422, [])
