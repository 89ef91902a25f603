import pytest

from competition.entries.forms.spreadsheet import read
from competition.entries.models import Pair, Player
from scoring.rules.refusal import Refused

HEAD = "player1,player2,email1,opening_day\n"


def lines(text: str, taken=None):
    return read(text, taken or {}, {}).lines


def faults(text: str, taken=None) -> list[tuple[int, tuple[str, ...]]]:
    return [(line.number, line.faults) for line in read(text, taken or {}, {}).faulty]


def refusal(text: str) -> str:
    with pytest.raises(Refused) as fault:
        read(text, {}, {})
    return str(fault.value)


def test_empty_columns_are_skipped():
    (line,) = lines("club,,player2,player1,\nHarbour,,Ben Wren,Ada Lark,")

    assert (line.entry.club, line.entry.players[0].name) == ("Harbour", "Ada Lark")


def test_opening_day_column_accepts_yes_or_no():
    for said, comes in [("yes", True), ("Y", True), ("x", True), ("NO", False), ("", False)]:
        (line,) = lines(f"{HEAD}Ada Lark,Ben Wren,,{said}")

        assert line.entry.attending is comes, said


def test_line_numbers_match_the_spreadsheet():
    assert faults(f"{HEAD}\r\nAda Lark,Ben Wren\r\n\r\n,Dan Heron\r\n") == [
        (5, ("player1: Give the names of both players.",))
    ]


def test_a_faulty_line_has_a_message():
    for line, fault in [
        ("Ada Lark", "player2: Give the names of both players."),
        ("Ada Lark,Ben Wren,nowhere", "email1: This is not an email address. It looks like name@example.org."),
        ("Ada Lark,Ben Wren,,perhaps", "opening_day: write yes or no, not “perhaps”."),
        ("Ada Lark,Ben Wren,,,,,more", "It has 7 cells, but the first line names 4 columns. Correct the line."),
        (f"Ada Lark,{'B' * 81}", "player2: Ensure this value has at most 80 characters (it has 81)."),
        ('"' + "A" * 200_000, "A quotation mark is left open on this line. Close it or delete it."),
    ]:
        assert faults(HEAD + line) == [(2, (fault,))], line


def test_all_errors_of_a_line_are_reported():
    ((number, found),) = faults(HEAD + ",,nowhere,perhaps")

    assert (number, [fault.partition(":")[0] for fault in found]) == (
        2,
        ["opening_day", "player1", "email1", "player2"],
    )


def test_a_pair_on_two_lines_is_an_error():
    [(line, found)] = faults(f"{HEAD}Ada Lark,Ben Wren\nAda Lark,BEN  WREN")

    assert line == 3
    assert found == (
        "Ada Lark is also on line 2. A player can be in one pair only.",
        "BEN WREN is also on line 2. A player can be in one pair only.",
    )


def test_a_pair_entered_already_is_reported_with_its_number():
    pair = Pair(pk=1, number=7)
    taken = {name.casefold(): Player(name=name, pair=pair) for name in ("Ada Lark", "Ben Wren")}

    assert faults(f"{HEAD}Ben Wren,Ada Lark", taken) == [
        (2, ("This pair is already entered as pair 7. Correct the names, or leave the pair out.",))
    ]


def test_an_unreadable_list_is_refused():
    for text, sentence in [
        ("player1,player2\n , \n", "There are no pairs under the names of the columns. Add the pairs."),
        ("", "There are no pairs under the names of the columns. Add the pairs."),
        ("1" + "\t1" * 60, "This list has 61 columns. Paste only those about the pairs, at most 60."),
        ("x" * 1_000_001, "This list is too long. A draw can have at most 512 pairs."),
        (HEAD + "A,B\n" * 513, "The list has 513 pairs. A draw can have at most 512."),
    ]:
        assert refusal(text) == sentence, text


def test_seed_and_bye_have_their_own_columns():
    (line,) = lines("player1,player2,seed,given bye\nAda Lark,Ben Wren,2,yes")

    assert (line.entry.seed, line.entry.given_bye) == (2, True)


def test_a_repeated_or_zero_seed_is_an_error():
    assert faults("player1,player2,seed\nAda Lark,Ben Wren,2\nCy Finch,Di Heron,2\nEd Swift,Flo Tern,0") == [
        (3, ("Seed 2 is also on line 2. Give each rank once.",)),
        (4, ("seed: Give a whole number from 1 to 512.",)),
    ]


def test_a_rejected_line_keeps_what_the_list_says_of_it():
    text = "player1,player2,notes\nAda Lark,Ben Wren,\nCara Finch,,withdrawn\nReserves,,\nEve Rook,,\n"
    rest = read(text, {}, {}).rest

    assert rest == "player1,player2\nCara Finch, [note: withdrawn]\nEve Rook, [under: Reserves]\n"
    corrected = read(rest.replace("Finch,", "Finch,Dan Owl").replace("Rook,", "Rook,Finn Kite"), {}, {})
    assert [line.ask for line in corrected.lines] == [
        ("Line 2: The list says “withdrawn”. Check that the pair plays.",),
        ("Line 3: It is listed under “Reserves”. Check that the pair plays.",),
    ]


def test_two_players_of_one_name_in_a_pair_are_a_question():
    text = "J. & J. Lark\nAda Wren & Ben Wren\n"
    preview = read(text, {}, {})
    (question,) = preview.unanswered
    answers = {f"different-{question.key}": "on", f"word-{question.key}": "junior"}
    answered = read(text, {}, {}, said=answers)

    assert preview.faulty == []
    assert question.namesake.question == "J. Lark is the name of both players. Are they two different people?"
    assert [player.name for player in answered.entries[0].players] == ["J. Lark", "J. Lark (junior)"]
    assert (answered.unanswered, answered.faulty) == ([], [])


def test_the_word_in_brackets_is_suggested_for_a_namesake():
    (question,) = read("J. Lark & Ben Wren\nJ. Lark (Hawera) & Dan Moa\n", {}, {}).unanswered

    assert (question.namesake.name, question.namesake.suggestion) == ("J. Lark", "Hawera")
