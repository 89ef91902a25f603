import re
import unicodedata

from hypothesis import given, settings, strategies

from competition.entries.rules.names import is_initial, is_nobody, names_two, read_pair, read_person, read_player, shown


def test_titles_and_honours_are_separated_from_the_name():
    for text, title, words, honours in [
        ("Dr Ada Lark", "Dr", ("Ada", "Lark"), ""),
        ("Rev. Prof. Ada Lark OBE JP", "Rev. Prof.", ("Ada", "Lark"), "OBE JP"),
        ("Lark, Ada", "", ("Ada", "Lark"), ""),
        ("Dr Lark, Ada", "Dr", ("Ada", "Lark"), ""),
        ("Ada Lark, MNZM", "", ("Ada", "Lark"), "MNZM"),
        ("LARK Ada", "", ("Ada", "Lark"), ""),
        ("Mr", "Mr", (), ""),
        ("Col Lark", "", ("Col", "Lark"), ""),
        ("Col van der Duck QSM", "", ("Col", "van", "der", "Duck"), "QSM"),
        ("Dr Col Lark", "Dr", ("Col", "Lark"), ""),
        ("Col. Lark", "Col.", ("Lark",), ""),
        ("Col Ada Lark", "Col", ("Ada", "Lark"), ""),
        ("Colonel Lark", "Colonel", ("Lark",), ""),
    ]:
        person = read_person(text)

        assert (person.title, person.words, person.honours, person.remarks) == (title, words, honours, ()), text


def test_a_surname_includes_its_particles():
    for text, surname in [
        ("Ada Lark", "Lark"),
        ("Mary van der Duck", "van der Duck"),
        ("Aroha Te Kanawa", "Te Kanawa"),
        ("Ann A Lark", "Lark"),
    ]:
        assert " ".join(read_person(text).surname) == surname, text


def test_a_placeholder_names_nobody():
    for text in ["TBA", "T.B.A.", "?", "n/a", "partner wanted", "my wife", "#NAME?", "to be advised", "xxx"]:
        assert is_nobody(text), text


def test_a_real_name_names_somebody():
    for text in ["Ada Lark", "Tab Hunter", "Anna", "Son Wu", "Guest Lark"]:
        assert not is_nobody(text), text


def test_initials_are_recognised():
    for word, is_one in [("A", True), ("A.B.", True), ("JP", True), ("Jo", False), ("NG", False)]:
        assert is_initial(word) == is_one, word


def test_a_quotation_is_short_and_on_one_line():
    assert shown("Ada\nLark") == "“Ada Lark”"
    assert shown("A" * 60) == f"“{'A' * 50}…”"


