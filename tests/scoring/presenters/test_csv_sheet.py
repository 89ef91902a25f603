"""Tests for reading and writing score sheets as CSV files."""

import pytest
from hypothesis import given, settings, strategies

from scoring.presenters.csv_sheet import CsvRow, SheetFault, parse, read, write
from scoring.rules.conditions import ScoringConditions
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import DealResult, Honours
from scoring.rules.sides import Seat, Side
from scoring.rules.text import visible
from tests.scoring.rules.notation import deal

HEADER = "deal,declarer,contract,tricks,honours"
LEAFLET = f"{HEADER}\n1,N,2H,9,\n2,E,3NT,9,\n3,E,4S,10,EW:100\n4,,Pass,,\n"
LEAFLET_DEALS = [deal("N 2H 9"), deal("E 3NT 9"), deal("E 4S 10 EW:100"), deal("pass")]


def deals(text: str, encoding: str = "utf-8") -> list[DealResult]:
    return [row.deal for row in parse(text.encode(encoding))]


def fault(text: str | bytes, *, first_dealer: Seat | None = None, **conditions) -> tuple[int, str]:
    """Return the line and the message of the fault in a file."""
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(SheetFault) as found:
        read(data, ScoringConditions(**conditions), first_dealer)
    return found.value.line, str(found.value)


def test_a_sheet_is_read_row_by_row():
    assert parse(LEAFLET.encode()) == [
        CsvRow(1, Seat.N, LEAFLET_DEALS[0], line=2),
        CsvRow(2, Seat.E, LEAFLET_DEALS[1], line=3),
        CsvRow(3, Seat.S, LEAFLET_DEALS[2], line=4),
        CsvRow(4, Seat.W, LEAFLET_DEALS[3], line=5),
    ]


def test_a_sheet_is_read_from_any_common_csv_dialect():
    for text in [
        LEAFLET.lower(),
        LEAFLET.replace("\n", "\r\n"),
        LEAFLET.replace("\n", "\r"),
        LEAFLET.replace(",", ";"),
        LEAFLET.replace(",", "\t"),
        LEAFLET.replace(",", " , "),
        LEAFLET.rstrip("\n"),
        LEAFLET + "\n\n,,,,\n",
        LEAFLET.replace("3NT", '"3N"'),
        LEAFLET.replace(",\n", "\n"),
    ]:
        assert deals(text) == LEAFLET_DEALS, text


def test_a_byte_order_mark_is_ignored():
    assert deals(LEAFLET, "utf-8-sig") == LEAFLET_DEALS


def test_columns_may_be_in_any_order():
    assert deals("honours,tricks,contract,declarer,deal\nNS:150,9,3NT,S,1\n") == [deal("S 3NT 9 NS:150")]


def test_a_sheet_without_deals_is_an_unstarted_match():
    assert read(f"{HEADER}\n".encode(), ScoringConditions(), Seat.W).next_dealer == Seat.W


def test_misdeals_and_notes_are_read_but_do_not_score():
    text = f"{HEADER},misdeals,note\n1,N,2H,9,,2,thrown in twice\n2,E,3NT,9,,,\n"
    first, second = parse(text.encode())

    assert (first.misdeals, first.note, second.misdeals, second.note) == (2, "thrown in twice", 0, "")
    assert (second.number, second.dealer) == (2, Seat.E)
    assert read(text.encode(), ScoringConditions()).total == (90, 100 + 300)


def test_the_given_dealer_takes_precedence_over_the_file():
    text = f"{HEADER}\n1,N,2H,9,\n".encode()

    assert read(text, ScoringConditions(), Seat.S).first_dealer == Seat.S
    assert read(text, ScoringConditions()).first_dealer == Seat.N


def test_the_dealer_in_the_first_row_is_the_first_dealer():
    text = f"dealer,{HEADER}\nw,1,N,2H,9,\n,2,,Pass,,\ne,3,,pass,,\n"

    assert [row.dealer for row in parse(text.encode())] == [Seat.W, Seat.N, Seat.E]


NEEDED = "deal, declarer, contract, tricks, honours"
KNOWN = f"The columns are {NEEDED} and, if you like, dealer, misdeals, note."


def test_an_unusable_header_is_explained():
    for header, sentence in [
        ("", f"The column “deal” is missing. The file needs {NEEDED}."),
        ("deal,declarer,contract,tricks", f"The column “honours” is missing. The file needs {NEEDED}."),
        (f"{HEADER},score", f"The column “score” is not known. {KNOWN}"),
        (HEADER.replace(",", "|"), f"The column “deal|declarer|contra…” is not known. {KNOWN}"),
        (f"{HEADER},deal", "The header names the column “deal” twice. Delete one."),
    ]:
        assert fault(header) == (1, sentence), header


