from competition.contest.rules.rulebook import Clause, clauses


def test_each_paragraph_is_a_clause():
    assert clauses("The fee is $20.\n\n\n  No refunds.  \n") == [Clause("The fee is $20."), Clause("No refunds.")]


def test_a_line_break_does_not_start_a_clause():
    assert clauses("Pay Ann Lark\nat the club.") == [Clause("Pay Ann Lark\nat the club.")]


def test_lines_with_a_dash_are_a_list_of_the_paragraph_above():
    text = "Bring:\n- two packs\n-a score sheet\n\n• a pen\nBe on time."

    assert clauses(text) == [Clause("Bring:", ("two packs", "a score sheet", "a pen")), Clause("Be on time.")]


def test_a_list_may_come_first():
    assert clauses("- one\n- two") == [Clause("", ("one", "two"))]


def test_a_negative_number_does_not_start_a_list():
    assert clauses("Late pairs score\n-100 points.") == [Clause("Late pairs score\n-100 points.")]


def test_a_dash_alone_does_not_start_a_list():
    assert clauses("-") == [Clause("-")]


def test_an_empty_text_has_no_clause():
    assert clauses(" \n\n") == []
