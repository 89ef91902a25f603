"""Tests for contracts in notation and in words."""

import pytest

from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.refusal import Refused


def test_a_contract_is_read_in_each_notation():
    for text, contract in [
        ("2H", Contract(2, Denomination.H)),
        ("3NT", Contract(3, Denomination.NT)),
        ("1N", Contract(1, Denomination.NT)),
        ("3ntx", Contract(3, Denomination.NT, Doubling.DOUBLED)),
        (" 7nXX ", Contract(7, Denomination.NT, Doubling.REDOUBLED)),
        ("4sx", Contract(4, Denomination.S, Doubling.DOUBLED)),
    ]:
        assert Contract.parse(text) == contract, text


def test_every_written_contract_is_read_back():
    contracts = [
        Contract(level, denomination, doubling)
        for level in range(1, 8)
        for denomination in Denomination
        for doubling in Doubling
    ]

    assert [Contract.parse(str(contract)) for contract in contracts] == contracts


def test_a_doubled_contract_is_written_with_crosses():
    written = [str(Contract(3, Denomination.NT, doubling)) for doubling in Doubling]

    assert written == ["3NT", "3NTX", "3NTXX"]


def test_a_level_outside_one_to_seven_is_refused():
    for text in ["8H", "0NT", "9c"]:
        with pytest.raises(Refused, match=f"^A contract is at level 1 to 7, not {text[0]}.$"):
            Contract.parse(text)


def test_an_unreadable_contract_is_refused_with_an_example():
    for text in ["", "H2", "2Z", "10H", "2HXXX", "2H XX", "-1H", "3NTT", "2ſ", "²H"]:
        with pytest.raises(Refused, match=f"^“{text}” is not a contract: .* as in 3NTX.$"):
            Contract.parse(text)


def test_each_denomination_has_a_symbol_and_a_name():
    assert " ".join(denomination.symbol for denomination in Denomination) == "♣ ♦ ♥ ♠ NT"
    assert " ".join(denomination.word for denomination in Denomination) == "clubs diamonds hearts spades no-trump"


def test_each_doubling_has_a_name():
    assert [doubling.word for doubling in Doubling] == ["undoubled", "doubled", "redoubled"]


def test_a_contract_needs_six_tricks_and_its_level():
    assert Contract.parse("3NT").tricks == 9
