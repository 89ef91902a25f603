from competition.entries.rules.directory import Directory, Known, alike_places, alike_players
from tests.competition.transfer.rules.test_reading import PAIRS


def test_two_spellings_of_one_player_are_found():
    for one, other in [
        ("Ada Larke", "Ada Lark"),
        ("Ada Lark", "Adá  Lark"),
        ("Ada Lark", "Lark Ada"),
        ("Ben O’Wren", "Ben O'Wren"),
        ("Mary-Ann Tern", "Maryann Tern"),
        ("Cleo Finch", "Cloe Finch"),
        ("A. Lark", "Ada Lark"),
        ("A B Lark", "Ada Lark"),
    ]:
        assert alike_players([one, other]) == [(one, other)], one


def test_two_different_players_are_not_reported():
    for one, other in [
        ("Ada Lark", "Ben Lark"),
        ("Ada Lark", "Abe Lark"),
        ("Al Wu", "Ed Wu"),
        ("Ada North 1", "Ada North 2"),
        ("B. Lark", "Ada Lark"),
    ]:
        assert alike_players([one, other]) == [], one


def test_two_spellings_of_one_place_are_found():
    for one, other in [
        ("St. Anne's BC", "St Annes B.C."),
        ("Harbour", "Harbour Bridge Club"),
        ("The Harbour B.C.", "harbour"),
        ("Bay of Plenty", "Bay of Plenti"),
        ("Ōtāhuhu", "Otahuhu"),
    ]:
        assert alike_places([one, other]) == [(one, other)], one


def test_clubs_that_share_only_the_word_club_are_not_similar():
    assert alike_places(["Harbour Bridge Club", "Hillside Bridge Club", "Bridge Club", "Bay", "Bar"]) == []


def test_each_pair_of_similar_spellings_appears_once():
    assert alike_places(["Harbour", "Lakes", "Harbor", "Harbour BC"]) == [
        ("Harbour", "Harbor"),
        ("Harbour", "Harbour BC"),
        ("Harbor", "Harbour BC"),
    ]


def test_distinguished_namesakes_are_not_reported():
    for other in ["Jan Smith", "Jan Smith (b)", "JAN SMITH (junior)"]:
        assert alike_players(["Jan Smith (a)", other]) == [], other


def test_a_misspelling_of_a_distinguished_name_is_found():
    assert alike_players(["Jan Smith (a)", "Jan Smyth", "J. Smith"]) != []


def test_a_written_name_finds_its_pair():
    for text, numbers in [
        ("Hector Jessop & Enid Inglewood", (1,)),
        ("Inglewood, E & Jessop, H", (1,)),
        ("Mr H. Jessop / Mrs E. Inglewood", (1,)),
        ("Jessop", (1,)),
        ("Irene & Lloyd", (2,)),
        ("Q & R", (2, 3)),
        ("the Applecrosses", (4,)),
        ("M and P Applecross", (4,)),
        ("calloway dunmore", (5,)),
        ("#5", (5,)),
        ("pair 6", (6,)),
        ("9", ()),
        ("Quill & Ravenhill", ()),
        ("", ()),
    ]:
        assert Directory(PAIRS).find(text).numbers == numbers, text


def test_only_an_exact_name_identifies_the_pair():
    for text, number in [("calloway dunmore", 5), ("R Caloway & N Dunmore", None), ("Q & R", None)]:
        assert Directory(PAIRS).the_pair(text) == number, text


def test_a_name_with_one_wrong_letter_may_be_the_pair():
    for text in ["R Caloway & N Dunmore", "Ruth Calloway & Noel Dunmoore", "N Dunmore & R Kalloway"]:
        found = Directory(PAIRS).find(text)
        assert (found.numbers, found.is_sure) == ((5,), False), text


def test_a_short_name_or_one_with_two_wrong_letters_is_unknown():
    pairs = [Known(1, ("Ann Heron", "Bo Larkin")), Known(2, ("Cy Wren", "Di Swan"))]
    for text, numbers in [
        ("Herom & Larkin", (1,)),
        ("Heron & Larkinn", (1,)),
        ("Heron & Larkinnn", ()),
        ("Heron & Lakrin", ()),
        ("Wrem & Swan", ()),
    ]:
        assert Directory(pairs).find(text).numbers == numbers, text
