"""Tests that a pair listed as withdrawn, waiting or in reserve raises a remark."""

import pytest

from competition.entries.forms.spreadsheet import read

HEAD = "Player 1,Player 2,Club"
ADA, CARA, EVE = "Ada Lark,Ben Wren,Hawera", "Cara Finch,Dan Owl,Waihi", "Eve Rook,Finn Kite,Hawera"
ADA_AND_BEN, CARA_AND_DAN, EVE_AND_FINN = "Ada Lark & Ben Wren", "Cara Finch & Dan Owl", "Eve Rook & Finn Kite"


def remarks(*lines: str) -> dict[int, tuple[str, ...]]:
    """Return the remarks on each line that has a pair."""
    preview = read("\n".join(lines), {}, {}, as_guessed=True)
    assert preview.faulty == []
    return {line.number: line.ask for line in preview.lines}


@pytest.mark.parametrize(
    "heading",
    [
        "Reserves",
        "RESERVES (2)",
        "*** Reserve list ***",
        "Waiting list (in order):",
        "Withdrawals",
        "Withdrew after 5 May",
        "Stand-by pairs",
        "Not yet confirmed",
        "Did not get in",
        "Pairs on the waiting list, to be called if a pair withdraws",
    ],
)
def test_pairs_under_a_reserves_heading_raise_a_remark(heading):
    found = remarks(HEAD, ADA, f'"{heading}",,', CARA, EVE, "Main draw", "Gwen Swan,Hal Teal,Waihi")

    shown = heading.strip(" :")
    under = f"It is listed under “{f'{shown[:50]}…' if len(shown) > 50 else shown}”. Check that the pair plays."
    assert found == {2: (), 4: (f"Line 4: {under}",), 5: (f"Line 5: {under}",), 7: ()}
    assert [*remarks(ADA_AND_BEN, "", f"{heading}", CARA_AND_DAN).values()] == [(), (f"Line 4: {under}",)]


def test_a_title_that_mentions_only_reserves_is_a_heading():
    assert all(remarks("Reserves 2026", HEAD, ADA, CARA).values())
    assert not any(remarks("Entries and reserves 2026", HEAD, ADA, CARA).values())


@pytest.mark.parametrize(
    ("column", "out", "others"),
    [
        ("Notes", "withdrawn 5 May", ("paid", "vegetarian", "")),
        ("Notes", "Ivy Gull is sub for Dan", ("subs paid", "sub $20", "")),
        ("Remarks", "pulled out", ("plays with a reservation about stairs", "", "")),
        ("Comments", "on the waiting list", ("late", "", "")),
        ("Status", "WL", ("Confirmed", "ok", "")),
        ("Confirmed?", "no", ("yes", "x", "")),
        ("Withdrawn", "5 May", ("no", "-", "")),
        ("Substitute", "Ivy Gull", ("none", "", "")),
        ("No", "R1", ("1", "2", "3")),
        ("Paid", "refunded", ("yes", "20", "")),
    ],
)
def test_a_cell_that_says_out_raises_a_remark(column, out, others):
    cells = [out, *others]
    names = [ADA, CARA, EVE, "Gwen Swan,Hal Teal,Waihi"]

    found = remarks(f"{HEAD},{column}", *(f"{pair},{cell}" for pair, cell in zip(names, cells, strict=True)))

    said = f"{column.strip('?')}: {out}" if column in ("Status", "Confirmed?", "Withdrawn", "Substitute") else out
    assert found == {2: (f"Line 2: The list says “{said}”. Check that the pair plays.",), 3: (), 4: (), 5: ()}


@pytest.mark.parametrize(
    "line",
    [
        "Cara Finch & Dan Owl - withdrawn",
        "WITHDRAWN: Cara Finch & Dan Owl",
        "Cara Finch & Dan Owl (reserve)",
        "Res. Cara Finch & Dan Owl",
        "Reserve 1: Cara Finch & Dan Owl",
        "Cara Finch & Dan Owl, waiting",
    ],
)
def test_words_beside_the_names_raise_a_remark(line):
    assert [bool(ask) for ask in remarks(ADA_AND_BEN, EVE_AND_FINN, f'"{line}"').values()] == [False, False, True]


def test_words_beside_the_club_raise_a_remark():
    found = remarks(HEAD, "Ada Lark,Ben Wren,Waihi (reserve)", "Cara Finch,Dan Owl,The Reserve Bridge Club")

    assert [bool(ask) for ask in found.values()] == [True, False]


def test_a_heading_beside_the_first_row_applies_to_the_rows_below():
    found = remarks(f"Group,{HEAD}", f"Main draw,{ADA}", f",{CARA}", f"Reserves,{EVE}", ",Gwen Swan,Hal Teal,Waihi")

    assert [bool(ask) for ask in found.values()] == [False, False, True, True]
