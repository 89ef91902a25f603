"""Tests for the forms for a deal."""

import re

from scoring.forms import DealForm, NextDealForm
from scoring.rules.contract import Contract
from scoring.rules.deal import DealResult, Honours
from scoring.rules.sides import Reader, Seat, Side

NAMES = {Seat.N: "Ann", Seat.E: "Bob", Seat.S: "Cora", Seat.W: "Dan"}
SAID = {"declarer": "S", "level": "4", "denomination": "S", "doubling": "2", "result": "-1", "honours": "ew-100"}
DOUBLED = DealResult(Seat.S, Contract.parse("4SX"), 9, Honours(Side.EW, 100))


def form(data=None, *, kind=DealForm, side=Side.NS, **options) -> DealForm:
    return kind(data, names=NAMES, reader=Reader.at_the_table(side), **options)


def keys(form: DealForm, name: str) -> list[str]:
    return [re.sub(r"<.*?>", "", str(option.choice_label)) for option in form[name]]


def faults(data: dict) -> dict[str, list[str]]:
    return form(data).errors


def test_submitted_form_data_makes_a_deal():
    said = form(SAID)

    assert said.is_valid()
    assert said.deal() == DOUBLED


def test_a_deal_read_from_its_form_data_is_unchanged():
    for deal in [DOUBLED, DealResult(Seat.E, Contract.parse("1NTXX"), 0), DealResult(Seat.N, Contract.parse("7C"), 13)]:
        again = form(DealForm.data_of(deal))

        assert again.is_valid(), deal
        assert again.deal() == deal, deal


def test_the_form_data_of_a_passed_in_deal_is_empty():
    assert DealForm.data_of(DealResult.passed_in()) == {"passed_in": True, "misdeals": None, "note": ""}


def test_a_passed_in_deal_needs_no_other_fields():
    said = form({"passed_in": "on"})

    assert said.is_valid()
    assert said.deal() == DealResult.passed_in()


def test_the_readers_own_side_is_on_the_left():
    assert keys(form(), "declarer") == ["Ann We", "Cora We", "Bob They", "Dan They"]
    assert keys(form(side=Side.EW), "declarer") == ["Bob We", "Dan We", "Ann They", "Cora They"]


def test_usual_results_come_first():
    said = keys(form(), "result")

    assert said[:8] == ["made", "1 over", "2 over", "3 over", "1 light", "2 light", "3 light", "4 light"]
    assert said[8:] == ["4 over", "5 over", "6 over", *(f"{tricks} light" for tricks in range(5, 14))]


def test_tricks_are_accepted_instead_of_a_result():
    for tricks, result in [("9", -1), ("0", -10), ("13", 3), ("14", 4), ("15", 5), ("x", "x")]:
        counted = form({name: said for name, said in SAID.items() if name != "result"} | {"tricks": tricks})

        assert counted["result"].value() == result, tricks
        assert counted.errors == ({} if tricks in ("9", "0", "13") else {"result": ["A side wins 0 to 13 tricks."]}), (
            tricks
        )


def test_tricks_without_a_level_give_no_result():
    assert form({"tricks": "9", "level": ""})["result"].value() == ""


def test_only_undoubled_is_preselected():
    assert {name: form()[name].initial for name in form().fields if form()[name].initial} == {"doubling": 1}


def test_names_are_escaped():
    names = NAMES | {Seat.N: "<b>Ann</b>"}

    assert "&lt;b&gt;Ann&lt;/b&gt;" in str(DealForm(names=names, reader=Reader())["declarer"])


def test_each_error_belongs_to_its_field():
    for wrong, sentence in [
        ({"declarer": ""}, {"declarer": ["Choose the declarer."]}),
        ({"declarer": "X"}, {"declarer": ["Choose one of the four players."]}),
        ({"level": ""}, {"level": ["Choose the level of the contract."]}),
        ({"level": "8"}, {"level": ["A contract is at level 1 to 7."]}),
        ({"denomination": ""}, {"denomination": ["Choose the suit of the contract, or no-trump."]}),
        ({"doubling": "3"}, {"doubling": ["A contract is undoubled, doubled or redoubled."]}),
        ({"result": ""}, {"result": ["Choose the result: made, over or light."]}),
        ({"result": "4"}, {"result": ["A side wins 0 to 13 tricks."]}),
        ({"result": "-11"}, {"result": ["A side wins 0 to 13 tricks."]}),
        ({"result": "7"}, {"result": ["A side wins 0 to 13 tricks."]}),
        ({"honours": "ns-200"}, {"honours": ["Honours are worth 100 or 150 points."]}),
        (
            {"denomination": "NT"},
            {"honours": ["Honours at no-trump are four aces in one hand, 150 points. 100 is impossible."]},
        ),
    ]:
        assert faults(SAID | wrong) == sentence, wrong


def test_honours_of_a_passed_in_deal_are_ignored():
    assert faults({"passed_in": "on", "honours": "ns-100"}) == {}


def test_a_passed_in_deal_needs_a_number():
    said = form({"passed_in": "on"}, kind=NextDealForm)

    assert said.errors == {"number": ["The number of the deal is missing. Reload the page."]}


def test_the_next_deal_includes_its_number_misdeals_and_note():
    hidden = {"submission": None, "sheet": ""}
    said = form(SAID | {"number": "5", "misdeals": "2", "note": " Dealt twice. "}, kind=NextDealForm)

    assert said.is_valid()
    assert said.arguments() == {"number": 5, "deal": DOUBLED, "misdeals": 2, "note": "Dealt twice."} | hidden


def test_misdeals_and_note_are_optional():
    hidden = {"submission": None, "sheet": ""}
    said = form(SAID | {"number": "5"}, kind=NextDealForm)

    assert said.is_valid()
    assert said.arguments() == {"number": 5, "deal": DOUBLED, "misdeals": 0, "note": ""} | hidden
