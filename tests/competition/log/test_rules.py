from typing import NamedTuple

from competition.log.rules import not_revoked


class Row(NamedTuple):
    pk: int
    takes_back_id: int | None = None


def test_a_row_taken_back_says_nothing_and_neither_does_the_row_that_takes_it_back():
    first, second = Row(1), Row(2)

    assert not_revoked([first, second, Row(3, takes_back_id=2)]) == [first]


def test_rows_can_be_taken_back_one_after_the_other():
    assert not_revoked([Row(1), Row(2), Row(3, takes_back_id=2), Row(4, takes_back_id=1)]) == []


def test_what_is_said_after_something_was_taken_back_counts():
    again = Row(3)

    assert not_revoked([Row(1), Row(2, takes_back_id=1), again]) == [again]
