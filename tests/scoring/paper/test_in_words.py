import pytest

from scoring.paper.in_words import other_result
from scoring.rules.deal import Honours
from scoring.rules.sides import EW, NS
from tests.scoring.rules.notation import deal


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("two light", "N 4S 8"),
        ("She was 2 down, we took five tricks.", "N 4S 8"),
        ("-3", "N 4S 7"),
        ("made with an overtrick", "N 4S 11"),
        ("one over", "N 4S 11"),
        ("he made 11 tricks", "N 4S 11"),
        ("we all passed in that deal, it was passed in", "pass"),
    ],
)
def test_a_sentence_can_give_a_deal_another_result(words, result):
    assert other_result(words, deal("N 4S 10"), NS) == deal(result)


@pytest.mark.parametrize(
    "words", ["it was made", "not made", "one light or two light?", "we took five tricks", "wrong score", "14 over"]
)
def test_an_unclear_sentence_gives_no_result(words):
    assert other_result(words, deal("N 4S 10"), NS) is None


def test_a_sentence_can_say_that_a_defeated_contract_was_made():
    assert other_result("we made it exactly", deal("N 4S 9"), NS) == deal("N 4S 10")


@pytest.mark.parametrize(
    ("words", "honours"),
    [
        ("we had four honours in spades, 100 to us. They are not on the sheet.", Honours(NS, 100)),
        ("They had 150 honours", Honours(EW, 150)),
        ("our five honours are missing", Honours(NS, 150)),
        ("the honours are wrong", None),
    ],
)
def test_a_sentence_can_give_honours_to_a_side(words, honours):
    other = other_result(words, deal("N 4S 10"), NS)

    assert (other and other.honours) == honours
