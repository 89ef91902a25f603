"""Tests that each clause in the leaflets of three regions has a sentence, and that there are no others.

The clauses are in our own words, each with the beginning of the sentence that expresses it.
"""

from datetime import date

import pytest

from competition.contest.models import Competition, Conditions
from competition.contest.presenters.conditions import conditions_in_words
from competition.contest.presenters.draw import AboutDraw
from competition.contest.rules.presets import PRESETS

UNFINISHED = (
    "If play stops during a rubber, the only side with a game scores 300 points. The only side with a part-score in an "
    "unfinished game scores {}."
)
OVERDUE = "A match without a result 7 days after its play-by date is overdue."
VENUE = "The pairs agree on a venue: a club, the home of one of them, or another place."
# Clauses that every region has: the Laws, and how the app keeps the score.
COMMON = {
    "a random draw": "The draw is made at random.",
    "it is a knockout": "The winners go through to the next round.",
    "30 deals, the higher total wins": "A match is 30 deals of rubber bridge",
    "a passed-in hand is a deal, a misdeal is not": "A deal that is passed in",
    "a further two deals, again and again": "If the totals are level, the pairs play 2 more deals, and repeat",
    "the rubber goes on in them": "The unfinished rubber continues in the extra deals",
    "until when honours are claimed": "Either side can hold honours. They are claimed before the next deal is dealt",
    "play by the round’s date": "Each match must be played by the play-by date of its round.",
    "the app: the last deal": "Either pair may change the deal recorded last",
    "the app: consent": "Every other change of points or tricks needs the agreement of the other pair (Law 78).",
    "the app: both see it": "Both pairs see every change",
    "the app: the organiser": "Only the organiser can change a disputed deal",
}
AGREED = {
    "homes or clubs, as suits all": VENUE,
}
CONFIRMED = {
    "the result": "Either pair reports the result. The pair that did not report it confirms it",
    "disputes": "The organiser decides disputed results",
}
UNSAID = ["lengths", "concession", "late pairs", "substitutes", "withdrawals", "dates", "spectators"]
WAIKATO_BAYS = (
    COMMON
    | AGREED
    | {
        "round 1 by who comes to the opening day": "Pairs who attend the opening day, Sat 6 Mar 2027, are drawn",
        "byes": "The byes were placed at random.",
        "byes do not count": "A bye does not count as a result.",
        "300 and 100": UNFINISHED.format(100),
        "the winners inform the organiser": "The winners report the result.",
        "the organiser decides": f"{OVERDUE} The organiser then",
        "dates move": "The organiser may extend the play-by date of a match or a round",
    }
)
CENTRAL_DISTRICTS = (
    COMMON
    | CONFIRMED
    | {
        "where the pairs agree, or a toss": f"{VENUE} If they cannot agree, the organiser names the home pair",
        "300 and 50": UNFINISHED.format(50),
        "the score sheet is sent": "The pair sends all the deals, not only the two totals.",
        "a default within a week, no exceptions": f"{OVERDUE} The match is then a default for both pairs, without",
    }
)
AUCKLAND_NORTHLAND = (
    COMMON
    | CONFIRMED
    | AGREED
    | {
        "first matches by area": "Pairs from the same area are drawn against each other in round 1",
        "club winners who join later have byes": "The organiser awarded all the byes.",
        "a bye is no result": "A bye does not count as a result.",
        "300 and 100": UNFINISHED.format(100),
        "the last rounds at a congress": "Final: the matches are played on Sat 2 Oct 2027, 10:00, the",
        "a set day": "A pair that cannot play on a set day asks the organiser.",
        "the other rounds": "In all other rounds, the pairs agree a date.",
        "the organiser": f"{OVERDUE} The organiser then",
        "dates": "The organiser may extend the play-by date of a match or a round",
    }
)
CONGRESS = AboutDraw(
    is_published=True,
    awarded=[True, True],
    fixtures=[("Final", "Sat 2 Oct 2027, 10:00, the national congress")],
)


@pytest.mark.parametrize(
    ("preset", "left_out", "draw", "clauses"),
    [
        ("leaflet", UNSAID, AboutDraw(is_published=True, awarded=[False, False]), WAIKATO_BAYS),
        ("fifty", [*UNSAID, "extensions"], AboutDraw(is_published=True), CENTRAL_DISTRICTS),
        ("areas", UNSAID, CONGRESS, AUCKLAND_NORTHLAND),
    ],
)
def test_a_regions_conditions_contain_its_clauses_and_no_others(preset, left_out, draw, clauses):
    competition = Competition(closing_date=date(2027, 2, 26), opening_day=date(2027, 3, 6))
    competition.conditions = Conditions(**PRESETS[preset].unlike, left_out=left_out)

    said = [sentence for _, sentences in conditions_in_words(competition, draw=draw) for sentence in sentences]

    assert [text for text in clauses.values() if not any(sentence.startswith(text) for sentence in said)] == []
    assert [sentence for sentence in said if not sentence.startswith(tuple(clauses.values()))] == []
