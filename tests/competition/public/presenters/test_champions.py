import pytest

from competition.draw.rules.result import ResultKind
from competition.public.presenters.champions import champions, paragraph
from tests import bulk, stories

pytestmark = pytest.mark.django_db


def over(*, kind: ResultKind = ResultKind.PLAYED, totals=(4730, 3980)):
    competition = stories.published(4)
    for code in ("R1-M1", "R1-M2"):
        stories.settle(competition, code, kind=ResultKind.PLAYED, totals=(3430, 3090))
    stories.settle(competition, "R2-M1", kind=kind, totals=totals)
    return competition


def test_the_champions_have_their_final_and_their_matches():
    competition = over()
    now = stories.now(competition)
    found = champions(now)

    assert found.name == now.champion.name
    assert found.final.startswith("beat A. North ")
    assert found.final.endswith(" in the final, 4,730 to 3,980")
    assert [(step.round, step.score) for step in found.way] == [
        ("Semi-finals", "3,430 to 3,090"),
        ("Final", "4,730 to 3,980"),
    ]
    told = paragraph(now)
    assert told.startswith(f"{now.champion.name} are the champions of {competition} (4 pairs). Final, ")
    assert told.count(" beat ") == 3


def test_an_unplayed_final_has_its_own_sentence():
    found = champions(stories.now(over(kind=ResultKind.WALKOVER, totals=None)))

    assert " go through by walkover against " in found.final
    assert found.way[-1].score == "Walkover"


def test_each_season_record_names_its_match():
    found = champions(stories.now(bulk.over(8)))

    titles = [figure.title for figure in found.figures]
    assert {"Closest match", "Biggest comeback", "Largest swing on a deal"} <= {*titles}
    assert all(figure.code.startswith("R") and " beat " in figure.pairs for figure in found.figures)
    assert all(step.spark for step in found.way)


def test_the_newsletter_paragraph_has_the_latest_results_and_the_next_date():
    competition = stories.published(8)
    for number in (2, 1):
        stories.settle(competition, f"R1-M{number}", kind=ResultKind.PLAYED, totals=(3430, 3090))

    told = paragraph(stories.now(competition))

    first, second = (str(stories.now(competition).matches[f"R1-M{number}"].pairs[0]) for number in (1, 2))
    assert champions(stories.now(competition)) is None
    assert told.startswith(f"{competition}: 8 pairs. Quarter-finals: 2 of 4 decided. Quarter-finals: {first} beat ")
    assert told.index(f"{first} beat") < told.index(f"{second} beat")
    assert told.endswith(". Quarter-finals: play by Fri 31 May 2030.")


def test_champions_that_lost_a_match_are_not_shown_as_its_winners():
    competition = stories.published(6, minutes=60, drawn_by_round=True, repechage_deals=4)
    for at in (1, 2, 3):
        stories.settle(competition, f"R1-M{at}", kind=ResultKind.PLAYED, totals=(900, 500 + 100 * at))
    closest = stories.now(competition).matches["R1-M3"].pairs[1]
    stories.draw_next_round(competition)
    while stories.now(competition).champion is None:
        open_still = [state for state in stories.now(competition).matches.values() if state.is_open]
        for state in open_still:
            stories.settle(competition, state.code, upper_wins=closest not in state.pairs[1:])
        if not open_still:
            stories.draw_next_round(competition)

    found = champions(stories.now(competition))

    assert found.name == closest.name
    assert [step.round for step in found.way] == ["Round 1", "Repechage", "Semi-finals", "Final"]
    lost, *won = [step.opponents for step in found.way]
    assert lost.startswith("lost to ")
    assert not any(name.startswith("lost to ") for name in won)
