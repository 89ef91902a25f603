"""Tests for reading score pads of the other games from CSV."""

import pytest
from hypothesis import given, settings, strategies

from scoring.pads.papers import PadGame
from scoring.presenters.csv_pads import read
from scoring.presenters.csv_rows import SheetFault
from scoring.rules.sides import Seat
from tests.scoring.pads.notation import chicago, duplicate, nullos, rubbers, singles

SHEET = "deal,declarer,contract,tricks,honours"
HEADERS = {
    PadGame.RUBBER: SHEET,
    PadGame.CHICAGO: SHEET,
    PadGame.DUPLICATE: "deal,declarer,contract,tricks,vulnerable",
    PadGame.SINGLES: "rubber,deal,declarer,contract,tricks",
    PadGame.NULLOS: "deal,declarer,contract,tricks",
}


def pad(game: PadGame, *rows: str, first_dealer: Seat | None = None):
    return read(game, "\n".join([HEADERS[game], *rows]).encode(), first_dealer)


def fault(game: PadGame, *rows: str) -> tuple[int, str]:
    """Return the line and the message of the fault in a file with these rows."""
    with pytest.raises(SheetFault) as found:
        pad(game, *rows)
    return found.value.line, str(found.value)


def test_rubbers_are_read_from_a_score_sheet():
    assert pad(PadGame.RUBBER, "1,N,2H,9,", "2,,Pass,,", "3,E,4S,10,EW:100") == rubbers(
        "N 2H 9", "pass", "E 4S 10 EW:100"
    )


def test_rubbers_have_any_number_of_deals():
    rows = [f"{number},,Pass,," for number in range(1, 101)]

    assert pad(PadGame.RUBBER, *rows).next.number == 101


def test_chicago_is_read_from_a_score_sheet():
    assert pad(PadGame.CHICAGO, "1,N,2H,9,", "2,E,3NT,9,EW:150") == chicago("N 2H 9", "E 3NT 9 EW:150")


def test_the_first_dealer_comes_from_the_option_the_first_row_or_north():
    for game in [PadGame.RUBBER, PadGame.CHICAGO]:
        with_dealer = f"dealer,{SHEET}\nW,1,N,2H,9,\n".encode()

        assert [
            read(game, with_dealer).first_dealer,
            pad(game, "1,N,2H,9,", first_dealer=Seat.S).first_dealer,
            pad(game, first_dealer=Seat.E).first_dealer,
            pad(game, "1,N,2H,9,").first_dealer,
        ] == [Seat.W, Seat.S, Seat.E, Seat.N]


def test_chicago_reports_a_passed_in_deal_before_later_faults():
    assert fault(PadGame.CHICAGO, "1,N,2H,9,", "2,,Pass,,", "3,N,8H,9,") == (
        3,
        "In Chicago a passed-in deal has no number. East deals deal 2 again.",
    )


def test_duplicate_deals_are_read_with_their_vulnerability():
    rows = ("1,N,3NT,9,ns", "2,E,4S,10,", "3,,Pass,,both", "4,S,1C,7,None", "5,W,1NTX,6,EW")

    assert pad(PadGame.DUPLICATE, *rows) == duplicate(
        "N 3NT 9 ns", "E 4S 10", "pass both", "S 1C 7 none", "W 1NTX 6 ew"
    )


def test_singles_files_are_read_rubber_by_rubber():
    rows = ("1,1,S,3NT,9", "1,2,,Pass,", "1,3,a,4S,10", "2,1,C,1NT,7")

    assert pad(PadGame.SINGLES, *rows) == singles("S 3NT 9", "pass", "A 4S 10", "C 1NT 7")


def test_nullos_contracts_are_read():
    assert pad(PadGame.NULLOS, "1,D,1N0,6", "2,o,2n0x,5", "3,O,1N,7", "4,,Pass,") == nullos(
        "D 1N0 6", "O 2N0X 5", "O 1NT 7", "pass"
    )


def test_a_file_without_deals_is_an_empty_pad():
    for game in PadGame:
        assert pad(game).lines == (), game


