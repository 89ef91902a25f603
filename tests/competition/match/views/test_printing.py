"""Tests for printed score sheets."""

import html
import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competition.contest.models import Organiser
from competition.match.actions import play
from scoring.rules.deal import Honours
from scoring.rules.sides import NS
from tests import stories
from tests.competition.pair_reading import address, text, words

pytestmark = pytest.mark.published(4, deals=3)
MISSING = 404


@pytest.fixture
def tables(competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, replace(stories.deal("2H", 9), honours=Honours(NS, 100)), stories.deal("3NT", 9, "E"))
    return upper, lower


def cells(response) -> list[list[str]]:
    """Return the cells for the deals and for the sums below them."""
    page = html.unescape(response.content.decode()).partition('class="deals"')[2].partition("</table>")[0]
    rows = re.findall(r"<tr.*?</tr>", page.partition("<tbody>")[2], re.DOTALL)
    return [[words(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows]


def columns(response) -> list[str]:
    return re.findall(r'<th scope="col">(\w.*?)</th>', response.content.decode().partition("<tbody>")[0])


def written(response) -> dict[str, str]:
    """Return the text for each label on the sheet, such as players, seats and signatures."""
    pairs = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", html.unescape(response.content.decode()))
    return dict(pairs)


def test_the_sheet_is_printed_from_the_readers_side(phone, competition, tables):
    upper, lower = tables

    page = phone(lower.pair).get(address("print", competition))

    assert columns(page) == ["We", "They", "We", "They"]
    assert cells(page) == [
        ["1", "N", "2 ♥ N +1 h100 They", "", "190", "0", "190"],
        ["2", "E", "3 NT E made", "100", "", "100", "190"],
        ["3", "S", "", "", "", "", ""],
        ["Law 80, unfinished rubber, if play stopped now", "300", "0"],
        ["Points so far", "100", "190"],
    ]
    names = written(page)
    assert (names["We"], names["They"]) == (lower.pair.name, upper.pair.name)
    first = [table.pair.players.all()[0].name for table in tables]
    assert [names["North, They"], names["East, We"]] == first
    assert (names["Signed, We"], names["Date played"]) == ("", "")


def test_the_public_sheet_is_printed_with_sides_named_by_seats(client, competition, tables):
    page = client.get(reverse("public:match-print", args=[competition.slug, "R1-M1"]))

    assert columns(page) == ["N-S", "E-W", "N-S", "E-W"]
    assert cells(page)[0] == ["1", "N", "2 ♥ N +1 h100 N-S", "190", "", "190", "0"]
    assert "Deal 2 of 3 done: " in text(page)


def test_a_blank_sheet_has_four_lines_for_tie_breaks(phone, competition):
    upper, lower = stories.tables(competition, "R1-M1")

    page = phone(upper.pair).get(address("print-blank", competition))

    rows = cells(page)
    assert [row[0] for row in rows] == [
        *("1", "2", "3", "Law 80, unfinished rubber", "Total after 3 deals"),
        *("Only if the totals are level", "4", "5", "6", "7", "Law 80, unfinished rubber", "Total"),
    ]
    assert {cell for row in rows for cell in row[1:]} == {""}
    names = written(page)
    assert names["Winners and margin"] == ""
    assert (names["We"], names["They"], names["North"]) == (upper.pair.name, lower.pair.name, "")


def test_a_blank_sheet_has_only_complete_tie_breaks(client):
    competition = stories.published(2, deals=2, extra_deals=3)
    client.force_login(competition.organisers.first())

    rows = cells(client.get(reverse("desk:print-blank", args=[competition.slug, "R1-M1"])))

    assert [row[0] for row in rows if row[0].isdigit()] == [str(number) for number in range(1, 2 + 6 + 1)]


def test_a_blank_sheet_names_the_organiser_to_phone(phone, competition):
    Organiser.objects.filter(competition=competition).update(name="Winifred Tansley", phone="07 555 0100")

    page = phone(stories.tables(competition, "R1-M1")[0].pair).get(address("print-blank", competition))

    assert "Organiser: Winifred Tansley, 07 555 0100" in text(page)


def test_a_match_without_a_sheet_prints_a_blank_one(phone, client, competition):
    upper, _ = stories.tables(competition, "R1-M1")

    assert phone(upper.pair).get(address("print", competition)).url == address("print-blank", competition)
    assert client.get(reverse("public:match-print", args=[competition.slug, "R1-M1"])).status_code == MISSING
    assert client.get(reverse("public:match-print", args=[competition.slug, "R9-M1"])).status_code == MISSING


def test_the_printed_sheet_says_who_won_each_rubber(phone, client):
    competition = stories.published(2, deals=4)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("4S", 10), stories.deal("3NT", 9), stories.deal("4S", 10, "E"))

    assert "Rubber 1: They won by 920. If the totals" in text(phone(lower.pair).get(address("print", competition)))
    everybodys = client.get(reverse("public:match-print", args=[competition.slug, "R1-M1"]))
    assert "Rubber 1: N-S won by 920. If the totals" in text(everybodys)


def test_the_printed_sheet_shows_the_tie_break(phone):
    competition = stories.published(2, deals=2, tie_break="fresh")
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal(), stories.deal(declarer="E"), stories.deal(), stories.deal())

    rows = cells(phone(upper.pair).get(address("print", competition)))

    assert [row[0] for row in rows][2:] == [
        "Tie-break",
        "3",
        "4",
        "Unfinished rubber before the tie-break",
        "Law 80, unfinished rubber",
        "Total",
    ]
    assert rows[-1] == ["Total", "480", "60"]