# Run a quarter of the usual number of examples, also with --thorough.
A_QUARTER = settings(max_examples=settings().max_examples // 4)

CERTAIN = {
    "Lark, Ada & Wren, Ben": ("Ada Lark", "Ben Wren"),
    "Finch, Cara / Owl, Dan": ("Cara Finch", "Dan Owl"),
    "Rook, Eve; Kite, Finn": ("Eve Rook", "Finn Kite"),
    "Ada Lark & Wren, Ben": ("Ada Lark", "Ben Wren"),
    "Te Kanawa, Aroha & St John, Ben": ("Aroha Te Kanawa", "Ben St John"),
    "Garcia Lopez, Maria & Wren, Ben": ("Maria Garcia Lopez", "Ben Wren"),
    "Lark, Dr Ada MNZM & Wren, Rev. Ben": ("Dr Ada Lark MNZM", "Rev. Ben Wren"),
    "J & M Plover": ("J Plover", "M Plover"),
    "J. M. & K. L. Plover": ("J. M. Plover", "K. L. Plover"),
    "Jim and Mary Plover": ("Jim Plover", "Mary Plover"),
    "Jim & Mary van der Duck": ("Jim van der Duck", "Mary van der Duck"),
    "Mr R & Mrs J Heron": ("Mr R Heron", "Mrs J Heron"),
    "Sir Ian & Lady Mary Teal": ("Sir Ian Teal", "Lady Mary Teal"),
    "Dr Ian Teal & Rev. Jo Gull": ("Dr Ian Teal", "Rev. Jo Gull"),
    "Ada Lark MNZM & Ben Wren, Jr": ("Ada Lark MNZM", "Ben Wren Jr"),
    "Dame Ada Lark & The Hon. Ben Wren": ("Dame Ada Lark", "The Hon. Ben Wren"),
    "Hine Te Rangi & Wiremu Te Whare": ("Hine Te Rangi", "Wiremu Te Whare"),
    "FINCH Cara & OWL Dan": ("Cara Finch", "Dan Owl"),
    "FINCH, Cara & OWL, Dan": ("Cara Finch", "Dan Owl"),
    "Cara FINCH & Dan OWL": ("Cara Finch", "Dan Owl"),
    "VAN DER DUCK Piet & McKAY Ian": ("Piet van der Duck", "Ian McKay"),
    "LARK-SMITH Ann & O'BRIEN Pat": ("Ann Lark-Smith", "Pat O'Brien"),
    "KŌWHAI Rāwiri & PŌTAE Aroha": ("Rāwiri Kōwhai", "Aroha Pōtae"),
    "ADA LARK & BEN WREN": ("ADA LARK", "BEN WREN"),
    "JP Lark & AJ Wren": ("JP Lark", "AJ Wren"),
    "Lark JMB & Wren KTH": ("Lark JMB", "Wren KTH"),
    "Ada Lark - Ben Wren": ("Ada Lark", "Ben Wren"),
    "Cara Finch – Dan Owl": ("Cara Finch", "Dan Owl"),
    "Cara Finch — Dan Owl": ("Cara Finch", "Dan Owl"),
    "Ann Lark-Smith - Bob Owl": ("Ann Lark-Smith", "Bob Owl"),
    "Ann Lark-Smith & Jean-Paul Owl": ("Ann Lark-Smith", "Jean-Paul Owl"),
    "Eve Rook with Finn Kite": ("Eve Rook", "Finn Kite"),
    "Eve Rook w/ Finn Kite": ("Eve Rook", "Finn Kite"),
    "Kai Lark \\ Gwen Wren": ("Kai Lark", "Gwen Wren"),
    "Ian Teal ＆ Jo Gull": ("Ian Teal", "Jo Gull"),
    "Ian Teal ／ Jo Gull": ("Ian Teal", "Jo Gull"),
    "Ian Teal + Jo Gull": ("Ian Teal", "Jo Gull"),
    "Ian Teal&Jo Gull": ("Ian Teal", "Jo Gull"),
    "Ian Teal &amp; Jo Gull": ("Ian Teal", "Jo Gull"),
    "Ian Teal\nJo Gull": ("Ian Teal", "Jo Gull"),
    "Ian Teal<br>Jo Gull": ("Ian Teal", "Jo Gull"),
    "Ian Teal\vJo Gull": ("Ian Teal", "Jo Gull"),
    "ian teal & jo gull": ("ian teal", "jo gull"),
    "Ian Teal\n& Jo Gull": ("Ian Teal", "Jo Gull"),
    "Sandy Brandon & Andy Anderson": ("Sandy Brandon", "Andy Anderson"),
    "Ian Withers & Jo Sandler": ("Ian Withers", "Jo Sandler"),
    "1. Flora Kettlewell/Ivan Lanyon": ("Flora Kettlewell", "Ivan Lanyon"),
    "12) Ada Lark & Ben Wren": ("Ada Lark", "Ben Wren"),
    "(3) Ada Lark & Ben Wren": ("Ada Lark", "Ben Wren"),
    "No. 4 Ada Lark & Ben Wren": ("Ada Lark", "Ben Wren"),
    "Pair 7: Ada Lark & Ben Wren": ("Ada Lark", "Ben Wren"),
    "• Ada Lark & Ben Wren": ("Ada Lark", "Ben Wren"),
    "- Ada Lark & Ben Wren": ("Ada Lark", "Ben Wren"),
    "8 - Ada Lark - Ben Wren": ("Ada Lark", "Ben Wren"),
}
ASKED = {
    "Mr & Mrs R Heron": ("Mr Heron", "Mrs R Heron"),
    "Mr and Mrs Heron": ("Mr Heron", "Mrs Heron"),
    "Mrs Lark & Mr Wren": ("Mrs Lark", "Mr Wren"),
    "Mrs Lark & Ben Wren": ("Mrs Lark", "Ben Wren"),
    "Mary van der Duck & Piet": ("Mary van der Duck", "Piet"),
    "Gwen & Hal (sub Ivy Swan)": ("Gwen", "Hal"),
    "Lark & Wren": ("Lark", "Wren"),
    "Lark, Ada & Ben": ("Ada Lark", "Ben"),
    "Ada & Wren, Ben": ("Ada", "Ben Wren"),
    "Mary Anne & Piet van Dyk": ("Mary Anne", "Piet van Dyk"),
    "Ada Lark (Hawera) & Ben Wren (Waihi)": ("Ada Lark", "Ben Wren"),
    "Robert (Bob) Lark & Ada Wren": ("Robert Lark", "Ada Wren"),
    "Ada Lark, Ben Wren": ("Ada Lark", "Ben Wren"),
    "Lark, Ada, Wren, Ben": ("Ada Lark", "Ben Wren"),
    "Van Dam, Ada, Wren, Ben": ("Ada Van Dam", "Ben Wren"),
    "Ada Lark & Ben Wren, Hawera": ("Ada Lark", "Ben Wren, Hawera"),
    "Ada Lark -Ben Wren": ("Ada Lark", "Ben Wren"),
    "Ada Lark–Ben Wren": ("Ada Lark", "Ben Wren"),
    "Ada Lark and her husband Ben": ("Ada Lark", "her husband Ben"),
    "Lark A & Wren B": ("Lark A", "Wren B"),
    "Messrs Lark & Wren": ("Messrs Lark", "Wren"),
    "ADA L & BEN W": ("ADA L", "BEN W"),
    "NG Wei & LEE Ann": ("NG Wei", "Ann Lee"),
    "Ada Lark? & Ben Wren": ("Ada Lark?", "Ben Wren"),
    "Ada Lark* & Ben Wren": ("Ada Lark", "Ben Wren"),
    "Ada Lark 021 555 0101 & Ben Wren": ("Ada Lark 021 555 0101", "Ben Wren"),
    "Ada Lark & Ben Wren 12": ("Ada Lark", "Ben Wren 12"),
    "Ada Lark & Ben Wren (paid)": ("Ada Lark", "Ben Wren"),
    "Ada Lark or Cara Finch & Ben Wren": ("Ada Lark or Cara Finch", "Ben Wren"),
}
NOT_TWO = [
    "Ada Lark",
    "Lark, Ada",
    "Ada Lark &",
    "Ada Lark & TBA",
    "Ada Lark & T.B.A.",
    "Ada Lark & ?",
    "Ada Lark & n/a",
    "Ada Lark / partner wanted",
    "Ada Lark + partner",
    "Ada Lark + 1",
    "Ada Lark & wife",
    "Mr R Heron & Mrs",
    "Ada Lark & Ben Wren & Cara Finch",
    "Ada Lark / Ben Wren / Cara Finch / Dan Owl",
    "Van der Duck, Ada, Wren, Ben",
    "Ann Lark - Smith",
    "Ada Lark - Hawera",
    "Ada Lark-Ben Wren",
    "Entries close on 3 May",
    "#NAME?",
    "",
    "A" * 300 + " & Ben Wren",
]


def test_two_clear_names_raise_no_remark():
    for cell in CERTAIN:
        assert read_pair(cell) == (CERTAIN[cell], (), ""), cell


def test_an_unclear_cell_raises_a_remark():
    for cell in ASKED:
        players, ask, fault = read_pair(cell)

        assert (players, fault) == (ASKED[cell], ""), cell
        assert ask, cell


def test_a_cell_without_two_names_is_an_error():
    for cell in NOT_TWO:
        assert read_pair(cell).fault, cell


def test_one_clear_name_raises_no_remark():
    for cell, name in [
        ("Lark, Ada", "Ada Lark"),
        ("van der Duck, Mary", "Mary van der Duck"),
        ("FINCH Cara", "Cara Finch"),
        ("2. Ada Lark", "Ada Lark"),
        ("Lark, Ada, MNZM", "Ada Lark MNZM"),
        ("Ada O’Lark", "Ada O’Lark"),
        ("Ada Lark 2", "Ada Lark 2"),
        ("Robert “Bob” Lark", "Robert “Bob” Lark"),
    ]:
        assert read_player(cell) == (name, (), ""), cell


def test_one_unclear_name_raises_a_remark():
    for cell, name in [
        ("Ada", "Ada"),
        ("Mrs Lark", "Mrs Lark"),
        ("Ada Lark, Hawera", "Ada Lark, Hawera"),
        ("Ann Lark - Smith", "Ann Lark - Smith"),
        ("Ben\nWren", "Ben Wren"),
        ("Ada Lark (sub)", "Ada Lark"),
    ]:
        player = read_player(cell)

        assert (player.name, player.fault) == (name, ""), cell
        assert player.ask, cell


def test_surname_first_allows_a_surname_of_two_words():
    assert read_player("Garcia Lopez, Maria", surname_first=True) == ("Maria Garcia Lopez", (), "")


def test_a_cell_without_exactly_one_player_is_an_error():
    for cell in ["Ada Lark & Ben Wren", "TBA", "?", "#REF!", "partner wanted"]:
        assert read_player(cell).fault, cell


def test_names_two_recognises_two_names():
    assert names_two("Ada Lark/Ben Wren")
    assert not names_two("Ada Lark-Smith")


LETTERS = strategies.text(strategies.sampled_from("abcXYZ éĀ&/,;-.'()?0123\n+\\–\t"), max_size=40)


@A_QUARTER
@given(LETTERS)
def test_every_word_of_a_name_comes_from_the_cell(cell):
    plain = unicodedata.normalize("NFC", cell).casefold()

    for name in (*read_pair(cell).players, read_player(cell).name):
        assert [word for word in re.findall(r"[^\W\d_]+", name.casefold()) if word not in plain] == []


NAMES = strategies.sampled_from(
    ["Ada Lark", "Ben Wren", "Cara Finch", "Dan Owl", "Ann Lark-Smith", "Piet van der Duck"]
)


@A_QUARTER
@given(
    NAMES,
    NAMES,
    strategies.sampled_from([" & ", "/", " / ", " and ", " + ", " with ", "; ", "\n", " - ", " – ", " \\ "]),
)
def test_two_full_names_are_read_with_any_separator(one, other, joined):
    assert read_pair(one + joined + other) == ((one, other), (), "")
