from typing import NamedTuple

from competition.audit.rules import not_revoked


class Row(NamedTuple):
    pk: int
    undoes_id: int | None = None


def test_neither_an_undone_row_nor_the_undoing_row_counts():
    first, second = Row(1), Row(2)

    assert not_revoked([first, second, Row(3, undoes_id=2)]) == [first]


def test_several_rows_can_be_undone():
    assert not_revoked([Row(1), Row(2), Row(3, undoes_id=2), Row(4, undoes_id=1)]) == []


def test_a_row_after_an_undone_row_counts():
    again = Row(3)

    assert not_revoked([Row(1), Row(2, undoes_id=1), again]) == [again]