def test_the_printed_sheet_ends_with_result_and_conditions(client, phone, competition, tables):
    play.concede(stories.tables(competition, "R1-M1")[1])

    page = text(client.get(reverse("public:match-print", args=[competition.slug, "R1-M1"])))

    assert f"{tables[1].pair} conceded to {tables[0].pair}, 190 to 400." in page
    assert f"Conceded by {tables[1].pair} after 2 deals, " in page
    assert "If the totals are level, the pairs play 2 more deals, and repeat until the totals differ." in page
    assert "The result does not come from this score sheet." not in page


def test_the_printed_sheet_marks_totals_from_another_source(client, competition, tables):
    play.submit_totals(stories.tables(competition, "R1-M1")[0], ours=1000, theirs=900)
    play.confirm(stories.tables(competition, "R1-M1")[1], outcome=1)

    page = text(client.get(reverse("public:match-print", args=[competition.slug, "R1-M1"])))

    assert "The result does not come from this score sheet." in page


def test_the_organiser_prints_a_blank_sheet_of_any_match(client, competition):
    code = "R2-M1"
    client.force_login(competition.organisers.first())
    blank = reverse("desk:print-blank", args=[competition.slug, code])

    page = client.get(blank)

    state = stories.now(competition).matches[code]
    assert f"{state.sides[0].text} v {state.sides[1].text}" in text(page)
    assert written(page)["We"] == ""
    assert blank in client.get(reverse("desk:match", args=[competition.slug, code])).content.decode()
    assert client.get(reverse("desk:print-blank", args=[competition.slug, "R7-M1"])).status_code == MISSING


def test_the_match_page_links_to_the_printed_sheet(phone, client, competition, tables):
    own = phone(tables[0].pair).get(address("match", competition)).content.decode()
    assert address("print", competition) in own
    assert address("print-blank", competition) in own

    everybodys = client.get(reverse("public:match", args=[competition.slug, "R1-M1"])).content.decode()
    assert reverse("public:match-print", args=[competition.slug, "R1-M1"]) in everybodys


def asked(client, page: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page).status_code == 200
    return len(queries)


def counts(phone, pairs: int, deals: int) -> list[int]:
    competition = stories.published(pairs)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *[stories.deal()] * deals)
    client = phone(upper.pair)
    return [asked(client, address(name, competition)) for name in ("print", "print-blank")]


def test_printing_takes_a_fixed_number_of_queries(phone):
    assert counts(phone, 4, 3) == counts(phone, 8, 12)
