from xml.etree import ElementTree

import pytest

from competition.draw.rules.result import ResultKind
from competition.public.presenters import draw_card
from tests import stories
from tests.competition.worlds import rename

pytestmark = pytest.mark.django_db

TEXT = "{http://www.w3.org/2000/svg}text"


def drawn(competition) -> dict[str, str]:
    """Return each text between the first and the last line, with its font size."""
    svg = ElementTree.fromstring(draw_card.card(stories.now(competition)))
    return {"".join(text.itertext()): text.get("font-size") for text in [*svg.iter(TEXT)][1:-1]}


def test_only_a_very_long_name_has_a_smaller_size():
    competition = stories.published(8)
    for number in range(1, 8):
        rename(competition, number, f"{'Thelma Nan'[: number + 3]} Oakshott", "Bruce Pennyfeather")
    rename(competition, 8, "Ada Featherstonehaugh-Cholmondeley", "Ben Winterbourne-Cholmondeley-Featherstonehaugh")
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 3980))

    sizes = drawn(competition)
    [longest] = [text for text in sizes if "Featherstonehaugh" in text]

    assert {size for text, size in sizes.items() if text != longest} == {sizes["4,730"]}
    assert float(sizes[longest]) < float(sizes["4,730"])
    svg = ElementTree.fromstring(draw_card.card(stories.now(competition)))
    weights = {"".join(text.itertext()): text.get("font-weight") for text in svg.iter(TEXT)}
    assert (weights["4,730"], weights["3,980"]) == ("700", None)


def test_pairs_not_yet_known_are_shown_without_match_codes():
    competition = stories.published(8)
    for code in ("R1-M1", "R1-M2", "R1-M3"):
        stories.settle(competition, code)
    stories.record(stories.open_sheet(competition, "R2-M1")[0], stories.deal())

    names = drawn(competition)

    assert "Not known yet" in names
    assert not [name for name in names if "R1-" in name]


def test_all_names_use_the_form_in_which_the_longest_name_fits():
    competition = stories.published(4)
    rename(competition, 1, "Maximilian Oakshott", "Wilhelmina Pennyfeather-Winterbourne")

    names = {*drawn(competition)}

    forms = stories.now(competition).forms.values()
    assert names == {form.line for form in forms}
    assert names.isdisjoint({form.full for form in forms})
