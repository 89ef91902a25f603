"""Property-based tests of scored matches: agreement with the second scorer, and invariants of every match."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.conditions import Conditions, TieBreak
from scoring.rules.contract import Contract
from scoring.rules.deal import Deal, Honours
from scoring.rules.sheet import Sheet, Standing, read_sheet
from scoring.rules.sides import NOTHING, Seat, Side
from tests.scoring.rules.second_scorer import score_match

PLAINLY = settings(max_examples=20, derandomize=True)


@st.composite
def plain_deals(draw):
    """Draw a deal for the second scorer, usually near its contract."""
    if draw(st.integers(0, 9)) == 0:
        return None
    level = draw(st.integers(1, 7))
    strain = draw(st.sampled_from(["C", "D", "H", "S", "NT"]))
    crosses = draw(st.sampled_from(["", "", "X", "XX"]))
    tricks = draw(st.one_of(st.integers(max(0, 4 + level), min(13, 8 + level)), st.integers(0, 13)))
    awards = [150] if strain == "NT" else [100, 150]
    honours = draw(st.none() | st.tuples(st.sampled_from(["ns", "ew"]), st.sampled_from(awards)))
    return draw(st.sampled_from("NESW")), f"{level}{strain}{crosses}", tricks, honours


def _mirrored(plain):
    """Return the same deal with the sides exchanged."""
    if plain is None:
        return None
    declarer, contract, tricks, honours = plain
    held = (honours[0].translate(CHANGED_OVER), honours[1]) if honours else None
    return declarer.translate(CHANGED_OVER), contract, tricks, held


CHANGED_OVER = str.maketrans("NESW", "ESWN") | {ord(a): b for a, b in zip("nsew", "ewns", strict=True)}


@st.composite
def matches(draw):
    """Draw a match.

    Half of the matches begin with deals and their mirror images, so they are often level at the end.
    """
    opening = [deal for plain in draw(st.lists(plain_deals(), max_size=3)) for deal in (plain, _mirrored(plain))]
    return {
        "deals": opening + draw(st.lists(plain_deals(), max_size=20)),
        "length": len(opening) or draw(st.integers(2, 16)),
        "extra": draw(st.integers(1, 3)),
        "fresh": draw(st.booleans()),
        "only_part_score": draw(st.sampled_from([0, 50, 100])),
    }


def _deal(plain) -> Deal:
    if plain is None:
        return Deal.passed_in()
    declarer, contract, tricks, honours = plain
    held = Honours(Side(honours[0]), honours[1]) if honours else None
    return Deal(Seat(declarer), Contract.parse(contract), tricks, held)


def _played(match) -> tuple[Sheet, dict]:
    """Return the results of both scorers, without deals after the end of the match."""
    theirs = score_match(**match)
    conditions = Conditions(
        match["length"],
        match["extra"],
        TieBreak.FRESH if match["fresh"] else TieBreak.CONTINUES,
        match["only_part_score"],
    )
    deals = match["deals"][: len(theirs["rows"])]
    return read_sheet([_deal(plain) for plain in deals], Seat.N, conditions), theirs


@PLAINLY
@given(matches())
def test_two_scorers_agree_on_deals_rubbers_and_results(match):
    ours, theirs = _played(match)

    assert [
        {"score": _dict(line.score), "cumulative": _dict(line.cumulative), "vulnerable": list(line.vulnerable)}
        for line in ours.lines
    ] == theirs["rows"]
    assert [
        (rubber.first_deal, rubber.last_deal, _dict(rubber.games), rubber.finished) for rubber in ours.rubbers
    ] == theirs["rubbers"]
    assert {
        "credits": _dict(ours.credits),
        "banked": [_dict(credits) for credits in ours.banked],
        "total": _dict(ours.total),
        "standing": ours.standing,
        "deals_left": ours.deals_left,
        "winner": ours.winner,
    } == {name: value for name, value in theirs.items() if name not in ("rows", "rubbers")}


@PLAINLY
@given(matches())
def test_the_total_is_the_sum_of_all_entries(match):
    sheet, _ = _played(match)
    entries = [entry for line in sheet.lines for entry in line.entries] + list(sheet.credit_entries)
    total = sum(sheet.banked, start=NOTHING)
    for entry in entries:
        total = total.plus(entry.side, entry.points)
    numbers = [number for rubber in sheet.rubbers for number in range(rubber.first_deal, rubber.last_deal + 1)]
    due = {sheet.conditions.deals + n * sheet.conditions.extra_deals for n in range(20)}
    differs = sheet.total.ns != sheet.total.ew

    assert total == sheet.total
    assert all(entry.points > 0 for entry in entries)
    assert numbers == [line.number for line in sheet.lines]
    assert (sheet.standing is Standing.DECIDED) == (len(sheet.lines) in due and differs)


def _dict(value) -> dict[str, int]:
    return {"ns": value.ns, "ew": value.ew}
