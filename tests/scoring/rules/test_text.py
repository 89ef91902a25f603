from scoring.rules.text import visible, without_control_characters

UNSEEN = {
    "turned round": "\u202eHarbour\u202c",
    "isolated": "\u2067Harbour\u2069",
    "marked": "\u200eHar\u200fbour\u061c",
    "of no width": "Har\u200bbo\u200dur\ufeff\u2060",
    "hyphen that is not shown": "Har\u00adbour",
    "filled": "\u3164Harbour\u115f\uffa0\u2800",
    "selected": "Harbour\ufe0f\U000e0100",
    "tagged": "Harbour\U000e0041\U000e007f",
    "control": "Har\x00bour\x1b\x7f\x85",
    "half a letter": "Harbour\ud800",
    "of nobody": "Harbour\ue000\U0010fffd",
}


def test_invisible_characters_are_removed():
    for text in UNSEEN.values():
        assert visible(text) == "Harbour", text


def test_visible_characters_are_kept():
    for text in ["Āwhina Ōtaki", "Zoë O’Neill-Łuć", "李 明", "לאה", "नीलम", "a\u0301", "👍"]:
        assert visible(text) == text, text


def test_line_breaks_are_kept():
    assert visible("One.\r\nTwo.\rThree.\u2028Four.\tFive.") == "One.\nTwo.\nThree.\nFour. Five."


def test_letters_of_all_alphabets_are_kept():
    assert without_control_characters("Whāngārei, Þórdís, 王 & 😀\n\t~") == "Whāngārei, Þórdís, 王 & 😀\n\t~"


def test_control_characters_are_removed():
    assert without_control_characters("a\x00b\x0bc\x1bd\x7fe\x9ff\ufffeg\ud800h") == "abcdefgh"
