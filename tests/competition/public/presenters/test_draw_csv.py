import csv
import io

import pytest

from competition.draw.rules.result import ResultKind
from competition.public.presenters import draw_csv
from tests import stories
from tests.competition.worlds import rename

pytestmark = [pytest.mark.django_db, pytest.mark.published(2)]


def rows(competition) -> list[dict[str, str]]:
    text = draw_csv.write(stories.now(competition)).encode().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_each_match_has_a_row_in_draw_order():
    competition = stories.published(4)

    assert draw_csv.write(stories.now(competition)).encode()[:8] == b"\xef\xbb\xbfround"
    assert [row["code"] for row in rows(competition)] == ["R1-M1", "R1-M2", "R2-M1"]


def test_a_decided_match_has_its_pairs_totals_and_winner():
    competition = stories.published(2, seed="another seed")
    stories.settle(competition, "R1-M1", upper_wins=False, kind=ResultKind.PLAYED, totals=(3980, 4730))

    upper, lower = stories.now(competition).matches["R1-M1"].pairs
    assert rows(competition) == [
        {
            "round": "1",
            "round_name": "Final",
            "code": "R1-M1",
            "upper_number": str(upper.number),
            "upper_pair": upper.name,
            "upper_club": "Harbour Bridge Club",
            "upper_total": "3980",
            "lower_number": str(lower.number),
            "lower_pair": lower.name,
            "lower_club": "Harbour Bridge Club",
            "lower_total": "4730",
            "state": "official",
            "outcome": "played",
            "winner": str(lower.number),
            "play_by": "2030-05-31",
            "goes_on": str(lower.number),
            "margin": "",
            "provenance": "",
            "joins_by": "",
            "upper_from": "",
            "lower_from": "",
        }
    ]


def test_a_match_without_totals_has_its_winner_and_margin(competition):
    for margin in (110, None):
        stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, margin=margin)

        [row] = rows(competition)
        assert (row["outcome"], row["winner"], row["margin"]) == ("played", row["upper_number"], str(margin or ""))
        assert (row["upper_total"], row["lower_total"]) == ("", "")


def test_a_side_not_yet_known_is_described_in_words():
    competition = stories.published(3)

    first, second, final = rows(competition)
    bye, to_play = (first, second) if first["state"] == "bye" else (second, first)
    assert sorted((bye["upper_pair"], bye["lower_pair"]))[-1] == "bye"
    names = f"{to_play['upper_pair']} v {to_play['lower_pair']}"
    awaited = "lower" if bye is first else "upper"
    assert final[f"{awaited}_pair"] == f"winner of {names}"
    assert [final[f"{awaited}_{fact}"] for fact in ("number", "club", "total")] == ["", "", ""]


def test_no_cell_is_a_formula(competition):
    # tests/competition/web/test_csv_writer.py tests every character.
    competition.pairs.update(club='=HYPERLINK("x")')

    [row] = rows(competition)
    assert (row["upper_club"], row["lower_club"]) == ('\'=HYPERLINK("x")',) * 2


def test_commas_quotes_and_accents_are_kept(competition):
    rename(competition, 1, 'Aroha "Ro" Ngāpō, QSM', "Bo Lí")

    [row] = rows(competition)
    assert {row["upper_pair"], row["lower_pair"]} >= {'Aroha "Ro" Ngāpō, QSM & Bo Lí'}
