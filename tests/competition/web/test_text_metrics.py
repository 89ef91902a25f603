from hypothesis import given, strategies

from competition.web.text_metrics import NBSP, players, widest_word, width, wrapped, wrapped_names


def test_an_accent_adds_no_width():
    assert width("Whāngārei", 15) == width("Whangarei", 15)


def test_wide_letters_are_wider_than_narrow_ones():
    assert width("i", 15) < width("a", 15) < width("A", 15) < width("W", 15) < width("王", 15)


def test_the_width_is_proportional_to_the_font_size():
    assert width("Ann", 30) == 2 * width("Ann", 15)


def test_a_short_text_has_one_line():
    assert wrapped("Ann Archer", width("Ann Archer", 15), 15) == ["Ann Archer"]


def test_a_line_breaks_between_words():
    assert wrapped("Ann Archer Bob", width("Ann Archer", 15), 15) == ["Ann Archer", "Bob"]


def test_a_word_wider_than_the_line_is_not_split():
    assert wrapped("a Featherstonehaugh b", width("Feather", 15), 15) == ["a", "Featherstonehaugh", "b"]


def test_a_line_does_not_break_at_a_no_break_space():
    assert wrapped(f"Ann{NBSP}Archer Bob", width("Ann", 15), 15) == [f"Ann{NBSP}Archer", "Bob"]


def test_each_player_takes_one_line():
    pair = "Ann van der Archer & Bob Lee"

    assert players(pair) == ["Ann van der Archer", "& Bob Lee"]
    assert wrapped_names(pair, width("Ann van", 15), 15) == players(pair)


def test_widths_match_the_published_metrics():
    """Each letter has its width from the AFM files of TeX Gyre Pagella, in the widest of the three faces."""
    assert [width(letter, 1000) for letter in "Aimg&5"] == [778, 333, 889, 556, 833, 500]


def test_an_empty_text_has_no_lines():
    assert (wrapped("", 100, 15), widest_word("", 15)) == ([], 0)


@given(strategies.text("aWi &-", max_size=60), strategies.integers(1, 300))
def test_wrapping_keeps_all_letters_within_the_width(text, room):
    lines = wrapped(text, room, 15)

    assert " ".join(lines) == " ".join(text.split())
    assert max((width(line, 15) for line in lines), default=0) <= max(room, widest_word(text, 15))
