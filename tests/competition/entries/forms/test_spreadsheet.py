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
    for said, comes in [("yes", True), ("Y", True), ("x", True), ("NO", False), ("", False), ("No - sorry", False)]:
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


def test_a_pair_on_two_lines_is_one_pair_with_one_remark():
    head = "player1,player2,club,phone1,phone2\n"
    text = f"{head}Ada Lark,Ben Wren,Hawera,021 111 1111,\nBen WREN,Ada Lark,Waihi,,021 1111111\nCy Owl,Di Moa,,,\n"
    first, other = lines(text)

    assert first.ask == ("Line 2: This pair is on lines 2 and 3. Line 2 was used. Line 3 has another club: Waihi.",)
    assert (first.faults, first.lines, other.ask) == ((), (2, 3), ())
    assert (first.entry.club, first.entry.players[0].phone) == ("Hawera", "021 111 1111")


def test_a_repeated_line_adds_details_missing_from_the_first():
    again = "Ada Lark,Ben Wren,Hawera,ben@example.org\n"
    (line,) = lines(f"player1,player2,club,email2\nAda Lark,Ben Wren,,\n{again}{again}")

    assert line.ask == ("Line 2: This pair is on lines 2, 3 and 4. Line 2 was used.",)
    assert (line.entry.club, line.entry.players[1].email) == ("Hawera", "ben@example.org")


def test_a_pair_of_first_names_with_another_club_is_another_pair():
    preview = read("names,club\nAda & Ben,Hawera\nAda & Ben,Waihi\n", {}, {})

    assert (len(preview.good), len(preview.unanswered)) == (2, 2)


def entered(**details) -> dict[str, Player]:
    pair = Pair(pk=1, number=7, **details)
    players = [
        Player(name="Ada Lark", pair=pair, place=1, phone="021 1111111", email="ada@example.org"),
        Player(name="Ben Wren", pair=pair, place=2),
    ]
    return {player.name.casefold(): player for player in players}


def test_an_entered_pair_needs_no_answer_if_the_list_adds_nothing():
    head = "player1,player2,phone2,club,opening_day\n"
    preview = read(f"{head}Ben Wren,Ada Lark,0211111111,,\n", entered(club="Hawera", attending=True), {})

    assert (len(preview.known), preview.different, preview.entries, preview.faulty) == (1, [], [], [])
    assert (preview.is_done, preview.unchecked) == (True, [])


def test_new_details_of_an_entered_pair_are_offered():
    text = "player1,player2,phone1,phone2,club,opening_day,seed\nBen Wren,Ada Lark,021 3,021 9999999,Hawera BC,no,3\n"
    (line,) = read(text, entered(club="Hawera", attending=True, area="Taranaki"), {}).different
    preview = read(text, entered(club="Hawera", attending=True, area="Taranaki"), {}, checked=[line.mark])

    assert [one.sentence for one in line.known.differences] == [
        "The phone of Ben Wren is 021 3.",
        "The phone of Ada Lark is 021 9999999, and was 021 1111111.",
        "The club is Hawera BC, and was Hawera.",
        "The opening day is no, and was yes.",
        "The seed is 3.",
    ]
    ((known),) = preview.changes
    ada, ben = known.entry.players
    assert (ada.name, ada.phone, ada.email, ben.phone) == ("Ada Lark", "021 9999999", "ada@example.org", "021 3")
    assert (known.entry.club, known.entry.area, known.entry.attending, known.entry.seed) == (
        "Hawera BC",
        "Taranaki",
        False,
        3,
    )


def test_an_unreadable_list_is_refused():
    for text, sentence in [
        ("player1,player2\n , \n", "There are no pairs below the column names. Add the pairs."),
        ("", "There are no pairs below the column names. Add the pairs."),
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
        (3, ("Seed 2 is also on line 2. Use each rank only once.",)),
        (4, ("seed: Give a whole number from 1 to 512.",)),
    ]


def test_a_rejected_line_keeps_its_notes_and_heading():
    text = "player1,player2,notes\nAda Lark,Ben Wren,\nCara Finch,,withdrawn\nReserves,,\nEve Rook,,\n"
    rest = read(text, {}, {}).rest

    assert rest == "player1,player2\nCara Finch, [note: withdrawn]\nEve Rook, [under: Reserves]\n"
    corrected = read(rest.replace("Finch,", "Finch,Dan Owl").replace("Rook,", "Rook,Finn Kite"), {}, {})
    assert [line.ask for line in corrected.lines] == [
        ("Line 2: The list says “withdrawn”. Check that the pair plays.",),
        ("Line 3: It is listed under “Reserves”. Check that the pair plays.",),
    ]


def test_two_players_with_one_name_in_a_pair_raise_a_question():
    text = "J. & J. Lark\nAda Wren & Ben Wren\n"
    preview = read(text, {}, {})
    (question,) = preview.unanswered
    answers = {f"different-{question.key}": "on", f"word-{question.key}": "junior"}
    answered = read(text, {}, {}, about_namesakes=answers)

    assert preview.faulty == []
    assert question.namesake.question == "J. Lark is the name of both players. Are they two different people?"
    assert [player.name for player in answered.entries[0].players] == ["J. Lark", "J. Lark (junior)"]
    assert (answered.unanswered, answered.faulty) == ([], [])


def test_the_word_in_brackets_is_suggested_for_a_namesake():
    (question,) = read("J. Lark & Ben Wren\nJ. Lark (Hawera) & Dan Moa\n", {}, {}).unanswered

    assert (question.namesake.name, question.namesake.suggestion) == ("J. Lark", "Hawera")


def test_a_conditional_answer_raises_a_remark():
    (line,) = lines("player1,player2,Will you attend the opening day?\nAda Lark,Ben Wren,Yes but only Ada")

    assert line.ask == ("Line 2: “Yes but only Ada” was read as yes. Is that right?",)
    assert line.entry.attending


def test_an_entered_pair_listed_as_withdrawn_raises_a_remark():
    text = "player1,player2,notes\nAda Lark,Ben Wren,withdrawn\n"
    preview = read(text, entered(club="Hawera"), {})

    assert [line.ask for line in preview.noted] == [("Line 2: The list says “withdrawn”. Check that the pair plays.",)]


def test_a_pair_of_first_names_with_another_spelling_of_its_club_is_the_same_pair():
    pair = Pair(pk=1, number=7, club="Hawera")
    taken = {name.casefold(): Player(name=name, pair=pair, place=place) for place, name in ((1, "Ada"), (2, "Ben"))}

    assert len(read("names,club\nAda & Ben,Hawera BC\n", taken, {}).different) == 1
    assert read("names,club\nAda & Ben,Waihi\n", taken, {}).known == []
