from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest

from competition.draw.presenters.words import sentence
from competition.draw.rules.result import ResultKind
from competition.public.presenters import draw_svg
from tests import stories
from tests.competition.worlds import ADDRESS, at, rename, send_in, with_long_names

pytestmark = [pytest.mark.django_db, pytest.mark.published(2)]

SVG = "{http://www.w3.org/2000/svg}"


def drawn(competition) -> ElementTree.Element:
    return ElementTree.fromstring(draw_svg.picture(stories.now(competition), ADDRESS))


def words(element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def match(picture, code: str) -> ElementTree.Element:
    return picture.find(f".//{SVG}g[@id='{code}']")


def looks(picture, code: str, attribute: str) -> list[str | None]:
    """Return this attribute of each name and total of a match, from top to bottom."""
    return [text.get(attribute) for text in match(picture, code).iter(f"{SVG}text")]


def ticks(picture, code: str) -> int:
    return sum(path.get("stroke-width") == "2.5" for path in match(picture, code).iter(f"{SVG}path"))


def played(competition, code: str = "R1-M1", totals=(4730, 3980)):
    stories.settle(competition, code, upper_wins=totals[0] > totals[1], kind=ResultKind.PLAYED, totals=totals)


def test_every_match_shows_complete_names():
    competition = with_long_names(11)
    now, picture = stories.now(competition), drawn(competition)

    for state in now.rounds[0].matches:
        names = {side.text for side in state.sides if not side.bye}
        assert set(words(match(picture, state.code))) == names
    assert {group.get("id") for group in picture.iter(f"{SVG}g") if group.get("id")} == set(now.matches)


def test_the_winner_has_bold_type_and_a_tick(competition):
    played(competition)

    picture = drawn(competition)
    upper, lower = stories.now(competition).matches["R1-M1"].pairs
    assert words(match(picture, "R1-M1")) == [upper.name, "4,730", lower.name, "3,980"]
    assert looks(picture, "R1-M1", "font-weight") == ["700", "700", None, None]
    assert ticks(picture, "R1-M1") == 1


def test_an_unplayed_match_has_no_winner():
    picture = drawn(stories.published(2))

    assert (looks(picture, "R1-M1", "font-weight"), ticks(picture, "R1-M1")) == ([None, None], 0)


def test_totals_that_may_change_are_in_italics(competition):
    send_in(competition, "R1-M1")

    picture = drawn(competition)
    assert words(match(picture, "R1-M1"))[0] == "Awaiting confirmation"
    assert looks(picture, "R1-M1", "font-style")[1:] == [None, "italic", None, "italic"]


def test_pairs_not_yet_known_are_blank():
    assert words(match(drawn(stories.published(4)), "R2-M1")) == []


def test_a_bye_has_no_frame():
    competition = stories.published(3)

    framed = {
        state.stage.value: match(drawn(competition), state.code).find(f"{SVG}rect") is not None
        for state in stories.now(competition).rounds[0].matches
    }
    assert framed == {"bye": False, "ready": True}


def test_every_round_has_a_name_and_a_play_by_date():
    found = words(drawn(stories.published(4)))

    assert found[2:4] == ["Semi-finals", "Play by Fri 31 May 2030"]
    assert "Final" in found


def test_the_picture_shows_its_date_and_url():
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")
    when = datetime(2030, 5, 1, 13, tzinfo=UTC)

    found = words(ElementTree.fromstring(draw_svg.picture(at(competition, when), ADDRESS)))
    assert found[:2] == [str(competition), "4 pairs. Semi-finals: 1 of 2 decided"]
    assert found[-1] == f"As on Thu 2 May 2030: {ADDRESS}"


def test_the_champions_are_named_at_the_top(competition):
    played(competition)

    assert words(drawn(competition))[1] == f"Champions: {stories.now(competition).champion.name}"


def test_the_demo_picture_has_a_note(competition):
    competition.is_demo = True
    competition.save()

    assert words(drawn(competition))[1] == "Demo: every player is invented."


def test_a_larger_draw_starts_with_the_current_round():
    competition = stories.published(33)
    stories.settle_round(competition, 1)
    picture = drawn(competition)

    codes = [group.get("id") for group in picture.iter(f"{SVG}g") if group.get("id")]
    assert (len(codes), codes[0]) == (31, "R2-M1")
    assert words(picture)[2] == "Round 2 on. The whole draw is on its page."


def test_a_large_published_draw_shows_round_1():
    competition = stories.published(33)
    now, picture = stories.now(competition), drawn(competition)

    assert words(picture)[2] == "Round 1. The whole draw is on its page."
    for state in now.rounds[0].matches:
        assert words(match(picture, state.code)) == [side.text for side in state.sides if not side.bye]
    assert match(picture, "R2-M1") is None


def test_a_finished_large_draw_shows_the_last_16_pairs():
    competition = stories.published(33)
    stay = [place.pair.pk for place in stories.now(competition).places if place.pair][::32]
    stories.leave(competition.pairs.exclude(pk__in=stay))

    codes = [group.get("id") for group in drawn(competition).iter(f"{SVG}g") if group.get("id")]
    assert (len(codes), codes[0]) == (15, "R3-M1")


def test_the_picture_has_a_text_description():
    competition = stories.published(4)
    played(competition)
    now = stories.now(competition)

    picture = drawn(competition)
    told = picture.find(f"{SVG}desc").text
    assert picture.find(f"{SVG}title").text == f"The draw of {competition}"
    assert [code for code, state in now.matches.items() if sentence(state) not in told] == []


def test_equal_draws_have_equal_self_contained_pictures():
    competition = with_long_names(4)
    when = stories.now(competition).now

    [picture] = {draw_svg.picture(at(competition, when), ADDRESS) for _ in range(2)}

    picture = ElementTree.fromstring(picture)
    assert {element.tag.removeprefix(SVG) for element in picture.iter()} == {
        *("svg", "title", "desc", "rect", "g", "path", "text", "tspan")
    }
    names = {name for element in picture.iter() for name in element.attrib}
    assert names & {"style", "class", "href", "filter", "onload"} == set()


def test_names_are_escaped(competition):
    rename(competition, 1, "<script>Ann</script>", 'Bo "&amp;" \x07Li')

    assert '<script>Ann</script> & Bo "&amp;" Li' in words(drawn(competition))