def test_a_faulty_row_is_reported_with_its_line():
    for row, sentence in [
        ("3,N,2H,9,", "Deal 2 belongs in this row, not deal 3. A deal is missing or out of order."),
        ("1,N,2H,9,", "Deal 2 belongs in this row. Deal 1 is written twice or out of order."),
        ("two,N,2H,9,", "“two” in the deal column is not a whole number. Correct it."),
        (",N,2H,9,", "The deal column is empty. Fill it in."),
        ("2,Q,2H,9,", "“Q” is not a seat: the declarer is N, E, S or W."),
        ("2,,2H,9,", "Choose the declarer."),
        ("2,N,,9,", "There is no contract. Write one, such as 3NT, or Pass."),
        ("2,N,8H,9,", "A contract is at level 1 to 7, not 8."),
        ("2,N,2H,14,", "A side wins 0 to 13 tricks, not 14."),
        ("2,N,2H,,", "Enter the number of tricks that declarer’s side won."),
        ("2,N,2H,-1,", "“-1” in the tricks column is not a whole number. Correct it."),
        ("2,N,2H,٩,", "“٩” in the tricks column is not a whole number. Correct it."),
        ("2,N,Pass,,", "A deal with a declarer needs a contract. A passed-in deal has no declarer."),
        ("2,,Pass,0,", "A deal with tricks needs a contract. A passed-in deal has no tricks."),
        ("2,,Pass,,NS:100", "A passed-in deal has no honours. Leave them out."),
        ("2,N,2H,9,NS:90", "Honours are worth 100 or 150 points, not 90."),
        ("2,N,2H,9,NS", "“NS” is not an award of honours: write NS:100, NS:150, EW:100 or EW:150."),
        ("2,N,2H,9,100", "“100” is not an award of honours: write NS:100, NS:150, EW:100 or EW:150."),
        ("2,N,3NT,9,NS:100", "Honours at no-trump are four aces in one hand, 150 points. 100 is impossible."),
        ("2,N,2H,9,,5", "This row has more cells than the header. Delete the extra cells."),
        ('2,N,"2H,9,', "A quotation mark is missing or out of place. Correct the row."),
    ]:
        assert fault(f"{HEADER}\n1,,Pass,,\n{row}\n3,,Pass,,\n") == (3, sentence), row


def test_lines_are_counted_as_in_a_text_editor():
    noted = '1,,Pass,,,"cut\nagain"'

    assert fault(f"{HEADER},note\r\n{noted}\r\n\r\n2,N,8H,9,,\r\n") == (5, "A contract is at level 1 to 7, not 8.")


def test_a_wrong_dealer_is_reported_with_the_right_one():
    text = f"dealer,{HEADER}\nS,1,,Pass,,\nN,2,,Pass,,\n"

    assert fault(text) == (3, "The dealer of deal 2 is W, not N.")
    assert fault(text, first_dealer=Seat.E) == (2, "The dealer of deal 1 is E, not S.")


def test_a_row_after_the_end_is_reported_with_its_line():
    text = f"{HEADER}\n1,N,2H,8,\n2,,Pass,,\n3,,Pass,,\n4,,Pass,,\n"

    assert fault(text, deals=2) == (4, "Deal 3 is one too many. The match was decided by deal 2.")


def test_reading_stops_after_the_end_of_the_match():
    rows = "".join(f"{number},N,2H,8,\n" for number in range(1, 10_001))

    assert fault(f"{HEADER}\n{rows}10001,N,9H,8,\n")[0] == 32


def test_a_file_in_another_encoding_is_refused():
    for data, line in [
        (b"\x89PNG\r\n\x1a\n\x00\x00", 1),
        (LEAFLET.encode("utf-16"), 1),
        (f"{HEADER},note\n1,,Pass,,,caf\xe9\n".encode("latin-1"), 2),
    ]:
        assert fault(data) == (line, "This is not text in UTF-8. Save the file in UTF-8."), data


def test_a_binary_file_is_refused():
    assert fault(HEADER.encode() + b"\n1\0") == (2, "This is not text. Choose a CSV file.")


@strategies.composite
def rows(draw):
    """Draw the rows of a file as the database returns them."""
    first_dealer = draw(strategies.sampled_from(Seat))
    written = draw(
        strategies.lists(
            strategies.tuples(_deals(), strategies.integers(0, 3), strategies.text(_PRINTED, max_size=8)), max_size=6
        )
    )
    return [
        CsvRow(number, first_dealer.after(number - 1), played, misdeals, visible(note).strip())
        for number, (played, misdeals, note) in enumerate(written, start=1)
    ]


_PRINTED = strategies.characters(codec="utf-8", exclude_categories=["Cc", "Zs", "Zl", "Zp"]) | strategies.sampled_from(
    " =+-@',;\""
)


def _deals():
    contracts = strategies.builds(
        Contract, strategies.integers(1, 7), strategies.sampled_from(Denomination), strategies.sampled_from(Doubling)
    )
    honours = strategies.none() | strategies.builds(Honours, strategies.sampled_from(Side), strategies.just(150))
    played = strategies.builds(
        DealResult, strategies.sampled_from(Seat), contracts, strategies.integers(0, 13), honours
    )
    return strategies.just(DealResult.passed_in()) | played


@settings(max_examples=20, derandomize=True)
@given(rows())
def test_written_rows_are_read_back(written):
    again = parse(write(written).encode())

    assert [row._replace(line=0) for row in again] == written


def test_a_sheet_is_written_in_the_documented_format():
    written = [CsvRow(1, Seat.E, deal("N 3NTX 10 EW:150"), 1, "=1+1"), CsvRow(2, Seat.S, deal("pass"))]

    assert write(written) == (
        "deal,declarer,contract,tricks,honours,dealer,misdeals,note\r\n"
        "1,N,3NTX,10,EW:150,E,1,'=1+1\r\n2,,Pass,,,S,,\r\n"
    )
