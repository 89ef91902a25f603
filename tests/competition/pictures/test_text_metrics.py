from hypothesis import given
from hypothesis import strategies as st

from competition.pictures.text_metrics import widest_word, width, wrapped


def test_an_accent_takes_no_room():
    assert width("Whāngārei", 15) == width("Whangarei", 15)


def test_a_wide_letter_takes_more_room_than_a_narrow_one():
    assert width("i", 15) < width("a", 15) < width("A", 15) < width("W", 15) < width("王", 15)


def test_room_grows_with_the_size_of_the_type():
    assert width("Ann", 30) == 2 * width("Ann", 15)


def test_words_that_fit_stand_on_one_line():
    assert wrapped("Ann Archer", width("Ann Archer", 15), 15) == ["Ann Archer"]


def test_a_line_breaks_between_words():
    assert wrapped("Ann Archer Bob", width("Ann Archer", 15), 15) == ["Ann Archer", "Bob"]


def test_a_word_too_wide_for_any_line_is_whole():
    assert wrapped("a Featherstonehaugh b", width("Feather", 15), 15) == ["a", "Featherstonehaugh", "b"]


def test_no_text_is_no_line():
    assert (wrapped("", 100, 15), widest_word("", 15)) == ([], 0)


@given(st.text("aWi &-", max_size=60), st.integers(1, 300))
def test_no_letter_is_lost_and_no_line_is_too_wide(text, room):
    lines = wrapped(text, room, 15)

    assert " ".join(lines) == " ".join(text.split())
    assert max((width(line, 15) for line in lines), default=0) <= max(room, widest_word(text, 15))
