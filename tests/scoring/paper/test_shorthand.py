import pytest
from hypothesis import given, settings, strategies

from scoring.paper import shorthand
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import DealResult, Honours
from scoring.rules.refusal import Refused
from scoring.rules.sides import EW, NS, Seat, Side

# Run a quarter of the usual number of examples, even with --thorough.
A_QUARTER = settings(max_examples=settings().max_examples // 4)

HONOURS = strategies.none() | strategies.builds(
    Honours, strategies.sampled_from(Side), strategies.sampled_from([100, 150])
)


@strategies.composite
def deals(draw) -> DealResult:
    contract = Contract(
        draw(strategies.integers(1, 7)),
        draw(strategies.sampled_from(Denomination)),
        draw(strategies.sampled_from(Doubling)),
    )
    honours = draw(HONOURS)
    if contract.denomination is Denomination.NT and honours:
        honours = Honours(honours.side, 150)
    return DealResult(draw(strategies.sampled_from(Seat)), contract, draw(strategies.integers(0, 13)), honours)


def played(contract: str, declarer: str, tricks: int, honours: Honours | None = None) -> DealResult:
    return DealResult(Seat(declarer), Contract.parse(contract), tricks, honours)


def test_a_deal_can_be_typed_in_many_ways():
    lines = {
        "4sn+1": played("4S", "N", 11),
        "3ntx e -2": played("3NTX", "E", 7),
        "3NTXE-2": played("3NTX", "E", 7),
        "2h s =": played("2H", "S", 8),
        "1nn made": played("1NT", "N", 7),
        "1nnorth=": played("1NT", "N", 7),
        "5♦xx by west − 1": played("5DXX", "W", 10),
        "4 spades doubled south 2 light": played("4SX", "S", 8),
        "6 no-trump e 3 down": played("6NT", "E", 9),
        "7c redoubled w -13": played("7CXX", "W", 0),
        "3nt n 9": played("3NT", "N", 9),
        "3NTN10h150ns": played("3NT", "N", 10, Honours(NS, 150)),
        "4sx e 7": played("4SX", "E", 7),
        "7nt w 13 tricks": played("7NT", "W", 13),
        "1s s +6": played("1S", "S", 13),
    }

    assert {line: shorthand.parse(line) for line in lines} == lines


def test_a_passed_in_deal_has_several_notations():
    for line in ["p", "P", "pass", "Passed in", "passed out", "all pass", "PO", "ap"]:
        assert shorthand.parse(line) == DealResult.passed_in(), line


def test_honours_come_last_and_name_their_holder():
    for line, side, points in [
        ("4sn+1 h100 n-s", NS, 100),
        ("4sn+1 h150ew", EW, 150),
        ("4sn+1 hon 100 E/W", EW, 100),
        ("3nte= h150 w", EW, 150),
        ("4sn+1h100we", EW, 100),
        ("4sn+1 honours 150 to they", NS, 150),
    ]:
        assert shorthand.parse(line, we=EW).honours == Honours(side, points), line


def test_an_unreadable_line_is_explained():
    for line, sentence in [
        ("", "A deal begins with the level, 1 to 7, as in 4sn+1; p is a deal passed in."),
        ("four s", "A deal begins with the level, 1 to 7, as in 4sn+1; p is a deal passed in, not “fours”."),
        ("4", "After “4” comes c, d, h, s or nt."),
        ("4q n =", "After “4” comes c, d, h, s or nt, not “qn=”."),
        ("4s +1", "After “4s” comes the declarer: n, e, s or w, not “+1”."),
        ("4sn", "After “4sn” comes = for made, +1, -1 for one light, or the tricks won, 7 to 13."),
        ("4sn1", "After “4sn” comes = for made, +1, -1 for one light, or the tricks won, 7 to 13, not “1”."),
        ("4sn+1 h100", "After “4sn+1” comes honours with their holder, as in h100 n-s, not “h100”."),
        ("4sn+1 oops", "After “4sn+1” comes honours with their holder, as in h100 n-s, not “oops”."),
        ("8sn=", "A contract is at level 1 to 7, not 8."),
        ("0sn=", "A contract is at level 1 to 7, not 0."),
        ("4sn+4", "4♠ with 4 overtricks would be 14 tricks, but there are only 13. Correct it."),
        ("1ntxe-8", "1NT doubled can be 7 light at most, not 8. Correct it."),
        ("4sn+1 h75 ns", "Honours are worth 100 or 150 points, not 75."),
        ("3ntn= h100 ns", "Honours at no-trump are four aces in one hand, 150 points. 100 is impossible."),
        ("4sn= h100 we", "Type who held the honours: n-s or e-w."),
    ]:
        with pytest.raises(Refused) as refusal:
            shorthand.parse(line)

        assert str(refusal.value) == sentence, line


@A_QUARTER
@given(deals() | strategies.just(DealResult.passed_in()))
def test_a_deal_in_short_form_is_read_back_unchanged(deal):
    assert shorthand.parse(shorthand.write(deal)) == deal


def said_back(line: str) -> str:
    try:
        return shorthand.write(shorthand.parse(line))
    except Refused as refusal:
        return str(refusal)


@A_QUARTER
@given(strategies.text(max_size=20) | strategies.text("1234567cdhsntxew+-=p h0", max_size=14))
def test_any_text_is_either_read_as_a_deal_or_refused_with_a_sentence(line):
    answer = said_back(line)

    assert answer.endswith(".") or said_back(answer) == answer


def test_a_deal_is_written_in_short_form():
    deals = [
        DealResult.passed_in(),
        played("4SX", "N", 11, Honours(NS, 100)),
        played("2H", "S", 8),
        played("3NT", "E", 7),
    ]

    assert [shorthand.write(deal) for deal in deals] == ["p", "4sx n +1 h100 n-s", "2h s =", "3nt e -2"]
