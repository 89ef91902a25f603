import re
import unicodedata

from hypothesis import given, settings, strategies

from competition.entries.rules.names import names_two, read_pair, read_player

# Run a quarter of the usual number of examples, even with --thorough.
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
        assert read_pair(cell)[:3] == (CERTAIN[cell], (), ""), cell


def test_an_unclear_cell_raises_a_remark():
    for cell in ASKED:
        players, ask, fault, _ = read_pair(cell)

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
        assert read_player(cell)[:3] == (name, (), ""), cell


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
    assert read_player("Garcia Lopez, Maria", surname_first=True)[:3] == ("Maria Garcia Lopez", (), "")


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
    assert read_pair(one + joined + other)[:3] == ((one, other), (), "")


def test_words_in_brackets_tell_apart_two_players_with_one_name():
    for cell, players in [
        ("J. Lark (senior) & J. Lark (junior)", ("J. Lark (senior)", "J. Lark (junior)")),
        ("J. Lark & J. Lark (junior)", ("J. Lark", "J. Lark (junior)")),
        ("Ann Lark (Hawera) / Ann Lark (Waihi)", ("Ann Lark (Hawera)", "Ann Lark (Waihi)")),
        ("Ada Lark & J. Wren (senior)", ("Ada Lark", "J. Wren (senior)")),
    ]:
        assert read_pair(cell)[:3] == (players, (), ""), cell


def test_other_words_in_brackets_are_removed():
    players, ask, _, left_out = read_pair("Ada Lark (Hawera) & Ben Wren (sub)")

    assert (players, left_out) == (("Ada Lark", "Ben Wren"), ("Hawera", ""))
    assert ask == ("“(Hawera)” was left out of the name.", "“(sub)” was left out of the name.")
    assert read_pair("Ada Lark (Hawera) & Ben Wren", keeps_words=True).players == ("Ada Lark (Hawera)", "Ben Wren")
