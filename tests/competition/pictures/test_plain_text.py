from competition.pictures.plain_text import without_control_characters


def test_letters_of_every_alphabet_stay():
    assert without_control_characters("Whāngārei, Þórdís, 王 & 😀\n\t~") == "Whāngārei, Þórdís, 王 & 😀\n\t~"


def test_control_characters_go():
    assert without_control_characters("a\x00b\x0bc\x1bd\x7fe\x9ff\ufffeg\ud800h") == "abcdefgh"
