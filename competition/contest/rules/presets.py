"""Ready-made conditions based on real regions. The organiser adapts them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from competition.contest.rules.conditions import USUAL_REPLY_HOURS, reply_time_in_words
from scoring.rules.conditions import ScoringConditions

_USUAL = ScoringConditions()


class Preset(NamedTuple):
    """A preset: its name, its description, and the values that differ from the usual conditions.

    `title` and `brief` are for a card. `paragraphs` are the keys of the ready paragraphs for the organiser's own
    rules.
    """

    name: str
    title: str
    brief: str
    sentence: str
    unlike: Mapping[str, object]
    paragraphs: Sequence[str] = ()


PRESETS: Mapping[str, Preset] = {
    "usual": Preset(
        "The usual conditions",
        "The usual",
        f"{_USUAL.deals} deals. If level, {_USUAL.extra_deals} more.",
        f"{_USUAL.deals} deals. In a tie-break of {_USUAL.extra_deals} deals the unfinished rubber continues. "
        f"The only part-score scores {_USUAL.only_partscore}. The other pair confirms a result, or the result is "
        f"final after {reply_time_in_words(USUAL_REPLY_HOURS)} without a reply.",
        {},
    ),
    "leaflet": Preset(
        "As in Waikato-Bays’ leaflet",
        "Winners report",
        "Their result is final at once.",
        "An opening day, matches in homes or clubs, and simple systems. The winners report the result, and it is final "
        "at once.",
        {"confirmation": "final", "reporter": "winners", "first_offer": "either", "home": "neutral"},
        ("simple-systems", "junior-systems", "table-talk", "keeping-score", "talk-of-the-score", "homes-or-clubs"),
    ),
    "fifty": Preset(
        "50 for the only part-score, default without a result",
        "Strict dates",
        "A match without a result is a default.",
        "The pairs agree on a place and send the deals. A match without a result a week after its play-by date is a "
        "default for both pairs, without exceptions.",
        {
            "only_partscore": 50,
            "deals_required": True,
            "opening_day_together": False,
            "extensions": False,
            "unplayed": "default",
            "first_offer": "either",
            "home": "neutral",
        },
        ("no-fee", "junior-systems", "listed-systems"),
    ),
    "areas": Preset(
        "First matches by area",
        "By area",
        "Neighbours meet in round 1.",
        "Neighbours meet in round 1, and the last rounds can have a set day and place. Entry is free, and the winners "
        "receive money.",
        {"opening_day_together": False, "areas_together": True, "first_offer": "either", "home": "neutral"},
        ("no-fee", "final-days", "homes-or-clubs", "money", "travel-money"),
    ),
    "fresh": Preset(
        "A new rubber in every tie-break",
        "New rubber",
        "Each tie-break begins a new rubber.",
        "The usual conditions, but the unfinished rubber is scored after the last deal. Each tie-break begins a new "
        "rubber.",
        {"tie_break": "fresh"},
    ),
    "strict": Preset(
        "Both pairs confirm",
        "Both confirm",
        "A result counts once both confirm it.",
        "The usual conditions, but a result counts only once the other pair confirms it or you decide it.",
        {"confirmation": "both"},
    ),
    "two": Preset(
        "Two pairs qualify for another event",
        "Two qualify",
        "Both finalists go to another event.",
        "The usual conditions, and both pairs in the final qualify for another event. Give its name under “The next "
        "event”.",
        {"next_event": "the next event", "qualifiers": 2},
    ),
    "rounds": Preset(
        "A new draw for each round",
        "Round by round",
        "Each round is drawn by itself.",
        "The usual conditions, but only round 1 is drawn at first. The winners of each round are drawn against each "
        "other for the next.",
        {"drawn_by_round": True},
    ),
    "day": Preset(
        "One day at one venue",
        "One day",
        "8 deals in 60 minutes a match.",
        "All rounds are played at one venue on one day. A match is 8 deals in 60 minutes. A result counts once both "
        "pairs have agreed it at the table.",
        {
            "deals": 8,
            "minutes": 60,
            "confirmation": "both",
            "opening_day_together": False,
            "first_offer": "either",
            "home": "neutral",
        },
    ),
}
