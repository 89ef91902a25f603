from competition.formats.plain import plain


def test_letters_of_every_alphabet_stay():
    assert plain("Whāngārei, Þórdís, 王 & 😀\n\t~") == "Whāngārei, Þórdís, 王 & 😀\n\t~"


def test_control_characters_go():
    assert plain("a\x00b\x0bc\x1bd\x7fe\x9ff\ufffeg\ud800h") == "abcdefgh"
