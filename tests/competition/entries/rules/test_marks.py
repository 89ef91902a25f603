"""Tests for the marks at the end of a line."""

from hypothesis import given, strategies

from competition.entries.rules.marks import HIDDEN, STRUCK, note_mark, under_mark, with_marks, without_marks

marks = strategies.lists(
    strategies.sampled_from([HIDDEN, STRUCK]) | strategies.text(min_size=1).filter(str.strip).map(note_mark), max_size=3
)


@given(marks.filter(lambda found: all(mark.isprintable() and mark != "note: " for mark in found)))
def test_written_marks_are_read_back_unchanged(found):
    assert without_marks(with_marks("Ada Lark,Ben Wren", found)) == ("Ada Lark,Ben Wren", tuple(found))


def test_other_brackets_are_no_marks():
    for line in ("Ada Lark [sub]", "Ada Lark [struck out] & Ben Wren", "[hidden rows]"):
        assert without_marks(line) == (line, ())


def test_a_mark_is_short_and_has_no_square_brackets():
    assert under_mark("Reserves [2]\n" + "x" * 200) == "under: Reserves 2 " + "x" * 89
