from tests import stories
from tests.competition.desk_reading import desk, text


def test_a_blank_sheet_shows_the_conditions_of_contest(at_desk):
    competition = stories.published(2, deals=4, extra_deals=3, only_partscore=50, confirmation="final")

    page = text(at_desk(competition).get(desk("print-blank", competition, "R1-M1")))

    assert all(
        said in page
        for said in (
            "If the totals are level, the pairs play 3 more deals",
            "in an unfinished game scores 50.",
            "The losers can object until the winners begin their next match. The organiser then decides.",
        )
    )
