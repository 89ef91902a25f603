from scoring.rules.text import without_control_characters


def test_letters_of_all_alphabets_are_kept():
    assert without_control_characters("Whāngārei, Þórdís, 王 & 😀\n\t~") == "Whāngārei, Þórdís, 王 & 😀\n\t~"


def test_control_characters_are_removed():
    assert without_control_characters("a\x00b\x0bc\x1bd\x7fe\x9ff\ufffeg\ud800h") == "abcdefgh"