def test_notes_do_not_affect_the_score():
    for game in PadGame:
        with_note = f"{HEADERS[game]},note\n".encode()

        assert read(game, with_note) == pad(game), game


def test_a_missing_column_is_named():
    for game in PadGame:
        first, *rest = HEADERS[game].split(",")
        with pytest.raises(SheetFault) as found:
            read(game, ",".join(rest).encode())

        assert found.value.line == 1, game
        assert (
            str(found.value) == f"The column “{first}” is missing. The file needs {HEADERS[game].replace(',', ', ')}."
        ), game


def test_a_faulty_duplicate_deal_is_reported_with_its_line():
    for row, sentence in [
        ("3,N,2H,9,", "Deal 2 belongs in this row, not deal 3. A deal is missing or out of order."),
        ("2,Q,2H,9,", "“Q” is not a seat: the declarer is N, E, S or W."),
        ("2,N,2H,9,all", "“all” is not a vulnerability. Write none, ns, ew or both, or leave the cell empty."),
        ("2,N,8H,9,", "A contract is at level 1 to 7, not 8."),
    ]:
        assert fault(PadGame.DUPLICATE, "1,,Pass,,", row) == (3, sentence), row


def test_a_faulty_deal_of_singles_is_reported_with_its_line():
    for row, sentence in [
        ("1,2,N,2H,9", "“N” is not a player: the declarer is S, A, B or C."),
        ("1,3,S,2H,9", "Deal 2 belongs in this row, not deal 3. A deal is missing or out of order."),
        ("2,1,S,2H,9", "Rubber 1 is not over. Its deal 2 belongs in this row."),
        ("3,1,S,2H,9", "Rubber 1 belongs in this row, not rubber 3. A rubber is missing or out of order."),
        ("0,2,S,2H,9", "Rubber 1 belongs in this row. Rubber 0 is written twice or out of order."),
        (",2,S,2H,9", "The rubber column is empty. Fill it in."),
        ("1,2,,2H,9", "Choose the declarer."),
    ]:
        assert fault(PadGame.SINGLES, "1,1,S,3NT,9", row) == (3, sentence), row


def test_a_row_after_the_second_game_is_refused():
    assert fault(PadGame.SINGLES, "1,1,S,3NT,9", "1,2,S,3NT,9", "1,3,S,3NT,9") == (
        4,
        "Rubber 1 ended with its deal 2. Rubber 2 belongs in this row.",
    )


def test_a_faulty_deal_of_nullos_is_reported_with_its_line():
    for row, sentence in [
        ("2,N,2H,9", "“N” is not a player: the declarer is D, who dealt first, or O."),
        ("2,D,8N0,9", "A contract is at level 1 to 7, not 8."),
        ("1,D,1N0,9", "Deal 2 belongs in this row. Deal 1 is written twice or out of order."),
        (
            "2,D,1Z,9",
            "“1Z” is not a contract: write the level, then C, D, N0 for nullos, H, S or NT, "
            "then X if doubled or XX if redoubled, as in 3N0X.",
        ),
    ]:
        assert fault(PadGame.NULLOS, "1,,Pass,", row) == (3, sentence), row


SCRAPS = (
    "1",
    "2",
    "3",
    "N",
    "D",
    "S",
    "O",
    "3NT",
    "1N0",
    "7HXX",
    "Pass",
    "9",
    "14",
    "ns",
    "NS:100",
    "",
    ",",
    "\n",
    '"',
)


def named_line(game: PadGame, text: str) -> int | None:
    """Return the line of the first fault in a file, or None if the file is valid."""
    try:
        read(game, text.encode("utf-8", "surrogatepass"))
    except SheetFault as found:
        return found.line
    return None


@settings(max_examples=30, derandomize=True)
@given(
    strategies.sampled_from(PadGame),
    strategies.lists(strategies.sampled_from(SCRAPS) | strategies.text(max_size=2), max_size=14),
)
def test_any_file_is_either_read_or_its_faulty_line_is_reported(game, scraps):
    text = f"{HEADERS[game]}\n{','.join(scraps)}"

    assert named_line(game, text) in {None, *range(1, len(text))}
