"""Tests for static/js/scorer.js, which must score thousands of matches exactly as the site does."""

import json
import random
import re
import subprocess
from functools import cached_property
from pathlib import Path

import pytest

from scoring.presenters.json_sheet import TARIFF, by_side, deal_facts, sheet_json
from scoring.rules import tariff
from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.contract import Contract, Denomination, Doubling
from scoring.rules.deal import DealResult, Honours, PointsReason
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet, Standing, read_sheet
from scoring.rules.sides import Seat, Side
from tests import machine
from tests.house.sources import ROOT
from tests.scoring.rules.generated import changed_over

FOLD, SCORER = Path(__file__).with_name("fold.js"), ROOT / "static" / "js" / "scorer.js"
MATCHES = 1500
# Prices used only by conditions and forms, so scorer.js does not read them.
UNUSED = {"only_part_score", "unfinished_law", "honours", "no_trump_honours", "honours_words"}


class Match:
    """A random match. It may be tied several times, or have a deal after its end."""

    def __init__(self, dice: random.Random) -> None:
        self.first_dealer = dice.choice(list(Seat))
        opening = [a_deal(dice) for _ in range(dice.randint(0, 4))]
        # Each deal is followed by its mirror image, so most of these matches are level, and often their tie-breaks are
        # too.
        level = [deal for one in opening for deal in (one, changed_over(one))]
        length, extra = len(level) or dice.choice([2, 3, 8, 12, 30]), dice.choice([1, 2, 2, 3])
        self.conditions = ScoringConditions(length, extra, dice.choice(list(TieBreak)), dice.choice([0, 50, 100]))
        play_off = [DealResult.passed_in()] * dice.choice([0, extra, 2 * extra])
        self.deals = [*level, *play_off, *(a_deal(dice) for _ in range(dice.randint(0, length + 3 - len(opening))))]
        if dice.random() < 0.9:
            self._end_in_time()

    def _end_in_time(self) -> None:
        """Remove the deals after the one that decided the match."""
        for played in range(self.conditions.deals, len(self.deals)):
            if read_sheet(self.deals[:played], self.first_dealer, self.conditions).winner:
                del self.deals[played:]
                return

    @cached_property
    def sheet(self) -> Sheet | Refused:
        """The scored sheet, or the refusal."""
        try:
            return read_sheet(self.deals, self.first_dealer, self.conditions)
        except Refused as refusal:
            return refusal

    def to_fold(self) -> dict:
        """Return the data that the page gives to the script. Values are text, as in the outbox."""
        conditions = {name: getattr(self.conditions, name) for name in self.conditions.__slots__}
        deals = [{name: str(value) for name, value in deal_facts(deal).items()} for deal in self.deals]
        return {"conditions": conditions, "first_dealer": self.first_dealer, "deals": deals}


def a_deal(dice: random.Random) -> DealResult:
    """Return a random valid deal, usually near its contract."""
    if dice.random() < 0.07:
        return DealResult.passed_in()
    doubling = dice.choice([Doubling.UNDOUBLED, Doubling.UNDOUBLED, Doubling.DOUBLED, Doubling.REDOUBLED])
    contract = Contract(dice.randint(1, 7), dice.choice(list(Denomination)), doubling)
    near = min(13, max(0, contract.tricks + dice.choice([-2, -1, 0, 0, 0, 1, 2])))
    tricks = near if dice.random() < 0.85 else dice.randint(0, 13)
    awards = tariff.NO_TRUMP_HONOURS if contract.denomination is Denomination.NT else tariff.HONOURS
    held = Honours(dice.choice(list(Side)), dice.choice(awards)) if dice.random() < 0.2 else None
    return DealResult(dice.choice(list(Seat)), contract, tricks, held)


def reading(sheet: Sheet | Refused) -> dict:
    """Return the result that the script should give for a match."""
    if isinstance(sheet, Refused):
        return {"refused": str(sheet)}
    return {
        **sheet_json(sheet),
        "next_number": sheet.next_number,
        "next_dealer": sheet.next_dealer,
        "vulnerable": list(sheet.vulnerable),
        "games": by_side(sheet.games),
        "part_scores": by_side(sheet.part_scores),
    }


def folded(matches: list[Match], prices: dict = TARIFF) -> list[str]:
    """Return the script's result for each match as JSON."""
    return fold([prices, *(match.to_fold() for match in matches)])


def fold(given: list[dict]) -> list[str]:
    """Return the lines printed by the script for this input."""
    lines = "\n".join(map(json.dumps, given))
    done = subprocess.run([machine.node(), FOLD, SCORER], input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")


@pytest.fixture(scope="module")
def matches() -> list[Match]:
    dice = random.Random(80)
    return [Match(dice) for _ in range(MATCHES)]


def test_the_phone_scores_every_match_as_the_site_does(matches):
    for match, phone in zip(matches, folded(matches), strict=True):
        site = json.dumps(reading(match.sheet), separators=(",", ":"))
        assert phone == site or json.loads(phone) == json.loads(site), match.to_fold()


def test_generated_matches_cover_all_cases(matches):
    sheets = [match.sheet for match in matches if isinstance(match.sheet, Sheet)]
    deals = [line for sheet in sheets for line in sheet.lines]
    reasons = {entry.reason for line in deals for entry in line.entries}
    tied = {(sheet.conditions.tie_break, len(sheet.rubbers) > 1) for sheet in sheets if sheet.standing is Standing.TIED}
    broken = {len(sheet.lines) > sheet.conditions.deals + sheet.conditions.extra_deals for sheet in sheets}

    assert len(matches) - len(sheets) > 50
    assert reasons == {*PointsReason} - {PointsReason.ONLY_GAME, PointsReason.ONLY_PART_SCORE}
    assert {line.deal.contract.doubling for line in deals if line.deal.contract} == {*Doubling}
    assert any(line.deal.is_passed_in for line in deals)
    assert {sheet.conditions.only_partscore for sheet in sheets} == {0, 50, 100}
    assert tied == {(way, later) for way in TieBreak for later in (False, True)}
    assert broken == {False, True}


@pytest.mark.parametrize("name", [name for name, price in TARIFF.items() if name not in UNUSED])
def test_a_wrong_price_in_the_script_is_detected(matches, name):
    some = matches[:200]

    wrong = folded(some, {**TARIFF, name: raised(TARIFF[name])})

    assert any(json.loads(phone) != reading(match.sheet) for match, phone in zip(some, wrong, strict=True))


def raised(price):
    """Return a price raised by ten, or a collection with every price raised."""
    if isinstance(price, dict):
        return {key: raised(one) for key, one in price.items()}
    return list(map(raised, price)) if isinstance(price, tuple) else price + 10


def test_the_script_contains_no_prices():
    code = re.sub(r"//.*", "", SCORER.read_text())

    assert {int(figure) for figure in re.findall(r"\d+", code)} <= {*range(14)}


def test_the_script_refuses_more_than_13_tricks():
    match = Match(random.Random(1)).to_fold()
    ask = {**match, "deals": [{"declarer": "N", "level": 7, "denomination": "S", "doubling": 1, "result": "1"}]}

    assert fold([TARIFF, ask]) == ['{"refused":"A side wins 0 to 13 tricks, not 14."}']


def test_the_script_accepts_tricks_or_a_result():
    said = {"declarer": "N", "level": "3", "denomination": "NT", "doubling": "1", "honours": ""}
    match = Match(random.Random(1)).to_fold()
    ways = [{**match, "deals": [{**said, **way}]} for way in ({"tricks": "8"}, {"result": "-1"})]

    one, other = fold([TARIFF, *ways])

    assert one == other
