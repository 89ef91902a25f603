"""Tests for score sheets worked out by hand. Their notes contain the running totals, and this module the results."""

from pathlib import Path

from scoring.presenters import csv_sheet
from scoring.rules.conditions import ScoringConditions, TieBreak
from scoring.rules.sheet import Sheet
from scoring.rules.sides import BySide

FOLDER = Path(__file__).parents[2] / "fixtures" / "sheets"
CONTINUES, FRESH = TieBreak


def read(name: str, tie_break: TieBreak) -> Sheet:
    return csv_sheet.read((FOLDER / name).read_bytes(), ScoringConditions(tie_break=tie_break))


def test_running_totals_match_the_notes_on_the_sheets():
    for name, tie_break in [
        ("thirty_deals.csv", CONTINUES),
        ("tie_continues.csv", CONTINUES),
        ("tie_fresh.csv", FRESH),
    ]:
        noted = [row.note for row in csv_sheet.parse((FOLDER / name).read_bytes())]

        assert [f"{line.cumulative.ns} - {line.cumulative.ew}" for line in read(name, tie_break).lines] == noted, name


def test_results_match_the_worked_sheets():
    for name, tie_break, banked, credits, total, winner in [
        ("leaflet.csv", CONTINUES, (), BySide(0, 0), BySide(90, 920), None),
        ("thirty_deals.csv", CONTINUES, (), BySide(100, 300), BySide(3900, 3070), "ns"),
        ("tie_continues.csv", CONTINUES, (), BySide(100, 300), BySide(2470, 2360), "ns"),
        ("tie_fresh.csv", FRESH, (BySide(0, 300), BySide(0, 100)), BySide(300, 100), BySide(2840, 2530), "ns"),
    ]:
        sheet = read(name, tie_break)

        assert (sheet.banked, sheet.credits, sheet.total, sheet.winner) == (banked, credits, total, winner), name
